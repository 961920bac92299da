// SPDX-License-Identifier: MIT
// Checks whether a value can be drawn and edited as a task. The library reports all other faults.
import type {Task} from "./task";

const LARGEST = 1e20;  // larger numbers are not drawn, because browsers draw in single precision
const SMALLEST = 1e-30;
const MOST_PLACES = 20000;  // largest number of points of an outline, and largest number of fixels

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members =>
    typeof value === "object" && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === "number" && Math.abs(value) < LARGEST;
const areNumbers = (value: unknown, count: number): value is number[] =>
    Array.isArray(value) && value.length === count && value.every(isNumber);
const isPoint = (value: unknown): value is [number, number] => areNumbers(value, 2);
const isFriction = (value: unknown): boolean => typeof value === "number" ||
    (Array.isArray(value) && value.length === 2 && value.every((end) => typeof end === "number"));
const orNothing = (holds: (value: unknown) => boolean) => (value: unknown): boolean =>
    value === undefined || holds(value);
const everyOne = (value: unknown, holds: (one: unknown) => boolean): boolean =>
    Array.isArray(value) && value.length <= MOST_PLACES && value.every(holds);

/** Returns whether the points are not all equal. */
function isSpread(points: [number, number][]): boolean {
  const [[x, y]] = points;
  return points.some(([u, v]) => Math.max(Math.abs(u - x), Math.abs(v - y)) > SMALLEST);
}

function outlineCanBeDrawn({polygon, path, disc, holes}: Members): boolean {
  if (holes !== undefined && !everyOne(holes, (one) => isObject(one) && outlineCanBeDrawn(one))) return false;
  if (disc !== undefined) {
    if (!isObject(disc)) return false;
    return isNumber(disc.radius) && disc.radius > SMALLEST && orNothing(isPoint)(disc.center);
  }
  const entry = (value: unknown): boolean =>
      isPoint(value) || (isObject(value) && isPoint(value.to) && orNothing(isNumber)(value.bulge));
  const list = polygon ?? path;
  if (!everyOne(list, polygon === undefined ? entry : isPoint)) return false;
  const points = (list as unknown[]).map((one) => (isObject(one) ? one.to : one) as [number, number]);
  return points.length >= 2 && isSpread(points);
}

function partCanBeDrawn(part: unknown): boolean {
  if (!isObject(part)) return false;
  const {outline, center_of_mass: center} = part;
  return orNothing(isPoint)(center) && orNothing((one) => isObject(one) && outlineCanBeDrawn(one))(outline);
}

function fixelCanBeDrawn(fixel: unknown): boolean {
  if (!isObject(fixel)) return false;
  const {at, radius, normal, friction, diamond, diamond_width: width} = fixel;
  return isPoint(at) && orNothing(isNumber)(radius) && orNothing(isPoint)(normal) && orNothing(isFriction)(friction) &&
      orNothing(isPoint)(diamond) && orNothing(isNumber)(width);
}

function wallCanBeDrawn(wall: unknown): boolean {
  if (!isObject(wall)) return false;
  const {outline, pose} = wall;
  return isObject(outline) && outlineCanBeDrawn(outline) && orNothing((one) => areNumbers(one, 3))(pose);
}

function contactCanBeDrawn(contact: unknown): boolean {
  if (!isObject(contact)) return false;
  const {point, normal, gap, friction} = contact;
  return isPoint(point) && isPoint(normal) && orNothing(isNumber)(gap) && orNothing(isFriction)(friction);
}

function actuatorCanBeDrawn(actuator: unknown): boolean {
  if (!isObject(actuator)) return false;
  const push = ({at, directions}: Members): boolean => isPoint(at) && isPoint(directions);
  const spring = ({at, anchor, anchor_tolerance: tolerance}: Members): boolean =>
      isPoint(at) && isPoint(anchor) && orNothing(isNumber)(tolerance);
  return orNothing((one) => isObject(one) && push(one))(actuator.push) &&
      orNothing((one) => isObject(one) && spring(one))(actuator.spring);
}

/** Returns whether all numbers are finite. JSON.parse reads numbers that are too large as infinity, and
 * JSON.stringify writes infinity as null. */
function allFinite(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === "number" && !Number.isFinite(one)) return false;
    if (typeof one === "object" && one !== null) {
      for (const inner of Object.values(one)) left.push(inner);
    }
  }
  return true;
}

const isName = (value: unknown): boolean => typeof value === "string";

const KEYS: {[key: string]: (value: unknown) => boolean} = {
  name: isName,
  units: isObject,
  part: partCanBeDrawn,
  pose: (value) => areNumbers(value, 3),
  friction: isFriction,
  fixels: (value) => everyOne(value, fixelCanBeDrawn),
  walls: (value) => everyOne(value, wallCanBeDrawn),
  contacts: (value) => everyOne(value, contactCanBeDrawn),
  modes: (value) => everyOne(value, isName),
  actuator: actuatorCanBeDrawn,
};

const known = new WeakMap<object, boolean>();

export function canBeDrawn(value: unknown): value is Task {
  if (!isObject(value)) return false;
  const found = known.get(value) ??
      (allFinite(value) && Object.entries(KEYS).every(([key, holds]) => orNothing(holds)(value[key])));
  known.set(value, found);
  return found;
}
