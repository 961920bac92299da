// SPDX-License-Identifier: MIT
// The outline and the holes of a part as segments and arcs, in body coordinates. Finds the point that is nearest to a
// given point, and makes steps along the loops.
import type {Outline} from "../../player/src/data";
import type {Point, Pose, Task, TaskOutline} from "./task";
import {poseOf} from "./task";

/** A place on a loop: on the edge `side`, at the fraction t of the edge's length, 0 to 1. */
export interface Place {
  side: number;
  t: number;
}

export interface Touch extends Place {
  point: Point;   // nearest point of the outline or of the edge of a hole
  normal: Point;  // unit vector, out of the part
  distance: number;
}

interface Side {
  from: Point;
  to: Point;
  bulge: number;  // tan(sweep / 4), where sweep is the angle of the arc; positive if counterclockwise
  length: number;
  loop: number;   // 0: the outline; k: the k-th hole
  turn: number;   // 1 if the material lies on the left of the edge, -1 if it lies on the right
}

type Edge = Omit<Side, "loop"|"turn">;

/** Converts a task's outline to a disc, or to vertices, each with the bulge of the segment that begins at this
 * vertex. */
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

function edgesOf(outline: Outline): Edge[] {
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

const centre = ({from, to, bulge}: Edge): Point => {
  const k = (1 - bulge * bulge) / (4 * bulge);
  return [(from[0] + to[0]) / 2 - k * (to[1] - from[1]), (from[1] + to[1]) / 2 + k * (to[0] - from[0])];
};

/** Returns the area by Green's theorem, with the circular segments of arcs; positive if counterclockwise. */
function signedArea(edges: Edge[]): number {
  return edges.reduce((sum, side) => {
    const {from, to, bulge} = side;
    const sweep = 4 * Math.atan(bulge);
    const radius = bulge === 0 ? 0 : side.length / Math.abs(sweep);
    return sum + (from[0] * to[1] - to[0] * from[1]) / 2 + (radius * radius * (sweep - Math.sin(sweep))) / 2;
  }, 0);
}

/** Returns the edges of a loop. Loop 0 is the outline, which encloses the material. The other loops are holes. */
function sidesOf(outline: Outline, loop: number): Side[] {
  const edges = edgesOf(outline);
  const turn = (Math.sign(signedArea(edges)) || 1) * (loop === 0 ? 1 : -1);
  return edges.map((edge) => ({...edge, loop, turn}));
}

const KEEP_OFF_CORNERS = 0.002;  // least distance of a fixel from a corner, which has no normal; as a fraction of the
                                 // edge's length
const CHORDS = 24;               // number of chords that approximate an arc
const STEPS_A_SIDE = 1000;       // number of steps per edge; with a power of ten, the fraction t after each step is a
                                 // short decimal

export class Boundary {
  readonly sides: Side[];    // edges of all loops; the edges of the outline come first
  readonly length: number;   // length of the outline
  readonly size: number;     // the longer side of the bounding box
  readonly centroid: Point;  // centroid of the area with chords in place of arcs; accurate enough for drawing
  readonly loops: Outline[];

  constructor(readonly outline: Outline, holes: Outline[] = []) {
    this.loops = [outline, ...holes];
    this.sides = this.loops.flatMap(sidesOf);
    this.length = this.lengthOf(this.sidesIn(0));
    const points = this.loops.map((_, loop) => this.pointsOf(loop));
    this.size = longest(points[0]);
    const round = holes.length === 0 && "disc" in outline;
    this.centroid = round ? [outline.disc[0], outline.disc[1]] : centroid(points);
  }

  private pointsOf(loop: number): Point[] {
    return this.sides.flatMap((one, side) => one.loop !== loop ? [] :
        Array.from({length: one.bulge === 0 ? 1 : CHORDS}, (_, i) => this.at({side, t: i / CHORDS}).point));
  }

  /** Returns the sides of a loop, as indices of `sides`. */
  private sidesIn(loop: number): number[] {
    return this.sides.flatMap((one, side) => (one.loop === loop ? [side] : []));
  }

  /** Returns the middle of the longest edge of the outline. */
  longestMiddle(): Place {
    const longer = (a: number, b: number): number => (this.lengthOf([b]) > this.lengthOf([a]) * (1 + 1e-9) ? b : a);
    return {side: this.sidesIn(0).reduce(longer), t: 0.5};
  }

  at({side, t}: Place): {point: Point; normal: Point} {
    const {from, to, bulge, turn} = this.sides[side];
    if (bulge === 0) {
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const length = Math.hypot(dx, dy) || 1;
      return {
        point: [from[0] + t * dx, from[1] + t * dy],
        normal: [(turn * dy) / length, (-turn * dx) / length],
      };
    }
    const [cx, cy] = centre(this.sides[side]);
    const angle = 4 * Math.atan(bulge) * t;
    const [ax, ay] = [from[0] - cx, from[1] - cy];
    const arm: Point = [Math.cos(angle) * ax - Math.sin(angle) * ay, Math.sin(angle) * ax + Math.cos(angle) * ay];
    const radius = Math.hypot(...arm);
    const out = turn * Math.sign(bulge);
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
    return this.nearestAmong(to, () => true);
  }

  /** Returns the point of the outline that is nearest to `to`. Ignores the holes. */
  nearestOnOutline(to: Point): Touch {
    return this.nearestAmong(to, ({loop}) => loop === 0);
  }

  private nearestAmong(to: Point, among: (side: Side) => boolean): Touch {
    let best: Touch|null = null;
    this.sides.forEach((one, side) => {
      if (!among(one)) return;
      const t = this.nearestOf(side, to);
      const {point, normal} = this.at({side, t});
      const distance = Math.hypot(to[0] - point[0], to[1] - point[1]);
      if (!best || distance < best.distance) best = {side, t, point, normal, distance};
    });
    return best!;
  }

  /** Returns the nearest place for a fixel. The place is not at a corner, and is a whole number of thousandths of the edge's
   * length from the edge's start. */
  tidy({side, t}: Place): Place {
    const kept = Math.min(Math.max(t, KEEP_OFF_CORNERS), 1 - KEEP_OFF_CORNERS);
    return {side, t: Math.round(kept * STEPS_A_SIDE) / STEPS_A_SIDE};
  }

  /**
   * Moves a place along its edge by a number of steps. If the place would pass a corner, it is moved to the end of its
   * edge at this corner. If it is already there, it is moved to the end of the next edge at this corner.
   */
  walk(place: Place, steps: number): Place {
    const t = place.t + steps / STEPS_A_SIDE;
    const beyond = t > 1 - KEEP_OFF_CORNERS ? 1 : t < KEEP_OFF_CORNERS ? -1 : 0;
    const inside = beyond !== 0 && place.t * beyond < (beyond > 0 ? 1 - KEEP_OFF_CORNERS : -KEEP_OFF_CORNERS) - 1e-9;
    if (beyond === 0 || inside) return this.tidy({side: place.side, t});
    const all = this.sidesIn(this.sides[place.side].loop);
    const side = all[(place.side - all[0] + beyond + all.length) % all.length];
    return this.tidy({side, t: beyond > 0 ? 0 : 1});
  }

  private lengthOf(sides: number[]): number {
    return sides.reduce((sum, side) => sum + this.sides[side].length, 0);
  }

  /** Returns the length of the loop from its start to a place, as a fraction of the loop's length, 0 to 1. */
  share({side, t}: Place): number {
    const all = this.sidesIn(this.sides[side].loop);
    const before = this.lengthOf(all.filter((one) => one < side));
    return (before + t * this.sides[side].length) / this.lengthOf(all);
  }

  /** Returns the place at the given fraction of the outline's length. Ignores the holes. */
  fromShare(share: number): Place {
    const all = this.sidesIn(0);
    let rest = (((share % 1) + 1) % 1) * this.lengthOf(all);
    for (const side of all) {
      if (rest <= this.sides[side].length) return this.tidy({side, t: rest / this.sides[side].length});
      rest -= this.sides[side].length;
    }
    return this.tidy({side: 0, t: 0});
  }

  /** Returns whether a point, in body coordinates, lies inside the part. Tests on which side of the boundary the point lies at
   * the nearest point of the boundary. */
  holds(point: Point): boolean {
    const touch = this.nearest(point);
    const [x, y] = [point[0] - touch.point[0], point[1] - touch.point[1]];
    return x * touch.normal[0] + y * touch.normal[1] < 0;
  }
}

const made = new WeakMap<TaskOutline, Boundary>();

/** Returns the boundary of a task's part, or null. The boundary is cached, so edits that do not change the outline
 * do not compute it again. */
export function boundaryOf(task: Task): Boundary|null {
  const outline = task.part?.outline;
  if (!outline) return null;
  const known = made.get(outline) ?? new Boundary(plainOutline(outline), (outline.holes ?? []).map(plainOutline));
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

/** Returns the longer side of the bounding box of the outline. If the task has no outline, the box contains the stated contacts
 * and the origin. */
export function sizeOf(task: Task): number {
  return boundaryOf(task)?.size ?? longest([...(task.contacts ?? []).map(({point}) => point), [0, 0]]);
}

function longest(points: Point[]): number {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  return Math.max(x1 - x0, y1 - y0) || 1;
}

/** Returns the centre of mass in the world: the stated centre of mass, otherwise the centroid of the outline. */
export function centerOfMass(task: Task, pose: Pose = poseOf(task)): Point {
  const stated = task.part?.center_of_mass;
  const boundary = boundaryOf(task);
  return boundary ? toWorld(stated ?? boundary.centroid, pose) : (stated ?? [0, 0]);
}

/** Returns the centroid of the polygon loops[0] without the other polygons, which lie inside it. */
function centroid(loops: Point[][]): Point {
  let [area, x, y] = [0, 0, 0];
  loops.forEach((points, loop) => {
    const sum = [0, 0, 0];
    points.forEach((a, i) => {
      const b = points[(i + 1) % points.length];
      const cross = a[0] * b[1] - b[0] * a[1];
      sum[0] += cross;
      sum[1] += (a[0] + b[0]) * cross;
      sum[2] += (a[1] + b[1]) * cross;
    });
    const sign = (Math.sign(sum[0]) || 1) * (loop === 0 ? 1 : -1);
    [area, x, y] = [area + sign * sum[0], x + sign * sum[1], y + sign * sum[2]];
  });
  return area === 0 ? loops[0][0] : [x / (3 * area), y / (3 * area)];
}
