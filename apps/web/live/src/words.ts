// SPDX-License-Identifier: MIT
// Texts for the numbers and verdicts of answers.
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

/** Returns a mode in words, such as "slides right on 1 2, approaches 3". */
export function modeWords(mode: string): string {
  const groups = new Map<string, number[]>();
  [...mode].forEach((letter, i) => groups.set(letter, [...groups.get(letter) ?? [], i + 1]));
  return [...groups].map(([letter, fixels]) => `${LETTERS[letter] ?? letter} ${fixels.join(" ")}`).join(", ");
}

export const degrees = (value: number): string => `${value.toFixed(1).replace("-", "−")}°`;

/** Returns the word that the command's text uses for a margin in degrees. */
export function marginWord(margin: number): string {
  return margin < 1 ? "very narrow" : margin < 5 ? "narrow" : margin < 15 ? "fair" : "wide";
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
  if (results.status === "stopped" && count === 0) return "The search was stopped before a plan was found";
  if (!results.found && count === 0) return `No sequence of ${many} seats the part`;
  return count === 1 ? `One ${one} seats the part` : `A sequence of ${count} ${many} seats the part`;
}

export const PROMISES: Record<string, string> = {
  "energy":
      "The part ends seated however it moves or bounces, as long as its energy stays below the depth.",
  "keeps":
      "The part ends seated if it stops after each contact that it gains. No plastic impact takes a contact away.",
  "at rest":
      "The part ends seated if it stops after each contact that it gains, and if no impact takes a contact away again.",
};

export function wrenchWords([fx, fy, torque]: readonly number[], task: Task): string {
  return `(${number(fx)}, ${number(fy)}) N, ${number(torque)} N ${lengthUnit(task)}`;
}

export function stepVerb(actuator: string|undefined): string {
  return actuator === "tray" ? "Tilt downhill toward" :
      actuator === "push"    ? "Push toward" :
      actuator === "spring"  ? "Pull toward" :
                               "Apply a force toward";
}

/** Returns the direction of a step's force, degrees, or null for a pure torque. */
export function directionOf({wrench: [fx, fy]}: PlanStep): number|null {
  return Math.hypot(fx, fy) < 1e-9 ? null : (Math.atan2(fy, fx) * 180) / Math.PI;
}
