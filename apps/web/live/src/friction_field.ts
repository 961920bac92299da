// SPDX-License-Identifier: MIT
// A field for the friction of one fixel: a number, a range such as 0.1–0.3, or an empty text for the task's friction.
import {element} from "./svg";
import type {Friction} from "./task";

export const frictionText = (friction: Friction): string =>
    (Array.isArray(friction) ? friction.join("–") : String(friction));

/** Returns the friction in a text; null if it is neither a number nor a range. */
export function frictionOfText(text: string): Friction|null {
  const ends = text.split(/\s*(?:–|…|\.\.+|(?<=\d\s*)-)\s*/).map((end) => end.trim().replace(",", "."));
  if (ends.length > 2 || !ends.every((end) => /^(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(end))) return null;
  const [low, high] = ends.map(Number);
  return high === undefined ? low : [low, high];
}

export interface FrictionField {
  input: HTMLInputElement;
  set(friction: Friction|undefined): void;
}

/** Makes a field that calls `take` with each valid friction that is typed. When the field loses the focus, it shows
 * the task's value. */
export function frictionField(name: string, take: (friction: Friction|undefined) => void): FrictionField {
  const input = element("input", {type: "text", autocomplete: "off", spellcheck: "false", "aria-label": name});
  let shown = "";
  let typing = false;
  input.addEventListener("input", () => {
    typing = true;
    const text = input.value.trim();
    const friction = text === "" ? undefined : frictionOfText(text);
    input.classList.toggle("unread", friction === null);
    if (friction !== null) take(friction);
  });
  input.addEventListener("blur", () => {
    typing = false;
    input.classList.remove("unread");
    input.value = shown;
  });
  const set = (friction: Friction|undefined): void => {
    shown = friction === undefined ? "" : frictionText(friction);
    if (!typing && input.value !== shown) input.value = shown;
  };
  return {input, set};
}
