// SPDX-License-Identifier: MIT
// A fixel and its contact, in the world: what is drawn of it, and said.
import {boundaryOf, sizeOf, toBody, toWorld, turned} from "./boundary";
import {Friction, lengthUnit, Point, Pose, Task} from "./task";

export interface PinFigure {
  point: Point;   // of the part, closest to the fixel
  inward: Point;  // unit normal, into the part
  gap: number;    // below 0: the fixel is in the part
  radius: number;
  friction: [number, number];
  touching: boolean;
  share: number|null;  // where on the outline, from 0 to 1
  at: Point;
  movable: boolean;
  unit: string;
}

const range = (friction: Friction|undefined): [number, number] => friction === undefined ? [0, 0] :
    Array.isArray(friction)                                                              ? friction :
                                                                                           [friction, friction];

/** The library's own default of `contact_tolerance`, 1e-6 m. */
function toleranceOf(task: Task): number {
  const metre = {m: 1, cm: 100, mm: 1000, in : 1 / 0.0254}[lengthUnit(task)];
  return typeof task.contact_tolerance === "number" ? task.contact_tolerance : 1e-6 * metre;
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
        friction: range(friction ?? task.friction),
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
      friction: range(friction ?? task.friction),
      touching: gap <= tolerance,
      share: boundary.share(touch),
      at,
      movable: true,
      unit
    };
  });
}
