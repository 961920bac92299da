// SPDX-License-Identifier: MIT
// The question about a task: a command with its options, and the equivalent command line.
import {Finger, NO_FINGER} from "./finger";
import type {Friction, Point, Task, Wrench} from "./task";

export const COMMANDS = ["plan", "check", "forward", "cone", "modes", "contacts", "orient"] as const;
export type Command = (typeof COMMANDS)[number];

/** The options of `orient`. null stands for the command's default. */
export interface Orienting {
  by: "squeeze"|"fence";
  friction: Friction|null;  // friction coefficient at the jaws
  step: number|null;        // rotations are multiples of this angle, degrees
  to: number|null;          // wanted final orientation, degrees
}

export interface Question {
  command: Command;
  mode: string;         // mode for `check` and `cone`; "" if none is chosen
  wrench: Wrench|null;  // wrench for `check` and `forward`
  require: ""|"keeps"|"energy";
  orient: Orienting;
  finger: Finger;  // additional finger, for `contacts`
}

export const PLAIN: Question = {
  command: "plan",
  mode: "",
  wrench: null,
  require: "",
  orient: {by: "squeeze", friction: null, step: null, to: null},
  finger: NO_FINGER
};

function orientOptions({by, friction, step, to}: Orienting): Record<string, unknown> {
  return {
    ...(by === "fence" ? {by} : {}),
    ...(by === "squeeze" && friction !== null ? {"jaw-friction": [friction].flat().join(",")} : {}),
    ...(step !== null ? {"angle-step": step} : {}),
    ...(to !== null ? {to} : {}),
  };
}

/** Returns the options with which `contacts` determines where an additional finger has the selected effect. */
function fingerOptions({finger, wrench}: Question): Record<string, unknown> {
  if (!finger.effect) return {};
  return {
    finger: finger.effect,
    ...(finger.friction !== null ? {"finger-friction": [finger.friction].flat().join(",")} : {}),
    ...(finger.effect === "strongly-stable" ? {"finger-wrench": wrench ?? [0, -1, 0]} : {}),
  };
}

/** Returns the options of the command for this question, by their long names. */
export function optionsOf(question: Question): Record<string, unknown> {
  const {command, mode, wrench, require, orient} = question;
  if (command === "plan") return require ? {require} : {};
  if (command === "contacts") return fingerOptions(question);
  if (command === "orient") return orientOptions(orient);
  if (command === "cone") return mode ? {mode} : {};
  if (command === "forward") return {wrench: wrench ?? [0, -1, 0]};
  if (command !== "check") return {};
  return {...(mode ? {mode} : {}), ...(wrench ? {wrench} : {})};
}

/** Returns the components of a force with the given direction and size, rounded to five digits. At multiples of 90 degrees they
 * are exact, although cosines in doubles are not. */
export function forceAlong(degrees: number, size: number): Point {
  const cosine = (angle: number): number =>
      (angle % 90 === 0 ? [1, 0, -1, 0][((angle / 90) % 4 + 4) % 4] : Math.cos((angle * Math.PI) / 180));
  const along = (angle: number): number => Number((size * cosine(angle)).toPrecision(5)) + 0;
  return [along(degrees), along(degrees - 90)];
}

/** Returns the task's first mode, or the pattern that matches every mode if the task lists none. */
export function usualMode(task: Task): string {
  const count = task.contacts?.length ?? task.fixels?.length ?? 0;
  return task.modes?.[0] ?? "*".repeat(count);
}

export function fileName(task: Task, ending = "json"): string {
  const plain = (task.name ?? "").normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const words = plain.split("-").slice(0, 5).join("-").slice(0, 40);
  return `${words || "task"}.${ending}`;
}

/** Quotes a text for a shell, unless all of its characters are safe without quotes. */
function quoted(text: string): string {
  return /^[\w.,:/=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

export function commandLine(task: Task, question: Question, more: Record<string, unknown> = {}): string {
  const options = Object.entries({...optionsOf(question), ...more}).flatMap(([name, value]) => {
    if (value === false) return [];
    if (value === true) return [`--${name}`];
    return [`--${name}`, quoted(Array.isArray(value) ? value.join(",") : String(value))];
  });
  return ["pawl", question.command, fileName(task), ...options].join(" ");
}
