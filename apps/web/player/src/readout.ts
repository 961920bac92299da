// SPDX-License-Identifier: MIT
// The box with the numbers of one contact or body.
import type {Contact, Play} from "./data";
import type {Stage} from "./stage";
import type {Picked} from "./tables";

const NEAR = 14;  // the pointer selects a contact within this distance, px

/** Returns the contact nearest to the pointer. If no contact is near, returns the body under the pointer, or null. */
export function under(event: PointerEvent, stage: Stage, contacts: Contact[]): Picked {
  const box = stage.element.getBoundingClientRect();
  const [px, py] = [event.clientX - box.left, event.clientY - box.top];
  let [nearest, distance] = [-1, NEAR];
  contacts.forEach((contact, i) => {
    const [x, y] = stage.pixel(contact.x, contact.y);
    const apart = Math.hypot(x - px, y - py);
    if (apart < distance) [nearest, distance] = [i, apart];
  });
  if (nearest >= 0) return {contact: nearest};
  const group = (event.target as Element).closest<SVGGElement>("[data-body]");
  return group ? {body: Number(group.dataset.body)} : null;
}

export class Readout {
  private readonly box = document.querySelector<HTMLElement>("#readout")!;
  private readonly ring = document.querySelector<SVGCircleElement>("#ring")!;

  constructor(private readonly stage: Stage) {}

  hide(): void {
    this.box.hidden = true;
    this.ring.setAttribute("r", "0");
  }

  /** Shows the box beside a point of the picture. If `ringed` is true, draws a ring around the point. */
  show(title: string, lines: [string, string][], [x, y]: [number, number], ringed: boolean): void {
    this.box.replaceChildren(heading(title), list(lines));
    this.box.hidden = false;
    const {width, height} = this.stage.element.getBoundingClientRect();
    const [w, h] = [this.box.offsetWidth, this.box.offsetHeight];
    const left = x + 18 + w <= width ? x + 18 : x - 18 - w;
    this.box.style.left = `${Math.min(Math.max(left, 4), Math.max(4, width - w - 4))}px`;
    this.box.style.top = `${Math.min(Math.max(y - h / 2, 4), Math.max(4, height - h - 4))}px`;
    this.ring.setAttribute("r", ringed ? "11" : "0");
    this.ring.setAttribute("cx", String(x));
    this.ring.setAttribute("cy", String(y));
  }
}

function heading(text: string): HTMLElement {
  const title = document.createElement("strong");
  title.textContent = text;
  return title;
}

function list(lines: [string, string][]): HTMLElement {
  const all = document.createElement("dl");
  for (const [what, value] of lines) {
    all.appendChild(document.createElement("dt")).textContent = what;
    all.appendChild(document.createElement("dd")).textContent = value;
  }
  return all;
}

export function nameOf(what: Picked, play: Play): string {
  if (!what) return "";
  return "contact" in what ? `contact ${what.contact + 1}` : play.bodies[what.body].name;
}
