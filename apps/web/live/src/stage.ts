// SPDX-License-Identifier: MIT
// The main picture: the part, its fixels, the actuator and the applied wrench, which can be zoomed. Colours and widths
// are those of the library's picture of a task.
import {outlinePath} from "../../player/src/outline";
import {fit, View} from "../../player/src/view";

import {boundaryOf, centerOfMass, Place, plainOutline, sizeOf, toWorld} from "./boundary";
import {canBeDrawn} from "./drawable";
import {isOn, placeOn, pointsOf, Stretch} from "./finger";
import {PinFigure, pinFigures} from "./pin_figure";
import {drawPin} from "./pin_shape";
import {drawScaleBar} from "./scale_bar";
import {svgElement} from "./svg";
import {Point, Pose, poseOf, Task, Wrench} from "./task";
import {wallPose} from "./wall_edits";

const MARGIN = 62;  // margin around the task, with room for numbers and friction cones, px
const KNOB = 96;    // distance between the centre of mass and the knob that turns the part, px

/** The elements that an answer adds to the picture of the task. */
export interface Overlay {
  wrench: Wrench|null;
  good: boolean;
  fixels: number[];  // numbers of highlighted fixels, from 1
  seat: Pose|null;
  faulty: Set<number>;  // indices, from 0, of the fixels that have a fault
  stretches: Stretch[]|null;  // stretches on which an additional finger has the chosen effect; null if unknown
  finger: Place|null;         // position of the additional finger on the outline, or null
}
export const NOTHING: Overlay = {
  wrench: null,
  good: true,
  fixels: [],
  seat: null,
  faulty: new Set(),
  stretches: null,
  finger: null,
};

export class Stage {
  readonly svg = document.querySelector<SVGSVGElement>("#stage")!;
  private view: View = {k: 1, x0: 0, y0: 0};
  private readonly part =
      svgElement("g", {id: "part", class: "handle", "data-handle": "part", tabindex: 0, role: "group"});
  private readonly walls = svgElement("g", {class: "walls"});
  private readonly shape = svgElement("path", {class: "part", "fill-rule": "evenodd"});
  private readonly ghost = svgElement("path", {class: "ghost", "fill-rule": "evenodd"});
  private readonly center = svgElement("use", {href: "#center-of-mass"});
  private readonly gyration = svgElement("circle", {class: "gyration"});
  private readonly knob = svgElement("g", {class: "handle knob", "data-handle": "turn", tabindex: 0, role: "slider"});
  private readonly drive = svgElement("g", {class: "drive"});
  private readonly pins = svgElement("g", {});
  private readonly places = svgElement("g", {});
  private readonly stretches = svgElement("g", {class: "stretches"});
  private readonly answer = svgElement("g", {class: "answer"});
  private readonly scale = svgElement("g", {class: "scale"});
  private handles = new Map<string, SVGGElement>();
  private shownOutline: unknown = null;
  private shownWalls: unknown = null;
  private size = {width: 0, height: 0};

  constructor(private readonly resized: () => void) {
    this.part.append(this.shape, this.center);
    this.knob.append(
        svgElement("line", {class: "arm"}), svgElement("circle", {class: "hit", r: 20}),
        svgElement("circle", {class: "dot", r: 7}));
    this.svg.append(
        this.walls, this.ghost, this.gyration, this.part, this.stretches, this.drive, this.knob, this.pins, this.places, this.answer, this.scale);
    new ResizeObserver(([entry]) => {
      const {width, height} = entry.contentRect;
      this.size = {width, height};
      this.resized();
    }).observe(this.svg);
  }

  /** Sets the zoom so that the whole task is shown. */
  fit(task: Task): void {
    const {width, height} = this.size;
    if (width === 0) return;
    const margin = Math.min(MARGIN, width / 6, height / 5);
    const points = spannedBy(task);
    const box = {x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity};
    for (const [x, y] of points) {
      [box.x0, box.y0] = [Math.min(box.x0, x), Math.min(box.y0, y)];
      [box.x1, box.y1] = [Math.max(box.x1, x), Math.max(box.y1, y)];
    }
    this.view = fit(box, width, height, margin);
  }

  /** Sets the zoom as fit() does, but only if a point of the task, such as the anchor of a new spring, is outside the
   * picture.
   * */
  reveal(task: Task): void {
    const {width, height} = this.size;
    const outside = spannedBy(task).some((point) => {
      const [x, y] = this.pixel(point);
      return !(x >= 0 && x <= width && y >= 0 && y <= height);
    });
    if (outside) this.fit(task);
  }

  zoom(factor: number, about?: Point): void {
    const [x, y] = about ?? [this.size.width / 2, this.size.height / 2];
    const {k, x0, y0} = this.view;
    this.view = {k: k * factor, x0: x + factor * (x0 - x), y0: y + factor * (y0 - y)};
  }

  pan(dx: number, dy: number): void {
    this.view = {...this.view, x0: this.view.x0 + dx, y0: this.view.y0 + dy};
  }

  pixel([x, y]: Point): Point {
    return [this.view.x0 + this.view.k * x, this.view.y0 - this.view.k * y];
  }

  world([x, y]: Point): Point {
    return [(x - this.view.x0) / this.view.k, (this.view.y0 - y) / this.view.k];
  }

  get perPixel(): number {
    return 1 / this.view.k;
  }

  /** Draws a task. A task that cannot be drawn leaves the picture unchanged. The answer then shows the faults of the
   * task. */
  draw(task: Task, overlay: Overlay, played: Pose|null): void {
    if (!canBeDrawn(task)) return;
    const pose = played ?? poseOf(task);
    this.drawWalls(task);
    this.drawPart(task, pose, overlay);
    const figures = pinFigures(task, pose);
    this.drawPins(figures, overlay, played !== null);
    this.drawActuator(task, played !== null);
    this.drawFinger(task, pose, overlay);
    this.drawWrench(task, pose, overlay);
    drawScaleBar(this.scale, task, this.view.k, this.size.height);
  }

  /** Draws the walls. Their poses are given in the same frame as the fixels. */
  private drawWalls(task: Task): void {
    const unit = sizeOf(task);
    if (this.shownWalls !== (task.walls ?? null)) {
      (task.walls ?? []).forEach(({outline}, index) => {
        const group = this.handle(`wall-${index}`, this.walls, "group");
        if (!group.firstChild) group.append(svgElement("path", {class: "wall", "fill-rule": "evenodd"}));
        const loops = [outline, ...(outline.holes ?? [])].map((loop) => outlinePath(plainOutline(loop), unit));
        group.firstElementChild!.setAttribute("d", loops.join(""));
      });
      this.removeHandles("wall", (task.walls ?? []).length);
      this.shownWalls = task.walls ?? null;
    }
    for (const [index, wall] of (task.walls ?? []).entries()) {
      const group = this.handle(`wall-${index}`, this.walls, "group");
      group.firstElementChild!.setAttribute("transform", this.matrix(wallPose(task, wall), unit));
      group.setAttribute(
          "aria-label", `Wall ${index + 1}. Arrow keys move it, with Shift in large steps; [ and ] turn it; Delete removes it`);
    }
  }

  /** Returns the transform of a body whose path is in multiples of `unit`. */
  private matrix([x, y, turn]: Pose, unit: number): string {
    const [c, s] = [this.view.k * unit * Math.cos(turn), this.view.k * unit * Math.sin(turn)];
    const [u, v] = this.pixel([x, y]);
    return `matrix(${c} ${- s} ${- s} ${- c} ${u} ${v})`;
  }

  private drawPart(task: Task, pose: Pose, overlay: Overlay): void {
    const boundary = boundaryOf(task);
    const {k} = this.view;
    // Coordinates of the path are divided by the part's size, because browsers draw in single precision.
    const unit = sizeOf(task);
    if (this.shownOutline !== (task.part?.outline ?? null)) {
      const path = (boundary?.loops ?? []).map((loop) => outlinePath(loop, unit)).join("");
      this.shape.setAttribute("d", path);
      this.ghost.setAttribute("d", path);
      this.shownOutline = task.part?.outline ?? null;
    }
    this.shape.setAttribute("transform", this.matrix(pose, unit));
    const seat = overlay.seat && apart(overlay.seat, pose, unit) * k > 1.5 ? overlay.seat : null;
    this.ghost.style.display = seat ? "" : "none";
    if (seat) this.ghost.setAttribute("transform", this.matrix(seat, unit));
    const center = this.pixel(centerOfMass(task, pose));
    this.center.setAttribute("transform", `translate(${center[0]} ${center[1]})`);
    this.placeGyration(task, boundary !== null, center);
    this.placeKnob(boundary !== null, center, pose);
    const [x, y] = [pose[0], pose[1]].map((value) => String(Number(value.toPrecision(6))));
    this.part.setAttribute(
        "aria-label", `Part at ${x}, ${y}. Arrow keys move it, with Shift in large steps; [ and ] turn it`);
  }

  /** Draws the radius of gyration of a part without an outline. */
  private placeGyration(task: Task, outlined: boolean, [x, y]: Point): void {
    const {mass, inertia} = task.part ?? {};
    const known = !outlined && typeof mass === "number" && typeof inertia === "number" && mass > 0 && inertia > 0;
    this.gyration.style.display = known ? "" : "none";
    if (!known) return;
    this.gyration.setAttribute("cx", x.toFixed(1));
    this.gyration.setAttribute("cy", y.toFixed(1));
    this.gyration.setAttribute("r", (this.view.k * Math.sqrt(inertia / mass)).toFixed(1));
  }

  private placeKnob(shown: boolean, [x, y]: Point, pose: Pose): void {
    this.knob.style.display = shown ? "" : "none";
    const [dx, dy] = [KNOB * Math.cos(pose[2] + Math.PI / 2), -KNOB * Math.sin(pose[2] + Math.PI / 2)];
    const line = this.knob.firstElementChild!;
    const ends = {x1: x, y1: y, x2: x + dx, y2: y + dy};
    for (const [name, value] of Object.entries(ends)) line.setAttribute(name, value.toFixed(1));
    for (const circle of this.knob.querySelectorAll("circle")) {
      circle.setAttribute("cx", (x + dx).toFixed(1));
      circle.setAttribute("cy", (y + dy).toFixed(1));
    }
    const degrees = (pose[2] * 180) / Math.PI;
    this.knob.setAttribute("aria-label", "Turn the part");
    this.knob.setAttribute("aria-valuenow", degrees.toFixed(2));
    this.knob.setAttribute("aria-valuemin", "-180");
    this.knob.setAttribute("aria-valuemax", "180");
    this.knob.setAttribute("aria-valuetext", `${degrees.toFixed(2)} degrees`);
  }

  private handle(key: string, into: SVGElement, role: string): SVGGElement {
    let group = this.handles.get(key);
    if (!group) {
      group = svgElement("g", {class: "handle", "data-handle": key, tabindex: 0, role});
      this.handles.set(key, group);
    }
    if (group.parentNode !== into) into.append(group);
    return group;
  }

  /** Removes the handles of a kind whose numbers are at least `count`. */
  private removeHandles(kind: string, count: number): void {
    for (const [key, group] of this.handles) {
      const [, found, number] = /^(.+)-(\d+)$/.exec(key) ?? [];
      if (found !== kind || Number(number) < count) continue;
      group.remove();
      this.handles.delete(key);
    }
  }

  private drawPins(figures: PinFigure[], overlay: Overlay, playing: boolean): void {
    this.removeHandles("pin", figures.length);
    figures.forEach((figure, i) => {
      const group = this.handle(`pin-${i}`, this.pins, figure.movable ? "slider" : "img");
      group.classList.toggle("named", overlay.fixels.includes(i + 1));
      group.classList.toggle("faulty", overlay.faulty.has(i));
      drawPin(group, figure, i, overlay.faulty.has(i), {view: this.view, width: this.size.width, playing});
    });
  }

  private drawActuator(task: Task, playing: boolean): void {
    const {push, spring} = task.actuator ?? {};
    const at = push?.at ?? spring?.at ?? null;
    this.placeHandle("at", at, push ? "Point of the push" : "Point of the spring on the part");
    this.placeHandle("anchor", spring?.anchor ?? null, "Anchor of the spring");
    this.drive.replaceChildren();
    if (spring && !playing) {
      const [[x1, y1], [x2, y2]] = [this.pixel(spring.at), this.pixel(spring.anchor)];
      this.drive.append(svgElement("line", {x1, y1, x2, y2, class: "spring"}));
      const r = this.view.k * (spring.anchor_tolerance ?? 0);
      this.drive.append(svgElement("circle", {cx: x2, cy: y2, r, class: "tolerance"}));
    }
  }

  /**
   * Draws the finger. Draws thick lines along those stretches of the outline where an additional finger has the
   * selected effect.
   */
  private drawFinger(task: Task, pose: Pose, {stretches, finger}: Overlay): void {
    const boundary = boundaryOf(task);
    const outer = boundary?.sides.filter(({loop}) => loop === 0).length ?? 0;
    const shown = finger && boundary ? (stretches ?? []).filter(({side}) => side < outer) : [];
    this.stretches.replaceChildren(...shown.map((stretch) => {
      const points = pointsOf(stretch, boundary!, pose).map((point) => this.pixel(point).map((x) => x.toFixed(1)).join(" "));
      return svgElement("path", {class: "stretch", d: `M${points.join("L")}`});
    }));
    const place = finger && boundary ? placeOn(boundary, finger) : null;
    this.placeHandle("finger", place ? toWorld(boundary!.at(place).point, pose) : null, "Further finger");
    const group = this.handles.get("finger");
    if (!group || !place) return;
    const has = stretches !== null && isOn(place, stretches);
    group.classList.toggle("has-effect", has);
    const says = stretches === null ? "" : has ? ": here it has the effect" : ": here it does not have the effect";
    group.setAttribute(
        "aria-label", `Further finger on edge ${place.side + 1}${says}. Arrow keys move it along the outline, with Shift in large steps`);
  }

  private placeHandle(key: string, at: Point|null, name: string): void {
    const old = this.handles.get(key);
    if (!at) {
      old?.remove();
      this.handles.delete(key);
      return;
    }
    const group = this.handle(key, this.places, "group");
    if (!group.firstChild) {
      group.append(
          svgElement("circle", {class: "hit", r: 20}), svgElement("path", {class: "dot", d: "M0-8L8 0 0 8-8 0Z"}));
      group.classList.add("knob");
    }
    const [x, y] = this.pixel(at);
    group.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    group.setAttribute("aria-label", `${name}. Arrow keys move it, with Shift in large steps`);
  }

  /** Draws the wrench as its line of force with an arrow, or a pure torque as an arc about the centre of mass. */
  private drawWrench(task: Task, pose: Pose, {wrench, good}: Overlay): void {
    this.answer.replaceChildren();
    if (!wrench) return;
    const center = centerOfMass(task, pose);
    const [fx, fy, torque] = wrench;
    const size = Math.hypot(fx, fy);
    const [x, y] = this.pixel(center);
    const ink = good ? "best" : "rival";
    if (size * sizeOf(task) < 1e-6 * Math.abs(torque)) {
      const way = torque > 0 ? "M26 0A26 26 0 1 0 0 26" : "M-26 0A26 26 0 1 1 0 26";
      this.answer.append(svgElement("path", {d: way, class: `${ink} shaft`, transform: `translate(${x} ${y})`}));
      return;
    }
    const arm = torque / size / size;
    const foot = this.pixel([center[0] + arm * fy, center[1] - arm * fx]);
    const [ux, uy] = [fx / size, -fy / size];
    const length = 84;
    // A push is drawn with its arrow's tip at the point of application, a spring with its arrow's start there.
    const {push, spring} = task.actuator ?? {};
    const [from, ahead] = push ? [this.pixel(push.at), -0.1] : spring ? [this.pixel(spring.at), 1] : [foot, 0.5];
    const [tx, ty] = [from[0] + ahead * length * ux, from[1] + ahead * length * uy];
    const [sx, sy] = [tx - length * ux, ty - length * uy];
    const far = 2000;
    this.answer.append(
        svgElement(
            "line", {x1: tx - far * ux, y1: ty - far * uy, x2: tx + far * ux, y2: ty + far * uy, class: `${ink} line`}),
        svgElement("line", {x1: sx, y1: sy, x2: tx - 8 * ux, y2: ty - 8 * uy, class: `${ink} shaft`}),
        svgElement("path", {
          d: `M${tx} ${ty}L${tx - 13 * ux - 6 * uy} ${ty - 13 * uy + 6 * ux}L${tx - 13 * ux + 6 * uy} ${
              ty - 13 * uy - 6 * ux}Z`,
          class: `${ink} head`
        }));
  }

  focusPin(index: number): void {
    this.handles.get(`pin-${index}`)?.focus();
  }
}

function apart(a: Pose, b: Pose, size: number): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]) + Math.abs(a[2] - b[2]) * size;
}

/** Returns points that the picture must show. */
function spannedBy(task: Task): Point[] {
  const boundary = boundaryOf(task);
  const pose = poseOf(task);
  const points: Point[] =
      (boundary?.sides ?? []).flatMap(({bulge}, side) => (bulge === 0 ? [0] : [
                                                           0, 0.25, 0.5, 0.75
                                                         ]).map((t) => toWorld(boundary!.at({side, t}).point, pose)));
  for (const {at, radius} of task.fixels ?? []) {
    const r = radius ?? 0;
    points.push([at[0] - r, at[1] - r], [at[0] + r, at[1] + r]);
  }
  for (const {point} of task.contacts ?? []) points.push(point);
  const {push, spring} = task.actuator ?? {};
  if (push) points.push(push.at);
  if (spring) points.push(spring.at, spring.anchor);
  if (!boundary) {
    const size = sizeOf(task) / 2;
    points.push([-size, -size], [size, size]);
  }
  return points;
}
