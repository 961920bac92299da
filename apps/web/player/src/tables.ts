// SPDX-License-Identifier: MIT
// The tables of an instant: its contacts and its moving bodies.
import type {Book, Contact, Play} from "./data";
import {lengthIn, number} from "./numbers";
import {Rows} from "./rows";
import {partSize} from "./view";
import {between, touching} from "./words";

const MOST_ROWS = 400;

export type Picked = {
  contact: number
}|{body: number}|null;

export class Tables {
  private readonly contacts: Rows;
  private readonly bodies: Rows;
  private moving: number[] = [];
  private size = 0;  // size of the part; a length below a fraction of it is rounding noise

  constructor(
      book: Book,
      pick: (what: Picked) => void,
  ) {
    this.contacts = new Rows(body("contact-rows"), 5, (row) => pick(row < 0 ? null : {contact: row}));
    this.bodies = new Rows(body("body-rows"), 4, (row) => pick(row < 0 ? null : {body: this.moving[row]}));
    for (const place of document.querySelectorAll(".unit-length")) place.textContent = book.length;
  }

  show(play: Play): void {
    const still = play.contacts[0].length > 0 && play.contacts[0].every((contact) => contact.mode === "?");
    document.querySelector("#contact-table")!.classList.toggle("still", still);
    this.size = partSize(play);
    this.moving = play.bodies.map((_, i) => i).filter((i) => play.bodies[i].role === "part");
  }

  set(play: Play, instant: number, poses: [number, number, number][]): void {
    const contacts = play.contacts[instant];
    document.querySelector("#contact-count")!.textContent = touching(play, instant);
    document.querySelector<HTMLElement>("#contact-table")!.hidden = contacts.length === 0;
    this.contacts.set(contacts.slice(0, MOST_ROWS).map((contact) => this.contactCells(contact, play)));
    this.bodies.set(
        this.moving.slice(0, MOST_ROWS).map((i) => {
          const [x, y, turn] = poses[i];
          return [play.bodies[i].name, number(x), number(y), number((turn * 180) / Math.PI)];
        }),
    );
  }

  private contactCells(contact: Contact, play: Play): string[] {
    const still = contact.mode === "?";
    const forces = still ? ["", ""] : [number(contact.normal), number(contact.tangent)];
    return [between(contact, play), still ? "" : contact.mode, lengthIn(this.size, contact.gap, 3), ...forces];
  }

  mark(what: Picked): void {
    this.contacts.mark(what && "contact" in what ? what.contact : -1);
    this.bodies.mark(what && "body" in what ? this.moving.indexOf(what.body) : -1);
  }
}

function body(id: string): HTMLTableSectionElement {
  return document.getElementById(id) as HTMLTableSectionElement;
}
