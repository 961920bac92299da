// SPDX-License-Identifier: MIT
// Whether the part is so small that what is near it counts as touching.
import {sizeOf} from "./boundary";
import {decimal, lengthUnit, Task} from "./task";
import {perLength} from "./units";

const USUAL = 1e-6;  // m
const FEW = 1000;    // tolerances that a part is long at least

/** In the task's units; what the library takes where the task states none. */
export function toleranceOf(task: Task): number {
  const stated = task.contact_tolerance;
  return typeof stated === "number" ? stated : USUAL / perLength(task, "m");
}

/** Null where the part is large enough. */
export function toleranceWords(task: Task): string|null {
  if (!task.part?.outline) return null;
  const tolerance = toleranceOf(task);
  const size = sizeOf(task);
  if (!(size < FEW * tolerance)) return null;
  const length = (value: number): string => `${decimal(Number(value.toPrecision(3)))} ${lengthUnit(task)}`;
  return `The part is ${length(size)} long. What is within ${length(tolerance)} of it touches it: in the task file state a ` +
      "smaller contact_tolerance, or check the unit.";
}
