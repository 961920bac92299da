// SPDX-License-Identifier: MIT
// Draws an outline by clicks or keys. Arrow keys move a cross, Enter sets a corner at the cross, and c closes the outline.
import {rounded} from "./edits";
import type {Stage} from "./stage";
import {element, get, svgElement} from "./svg";
import type {Point} from "./task";

const CLOSE = 14;  // a click within this distance of the first corner closes the outline, px
const KEY_STEP = 4, LARGE_KEY_STEP = 40;

export class Sketch {
  private points: Point[] = [];  // px
  private at: Point = [0, 0];
  private readonly layer = svgElement("g", {class: "sketch"});
  private readonly cross = svgElement("path", {class: "cross", d: "M-14 0H14M0-14V14"});
  private readonly line = svgElement("path", {class: "line"});
  private readonly start = svgElement("circle", {class: "start", r: 8});
  active = false;

  private done: (outline: Point[]) => void = () => undefined;

  constructor(private readonly stage: Stage, private readonly ended: () => void) {
    this.layer.append(this.line, this.start, this.cross);
    const {svg} = stage;
    svg.addEventListener("pointermove", (event) => this.active && this.point(event));
    svg.addEventListener("click", (event) => this.active && (this.point(event), this.add()));
    svg.addEventListener("keydown", (event) => this.active && this.key(event));
  }

  /** Starts an outline. `done` receives its corners, in the world. */
  begin(done: (outline: Point[]) => void): void {
    this.done = done;
    this.active = true;
    this.points = [];
    const {width, height} = this.stage.svg.getBoundingClientRect();
    this.at = [width / 2, height / 2];
    this.stage.svg.classList.add("sketching");
    this.stage.svg.append(this.layer);
    this.stage.svg.focus();
    this.draw();
  }

  cancel(): void {
    if (!this.active) return;
    this.active = false;
    this.layer.remove();
    this.stage.svg.classList.remove("sketching");
    get("hint").replaceChildren();
    this.ended();
  }

  /** Removes the last corner. */
  takeBack(): void {
    this.points.pop();
    this.draw();
  }

  private point(event: MouseEvent): void {
    const {left, top} = this.stage.svg.getBoundingClientRect();
    this.at = [event.clientX - left, event.clientY - top];
    this.draw();
  }

  private add(): void {
    const near = this.points[0] && Math.hypot(this.at[0] - this.points[0][0], this.at[1] - this.points[0][1]) < CLOSE;
    if (near) return this.close();
    const last = this.points.at(-1);
    if (!last || Math.hypot(this.at[0] - last[0], this.at[1] - last[1]) > 2) this.points.push(this.at);
    this.draw();
  }

  private close(): void {
    if (this.points.length < 3) return;
    const world = this.points.map((point) => this.stage.world(point));
    const xs = world.map(([x]) => x);
    const size = Math.max(...xs) - Math.min(...xs);
    this.cancel();
    this.done(world.map((point) => rounded(point, size * 10)));
  }

  private key(event: KeyboardEvent): void {
    const ways: Record<string, Point> = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
    const way = ways[event.key];
    const step = event.shiftKey ? LARGE_KEY_STEP : KEY_STEP;
    if (way)
      this.at = [this.at[0] + step * way[0], this.at[1] + step * way[1]];
    else if (event.key === "Enter" || event.key === " ")
      this.add();
    else if (event.key === "c")
      this.close();
    else if (event.key === "Backspace")
      this.takeBack();
    else if (event.key === "Escape")
      return this.cancel();
    else
      return;
    event.preventDefault();
    event.stopPropagation();
    if (this.active) this.draw();
  }

  private draw(): void {
    const place = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
    this.line.setAttribute("d", this.points.length > 0 ? `M${[...this.points, this.at].map(place).join("L")}` : "");
    this.start.style.display = this.points.length > 0 ? "" : "none";
    if (this.points[0]) this.start.setAttribute("transform", `translate(${place(this.points[0])})`);
    this.cross.setAttribute("transform", `translate(${place(this.at)})`);
    const left = Math.max(0, 3 - this.points.length);
    const next =
        left > 0 ? `Click the corners: at least ${left} more.` : "Click the first corner, or press c, to close.";
    get("hint").replaceChildren(
        element("span", {}, `${next} Enter sets a corner, Backspace removes the last one, Esc cancels.`));
  }
}
