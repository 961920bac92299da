// SPDX-License-Identifier: MIT
// The picture of the bodies at an instant, which can be zoomed. forces.ts draws the forces on the bodies.
import {select, Selection} from "d3-selection";
import {zoom, ZoomBehavior, zoomIdentity, ZoomTransform} from "d3-zoom";

import type {Body, Play} from "./data";
import {outlinePath} from "./outline";
import {boxOfPlay, fit, sizeOf, View} from "./view";

const MARGIN = 44;  // margin around the bodies in the initial view, px
const SCALES = 40;  // height that is reserved for the scale bars at the bottom of the picture, px
const LARGEST_ZOOM = 1e4;
const BESIDE = 17;    // smallest distance between a pin's number and the pin's centre, px
const RIM = 11;       // distance between a pin's number and the pin's circle, px
const LABEL_WIDTH = 18;   // two labels overlap if their horizontal distance is below this, px, and their vertical
                          // distance is below LABEL_HEIGHT
const LABEL_HEIGHT = 16;
// positions to try for a pin's number, as rotations about the pin, rad
const TURNS = [0, 1, -1, 2, -2, 3, -3, 4].map((eighths) => (eighths * Math.PI) / 4);

interface Label {
  text: SVGTextElement;
  at: [number, number];  // position of the label in body coordinates
  body: number;
  away: [number, number];  // unit vector from the body to the label, world frame; (0, 0) if the label is on the body
  radius: number;          // radius of a round body
}

export class Stage {
  view: View = {k: 1, x0: 0, y0: 0};
  private base: View = this.view;
  private transform: ZoomTransform = zoomIdentity;
  private readonly svg: Selection<SVGSVGElement, unknown, HTMLElement, unknown>;
  private readonly bodies: Selection<SVGGElement, unknown, HTMLElement, unknown>;
  private readonly zooming: ZoomBehavior<SVGSVGElement, unknown>;
  private groups: SVGGElement[] = [];
  private units: number[] = [];  // for each body, the length by which the coordinates of its path are divided
  private labels: Label[] = [];
  private play: Play|null = null;

  constructor(private readonly changed: () => void) {
    this.svg = select<SVGSVGElement, unknown>("#stage");
    this.bodies = this.svg.select<SVGGElement>("#bodies");
    this.zooming = zoom<SVGSVGElement, unknown>()
                       .scaleExtent([0.05, LARGEST_ZOOM])
                       .filter((event: Event) => this.takes(event))
                       .on("zoom", (event: {transform: ZoomTransform}) => {
                         this.transform = event.transform;
                         this.svg.style("touch-action", event.transform.k > 1.01 ? "none" : "pan-y");
                         this.place();
                         this.changed();
                       });
    this.svg.call(this.zooming).style("touch-action", "pan-y");
    new ResizeObserver(() => this.resize()).observe(this.svg.node()!);
  }

  /**
   * Returns whether the picture handles an event. One finger scrolls the page unless the picture is enlarged. The wheel
   * scrolls a page that can scroll, unless the Ctrl key is pressed.
   */
  private takes(event: Event): boolean {
    if (event instanceof WheelEvent) {
      return event.ctrlKey || document.documentElement.scrollHeight <= window.innerHeight + 1;
    }
    if (window.TouchEvent && event instanceof TouchEvent) {
      return event.touches.length > 1 || this.transform.k > 1.01;
    }
    return !(event as MouseEvent).button;
  }

  show(play: Play): void {
    this.play = play;
    this.groups = [];
    this.units = play.bodies.map((_, i) => drawingUnit(sizeOf(play, i)));
    this.labels = [];
    this.bodies.selectAll("*").remove();
    // Fixed bodies are drawn first, so that moving bodies cover them. Points and labels are drawn last.
    const order = play.bodies.map((_, i) => i).sort((a, b) => rank(play.bodies[a]) - rank(play.bodies[b]));
    for (const i of order) this.groups[i] = this.addBody(play.bodies[i], i);
    play.bodies.forEach((body, i) => body.label && this.addLabel(play, i));
    this.fit();
  }

  private addBody(body: Body, index: number): SVGGElement {
    const group = this.bodies.append("g").attr("class", `body ${body.role}`).attr("data-body", index);
    if (body.outline) {
      const loops = [body.outline, ...(body.holes ?? [])];
      const path = loops.map((loop) => outlinePath(loop, this.units[index])).join("");
      group.append("path").attr("d", path).attr("fill-rule", "evenodd");
    }
    const sign = body.center && !body.label ? "#center-of-mass" : body.role === "pin" && !body.outline ? "#point" : "";
    if (sign) group.append("g").attr("class", "sign").append("use").attr("href", sign);
    return group.node()!;
  }

  /** Adds a body's label. A pin's label is beside the pin. The label of any other body is at its centre of mass. */
  private addLabel(play: Play, index: number): void {
    const body = play.bodies[index];
    const text = this.bodies.append("text").attr("class", `label ${body.role}`).text(body.label).node()!;
    const away: [number, number] = body.role === "pin" ? awayFromPart(play, index) : [0, 0];
    this.labels.push({text, at: body.center ?? [0, 0], body: index, away, radius: sizeOf(play, index) / 2});
  }

  fit(): void {
    this.svg.call(this.zooming.transform, zoomIdentity);
    this.resize();
  }

  zoomBy(factor: number): void {
    this.svg.call(this.zooming.scaleBy, factor);
  }

  private resize(): void {
    if (!this.play) return;
    const {width, height} = this.svg.node()!.getBoundingClientRect();
    this.base = fit(boxOfPlay(this.play), width, height, Math.min(MARGIN, width / 8), Math.min(SCALES, height / 8));
    this.place();
    this.changed();
  }

  private place(): void {
    const {k, x, y} = this.transform;
    this.view = {k: this.base.k * k, x0: x + k * this.base.x0, y0: y + k * this.base.y0};
  }

  pixel(x: number, y: number): [number, number] {
    return [this.view.x0 + this.view.k * x, this.view.y0 - this.view.k * y];
  }

  /** Returns the median size of the moving bodies before zooming, px. */
  bodyPixels(): number {
    const play = this.play!;
    const sizes = play.bodies.map((_, i) => i)
                      .filter((i) => play.bodies[i].role === "part")
                      .map((i) => this.base.k * sizeOf(play, i));
    return sizes.sort((a, b) => a - b)[sizes.length >> 1] ?? 0;
  }

  /** Draws the bodies at poses (x, y, angle in rad). */
  draw(poses: [number, number, number][]): void {
    const {k} = this.view;
    poses.forEach(([x, y, turn], i) => {
      const unit = this.units[i];
      const c = k * unit * Math.cos(turn);
      const s = k * unit * Math.sin(turn);
      const [u, v] = this.pixel(x, y);
      const group = this.groups[i];
      group.setAttribute("transform", `matrix(${c} ${- s} ${- s} ${- c} ${u} ${v})`);
      const mark = group.lastElementChild;
      if (mark?.classList.contains("sign")) {
        const [cx, cy] = this.play!.bodies[i].center ?? [0, 0];
        mark.setAttribute("transform", `translate(${cx / unit} ${cy / unit}) scale(${1 / (k * unit)})`);
      }
    });
    this.placeLabels(poses);
  }

  /** Places the labels one after another. The number of a pin is rotated about its pin until it hides no label and
   * no other pin. If it does so in all positions, it keeps its first position. */
  private placeLabels(poses: [number, number, number][]): void {
    const pins = this.labels.filter(({away}) => away[0] !== 0 || away[1] !== 0)
                     .map(({at, body, radius}) => ({body, at: this.pixel(...placed(at, poses[body])), radius: this.view.k * radius}));
    const taken: [number, number][] = [];
    const isFree = ([x, y]: [number, number], own: number): boolean =>
        taken.every(([u, v]) => Math.abs(x - u) >= LABEL_WIDTH || Math.abs(y - v) >= LABEL_HEIGHT) &&
        pins.every(({body, at, radius}) => body === own || Math.hypot(x - at[0], y - at[1]) >= radius + LABEL_WIDTH / 2);
    for (const {text, at, body, away, radius} of this.labels) {
      const [px, py] = this.pixel(...placed(at, poses[body]));
      const beside = Math.max(BESIDE, this.view.k * radius + RIM);
      const places = TURNS.map((turn): [number, number] => {
        const [c, s] = [Math.cos(turn), Math.sin(turn)];
        return [px + beside * (c * away[0] - s * away[1]), py - beside * (s * away[0] + c * away[1])];
      });
      const place = places.find((one) => isFree(one, body)) ?? places[0];
      taken.push(place);
      text.setAttribute("transform", `translate(${place[0]} ${place[1]})`);
    }
  }

  get element(): SVGSVGElement {
    return this.svg.node()!;
  }
}

/**
 * Returns the unit of a body's path. For a very small or very large body, it is a power of ten near the body's size;
 * otherwise it is 1. Browsers draw in single precision and compute squares of lengths, which could otherwise overflow
 * or underflow.
 */
function drawingUnit(size: number): number {
  return size === 0 || (size > 1e-3 && size < 1e6) ? 1 : 10 ** Math.floor(Math.log10(size));
}

function rank(body: Body): number {
  return body.role === "pin" && !body.outline ? 4 : {ground: 0, seat: 1, pin: 2, part: 3}[body.role];
}

/** Returns the direction from the part to a pin: the normal of their first contact or, without a contact, the
 * direction from the centre of mass. */
function awayFromPart(play: Play, pin: number): [number, number] {
  const contact = play.contacts.flat().find(({a, b}) => a === pin || b === pin);
  if (contact) {
    const sign = contact.b === pin ? 1 : -1;
    return [sign * Math.cos(contact.angle), sign * Math.sin(contact.angle)];
  }
  const pose = (body: number): [number, number, number] => {
    const [x, y, turn] = play.poses[body].map((column) => column[0]);
    return [x, y, turn];
  };
  const [x, y] = placed(play.bodies[0].center ?? [0, 0], pose(0));
  const way = [pose(pin)[0] - x, pose(pin)[1] - y];
  const length = Math.hypot(way[0], way[1]) || 1;
  return [way[0] / length, way[1] / length];
}

function placed([u, v]: [number, number], [x, y, turn]: [number, number, number]): [number, number] {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [x + c * u - s * v, y + s * u + c * v];
}
