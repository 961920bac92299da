// SPDX-License-Identifier: MIT
// A task file in the form that the live editor edits. Only the keys that the editor changes have types; all other keys
// are kept unchanged.

export type Point = [number, number];
export type Pose = [number, number, number];
export type Wrench = [number, number, number];
export type Friction = number|[number, number];

export type PathEntry = Point|{to: Point, bulge?: number, curve?: number};
export interface TaskOutline {
  polygon?: Point[];
  path?: PathEntry[];
  disc?: {center?: Point, radius: number};
  holes?: TaskOutline[];
}

export interface Fixel {
  at: Point;
  friction?: Friction;
  radius?: number;
  normal?: Point;
  diamond?: Point;  // direction of the flats of a diamond pin
  diamond_width?: number;
}

/** A fixed body with an outline. */
export interface Wall {
  outline: TaskOutline;
  pose?: Pose;
  friction?: Friction;
}

export interface StatedContact {
  point: Point;
  normal: Point;
  friction?: Friction;
  gap?: number;
}

export interface Actuator {
  free?: Record<string, never>;
  tray?: Record<string, never>;
  push?: {at: Point, directions: Point};
  spring?: {at: Point, anchor: Point, anchor_tolerance?: number};
}
export type ActuatorKind = "free"|"tray"|"push"|"spring";

export type Length = "m"|"mm"|"cm"|"in";
export type Angle = "rad"|"deg";

export interface Task {
  pawl: number;
  name?: string;
  units?: {length?: Length, angle?: Angle};
  part?: {outline?: TaskOutline, center_of_mass?: Point, [key: string]: unknown};
  pose?: Pose;
  friction?: Friction;
  frame?: "world"|"part";
  fixels?: Fixel[];
  walls?: Wall[];
  contacts?: StatedContact[];
  actuator?: Actuator;
  modes?: string[];
  [key: string]: unknown;
}

export const lengthUnit = (task: Task): Length => task.units?.length ?? "m";
export const angleUnit = (task: Task): Angle => task.units?.angle ?? "rad";
/** Returns the factor from radians to the task's unit of angle. */
export const perRadian = (task: Task): number => (angleUnit(task) === "deg" ? 180 / Math.PI : 1);
/** Returns the part's pose, with its angle in radians. */
export function poseOf(task: Task): Pose {
  const [x, y, turn] = task.pose ?? [0, 0, 0];
  return [x, y, turn / perRadian(task)];
}

export const rangeOf = (friction: Friction): [number, number] =>
    (Array.isArray(friction) ? friction : [friction, friction]);

export function actuatorKind(task: Task): ActuatorKind {
  return (Object.keys(task.actuator ?? {})[0] as ActuatorKind | undefined) ?? "free";
}

/** Returns the task with its fixels and walls in the world frame, in which the editor draws and edits. */
export function inWorld(task: Task): Task {
  const isList = (p: unknown, count: number) => Array.isArray(p) && p.length === count && p.every(Number.isFinite);
  const isPoint = (p: unknown) => isList(p, 2);
  const known = task.pose === undefined || isList(task.pose, 3);
  const placedPins = task.fixels === undefined || (Array.isArray(task.fixels) && task.fixels.every((fixel) => isPoint(fixel?.at)));
  const placedWalls = task.walls === undefined ||
      (Array.isArray(task.walls) && task.walls.every((wall) => wall && (wall.pose === undefined || isList(wall.pose, 3))));
  // The library reports what is wrong with the task.
  if (task.frame !== "part" || !known || !placedPins || !placedWalls) return task;
  const {frame, ...rest} = task;
  const [x, y, turn] = poseOf(task);
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const turned = ([u, v]: Point): Point => [c * u - s * v, s * u + c * v];
  const placed = (at: Point): Point => {
    const [u, v] = turned(at);
    return [decimal(x + u), decimal(y + v)];
  };
  const fixels = task.fixels?.map((fixel) => ({
    ...fixel, at: placed(fixel.at), ...(isPoint(fixel.normal) ? {normal: turned(fixel.normal!)} : {}),
    ...(isPoint(fixel.diamond) ? {diamond: turned(fixel.diamond!)} : {})
  }));
  const angle = task.pose?.[2] ?? 0;
  const walls = task.walls?.map((wall) => {
    const [u, v, own] = wall.pose ?? [0, 0, 0];
    return {...wall, pose: [...placed([u, v]), decimal(angle + own)] as Pose};
  });
  return {...rest, ...(fixels ? {fixels} : {}), ...(walls ? {walls} : {})};
}

/** Rounds to 15 digits, so that the number is written as a short decimal. */
export const decimal = (value: number): number => Number(value.toPrecision(15));
