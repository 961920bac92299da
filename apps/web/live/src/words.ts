// SPDX-License-Identifier: MIT
// Numbers and sentences of answers.
import {number} from "../../player/src/numbers";
import type {PlanResults, PlanStep} from "./protocol";
import type {Task} from "./task";
import {lengthUnit} from "./task";

const LETTERS: Record<string, string> = {
  l: "slides left on",
  r: "slides right on",
  n: "sticks on",
  a: "approaches",
  s: "is off",
};

/** "slides right on 1 2, approaches 3" */
export function modeWords(mode: string): string {
  const groups = new Map<string, number[]>();
  [...mode].forEach((letter, i) => groups.set(letter, [...groups.get(letter) ?? [], i + 1]));
  return [...groups].map(([letter, fixels]) => `${LETTERS[letter] ?? letter} ${fixels.join(" ")}`).join(", ");
}

export const degrees = (value: number): string => `${value.toFixed(1).replace("-", "−")}°`;

/** As the command's text has it. */
export function marginWord(margin: number): string {
  return margin < 1 ? "hardly to be met" : margin < 5 ? "narrow" : margin < 15 ? "fair" : "wide";
}

export function stateWords(state: number[]): string {
  return state.length === 0 ? "nothing" : state.join(" ");
}

export const beliefWords = (belief: number[][]): string => belief.map(stateWords).join(" · ");

const VERBS: Record<string, [string, string]> = {
  tray: ["tilt", "tilts"],
  push: ["push", "pushes"],
  spring: ["pull of the spring", "pulls"],
};

export function planHeadline(results: PlanResults): string {
  const [one, many] = VERBS[results.actuator ?? ""] ?? ["wrench", "wrenches"];
  const count = results.steps.length;
  if (results.status === "stopped" && count === 0) return "The search was stopped: it is not known";
  if (!results.found && count === 0) return `No ${one} nor any sequence of ${many} seats it`;
  return count === 1 ? `One ${one} seats it` : `${count} ${many} seat it, one after the other`;
}

export const PROMISES: Record<string, string> = {
  "energy":
      "From every motion within some depth of energy it can come to rest at the goal only, however contacts bounce.",
  "keeps":
      "It reaches the goal, and no impact at a gain takes a contact away. Velocity left along contacts is not looked at.",
  "at rest":
      "It reaches the goal if the part stops at each contact that it gains. An impact may take a contact away again.",
};

export function wrenchWords([fx, fy, torque]: readonly number[], task: Task): string {
  return `(${number(fx)}, ${number(fy)}) N, ${number(torque)} N ${lengthUnit(task)}`;
}

export function stepVerb(actuator: string|undefined): string {
  return actuator === "tray" ? "Tilt downhill toward" :
      actuator === "push"    ? "Push toward" :
      actuator === "spring"  ? "Pull toward" :
                               "Force toward";
}

/** The direction of a step's force; null for a moment alone. */
export function directionOf({wrench: [fx, fy]}: PlanStep): number|null {
  return Math.hypot(fx, fy) < 1e-9 ? null : (Math.atan2(fy, fx) * 180) / Math.PI;
}
