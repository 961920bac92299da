// SPDX-License-Identifier: MIT
// The outline of a part as segments and arcs, in body coordinates, with the point nearest to a given one, and steps along
// the outline.
import type {Outline} from "../../player/src/data";
import type {Point, Pose, Task, TaskOutline} from "./task";
import {poseOf} from "./task";

/** A place on the outline: on edge `side`, at the fraction t of its length, 0 to 1. */
export interface Place {
  side: number;
  t: number;
}

export interface Touch extends Place {
  point: Point;   // point of the outline
  normal: Point;  // unit vector, out of the part
  distance: number;
}

interface Side {
  from: Point;
  to: Point;
  bulge: number;  // tan(sweep / 4), positive if counterclockwise
  length: number;
}

/** Converts a task's outline to vertices, each with the bulge of the segment that begins there, or to a disc. */
export function plainOutline(outline: TaskOutline): Outline {
  if (outline.disc) {
    const [x, y] = outline.disc.center ?? [0, 0];
    return {disc: [x, y, outline.disc.radius]};
  }
  if (outline.polygon) return {path: outline.polygon.map(([x, y]) => [x, y, 0])};
  const path: [number, number, number][] = [];
  for (const entry of outline.path ?? []) {
    const [to, bulge] = Array.isArray(entry) ? [entry, 0] : [entry.to, entry.bulge ?? 0];
    if (path.length > 0) path[path.length - 1][2] = bulge;
    path.push([to[0], to[1], 0]);
  }
  const [first, last] = [path[0], path[path.length - 1]];
  if (path.length > 2 && first[0] === last[0] && first[1] === last[1]) path.pop();
  return {path};
}

function sidesOf(outline: Outline): Side[] {
  if ("disc" in outline) {
    const [x, y, r] = outline.disc;
    const ends: Point[] = [[x + r, y], [x - r, y]];
    return ends.map((from, i) => ({from, to: ends[1 - i], bulge: 1, length: Math.PI * r}));
  }
  return outline.path.map(([x, y, bulge], i, all) => {
    const [u, v] = all[(i + 1) % all.length];
    const chord = Math.hypot(u - x, v - y);
    const radius = (chord * (1 + bulge * bulge)) / (4 * Math.abs(bulge));
    return {from: [x, y], to: [u, v], bulge, length: bulge === 0 ? chord : radius * 4 * Math.abs(Math.atan(bulge))};
  });
}

const centre = ({from, to, bulge}: Side): Point => {
  const k = (1 - bulge * bulge) / (4 * bulge);
  return [(from[0] + to[0]) / 2 - k * (to[1] - from[1]), (from[1] + to[1]) / 2 + k * (to[0] - from[0])];
};

/** Returns the area by Green's theorem, with the circular segments of arcs; positive if counterclockwise. */
function signedArea(sides: Side[]): number {
  return sides.reduce((sum, side) => {
    const {from, to, bulge} = side;
    const sweep = 4 * Math.atan(bulge);
    const radius = bulge === 0 ? 0 : side.length / Math.abs(sweep);
    return sum + (from[0] * to[1] - to[0] * from[1]) / 2 + (radius * radius * (sweep - Math.sin(sweep))) / 2;
  }, 0);
}

const KEEP_OFF_CORNERS = 0.002;  // distance from a corner, where a fixel has no normal, as a fraction of the edge
const CHORDS = 24;               // chords that approximate an arc
const STEPS_A_SIDE = 1000;       // steps per edge; a power of ten, so that places between short decimals are decimals

export class Boundary {
  readonly sides: Side[];
  readonly length: number;
  readonly size: number;          // the longer side of the bounding box
  readonly centroid: Point;       // centroid of the area, with arcs as chords, which is exact enough for drawing
  private readonly turn: number;  // 1 if the outline runs counterclockwise, otherwise -1

  constructor(readonly outline: Outline) {
    this.sides = sidesOf(outline);
    this.length = this.sides.reduce((sum, side) => sum + side.length, 0);
    this.turn = Math.sign(signedArea(this.sides)) || 1;
    const points = this.sides.flatMap(
        ({bulge}, side) =>
            Array.from({length: bulge === 0 ? 1 : CHORDS}, (_, i) => this.at({side, t: i / CHORDS}).point));
    this.size = longest(points);
    this.centroid = "disc" in outline ? [outline.disc[0], outline.disc[1]] : centroid(points);
  }

  at({side, t}: Place): {point: Point; normal: Point} {
    const {from, to, bulge} = this.sides[side];
    if (bulge === 0) {
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const length = Math.hypot(dx, dy) || 1;
      return {
        point: [from[0] + t * dx, from[1] + t * dy],
        normal: [(this.turn * dy) / length, (-this.turn * dx) / length],
      };
    }
    const [cx, cy] = centre(this.sides[side]);
    const angle = 4 * Math.atan(bulge) * t;
    const [ax, ay] = [from[0] - cx, from[1] - cy];
    const arm: Point = [Math.cos(angle) * ax - Math.sin(angle) * ay, Math.sin(angle) * ax + Math.cos(angle) * ay];
    const radius = Math.hypot(...arm);
    const out = this.turn * Math.sign(bulge);
    return {point: [cx + arm[0], cy + arm[1]], normal: [(out * arm[0]) / radius, (out * arm[1]) / radius]};
  }

  private nearestOf(side: number, [x, y]: Point): number {
    const {from, to, bulge} = this.sides[side];
    if (bulge === 0) {
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const t = ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1);
      return Math.min(Math.max(t, 0), 1);
    }
    const [cx, cy] = centre(this.sides[side]);
    const sweep = 4 * Math.atan(bulge);
    const whole = 2 * Math.PI;
    let angle = Math.atan2(y - cy, x - cx) - Math.atan2(from[1] - cy, from[0] - cx);
    if (bulge < 0) angle = -angle;
    angle = ((angle % whole) + whole) % whole;
    const most = Math.abs(sweep);
    if (angle <= most) return angle / most;
    return angle - most < whole - angle ? 1 : 0;
  }

  nearest(to: Point): Touch {
    let best: Touch|null = null;
    this.sides.forEach((_, side) => {
      const t = this.nearestOf(side, to);
      const {point, normal} = this.at({side, t});
      const distance = Math.hypot(to[0] - point[0], to[1] - point[1]);
      if (!best || distance < best.distance) best = {side, t, point, normal, distance};
    });
    return best!;
  }

  /** Returns the nearest place for a fixel: away from the corners, at a thousandth of the edge. */
  tidy({side, t}: Place): Place {
    const kept = Math.min(Math.max(t, KEEP_OFF_CORNERS), 1 - KEEP_OFF_CORNERS);
    return {side, t: Math.round(kept * STEPS_A_SIDE) / STEPS_A_SIDE};
  }

  /** Moves a place by a number of steps along its edge. Beyond a corner it continues at the near end of the next edge. */
  walk(place: Place, steps: number): Place {
    const t = place.t + steps / STEPS_A_SIDE;
    const count = this.sides.length;
    const beyond = t > 1 - KEEP_OFF_CORNERS ? 1 : t < KEEP_OFF_CORNERS ? -1 : 0;
    const inside = beyond !== 0 && place.t * beyond < (beyond > 0 ? 1 - KEEP_OFF_CORNERS : -KEEP_OFF_CORNERS) - 1e-9;
    if (beyond === 0 || inside) return this.tidy({side: place.side, t});
    const side = (place.side + beyond + count) % count;
    return this.tidy({side, t: beyond > 0 ? 0 : 1});
  }

  /** Returns the fraction of the outline's length before a place, 0 to 1. */
  share({side, t}: Place): number {
    const before = this.sides.slice(0, side).reduce((sum, one) => sum + one.length, 0);
    return (before + t * this.sides[side].length) / this.length;
  }

  fromShare(share: number): Place {
    let rest = (((share % 1) + 1) % 1) * this.length;
    for (let side = 0; side < this.sides.length; ++side) {
      if (rest <= this.sides[side].length) return this.tidy({side, t: rest / this.sides[side].length});
      rest -= this.sides[side].length;
    }
    return this.tidy({side: 0, t: 0});
  }

  /** Whether a point, in body coordinates, lies inside the part, by the normal at the nearest point of the outline. */
  holds(point: Point): boolean {
    const touch = this.nearest(point);
    const [x, y] = [point[0] - touch.point[0], point[1] - touch.point[1]];
    return x * touch.normal[0] + y * touch.normal[1] < 0;
  }
}

const made = new WeakMap<TaskOutline, Boundary>();

/** Returns the boundary of a task's part, or null. It is cached, so edits that keep the outline do not compute it again. */
export function boundaryOf(task: Task): Boundary|null {
  const outline = task.part?.outline;
  if (!outline) return null;
  const known = made.get(outline) ?? new Boundary(plainOutline(outline));
  made.set(outline, known);
  return known;
}

export function turned([x, y]: Point, angle: number): Point {
  if (angle === 0) return [x, y];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x - s * y, s * x + c * y];
}

export function toWorld(point: Point, [x, y, turn]: Pose): Point {
  const [u, v] = turned(point, turn);
  return [x + u, y + v];
}

export function toBody([x, y]: Point, pose: Pose): Point {
  return turned([x - pose[0], y - pose[1]], -pose[2]);
}

/** Returns the longer side of the bounding box of the outline, or of the stated contacts and the origin. */
export function sizeOf(task: Task): number {
  return boundaryOf(task)?.size ?? longest([...(task.contacts ?? []).map(({point}) => point), [0, 0]]);
}

function longest(points: Point[]): number {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  return Math.max(x1 - x0, y1 - y0) || 1;
}

/** Returns the centre of mass in the world: the stated one, otherwise the centroid of the outline. */
export function centerOfMass(task: Task, pose: Pose = poseOf(task)): Point {
  const stated = task.part?.center_of_mass;
  const boundary = boundaryOf(task);
  return boundary ? toWorld(stated ?? boundary.centroid, pose) : (stated ?? [0, 0]);
}

function centroid(points: Point[]): Point {
  let [area, x, y] = [0, 0, 0];
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length];
    const cross = a[0] * b[1] - b[0] * a[1];
    area += cross;
    x += (a[0] + b[0]) * cross;
    y += (a[1] + b[1]) * cross;
  });
  return area === 0 ? points[0] : [x / (3 * area), y / (3 * area)];
}
