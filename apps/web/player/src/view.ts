// SPDX-License-Identifier: MIT
// The initial view: the visible part of the world, and the map from points to pixels.
import type {Play} from "./data";
import {outlinePoints} from "./outline";

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** A view maps a point (x, y) of the world to the pixel (x0 + k x, y0 - k y). */
export interface View {
  k: number;
  x0: number;
  y0: number;
}

const EMPTY: Box = {
  x0: Infinity,
  y0: Infinity,
  x1: -Infinity,
  y1: -Infinity
};

function include(box: Box, x: number, y: number): Box {
  return {
    x0: Math.min(box.x0, x),
    y0: Math.min(box.y0, y),
    x1: Math.max(box.x1, x),
    y1: Math.max(box.y1, y),
  };
}

function join(a: Box, b: Box): Box {
  return include(include(a, b.x0, b.y0), b.x1, b.y1);
}

function size(box: Box): number {
  return Math.max(box.x1 - box.x0, box.y1 - box.y0, 0);
}

function bodyBox(play: Play, body: number, instant: number): Box {
  const {outline} = play.bodies[body];
  const [x, y, turn] = play.poses[body].map((column) => column[instant]);
  const points: [number, number][] = outline ? outlinePoints(outline) : [[0, 0]];
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  return points.reduce((box, [u, v]) => include(box, x + c * u - s * v, y + s * u + c * v), EMPTY);
}

export function sizeOf(play: Play, body: number): number {
  return size(bodyBox(play, body, 0));
}

function moves(play: Play, body: number): boolean {
  return play.bodies[body].role === "part";
}

function clipped(box: Box, to: Box): Box {
  const clip = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
  return {
    x0: clip(box.x0, to.x0, to.x1),
    y0: clip(box.y0, to.y0, to.y1),
    x1: clip(box.x1, to.x0, to.x1),
    y1: clip(box.y1, to.y0, to.y1),
  };
}

function grown(box: Box, by: number): Box {
  return {x0: box.x0 - by, y0: box.y0 - by, x1: box.x1 + by, y1: box.y1 + by};
}

/**
 * Returns the box that the picture shows. It contains the moving bodies at the start, their paths up to a distance of
 * two body sizes from the start, the fixed bodies near the moving ones, and the contacts at the start.
 */
export function boxOfPlay(play: Play): Box {
  const all = play.bodies.map((_, i) => i);
  const moving = all.filter((i) => moves(play, i));
  const start = (moving.length > 0 ? moving : all).map((i) => bodyBox(play, i, 0)).reduce(join, EMPTY);
  let box = start;
  const reach = grown(start, 2 * size(start) || 1);
  const stride = Math.max(1, Math.floor(play.count / 60));
  for (const i of moving) {
    for (let k = 0; k < play.count; k += stride) box = join(box, clipped(bodyBox(play, i, k), reach));
    box = join(box, clipped(bodyBox(play, i, play.count - 1), reach));
  }
  for (const contact of play.contacts[0]) box = include(box, contact.x, contact.y);
  const near = grown(box, 0.25 * size(box));
  for (const i of all.filter((k) => !moves(play, k))) {
    const still = bodyBox(play, i, 0);
    const apart = still.x0 > near.x1 || still.x1 < near.x0 || still.y0 > near.y1 || still.y1 < near.y0;
    if (!apart) box = join(box, clipped(still, near));
  }
  return size(box) > 0 ? box : grown(box, 1);
}

/**
 * Returns the view that centers a box in a picture of the given size, px. At least `margin` px stay free around the box, and
 * another `below` px at the bottom.
 */
export function fit(box: Box, width: number, height: number, margin: number, below = 0): View {
  const w = Math.max(box.x1 - box.x0, 1e-300);
  const h = Math.max(box.y1 - box.y0, 1e-300);
  const free = height - below;
  const k = Math.min(Math.max(width - 2 * margin, 10) / w, Math.max(free - 2 * margin, 10) / h);
  return {k, x0: width / 2 - (k * (box.x0 + box.x1)) / 2, y0: free / 2 + (k * (box.y0 + box.y1)) / 2};
}

/** Returns the size of the largest moving body at the start or, if no body moves, of the largest body. */
export function partSize(play: Play): number {
  const all = play.bodies.map((_, i) => i);
  const moving = all.filter((i) => moves(play, i));
  return Math.max(...(moving.length > 0 ? moving : all).map((i) => sizeOf(play, i)));
}
