// SPDX-License-Identifier: MIT
// Draws contacts and their forces as a few paths, because thousands of elements would be too slow for 60 frames per
// second.
import type {Contact, Play} from "./data";
import type {Stage} from "./stage";

const USUAL = 64;  // length of the arrow of the usual force, px, which 90 % of the contact forces do not exceed;
                   // shorter, but at least LEAST_USUAL, if the bodies are drawn small
const LEAST_USUAL = 18;
export const LONGEST = 150;        // longest arrow, px; a longer one is cut, and has a double head
export const HEAD = 7;             // length of an arrow's head, px
const MARK = 4.5, SMALL_MARK = 3;  // size of the mark at a contact, px: usually, and if there are many contacts
const MANY = 40;                   // with more contacts than this, the marks are small
const NORMAL = 26;                 // length of the normal at a contact whose force is unknown, px
const SHORTEST = 3;                // shortest arrow of a force, px
const MODES = ["l", "r", "n", "s"];

export interface ForceScale {
  pixels: number;  // scale of forces, px per newton
}

/**
 * Returns a scale of forces. At this scale, 90 % of the contact forces are drawn at most as long as the smaller of USUAL
 * and the larger of LEAST_USUAL and `bodyPixels`, the size of a body. Without contact forces, this is the length of the
 * largest applied force.
 */
export function forceScale(play: Play, bodyPixels: number): ForceScale {
  const sizes = play.contacts.flat().map((contact) => Math.hypot(contact.normal, contact.tangent));
  const pushes = play.pushes.map((push) => Math.hypot(...push.force));
  const felt = sizes.filter((size) => size > 0).sort((a, b) => a - b);
  const usual = felt.length > 0 ? felt[Math.floor(0.9 * (felt.length - 1))] : Math.max(0, ...pushes);
  const length = Math.min(USUAL, Math.max(LEAST_USUAL, bodyPixels));
  return {pixels: usual > 0 ? length / usual : 0};
}

/**
 * Returns the sign of the drawn force of a contact. The sign is 1 if the force on body b is drawn, and -1 if the force
 * on body a is drawn, because only a moves.
 */
function side(contact: Contact, play: Play): number {
  return play.bodies[contact.b].role !== "part" && play.bodies[contact.a].role === "part" ? -1 : 1;
}

/** Returns the force on the moving body of a contact, N, world frame. If both bodies move, it is the force on b. */
export function force(contact: Contact, play: Play): [number, number] {
  const c = Math.cos(contact.angle);
  const s = Math.sin(contact.angle);
  const sign = side(contact, play);
  return [
    sign * (contact.normal * c - contact.tangent * s),
    sign * (contact.normal * s + contact.tangent * c),
  ];
}

/**
 * Returns the paths of an arrow's shaft and head, from (x, y), in pixels with y down. An arrow longer than LONGEST is cut
 * and has a double head. An arrow shorter than SHORTEST has empty paths.
 */
export function arrow(x: number, y: number, dx: number, dy: number): [string, string] {
  const length = Math.hypot(dx, dy);
  if (length < SHORTEST) return ["", ""];
  const [ux, uy] = [dx / length, dy / length];
  const drawn = Math.min(length, LONGEST);
  const size = Math.min(HEAD, 0.7 * length);
  const head = (at: number): string => {
    const [bx, by] = [x + (at - size) * ux, y + (at - size) * uy];
    const [wx, wy] = [(-uy * size) / 2, (ux * size) / 2];
    return `M${f(bx + wx)} ${f(by + wy)}L${f(x + at * ux)} ${f(y + at * uy)}L${f(bx - wx)} ${f(by - wy)}`;
  };
  const shaft = `M${f(x)} ${f(y)}L${f(x + drawn * ux)} ${f(y + drawn * uy)}`;
  return [shaft, head(drawn) + (length > drawn ? head(drawn - size) : "")];
}

export function f(value: number): string {
  return value.toFixed(1);
}

/** Returns the mark of a mode: a square for n, a ring for s, and for l and r a triangle in the direction of sliding. */
function mark(contact: Contact, play: Play, x: number, y: number, size: number): string {
  if (contact.mode === "s") {
    return `M${f(x + size)} ${f(y)}a${size} ${size} 0 1 1 ${-2 * size} 0a${size} ${size} 0 1 1 ${2 * size} 0`;
  }
  if (contact.mode === "n") {
    return `M${f(x - size + 1)} ${f(y - size + 1)}h${2 * size - 2}v${2 * size - 2}h${2 - 2 * size}Z`;
  }
  const left = (contact.mode === "l") === (side(contact, play) > 0);
  const turn = contact.angle + (left ? Math.PI / 2 : -Math.PI / 2);
  const [ux, uy] = [Math.cos(turn), -Math.sin(turn)];
  const [m, w] = [1.5 * size, 1.1 * size];
  return (
      `M${f(x + m * ux)} ${f(y + m * uy)}L${f(x - size * ux - w * uy)} ${f(y - size * uy + w * ux)}` +
      `L${f(x - size * ux + w * uy)} ${f(y - size * uy - w * ux)}Z`);
}

export class Forces {
  private readonly marks = new Map(MODES.map((mode) => [mode, element(`#mode-${mode}`)]));
  private readonly arrows = element("#forces");
  private readonly chains = element("#chains");
  private readonly normals = element("#normals");
  scale: ForceScale = {pixels: 0};

  constructor(private readonly stage: Stage) {}

  draw(play: Play, contacts: Contact[]): void {
    const marks = new Map(MODES.map((mode) => [mode, ""]));
    const size = contacts.length > MANY ? SMALL_MARK : MARK;
    let arrows = "";
    let chains = "";
    let normals = "";
    for (const contact of contacts) {
      const [x, y] = this.stage.pixel(contact.x, contact.y);
      const mode = contact.mode;
      if (mode !== "?") marks.set(mode, marks.get(mode)! + mark(contact, play, x, y, size));
      if (contact.mode === "?") {
        const [c, s] = [Math.cos(contact.angle), Math.sin(contact.angle)];
        normals += arrow(x, y, NORMAL * c, -NORMAL * s).join("");
      }
      const [fx, fy] = force(contact, play).map((value) => value * this.scale.pixels);
      if (both(contact, play))
        chains += chain(x, y, fx, -fy);
      else
        arrows += arrow(x, y, fx, -fy).join("");
    }
    marks.forEach((path, mode) => this.marks.get(mode)!.setAttribute("d", path));
    this.arrows.setAttribute("d", arrows);
    this.chains.setAttribute("d", chains);
    this.normals.setAttribute("d", normals);
  }
}

/** Returns whether both bodies of a contact move. */
function both(contact: Contact, play: Play): boolean {
  return play.bodies[contact.a].role === "part" && play.bodies[contact.b].role === "part";
}

function chain(x: number, y: number, dx: number, dy: number): string {
  const length = Math.hypot(dx, dy);
  if (length < SHORTEST) return "";
  const half = Math.min(length, LONGEST) / 2 / length;
  return `M${f(x - dx * half)} ${f(y - dy * half)}L${f(x + dx * half)} ${f(y + dy * half)}`;
}

export function element(id: string): SVGPathElement {
  return document.querySelector<SVGPathElement>(id)!;
}
