// SPDX-License-Identifier: MIT
// Advice after a "no": the changes of the task that the command's text advises, each with a button that makes the change.
import {setActuator, setFriction} from "./edits";
import {frictionText} from "./friction_field";
import {writtenOut} from "./shorthand";
import type {State, Store} from "./store";
import {element} from "./svg";
import type {Friction, Task} from "./task";

/** A change of the task or of the options with which a plan exists. The library computed the effect of the change. */
export interface Advice {
  options: string;  // options of the command, such as "--friction 0.31"
  effect: string;
}

export interface Change {
  name: string;
  state: Pick<State, "task"|"question">;
}

/** Returns the words of a command line. Quotation marks group the characters of a word. */
const wordsOf = (line: string): string[] =>
    (line.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? []).map((word) => word.replace(/'([^']*)'|\\(.)/g, "$1$2"));

/** Returns a copy of a value in which the value at a JSON pointer is replaced. Missing objects are created. */
function withValue(into: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(into)) return into.map((one, i) => (String(i) === key ? withValue(one, rest, value) : one));
  const object = (into ?? {}) as Record<string, unknown>;
  return {...object, [key]: withValue(object[key], rest, value)};
}

function nameOfEdit(task: Task, [key, index]: string[], changed: Task): string {
  const at = changed.fixels?.[Number(index)]?.at;
  if (key === "fixels" && at) return `Move fixel ${Number(index) + 1} to (${at.join(", ")})`;
  const [first] = (changed.start as {states?: number[][]}|undefined)?.states ?? [];
  if (key === "start" && first) return `Start against ${task.walls?.length ? "contact" : "fixel"} ${first.join(" ")} alone`;
  return `Change “${key}”`;
}

/** Returns the change of the page's state that the options describe, or null if the page cannot make this change. */
export function changeOf({task, question}: State, options: string): Change|null {
  const [option, argument, ...more] = wordsOf(options);
  if (option === "without" && argument === "--require")
    return {name: "Accept any guarantee", state: {task, question: {...question, require: ""}}};
  if (more.length > 0 || argument === undefined) return null;
  if (option === "--friction") {
    const numbers = argument.split(",").map(Number);
    if (!numbers.every(Number.isFinite)) return null;
    const friction = (numbers.length === 2 ? numbers : numbers[0]) as Friction;
    return {name: `Lower the friction to ${frictionText(friction)}`, state: {task: setFriction(task, friction), question}};
  }
  if (option === "--actuator" && argument === "free")
    return {name: "Allow any wrench", state: {task: setActuator(task, "free"), question}};
  const [, pointer, text] = (option === "--set" && /^\/([^=]+)=(.*)$/.exec(argument)) || [];
  if (pointer === undefined) return null;
  const path = pointer.split("/");
  const changed = writtenOut(withValue(task, path, JSON.parse(text)) as Task);
  return {name: nameOfEdit(task, path, changed), state: {task: changed, question}};
}

/** Shows the changes with which a plan exists. A change that only the command can make is shown as the command's options.
 * `proved` states whether it is proved that no plan exists without a change. */
export function adviceList(advice: Advice[], state: State, store: Store, proved: boolean): HTMLElement {
  if (advice.length === 0) {
    const tried = proved ? " Tried, where they apply: less friction, other wrenches, other positions of one pin, a known start." : "";
    return element("p", {class: "note"}, `No single change that helps was found.${tried}`);
  }
  const rows = advice.map(({options, effect}) => {
    const change = changeOf(state, options);
    if (!change) return element("li", {}, element("code", {}, options), ` (only with the command): ${effect}`);
    const button = element("button", {type: "button", title: options}, change.name);
    button.addEventListener("click", () => store.change(change.state));
    return element("li", {}, button, element("span", {}, effect));
  });
  return element("div", {}, element("h3", {}, "What would help"), element("ul", {class: "advice"}, ...rows));
}
