// SPDX-License-Identifier: MIT
// Recognizes a text that was dropped, pasted or opened: a task, a scene, a part, an outline, a list of points or a drawing.
import {canBeDrawn} from "./drawable";
import {setPart} from "./edits";
import {keepText} from "./kept_text";
import {pointsOf} from "./read_points";
import {isScene, Scene} from "./scenes";
import {writtenOut} from "./shorthand";
import {Angle, angleUnit, inWorld, Length, Task} from "./task";

export interface PartUnits {
  length?: Length;
  angle?: Angle;
}
/** A part, and its units if the text states them. */
export interface ReadPart {
  part: Record<string, unknown>;
  units?: PartUnits;
}
export interface ReadDrawing {
  drawing: string;
  kind: "dxf"|"svg"|"kicad";
}
export type Read = {
  task: Task
}|{scene: Scene}|ReadPart|ReadDrawing|{faulty: string};

/** If an object has a part and no other keys than these, it is a part with its units, not a task. */
const BESIDE_A_PART = ["part", "units", "command", "report", "name"];

function fromJson(value: unknown): Read|null {
  if (Array.isArray(value)) {
    const points =
        value.length >= 3 && value.every((one) => Array.isArray(one) && one.length === 2 && one.every(Number.isFinite));
    return points ? {part: {outline: {polygon: value}}} : null;
  }
  const object = value as Record<string, unknown>;
  if (isScene(object)) return {scene: object};
  const part = object.part as ReadPart["part"] | undefined;
  const fixture = ["fixels", "friction", "actuator", "pose"].some((key) => key in object);
  if (part && object.command === "part" && !fixture) return {part, units: object.units as PartUnits | undefined};
  const bare = part && object.pawl === undefined && Object.keys(object).every((key) => BESIDE_A_PART.includes(key));
  if (bare) return {part, units: object.units as PartUnits | undefined};
  // If keys such as "part" or "pawl" are missing, the library reports them.
  if (part || object.contacts) return {task: inWorld(writtenOut(object as unknown as Task))};
  if (object.outline) return {part: object};
  if (object.polygon || object.path || object.disc) return {part: {outline: object}};
  return null;
}

export function readText(text: string): Read {
  const trimmed = text.trimStart();
  if (/^(<\?xml|<svg|<!doctype svg|<!--)/i.test(trimmed)) return {drawing: text, kind: "svg"};
  if (/^\(kicad_pcb/.test(trimmed)) return {drawing: text, kind: "kicad"};
  if (/^\s*0\s+SECTION/im.test(text.slice(0, 5000))) return {drawing: text, kind: "dxf"};
  let syntax = "";
  if (/^[{[]/.test(trimmed)) {
    try {
      const read = fromJson(JSON.parse(text));
      if (read && "task" in read && !/"frame"/.test(text)) keepText(read.task, text);
      if (read && "scene" in read) keepText(read.scene, text);
      if (read) return read;
    } catch (error) {
      syntax = `This is not valid JSON: ${(error as Error).message}`;
    }
  }
  const points = trimmed.startsWith("{") ? null : pointsOf(text);
  if (typeof points === "string") return {faulty: points};
  if (points) return {part: {outline: {polygon: points}}};
  return {
    faulty: syntax || "Unknown format; expected a task, a scene, an outline, a list of points, or a DXF or SVG drawing."
  };
}

/** Returns a task with this part and without fixels. If the text states no unit, the task gets the unit of the
 * previous task. */
export function taskOfPart(task: Task, {part, units}: ReadPart): Task|null {
  const stated = units?.length ? {...task, units: {angle: angleUnit(task), ...task.units, length: units.length}} : task;
  const made = setPart(stated, part);
  return canBeDrawn(made) ? made : null;
}
