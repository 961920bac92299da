// SPDX-License-Identifier: MIT An additional finger at the outline: the question about its effect, and the stretches of
// the outline where it has this effect.
import {Boundary, Place, toWorld} from "./boundary";
import type {Friction, Point, Pose} from "./task";

export const EFFECTS = {
  "force-closure": "one more finger: force closure",
  "form-closure": "one more finger: form closure",
  "strongly-stable": "one more finger: a wrench holds the part",
} as const;
export type Effect = keyof typeof EFFECTS;

/** An additional finger: its effect ("" without a finger), its friction (null stands for 0), and its place on the outline. */
export interface Finger {
  effect: Effect|"";
  friction: Friction|null;
  at: Place;
}

export const NO_FINGER: Finger = {effect: "", friction: null, at: {side: 0, t: 0.5}};

/** A stretch of an edge, as fractions of the edge's length. */
export interface Stretch {
  side: number;
  from: number;
  to: number;
}

/** The part of the answer of `contacts` that describes the finger. */
export interface FingerResults {
  edges: {edge: number, intervals: {from: number, to: number}[]}[];
}

const SAMPLES = 24;  // number of chords that replace an arc in the picture

/**
 * Returns the stretches of an answer. The answer numbers the edges from 1. A disc has two arcs: the first one begins at
 * the leftmost point in the answer, but at the rightmost point in `Boundary`.
 */
export function stretchesOf({edges}: FingerResults, boundary: Boundary): Stretch[] {
  const round = "disc" in boundary.outline;
  return edges.flatMap(({edge, intervals}) => intervals.map(({from, to}) => ({side: round ? 2 - edge : edge - 1, from, to})));
}

/** Returns whether a place lies on one of the stretches. */
export function isOn({side, t}: Place, stretches: Stretch[]): boolean {
  return stretches.some((one) => one.side === side && one.from <= t && t <= one.to);
}

/** Returns the points of a stretch in the world. */
export function pointsOf({side, from, to}: Stretch, boundary: Boundary, pose: Pose): Point[] {
  const count = boundary.sides[side].bulge === 0 ? 1 : SAMPLES;
  return Array.from(
      {length: count + 1}, (_, i) => toWorld(boundary.at({side, t: from + (i / count) * (to - from)}).point, pose));
}

/** Returns a valid place of the finger on an outline. The place may have been chosen on another outline, with more edges. */
export function placeOn(boundary: Boundary, {side, t}: Place): Place {
  const outer = boundary.sides.filter(({loop}) => loop === 0).length;
  return boundary.tidy({side: Math.min(Math.max(0, Math.round(side)), outer - 1), t});
}

/** Returns a valid finger. Defaults replace invalid values. */
export function checkedFinger(value: unknown): Finger {
  const {effect, friction, at} = (value ?? {}) as Partial<Finger>;
  const number = (x: unknown): x is number => typeof x === "number" && Number.isFinite(x);
  const interval = Array.isArray(friction) && friction.length === 2 && friction.every(number);
  return {
    effect: effect !== undefined && effect in EFFECTS ? effect : "",
    friction: interval ? [friction[0], friction[1]] : number(friction) ? friction : null,
    at: at && number(at.side) && number(at.t) ? {side: at.side, t: at.t} : NO_FINGER.at,
  };
}
