// SPDX-License-Identifier: MIT
// Replaces the shorthands of a task file by full values. Shorthands are numbers with their own units ("6 mm"), names of
// actuators, fixels as [x, y], and pins given by their diameter. The rest of the live editor uses only numbers and
// objects.
import {angleUnit, lengthUnit, Task} from "./task";

const METRES = {m: 1, cm: .01, mm: .001, in: .0254};
const MEASURED = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?) *(m|mm|cm|in|deg|°|rad|kg|g)$/i;
/** Keys whose values stay texts. They are not numbers with units, or they are numbers that only the library can convert (the
 * density). */
const TEXTS = new Set(["name", "units", "unit", "drawing", "drawing_digest", "layer", "density", "thickness", "frame", "modes", "$schema"]);

/** Returns the value of a text such as "6 mm" in the task's units. Returns the text itself if it has another form. */
function measured(text: string, task: Task): number|string {
  const [, digits, unit] = MEASURED.exec(text) ?? [];
  if (digits === undefined) return text;
  const number = Number(digits);
  if (unit in METRES) {
    const own = lengthUnit(task);
    // Rounds the result to twelve digits, so that 6 mm becomes 0.006 m and not 0.006000000000000001.
    return unit === own ? number : Number((number * METRES[unit as keyof typeof METRES] / METRES[own]).toPrecision(12));
  }
  if (unit === "kg") return number;
  if (unit === "g") return Number((number / 1000).toPrecision(12));
  const degrees = unit !== "rad";
  if (degrees === (angleUnit(task) === "deg")) return number;
  return degrees ? number * Math.PI / 180 : Number((number * 180 / Math.PI).toPrecision(12));
}

function withNumbers(value: unknown, task: Task): unknown {
  if (typeof value === "string") return measured(value, task);
  if (Array.isArray(value)) return value.map((one) => withNumbers(one, task));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
      ([key, member]) => [key, TEXTS.has(key) || key.startsWith("x-") ? member : withNumbers(member, task)]);
  return Object.fromEntries(entries);
}

function fixelOf(fixel: unknown): unknown {
  if (Array.isArray(fixel)) return fixel.length === 2 ? {at: fixel} : fixel;
  const {diameter, ...others} = fixel as Record<string, unknown>;
  if (typeof diameter !== "number" || "radius" in others) return fixel;
  return {...others, radius: diameter / 2};
}

/** Returns a copy of a task in which full values replace the shorthands. */
export function writtenOut(task: Task): Task {
  if (typeof task !== "object" || task === null || Array.isArray(task)) return task;
  const written = withNumbers(task, task) as Task;
  const {actuator, fixels} = written as {actuator?: unknown, fixels?: unknown};
  if (actuator === "free" || actuator === "tray") written.actuator = {[actuator]: {}};
  if (Array.isArray(fixels)) written.fixels = fixels.map((one) => (typeof one === "object" && one ? fixelOf(one) : one)) as Task["fixels"];
  return written;
}
