// SPDX-License-Identifier: MIT
// The contact tolerance of a task, and a note if the part is too small for it.
import {sizeOf} from "./boundary";
import {decimal, lengthUnit, Task} from "./task";
import {perLength} from "./units";

const USUAL = 1e-6;  // contact tolerance of a task that states none, m
const FEW = 1000;    // a part smaller than this number of tolerances gets a note

/** Returns the contact tolerance in the task's unit: the stated tolerance, otherwise the library's default. */
export function toleranceOf(task: Task): number {
  const stated = task.contact_tolerance;
  return typeof stated === "number" ? stated : USUAL / perLength(task, "m");
}

/** Returns a note for the user if the part is too small for the tolerance, and null otherwise. */
export function toleranceWords(task: Task): string|null {
  if (!task.part?.outline) return null;
  const tolerance = toleranceOf(task);
  const size = sizeOf(task);
  if (!(size < FEW * tolerance)) return null;
  const length = (value: number): string => `${decimal(Number(value.toPrecision(3)))} ${lengthUnit(task)}`;
  return `The part is only ${length(size)} long, and fixels within ${length(tolerance)} of it count as touching. Check the ` +
      "unit, or set a smaller contact_tolerance in the task file.";
}
