// SPDX-License-Identifier: MIT
// Converts a task to other units. docs/task-files.md lists the powers of length and angle in each number.
import {Angle, angleUnit, decimal, Length, lengthUnit, Task, Wrench} from "./task";

const METRES: Record<Length, number> = {m: 1, mm: 1e-3, cm: 1e-2, in: 0.0254};

/** The unit of a number, as the exponents of the unit of length and of the unit of angle. */
type Power = [number, number];
type Rule = Power|Power[]|{[key: string]: Rule};

const LENGTH: Power = [1, 0];
const ANGLE: Power = [0, 1];
const NONE: Power = [0, 0];
const wrench: Power[] = [NONE, NONE, LENGTH];
const spread: Power[] = [LENGTH, LENGTH, ANGLE];

const loop: Rule = {polygon: LENGTH, path: {to: LENGTH, bulge: NONE, curve: NONE, "": LENGTH}, disc: LENGTH};

const RULES: {[key: string]: Rule} = {
  part: {
    outline: {...loop, holes: loop},
    density: [-2, 0],
    inertia: [2, 0],
    center_of_mass: LENGTH,
    tolerance: LENGTH,
    join: LENGTH,
    deviation: LENGTH,
  },
  pose: spread,
  fixels: {at: LENGTH, radius: LENGTH, diamond_width: LENGTH},
  walls: {outline: {...loop, holes: loop}, pose: spread},
  reach: LENGTH,
  contacts: {point: LENGTH, gap: LENGTH},
  contact_tolerance: LENGTH,
  seat_distance: LENGTH,
  actuator: {push: {at: LENGTH, directions: ANGLE}, spring: LENGTH},
  twist: spread,
  start: {displacements: spread, region: {translation: LENGTH, rotation: ANGLE, at: spread}},
  goal_tolerance: LENGTH,
  plan: {steps: {wrench}},
  scatter: {translation: LENGTH, rotation: ANGLE, shape: LENGTH, fixels: LENGTH, center_of_mass: LENGTH},
  fixture: {
    candidates: {points: {pitch: LENGTH, pin_radius: LENGTH, min_edge: LENGTH, min_arc: LENGTH}, lattice: LENGTH},
    keep_out: LENGTH,
    least_distance: LENGTH,
    least_material: LENGTH,
    hole_clearance: LENGTH,
    tolerance: LENGTH,
    points_of_interest: LENGTH,
    wrenches: wrench,
    thresholds: {point_error: LENGTH, depth: LENGTH, edge_length: LENGTH, clearance: LENGTH, zone_displacement: LENGTH},
  },
  nest: {clearance: LENGTH, cutter_radius: LENGTH, notches: {width: LENGTH, depth: LENGTH}, margin: LENGTH, plate_size: LENGTH, lead_in: LENGTH, pitch: LENGTH},
  simulate: {
    tray: {tilt: ANGLE, gravity: LENGTH},
    support: {moment_radius: LENGTH},
    rest: {speed: LENGTH},
    viscosity: [-1, 0],
    stiffness: [-1, 0],
    damping: [-1, 0],
    tangent_damping: [-1, 0],
    modulus: [-2, 0],
    radius: LENGTH,
    max_push: LENGTH,
  },
};

const isPower = (rule: Rule): rule is Power => Array.isArray(rule) && typeof rule[0] === "number";

function scaled(value: unknown, rule: Rule|undefined, factor: (power: Power) => number): unknown {
  if (rule === undefined) return value;
  if (typeof value === "number") return isPower(rule) ? decimal(value * factor(rule)) : value;
  if (Array.isArray(value)) {
    const flat = value.every((entry) => typeof entry === "number");
    if (flat && Array.isArray(rule) && !isPower(rule)) return value.map((entry, i) => scaled(entry, rule[i], factor));
    const inner = flat && !Array.isArray(rule) ? rule[""] : rule;
    return value.map((entry) => scaled(entry, inner, factor));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => {
    if (key.startsWith("x-")) return [key, entry];
    return [key, scaled(entry, isPower(rule) ? rule : (rule as {[key: string]: Rule})[key], factor)];
  }));
}

/** Returns the factor from one unit to another. For an unknown unit, the factor is 1, so that the numbers are kept. */
const ratio = <Unit extends string>(per: Record<Unit, number>, from: Unit, to: Unit): number =>
    (from === to || !Object.hasOwn(per, from) ? 1 : per[from] / per[to]);

export const perLength = (task: Task, length: Length): number => ratio(METRES, lengthUnit(task), length);

/** Converts a wrench from the task's unit of length to another unit. */
export const wrenchIn = ([fx, fy, torque]: Wrench, task: Task, length: Length): Wrench =>
    [fx, fy, decimal(torque * perLength(task, length))];

export function inUnits(task: Task, length: Length, angle: Angle): Task {
  const longer = perLength(task, length);
  const wider = ratio({deg: Math.PI / 180, rad: 1}, angleUnit(task), angle);
  // Rounds the ratio to a short decimal: in doubles, 0.001 / 0.01 is not exactly 0.1.
  const factor = ([l, a]: Power): number => decimal(longer) ** l * wider ** a;
  const {units, ...rest} = task;
  const converted = scaled(rest, RULES, factor) as Task;
  const {pawl, name, ...others} = converted;
  const stated = length === "m" && angle === "rad" ? {} : {units: {...units, length, angle}};
  return {pawl, ...(name === undefined ? {} : {name}), ...stated, ...others};
}
