// SPDX-License-Identifier: MIT
// Texts for contacts and bodies.
import type {Book, Contact, Play} from "./data";
import {angle, number} from "./numbers";

export const MODE_WORDS: Record<string, string> = {
  l: "slides left",
  r: "slides right",
  n: "does not slide",
  s: "separates",
};

export function between(contact: Contact, play: Play): string {
  return `${play.bodies[contact.a].name} · ${play.bodies[contact.b].name}`;
}

/** Returns the number of contacts at an instant. Traces contain only contacts of time steps, so the start has no
 * contacts. */
export function touching(play: Play, instant: number): string {
  const count = play.contacts[instant].length;
  if (count > 0) return count === 1 ? "1 contact" : `${count} contacts`;
  return instant === 0 && play.count > 1 ? "Contacts are known from the first step on" : "Nothing touches";
}

/** Returns lines with the numbers of a contact. Without a simulation, the mode and the forces are unknown and are
 * left out. */
export function contactLines(contact: Contact, play: Play, book: Book): [string, string][] {
  const forces: [string, string][] = [
    ["mode", `${contact.mode}, ${MODE_WORDS[contact.mode]}`],
    ["normal force", `${number(contact.normal, 7)} N`],
    ["tangential force", `${number(contact.tangent, 7)} N`],
  ];
  return [
    ["between", between(contact, play)],
    ["gap", `${number(contact.gap, 7)} ${book.length}`],
    ...(contact.mode === "?" ? [] : forces),
    ["point", `(${number(contact.x, 7)}, ${number(contact.y, 7)}) ${book.length}`],
    ["normal at", angle(contact.angle, book.angle)],
  ];
}

export function bodyLines(pose: [number, number, number], book: Book, moves: boolean): [string, string][] {
  const lines: [string, string][] = [
    ["x", `${number(pose[0], 7)} ${book.length}`],
    ["y", `${number(pose[1], 7)} ${book.length}`],
    ["turned by", angle(pose[2], book.angle)],
  ];
  return moves ? lines : lines.slice(0, 2);
}
