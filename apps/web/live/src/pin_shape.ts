// SPDX-License-Identifier: MIT
// Draws a fixel: pin or wedge, contact frame, friction cone, gap and number. Coordinates are in px, with y down.
import type {View} from "../../player/src/view";
import type {PinFigure} from "./pin_figure";
import {svgElement} from "./svg";
import type {Point} from "./task";

const WEDGE = 11;       // size of the wedge that is drawn for a fixel without a radius, px
const LEAST_GAP = 12;   // a smaller gap is drawn with this size, px
const FRAME = 44;       // length of a drawn normal, px
const GRIP = 22;        // smallest radius of the area where a fixel can be grabbed, px
const HALF_LABEL = 82;  // half the width of the label of a gap, px
const PARTS = ["edge", "cone", "cone-low", "gap", "tangent", "normal", "body", "ring", "hit"];

/** The view and size of the picture. */
export interface Setting {
  view: View;
  width: number;  // width of the picture, px
  playing: boolean;
}

const f = (value: number): string => value.toFixed(1);
const xy = ([x, y]: Point): string => `${f(x)} ${f(y)}`;
const along = (from: Point, by: Point, length: number): Point => [from[0] + length * by[0], from[1] + length * by[1]];
const line = (a: Point, b: Point): string => `M${xy(a)}L${xy(b)}`;
const turned = ([x, y]: Point, angle: number):
    Point => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];

function arrow(from: Point, way: Point, length: number, head: number): string {
  const back = along(from, way, length - head);
  const side: Point = [-way[1] * head * 0.38, way[0] * head * 0.38];
  return `${line(from, back)}M${xy(along(from, way, length))}L${xy(along(back, side, 1))}L${
      xy(along(back, side, -1))}Z`;
}

function circle([x, y]: Point, radius: number): string {
  const r = f(radius);
  const d = f(2 * radius);
  return `M${f(x + radius)} ${f(y)}a${r} ${r} 0 1 0 -${d} 0a${r} ${r} 0 1 0 ${d} 0Z`;
}

/**
 * Returns the part of a disc that lies in a strip about its centre. The strip's width, along the unit vector `way`, is
 * twice `half`.
 */
function cutDisc([x, y]: Point, radius: number, half: number, [u, v]: Point): string {
  const high = Math.sqrt(radius * radius - half * half);
  const at = (a: number, b: number): Point => [x + a * u - b * v, y + a * v + b * u];
  const arc = `A${f(radius)} ${f(radius)} 0 0 1 `;
  return `M${xy(at(half, -high))}L${xy(at(half, high))}${arc}${xy(at(-half, high))}L${xy(at(-half, -high))}${arc}${
      xy(at(half, -high))}Z`;
}

type Parts = Record<string, SVGElement>;

function partsOf(group: SVGGElement): Parts {
  if (!group.firstChild) {
    for (const name of PARTS) group.append(svgElement("path", {class: name}));
    group.append(svgElement("text", {class: "number"}), svgElement("text", {class: "number gap-size"}));
  }
  return Object.fromEntries([...PARTS, "number", "gap-size"].map((name, i) => [name, group.children[i] as SVGElement]));
}

/** The positions of the parts of a fixel's picture, px. */
interface Layout {
  point: Point;    // contact point of the part
  way: Point;      // unit normal, into the part
  left: Point;     // unit tangent: the normal, turned a quarter turn counterclockwise
  tip: Point;      // point of the fixel nearest to the part
  middle: Point;   // centre of a round pin
  pixels: number;  // radius of a round pin, px
  apart: boolean;
}

function layout(figure: PinFigure, {view, playing}: Setting): Layout {
  const {k} = view;
  const place = ([x, y]: Point): Point => [view.x0 + k * x, view.y0 - k * y];
  const way: Point = [figure.inward[0], -figure.inward[1]];
  const apart = !figure.touching && figure.gap > 0;
  const point = place(figure.point);
  // A fixel inside the part, a diamond pin, and every fixel while a plan plays is drawn at its true position. Any other
  // fixel is moved away from the part if its gap is too small to be seen.
  const exact = playing || figure.gap < 0 || figure.flats !== null;
  const pixels = figure.radius > 0 ? Math.max(k * figure.radius, 4) : 0;
  const drawn = along(point, way, apart ? -Math.max(figure.gap * k, LEAST_GAP) : 0);
  const tip = exact ? along(place(figure.at), way, pixels) : drawn;
  const middle = figure.flats ? place(figure.at) : along(tip, way, -pixels);
  return {point, way, left: [way[1], -way[0]], tip, middle, pixels, apart};
}

function drawFrame(parts: Parts, figure: PinFigure, {point, way, left, tip, apart}: Layout, playing: boolean): void {
  const set = (name: string, d: string): void => parts[name].setAttribute("d", playing ? "" : d);
  const [low, high] = figure.friction.map(Math.atan);
  const radius = 1.25 * FRAME;
  const edge = (angle: number): Point => along(point, turned(way, angle), radius);
  set("cone", high > 0 ? `${line(point, edge(-high))}A${radius} ${radius} 0 0 1 ${xy(edge(high))}Z` : "");
  set("cone-low", low > 0 && low < high ? line(point, edge(-low)) + line(point, edge(low)) : "");
  set("normal", arrow(point, way, FRAME, 11));
  set("tangent", arrow(point, left, 0.6 * FRAME, 9));
  set("gap", apart ? line(point, tip) : "");
  // If the outline is unknown, draws the part's tangent at the contact in its place.
  set("edge", figure.movable ? "" : line(along(point, left, 0.7 * FRAME), along(point, left, -0.7 * FRAME)));
}

function drawBody(parts: Parts, figure: PinFigure, {way, left, tip, middle, pixels}: Layout): void {
  const round = figure.radius > 0;
  const base = along(tip, way, -WEDGE);
  const wedge = `M${xy(tip)}L${xy(along(base, left, WEDGE / 2))}L${xy(along(base, left, -WEDGE / 2))}Z`;
  const flats = figure.flats;
  const pin = flats ? cutDisc(middle, pixels, (pixels * flats.half) / figure.radius, [flats.way[0], -flats.way[1]]) :
                      circle(middle, pixels);
  parts.body.setAttribute("d", round ? pin : wedge);
  parts.body.classList.toggle("round", round);
  const grip = circle(round ? middle : along(tip, way, -WEDGE / 2), Math.max(GRIP, pixels + 6));
  parts.hit.setAttribute("d", grip);
  parts.ring.setAttribute("d", grip);
}

/** Draws the labels. `number` includes a mark if the fixel has a fault. */
function drawWords(parts: Parts, figure: PinFigure, at: Layout, number: string, {view, width, playing}: Setting): void {
  const round = figure.radius > 0;
  const [x, y] = along(round ? at.middle : along(at.tip, at.way, -WEDGE), at.way, -(at.pixels + (round ? 13 : 9)));
  parts.number.textContent = number;
  parts.number.setAttribute("x", f(x));
  parts.number.setAttribute("y", f(y));
  const size = parts["gap-size"];
  const enlarged = figure.gap * view.k < LEAST_GAP ? " (enlarged)" : "";
  const gap = `gap ${Number(figure.gap.toPrecision(3))} ${figure.unit}${enlarged}`;
  size.textContent = at.apart && !playing ? gap : "";
  size.setAttribute("x", f(Math.min(Math.max(x, HALF_LABEL), Math.max(HALF_LABEL, width - HALF_LABEL))));
  size.setAttribute("y", f(y + (at.way[1] > 0.3 ? -18 : 18)));
}

export function drawPin(group: SVGGElement, figure: PinFigure, index: number, faulty: boolean, setting: Setting): void {
  const parts = partsOf(group);
  const at = layout(figure, setting);
  drawFrame(parts, figure, at, setting.playing);
  drawBody(parts, figure, at);
  drawWords(parts, figure, at, faulty ? `${index + 1} !` : String(index + 1), setting);
  name(group, figure, index + 1);
}

function name(group: SVGGElement, figure: PinFigure, number: number): void {
  const [x, y] = figure.at.map((value) => Number(value.toPrecision(6)));
  const state = figure.touching ? "touches" : `gap ${Number(figure.gap.toPrecision(3))} ${figure.unit}`;
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
