// SPDX-License-Identifier: MIT
// The data of the player, in the element #data, and their decoded form.
import {Column, decode} from "./columns";

/**
 * An outline is either a list of vertices, or a disc with its centre and radius. Each vertex has the bulge of the
 * segment to the next vertex, as in DXF: tan(sweep / 4).
 */
export type Outline = {
  path: [number, number, number][]
}|{disc: [number, number, number]};

export type Role = "part"|"pin"|"ground"|"seat";  // "part": a moving body; "seat": the outline of the part at its seat

export interface Body {
  name: string;
  label: string;  // text that is drawn on the body, or ""
  role: Role;
  outline: Outline|null;
  holes?: Outline[];
  center: [number, number]|null;  // centre of mass, in body coordinates
}

/** A wrench that is applied to body 0 from a given time on. */
export interface Push {
  from: number;
  label: string;
  force: [number, number];        // applied force, world frame, N
  torque: number;                 // torque about the centre of mass, N times the unit of length
  at: [number, number]|null;      // point of application of a push or a spring, in body coordinates
  anchor: [number, number]|null;  // anchor of a spring, world frame
}

interface PlayData {
  name: string;
  outcome: string;
  good: boolean;
  why: string;
  bodies: Body[];
  times: Column;
  poses: [Column, Column, Column][];
  energy: Column|null;
  contacts: {
    pairs: [number, number][]; counts: number[]; pair: number[]; modes: string;
    decimals: [number, number, number, number];  // numbers of decimals of points, of angles of normals, of gaps, and of
                                                 // forces
    x: number[];
    y: number[];
    angle: number[];
    gap: number[];
    normal: number[];
    tangent: number[];
  };
  pushes: Push[];
}

export interface Book {
  title: string;
  notes: string[];
  list: string;  // heading above the list of plays
  length: string;
  angle: "rad"|"deg";
  energyName: string;
  energyUnit: string;
  first: number;  // index of the play that is shown first
  plays: PlayData[];
}

export interface Contact {
  a: number;
  b: number;
  x: number;
  y: number;
  angle: number;  // angle of the normal, which points from a into b, rad
  gap: number;
  normal: number;
  tangent: number;  // force along the tangent, N; the tangent is the normal, turned a quarter turn counterclockwise
  mode: string;     // letter for the motion of b on a: l, r, n or s; "?" if unknown
}

export interface Play {
  name: string;
  outcome: string;
  good: boolean;
  why: string;
  bodies: Body[];
  count: number;
  times: Float64Array;
  poses: Float64Array[][];
  energy: Float64Array|null;
  contacts: Contact[][];
  pushes: Push[];
}

type Keys = "x"|"y"|"angle"|"gap"|"normal"|"tangent";
const KEYS: [Keys, number][] = [["x", 0], ["y", 0], ["angle", 1], ["gap", 2], ["normal", 3], ["tangent", 3]];

/**
 * Decodes contacts. The contacts of a pair of bodies are numbered in each instant. Each value is stored as its
 * difference from the value of the last earlier contact with the same pair and the same number.
 */
function decodeContacts(data: PlayData["contacts"]): Contact[][] {
  const last = new Map<string, number[]>();
  const instants: Contact[][] = [];
  let k = 0;
  for (const count of data.counts) {
    const contacts: Contact[] = [];
    const ranks = new Map<number, number>();
    for (let i = 0; i < count; ++i, ++k) {
      const pair = data.pair[k];
      const rank = ranks.get(pair) ?? 0;
      ranks.set(pair, rank + 1);
      const id = `${pair}/${rank}`;
      const sums = last.get(id) ?? [0, 0, 0, 0, 0, 0];
      KEYS.forEach(([key], j) => (sums[j] += data[key][k]));
      last.set(id, sums);
      const [a, b] = data.pairs[pair];
      const contact = {a, b, mode: data.modes[k]} as Contact;
      KEYS.forEach(([key, d], j) => (contact[key] = sums[j] / 10 ** data.decimals[d]));
      contacts.push(contact);
    }
    instants.push(contacts);
  }
  return instants;
}

export function play(book: Book, index: number): Play {
  const data = book.plays[index];
  const count = data.contacts.counts.length;
  return {
    ...data,
    count,
    times: decode(data.times, count),
    poses: data.poses.map((pose) => pose.map((column) => decode(column, count))),
    energy: data.energy && decode(data.energy, count),
    contacts: decodeContacts(data.contacts),
  };
}

export function readBook(): Book {
  return JSON.parse(document.getElementById("data")!.textContent!) as Book;
}
