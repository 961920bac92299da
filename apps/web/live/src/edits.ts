// SPDX-License-Identifier: MIT
// Edits of a task. Each function returns a new task and leaves the old task unchanged.
import {boundaryOf, centerOfMass, Place, sizeOf, toBody, toWorld, turned} from "./boundary";
import {Actuator, ActuatorKind, decimal, Fixel, Friction, perRadian, Point, Pose, poseOf, rangeOf, Task} from "./task";

const KEPT_GAP = 0.02;  // a fixel that slides along the outline keeps its gap if the gap is below this fraction of the
                        // part's size, and touches the part otherwise
const NOTCH_STEP = 10;  // distance between the places that are tried for a fixel that does not fit where it is dragged,
                        // in thousandths of the edge's length
const MOST_TRIES = 300;
// A point that is not on the outline is rounded to a grid. The grid width is the largest power of ten that is at most
// the part's size times this constant.
const DIGITS = 1e-4;

const withFixels = (task: Task, fixels: Fixel[]): Task => ({...task, fixels});
const withFixel = (task: Task, index: number, fixel: Fixel): Task =>
    withFixels(task, (task.fixels ?? []).map((old, i) => (i === index ? fixel : old)));

export function rounded(point: Point, size: number): Point {
  const grid = 10 ** Math.floor(Math.log10(size * DIGITS));
  return [decimal(Math.round(point[0] / grid) * grid), decimal(Math.round(point[1] / grid) * grid)];
}

/**
 * Removes the rounding error of a sum whose terms are at most `size`. Such an error is smaller than the 15th digit of
 * `size`.
 */
function fine(value: number, size: number): number {
  const places = Math.min(Math.max(14 - Math.floor(Math.log10(size)), 0), 100);
  return decimal(Number(value.toFixed(places)));
}

/** Returns the place of the outline that is nearest to a fixel, and the gap between them. */
export function placeOf(task: Task, index: number): {place: Place; gap: number}|null {
  const boundary = boundaryOf(task);
  const fixel = task.fixels?.[index];
  if (!boundary || !fixel) return null;
  const touch = boundary.nearest(toBody(fixel.at, poseOf(task)));
  return {place: touch, gap: touch.distance - (fixel.radius ?? 0)};
}

/** Moves a fixel to a place of the outline, and keeps the fixel's gap if the gap is small. */
export function slidePin(task: Task, index: number, place: Place): Task {
  const boundary = boundaryOf(task);
  const fixel = task.fixels?.[index];
  if (!boundary || !fixel) return task;
  const size = sizeOf(task);
  const old = placeOf(task, index)!.gap;
  const gap = old > 1e-9 * size && old < KEPT_GAP * size ? old : 0;
  const {point, normal} = boundary.at(boundary.tidy(place));
  const off = (fixel.radius ?? 0) + gap;
  const pose = poseOf(task);
  const [x, y] = toWorld([point[0] + off * normal[0], point[1] + off * normal[1]], pose);
  const {normal: _, ...plain} = fixel;
  return withFixel(task, index, {...plain, at: [fine(x, size), fine(y, size)]});
}

/**
 * Moves a fixel to a place of the outline. If the fixel would touch another edge before it reaches this place, tries
 * other places, each `steps` steps after the last one. Returns null if none of these places is free.
 */
function settlePin(task: Task, index: number, place: Place, steps: number): Task|null {
  const boundary = boundaryOf(task)!;
  const size = sizeOf(task);
  for (let tries = 0; tries < MOST_TRIES; ++tries) {
    const settled = slidePin(task, index, place);
    const {point} = boundary.at(boundary.tidy(place));
    const found = boundary.at(placeOf(settled, index)!.place).point;
    if (Math.hypot(found[0] - point[0], found[1] - point[1]) < 1e-6 * size) return settled;
    place = boundary.walk(place, steps);
  }
  return null;
}

/** Moves a fixel to the free place of the outline nearest to a point of the world. */
export function dragPin(task: Task, index: number, to: Point): Task {
  const boundary = boundaryOf(task);
  if (!boundary) return movePin(task, index, to);
  const place = boundary.nearest(toBody(to, poseOf(task)));
  const [ahead, back] = [settlePin(task, index, place, NOTCH_STEP), settlePin(task, index, place, -NOTCH_STEP)];
  const off = (moved: Task|null): number => {
    const [x, y] = moved?.fixels?.[index]?.at ?? [Infinity, Infinity];
    return Math.hypot(x - to[0], y - to[1]);
  };
  return (off(ahead) <= off(back) ? ahead : back) ?? slidePin(task, index, place);
}

export function walkPin(task: Task, index: number, steps: number): Task {
  const at = placeOf(task, index);
  if (!at) return task;
  return settlePin(task, index, boundaryOf(task)!.walk(at.place, steps), steps) ?? task;
}

/** Moves a fixel to any point of the world, which need not be on the outline. */
export function movePin(task: Task, index: number, to: Point): Task {
  const fixel = task.fixels?.[index];
  return fixel ? withFixel(task, index, {...fixel, at: rounded(to, sizeOf(task))}) : task;
}

export function changePin(task: Task, index: number, change: Partial<Fixel>): Task {
  const fixel = {...task.fixels![index], ...change};
  for (const key of ["friction", "radius"] as const) {
    if (fixel[key] === undefined) delete fixel[key];
  }
  return withFixel(task, index, fixel);
}

/** Adds a fixel with the radius of the last fixel. Of 200 places on the outline, it is at the one that is farthest, along
 * the outline, from all fixels on the outline. Without such fixels, it is in the middle of the longest edge. */
export function addPin(task: Task): Task {
  const boundary = boundaryOf(task);
  if (!boundary) return task;
  const fixels = task.fixels ?? [];
  const places = fixels.map((_, i) => placeOf(task, i)!.place);
  const shares = places.filter(({side}) => boundary.sides[side].loop === 0).map((place) => boundary.share(place));
  if (shares.length === 0) return addPinAt(task, boundary.longestMiddle());
  const apart = (a: number, b: number): number => Math.min(Math.abs(a - b), 1 - Math.abs(a - b));
  const tries = Array.from({length: 200}, (_, i) => (i + 0.5) / 200);
  const room = (share: number): number => Math.min(...shares.map((other) => apart(share, other)), 1);
  const best = tries.reduce((a, b) => (room(b) > room(a) + 1e-9 ? b : a));
  return addPinAt(task, boundary.fromShare(best));
}

export function addPinAt(task: Task, place: Place): Task {
  const fixels = task.fixels ?? [];
  const radius = fixels.at(-1)?.radius;
  const grown = withFixels(task, [...fixels, {at: [1e9, 1e9], ...(radius ? {radius} : {})}]);
  return withoutStaleGoal(slidePin(grown, fixels.length, place));
}

export function removePin(task: Task, index: number): Task {
  return withoutStaleGoal(withFixels(task, (task.fixels ?? []).filter((_, i) => i !== index)));
}

/** Removes the goal, start, modes and plan. They refer to fixels by number, so their meaning changes with the number
 * of fixels. */
export function withoutStaleGoal(task: Task): Task {
  const {goal: _g, start: _s, modes: _m, plan: _p, ...rest} = task;
  return rest as Task;
}

/** Returns a sentence about the keys that an edit removed because they refer to fixels by number; null if none. */
export function lostWords(before: Task, after: Task): string|null {
  if (before.part !== after.part || before.fixels?.length === after.fixels?.length) return null;
  const lost = ["goal", "start", "modes", "plan"].filter((key) => key in before && !(key in after));
  if (lost.length === 0) return null;
  const list = lost.map((key) => `“${key}”`).join(", ");
  return `Removed ${list}, because ${
      lost.length > 1 ? "they refer" : "it refers"} to fixels by number. Undo restores everything.`;
}

/** Returns the friction coefficients of all fixels or stated contacts if each of them states its own. Otherwise
 * returns null. */
function ownFrictions(task: Task): Friction[]|null {
  const own = (task.contacts ?? task.fixels ?? []).map(({friction}) => friction);
  return own.length > 0 && own.every((one) => one !== undefined) ? own : null;
}

/** Returns the task's friction, by default 0. If each fixel or stated contact has its own friction, returns this friction
 * instead, or null if these frictions differ. */
export function frictionOf(task: Task): Friction|null {
  const own = ownFrictions(task);
  if (!own) return task.friction ?? 0;
  return own.every((one) => rangeOf(one).join() === rangeOf(own[0]).join()) ? own[0] : null;
}

/** Sets the task's friction. If each fixel or stated contact has its own friction, sets these frictions instead, because
 * the task's friction would have no effect. */
export function setFriction(task: Task, friction: Friction): Task {
  const value: Friction = Array.isArray(friction) && friction[0] === friction[1] ? friction[0] : friction;
  if (!ownFrictions(task)) return {...task, friction: value};
  const {contacts, fixels} = task;
  if (contacts) return {...task, contacts: contacts.map((contact) => ({...contact, friction: value}))};
  return withFixels(task, fixels!.map((fixel) => ({...fixel, friction: value})));
}

/** Moves the part. If `along` is true, its fixels move with it. */
export function setPose(task: Task, pose: Pose, along = false): Task {
  const size = sizeOf(task);
  const old = poseOf(task);
  const step = Math.PI / 1800;
  const turn = along || pose[2] === old[2] ? pose[2] : Math.round(pose[2] / step) * step;
  const [x, y] = rounded([pose[0], pose[1]], size);
  const angle = turn === old[2] ? task.pose?.[2] ?? 0 : decimal(turn * perRadian(task));
  const moved: Task = {...task, pose: [x, y, angle]};
  if (!along) return moved;
  const now: Pose = [x, y, turn];
  const carried = (fixel: Fixel): Fixel => {
    const [u, v] = toWorld(toBody(fixel.at, old), now);
    const normal = fixel.normal && turned(fixel.normal, turn - old[2]);
    const diamond = fixel.diamond && turned(fixel.diamond, turn - old[2]);
    return {...fixel, at: [fine(u, size), fine(v, size)], ...(normal ? {normal} : {}), ...(diamond ? {diamond} : {})};
  };
  return withFixels(moved, (task.fixels ?? []).map(carried));
}

/** Replaces the actuator by an actuator of another kind, with default points on the part. */
export function setActuator(task: Task, kind: ActuatorKind): Task {
  const size = sizeOf(task);
  const [x, y] = centerOfMass(task);
  const quarter = (Math.PI / 2) * perRadian(task);
  const made: Record<ActuatorKind, Actuator> = {
    free: {free: {}},
    tray: {tray: {}},
    push: {push: {at: rounded([x, y], size), directions: [decimal(-2 * quarter), 0]}},
    spring: {
      spring: {at: rounded([x, y], size), anchor: rounded([x, y - size], size), anchor_tolerance: decimal(0.05 * size)},
    },
  };
  return {...task, actuator: made[kind]};
}

export function setPush(task: Task, change: Partial<NonNullable<Actuator["push"]>>): Task {
  return {...task, actuator: {push: {...task.actuator!.push!, ...change}}};
}

export function setSpring(task: Task, change: Partial<NonNullable<Actuator["spring"]>>): Task {
  return {...task, actuator: {spring: {...task.actuator!.spring!, ...change}}};
}

/** Replaces the part. Keeps the name, the units, the friction and the kind of actuator, and drops all other keys. */
export function setPart(task: Task, part: Record<string, unknown>): Task {
  const {units, friction, actuator} = task;
  const kind = (Object.keys(actuator ?? {})[0] ?? "free") as ActuatorKind;
  const bare: Task = {
    pawl: 1,
    ...(task.name ? {name: task.name} : {}),
    ...(units ? {units} : {}),
    part,
    friction: friction ?? 0.2,
    fixels: [],
  };
  return kind === "free" ? bare : setActuator(bare, kind);
}
