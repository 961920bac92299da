// SPDX-License-Identifier: MIT
// Small pictures of tasks, scenes and outlines, for lists in which the user chooses one of them.
import {outlinePath} from "../../player/src/outline";
import {fit} from "../../player/src/view";

import {Boundary, plainOutline} from "./boundary";
import {svgElement} from "./svg";
import {Angle, inWorld, Point, Pose, Task, TaskOutline} from "./task";

const WIDTH = 120, HEIGHT = 80;  // coordinate system of a thumbnail; the style sheet sets its size on the page
const MARGIN = 8;
const CHORDS = 12;  // number of chords that replace an arc
const PIN = 3;  // smallest radius of a drawn pin

interface Body {
  outline: TaskOutline;
  pose: Pose;  // pose with the angle in radians
  fixed: boolean;
}
interface Pin {
  at: Point;
  radius: number;
}

const loopsOf = (outline: TaskOutline): TaskOutline[] => [outline, ...(outline.holes ?? [])];
const poseIn = (per: number, pose: Pose = [0, 0, 0]): Pose => [pose[0], pose[1], pose[2] / per];
const perRadian = (angle: Angle|undefined): number => (angle === "deg" ? 180 / Math.PI : 1);

function drawn(bodies: Body[], pins: Pin[]): SVGSVGElement {
  const box = {x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity};
  const hold = (x: number, y: number): void => {
    [box.x0, box.y0] = [Math.min(box.x0, x), Math.min(box.y0, y)];
    [box.x1, box.y1] = [Math.max(box.x1, x), Math.max(box.y1, y)];
  };
  for (const {outline, pose: [x, y, turn]} of bodies) {
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const boundary = new Boundary(plainOutline(outline));
    boundary.sides.forEach(({bulge}, side) => {
      for (let i = 0; i < (bulge === 0 ? 1 : CHORDS); ++i) {
        const [u, v] = boundary.at({side, t: i / CHORDS}).point;
        hold(x + c * u - s * v, y + s * u + c * v);
      }
    });
  }
  for (const {at: [x, y], radius: r} of pins) {
    hold(x - r, y - r);
    hold(x + r, y + r);
  }
  const {k, x0, y0} = fit(box, WIDTH, HEIGHT, MARGIN);
  const svg = svgElement("svg", {class: "thumbnail", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true"});
  for (const {outline, pose: [x, y, turn], fixed} of bodies) {
    const [c, s] = [k * Math.cos(turn), k * Math.sin(turn)];
    svg.append(svgElement("path", {
      class: fixed ? "wall" : "part",
      // Coordinates of the path are in pixels, because browsers draw in single precision.
      d: loopsOf(outline).map((loop) => outlinePath(plainOutline(loop), 1 / k)).join(""),
      "fill-rule": "evenodd",
      transform: `matrix(${c / k} ${- s / k} ${- s / k} ${- c / k} ${x0 + k * x} ${y0 - k * y})`,
    }));
  }
  for (const {at: [x, y], radius} of pins)
    svg.append(svgElement("circle", {class: "pin", cx: x0 + k * x, cy: y0 - k * y, r: Math.max(PIN, k * radius)}));
  return svg;
}

/** Draws the part of a task, its walls, and its fixels or stated contacts. */
export function taskThumbnail(stated: Task): SVGSVGElement {
  const task = inWorld(stated);
  const per = perRadian(task.units?.angle);
  const walls = (task.walls ?? []).map(({outline, pose}) => ({outline, pose: poseIn(per, pose), fixed: true}));
  const part = task.part?.outline ? [{outline: task.part.outline, pose: poseIn(per, task.pose), fixed: false}] : [];
  const pins = (task.fixels ?? []).map(({at, radius}) => ({at, radius: radius ?? 0}));
  const contacts = (task.contacts ?? []).map(({point}) => ({at: point, radius: 0}));
  const center = part.length === 0 ? [{at: task.part?.center_of_mass ?? [0, 0] as Point, radius: 0}] : [];
  return drawn([...walls, ...part], [...pins, ...contacts, ...center]);
}

/** Draws the bodies of a scene that have an outline. */
export function sceneThumbnail(scene: {bodies: unknown[], units?: {angle?: Angle}}): SVGSVGElement {
  const per = perRadian(scene.units?.angle);
  const bodies = (scene.bodies as ({outline?: TaskOutline, pose?: Pose, fixed?: boolean}|null)[]).flatMap(
      (body) => (body?.outline ? [{outline: body.outline, pose: poseIn(per, body.pose), fixed: body.fixed ?? false}] : []));
  return drawn(bodies, []);
}

/** Draws an outline with its holes. */
export const outlineThumbnail = (outline: TaskOutline): SVGSVGElement =>
    drawn([{outline, pose: [0, 0, 0], fixed: false}], []);
