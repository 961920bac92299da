// SPDX-License-Identifier: MIT
// A text that was dropped, pasted or opened: a task, a part, an outline, a list of points, a drawing.
import {setPart} from "./edits";
import {isScene, Scene} from "./scenes";
import {canBeDrawn, Point, Task} from "./task";

export type Read = {
  task: Task
}|{scene: Scene}|{part: Record<string, unknown>}|{
  drawing: string;
  kind: "dxf"|"svg"
}
|{faulty: string};

/** "1, 2" a line, or with spaces: at least three lines of two numbers. */
function pointsOf(text: string): Point[]|null {
  const lines = text.split(/[\n;]+/).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  const points = lines.map((line) => line.replace(/[()[\]]/g, " ").trim().split(/[\s,]+/).filter(Boolean).map(Number));
  const good = points.length >= 3 && points.every((point) => point.length === 2 && point.every(Number.isFinite));
  if (!good) return null;
  const [first, last] = [points[0], points[points.length - 1]];
  if (first[0] === last[0] && first[1] === last[1]) points.pop();
  return points as Point[];
}

function fromJson(value: unknown): Read|null {
  if (Array.isArray(value)) {
    const points =
        value.length >= 3 && value.every((one) => Array.isArray(one) && one.length === 2 && one.every(Number.isFinite));
    return points ? {part: {outline: {polygon: value}}} : null;
  }
  const object = value as Record<string, unknown>;
  if (isScene(object)) return {scene: object};
  // An answer of pawl part has a part; so has a task.
  const results = object.results as Record<string, unknown>| undefined;
  if (results?.part) return {part: results.part as Record<string, unknown>};
  if (object.pawl !== undefined && (object.part || object.contacts)) return {task: object as unknown as Task};
  if (object.part) return {part: object.part as Record<string, unknown>};
  if (object.outline) return {part: object};
  if (object.polygon || object.path || object.disc) return {part: {outline: object}};
  return null;
}

export function readText(text: string): Read {
  const trimmed = text.trimStart();
  if (/^(<\?xml|<svg|<!doctype svg|<!--)/i.test(trimmed)) return {drawing: text, kind: "svg"};
  if (/^\s*0\s+SECTION/im.test(text.slice(0, 5000))) return {drawing: text, kind: "dxf"};
  const points = pointsOf(text);
  if (points) return {part: {outline: {polygon: points}}};
  try {
    const read = fromJson(JSON.parse(text));
    if (read) return read;
  } catch (error) {
    if (/^[{[]/.test(trimmed)) return {faulty: `This is no JSON: ${(error as Error).message}`};
  }
  return {faulty: "This is no task, no outline, no list of points and no DXF or SVG drawing."};
}

/** A part among no fixels yet, in the units of the task that it replaces. */
export function taskOfPart(task: Task, part: Record<string, unknown>): Task|null {
  const made = setPart(task, part);
  return canBeDrawn(made) ? made : null;
}
