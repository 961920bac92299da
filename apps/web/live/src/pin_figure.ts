// SPDX-License-Identifier: MIT
// The data of a fixel and its contact, in the world, for the picture and its labels.
import {boundaryOf, sizeOf, toBody, toWorld, turned} from "./boundary";
import {lengthUnit, Point, Pose, rangeOf, Task} from "./task";
import {toleranceOf} from "./tolerance";

export interface PinFigure {
  point: Point;   // the part's point that is closest to the fixel
  inward: Point;  // unit normal, into the part
  gap: number;    // gap, negative if the fixel is inside the part
  radius: number;
  friction: [number, number];
  touching: boolean;
  share: number|null;  // fraction of the outline's length before the contact, 0 to 1
  at: Point;
  movable: boolean;
  unit: string;
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
        friction: rangeOf(friction ?? task.friction ?? 0),
        touching: away <= tolerance,
        share: null,
        at: point,
        movable: false,
        unit
      };
    });
  }
  return (task.fixels ?? []).map(({at, radius, friction}) => {
    const body = toBody(at, pose);
    const touch = boundary.nearest(body);
    const side = boundary.holds(body) && touch.distance > 1e-9 * sizeOf(task) ? -1 : 1;
    const gap = side * touch.distance - (radius ?? 0);
    const [nx, ny] = turned(touch.normal, pose[2]);
    return {
      point: toWorld(touch.point, pose),
      inward: [-nx, -ny],
      gap,
      radius: radius ?? 0,
      friction: rangeOf(friction ?? task.friction ?? 0),
      touching: gap <= tolerance,
      share: boundary.share(touch),
      at,
      movable: true,
      unit
    };
  });
}
