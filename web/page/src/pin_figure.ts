// SPDX-License-Identifier: MIT
// A fixel as it is drawn: pin or wedge, contact frame, friction cone, gap, number.
import type {View} from "../../../draw/page/src/view";
import {boundaryOf, sizeOf, toBody, toWorld, turned} from "./boundary";
import {svgElement} from "./svg";
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

const WEDGE = 11;       // px
const LEAST_GAP = 12;   // px: a smaller one is drawn as large as this
const FRAME = 44;       // px, of a normal
const HALF_LABEL = 78;  // px, of a gap's size, enlarged

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

const f = (value: number): string => value.toFixed(1);
const along = (from: Point, by: Point, length: number): Point => [from[0] + length * by[0], from[1] + length * by[1]];
const line = (a: Point, b: Point): string => `M${f(a[0])} ${f(a[1])}L${f(b[0])} ${f(b[1])}`;

function arrow(from: Point, way: Point, length: number, head: number): string {
  const tip = along(from, way, length);
  const back = along(from, way, length - head);
  const side: Point = [-way[1] * head * 0.38, way[0] * head * 0.38];
  return line(from, back) +
      `M${f(tip[0])} ${f(tip[1])}L${f(back[0] + side[0])} ${f(back[1] + side[1])}L${f(back[0] - side[0])} ${
             f(back[1] - side[1])}Z`;
}

const PARTS = ["edge", "cone", "cone-low", "gap", "tangent", "normal", "body", "ring", "hit"];

function pieces(group: SVGGElement): Record<string, SVGElement> {
  if (!group.firstChild) {
    for (const name of PARTS) group.append(svgElement("path", {class: name}));
    group.append(svgElement("text", {class: "number"}), svgElement("text", {class: "number gap-size"}));
  }
  const names = [...PARTS, "number", "gap-size"];
  return Object.fromEntries(names.map((name, i) => [name, group.children[i] as SVGElement]));
}

export function pinShape(
    group: SVGGElement, figure: PinFigure, view: View, width: number, number: number, playing: boolean,
    faulty: boolean): void {
  const {k} = view;
  const place = ([x, y]: Point): Point => [view.x0 + k * x, view.y0 - k * y];
  const parts = pieces(group);
  const set = (name: string, d: string): void => parts[name].setAttribute("d", d);
  const point = place(figure.point);
  const way: Point = [figure.inward[0], -figure.inward[1]];
  const left: Point = [way[1], -way[0]];  // the normal turned left, y down
  const [low, high] = figure.friction.map(Math.atan);
  const open = !figure.touching;
  const apart = open && figure.gap > 0;
  const drawnGap = apart ? Math.max(figure.gap * k, LEAST_GAP) : Math.min(0, figure.gap * k);
  const edge = (angle: number): Point => along(
      point,
      [
        way[0] * Math.cos(angle) - way[1] * Math.sin(angle),
        way[0] * Math.sin(angle) + way[1] * Math.cos(angle),
      ],
      1.25 * FRAME);
  const [a, b] = [edge(-high), edge(high)];
  const radius = 1.25 * FRAME;
  const frames = !playing;
  // Of a part that is not known, its tangent at the contact.
  set("edge", figure.movable ? "" : line(along(point, left, 0.7 * FRAME), along(point, left, -0.7 * FRAME)));
  set("cone", frames && high > 0 ? `${line(point, a)}A${radius} ${radius} 0 0 1 ${f(b[0])} ${f(b[1])}Z` : "");
  set("cone-low", frames && low > 0 && low < high ? line(point, edge(-low)) + line(point, edge(low)) : "");
  set("normal", frames ? arrow(point, way, FRAME, 11) : "");
  set("tangent", frames ? arrow(point, left, 0.6 * FRAME, 9) : "");
  const tip = along(point, way, -drawnGap);
  set("gap", apart && frames ? line(point, tip) : "");
  const pixels = figure.radius > 0 ? Math.max(k * figure.radius, 4) : 0;
  const middle = playing || figure.gap < 0 ? place(figure.at) : along(tip, way, -pixels);
  const wedge = along(figure.radius > 0 ? middle : tip, way, -WEDGE);
  const half: Point = [left[0] * WEDGE / 2, left[1] * WEDGE / 2];
  const circle = (r: number): string =>
      `M${f(middle[0] + r)} ${f(middle[1])}a${r} ${r} 0 1 0 ${- 2 * r} 0a${r} ${r} 0 1 0 ${2 * r} 0Z`;
  const top = figure.radius > 0 ? middle : playing || figure.gap < 0 ? middle : tip;
  const base = along(top, way, -WEDGE);
  set("body",
      figure.radius > 0 ? circle(Number(f(pixels))) :
                          `M${f(top[0])} ${f(top[1])}L${f(base[0] + half[0])} ${f(base[1] + half[1])}L${
                              f(base[0] - half[0])} ${f(base[1] - half[1])}Z`);
  parts.body.classList.toggle("round", figure.radius > 0);
  const reach = Math.max(22, pixels + 6);
  const grip = figure.radius > 0 ? middle : along(top, way, -WEDGE / 2);
  set("hit",
      `M${f(grip[0] + reach)} ${f(grip[1])}a${reach} ${reach} 0 1 0 ${- 2 * reach} 0a${reach} ${reach} 0 1 0 ${
          2 * reach} 0Z`);
  set("ring", parts.hit.getAttribute("d")!);
  const beside = along(figure.radius > 0 ? middle : wedge, way, -(pixels + (figure.radius > 0 ? 13 : 9)));
  const text = parts.number;
  text.textContent = faulty ? `${number} !` : String(number);
  text.setAttribute("x", f(beside[0]));
  text.setAttribute("y", f(beside[1]));
  const size = parts["gap-size"];
  size.textContent = apart && frames ?
      `gap ${Number(figure.gap.toPrecision(3))} ${figure.unit}${figure.gap * k < LEAST_GAP ? " (enlarged)" : ""}` :
      "";
  const room = HALF_LABEL + 4;
  size.setAttribute("x", f(Math.min(Math.max(beside[0], room), Math.max(room, width - room))));
  size.setAttribute("y", f(beside[1] + (way[1] > 0.3 ? -18 : 18)));
  name(group, figure, number);
}

function name(group: SVGGElement, figure: PinFigure, number: number): void {
  const [x, y] = figure.at.map((value) => Number(value.toPrecision(6)));
  const state = figure.touching ? "touches" : `is ${Number(figure.gap.toPrecision(3))} ${figure.unit} off`;
  if (!figure.movable) {
    group.setAttribute("aria-label", `Contact ${number}, ${state}`);
    return;
  }
  group.setAttribute("aria-label", `Fixel ${number}`);
  group.setAttribute("aria-valuemin", "0");
  group.setAttribute("aria-valuemax", "100");
  group.setAttribute("aria-valuenow", (100 * figure.share!).toFixed(2));
  group.setAttribute("aria-valuetext", `at ${x}, ${y} ${figure.unit}, ${state}`);
}
