// SPDX-License-Identifier: MIT
// The data of a fixel and its contact, in the world, for the picture and its labels.
import {Boundary, boundaryOf, sizeOf, toBody, Touch, toWorld, turned} from "./boundary";
import {Fixel, lengthUnit, Point, Pose, rangeOf, Task} from "./task";
import {toleranceOf} from "./tolerance";

export interface PinFigure {
  point: Point;   // point of the part that is closest to the fixel
  inward: Point;  // unit normal, into the part
  gap: number;    // gap between part and fixel, negative if the fixel is inside the part
  radius: number;
  flats: {way: Point, half: number}|null;  // for a diamond pin: unit normal of its flats, and half the distance between
                                           // them
  friction: [number, number];
  touching: boolean;
  share: number|null;  // position of the contact on the outline, as a fraction of the outline's length from its start
  at: Point;
  movable: boolean;
  unit: string;
}

function flatsOf({radius, diamond, diamond_width: width}: Fixel): {way: Point, half: number}|null {
  const length = diamond ? Math.hypot(...diamond) : 0;
  if (!diamond || !(length > 0) || !width || !(width < 2 * (radius ?? 0))) return null;
  return {way: [diamond[0] / length, diamond[1] / length], half: width / 2};
}

/**
 * Returns the point of the part that is closest to the pin, and the gap. On a diamond pin, the point closest to the
 * part is on a round face or at a corner.
 */
function touchOf(
    boundary: Boundary, {at, radius}: Fixel, flats: {way: Point, half: number}|null, pose: Pose, size: number):
    {touch: Touch, gap: number} {
  const from = (world: Point, off: number): {touch: Touch, gap: number} => {
    const body = toBody(world, pose);
    const touch = boundary.nearest(body);
    const side = boundary.holds(body) && touch.distance > 1e-9 * size ? -1 : 1;
    return {touch, gap: side * touch.distance - off};
  };
  const round = from(at, radius ?? 0);
  if (!flats) return round;
  const {way: [x, y], half} = flats;
  const [nx, ny] = turned(round.touch.normal, pose[2]);
  if (Math.abs(nx * x + ny * y) * radius! <= half * (1 + 1e-9)) return round;
  const high = Math.sqrt(radius! * radius! - half * half);
  const corners = [[half, high], [half, -high], [-half, high], [-half, -high]].map(
      ([a, b]) => from([at[0] + a * x - b * y, at[1] + a * y + b * x], 0));
  return corners.reduce((best, one) => (one.gap < best.gap ? one : best));
}

export function pinFigures(task: Task, pose: Pose): PinFigure[] {
  const boundary = boundaryOf(task);
  const unit = lengthUnit(task);
  const tolerance = toleranceOf(task);
  if (!boundary) {
    return (task.contacts ?? []).map(({point, normal, friction, gap}) => {
      const length = Math.hypot(...normal) || 1;
      const away = gap ?? 0;
      return {
        point,
        inward: [normal[0] / length, normal[1] / length],
        gap: away,
        radius: 0,
        flats: null,
        friction: rangeOf(friction ?? task.friction ?? 0),
        touching: away <= tolerance,
        share: null,
        at: point,
        movable: false,
        unit
      };
    });
  }
  return (task.fixels ?? []).map((fixel) => {
    const {at, radius, friction} = fixel;
    const flats = flatsOf(fixel);
    const {touch, gap} = touchOf(boundary, fixel, flats, pose, sizeOf(task));
    const [nx, ny] = turned(touch.normal, pose[2]);
    return {
      point: toWorld(touch.point, pose),
      inward: [-nx, -ny],
      gap,
      radius: radius ?? 0,
      flats,
      friction: rangeOf(friction ?? task.friction ?? 0),
      touching: gap <= tolerance,
      share: boundary.share(touch),
      at,
      movable: true,
      unit
    };
  });
}
