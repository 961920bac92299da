// SPDX-License-Identifier: MIT
// Edits of the corners of walls and holes, of discs, and of the list of holes.
import {sizeOf, toBody} from "./boundary";
import {rounded} from "./edits";
import {decimal, PathEntry, Point, poseOf, Task, TaskOutline, Wall} from "./task";
import {withWalls} from "./wall_edits";

const pointOf = (entry: PathEntry): Point => (Array.isArray(entry) ? entry : entry.to);
const isStraight = (entry: PathEntry): boolean => Array.isArray(entry) || !entry.bulge;

/** Returns whether the last entry of a path repeats its first point. */
function isClosed(path: PathEntry[]): boolean {
  const [first, last] = [pointOf(path[0]), pointOf(path[path.length - 1])];
  return path.length > 2 && first[0] === last[0] && first[1] === last[1];
}

/** Returns the corners of an outline; none for a disc. */
export function cornersOf({polygon, path}: TaskOutline): Point[] {
  if (!path) return polygon ?? [];
  const points = path.map(pointOf);
  return isClosed(path) ? points.slice(0, -1) : points;
}

/** Returns the entry that ends the edge from a corner to the next corner. */
function nextEntry({polygon, path}: TaskOutline, corner: number): PathEntry {
  const all = path ?? polygon!;
  return all[(corner + 1) % all.length];
}

/** Moves a corner. Arcs keep their bulge. */
export function moveCorner(outline: TaskOutline, corner: number, to: Point): TaskOutline {
  const {polygon, path} = outline;
  if (polygon) return {...outline, polygon: polygon.map((point, i) => (i === corner ? to : point))};
  const last = path!.length - 1;
  const repeats = corner === 0 && isClosed(path!);
  return {
    ...outline,
    path: path!.map((entry, i) => {
      if (i !== corner && !(repeats && i === last)) return entry;
      return Array.isArray(entry) ? to : {...entry, to};
    })
  };
}

/**
 * Returns whether a corner can be added after the given one. This is possible if the edge that begins at the given
 * corner is straight.
 */
export const canAddCorner = (outline: TaskOutline, corner: number): boolean => isStraight(nextEntry(outline, corner));

/** Adds a corner in the middle of the straight edge after a corner. */
export function addCorner(outline: TaskOutline, corner: number): TaskOutline {
  const points = cornersOf(outline);
  const [[x0, y0], [x1, y1]] = [points[corner], points[(corner + 1) % points.length]];
  const middle: Point = [decimal((x0 + x1) / 2), decimal((y0 + y1) / 2)];
  const {polygon, path} = outline;
  const inserted = <Entry>(list: Entry[], entry: Entry): Entry[] =>
      [...list.slice(0, corner + 1), entry, ...list.slice(corner + 1)];
  return polygon ? {...outline, polygon: inserted(polygon, middle)} : {...outline, path: inserted<PathEntry>(path!, middle)};
}

/** Removes a corner of an outline with more than three corners. */
export function removeCorner(outline: TaskOutline, corner: number): TaskOutline {
  const {polygon, path} = outline;
  if (polygon) return {...outline, polygon: polygon.filter((_, i) => i !== corner)};
  const left = path!.filter((_, i) => i !== corner);
  // If the first corner of a closed path is removed, the path must end at the new first corner, because the last entry
  // repeats the first one.
  if (corner !== 0 || !isClosed(path!)) return {...outline, path: left};
  const first = pointOf(left[0]);
  return {...outline, path: left.map((entry, i) => (i !== left.length - 1 ? entry : Array.isArray(entry) ? first : {...entry, to: first}))};
}

export function changeWall(task: Task, index: number, change: Partial<Wall>): Task {
  const wall = {...task.walls![index], ...change};
  if (wall.friction === undefined) delete wall.friction;
  return withWalls(task, task.walls!.map((one, i) => (i === index ? wall : one)));
}

/** Returns the task with other holes. The part then no longer has the outline of its drawing. */
function withHoles(task: Task, holes: TaskOutline[]): Task {
  const {drawing_digest: _d, ...part} = task.part!;
  const {holes: _h, ...outline} = part.outline!;
  return {...task, part: {...part, outline: holes.length > 0 ? {...outline, holes} : outline}};
}

export const holesOf = (task: Task): TaskOutline[] => task.part?.outline?.holes ?? [];

export const changeHole = (task: Task, index: number, hole: TaskOutline): Task =>
    withHoles(task, holesOf(task).map((one, i) => (i === index ? hole : one)));

export const removeHole = (task: Task, index: number): Task => withHoles(task, holesOf(task).filter((_, i) => i !== index));

/** Adds a hole with the corners `polygon`, in the world. */
export function addHole(task: Task, polygon: Point[]): Task {
  const corners = polygon.map((corner) => rounded(toBody(corner, poseOf(task)), sizeOf(task)));
  return withHoles(task, [...holesOf(task), {polygon: corners}]);
}
