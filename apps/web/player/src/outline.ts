// SPDX-License-Identifier: MIT
// Converts outlines to SVG paths, in body coordinates with y up. Arcs remain arcs.
import type {Outline} from "./data";

const MOST_OF_A_TURN = 0.99;  // an arc above this fraction of a full turn is drawn as two arcs, because its ends almost
                              // coincide

function arc(x0: number, y0: number, x1: number, y1: number, bulge: number): string {
  const sweep = bulge > 0 ? 1 : 0;
  const radius = (Math.hypot(x1 - x0, y1 - y0) * (1 + bulge * bulge)) / (4 * Math.abs(bulge));
  if (4 * Math.atan(Math.abs(bulge)) > 2 * Math.PI * MOST_OF_A_TURN) {
    // The midpoint of the arc is to the right of the midpoint of its chord, at the distance of the sagitta.
    const mx = (x0 + x1) / 2 + (bulge * (y1 - y0)) / 2;
    const my = (y0 + y1) / 2 - (bulge * (x1 - x0)) / 2;
    const half = Math.tan(Math.atan(bulge) / 2);
    return arc(x0, y0, mx, my, half) + arc(mx, my, x1, y1, half);
  }
  return `A${radius} ${radius} 0 ${Math.abs(bulge) > 1 ? 1 : 0} ${sweep} ${x1} ${y1}`;
}

/** Returns the path of an outline, in multiples of `unit`. */
export function outlinePath(outline: Outline, unit: number): string {
  if ("disc" in outline) {
    const [x, y, r] = outline.disc.map((length) => length / unit);
    return `M${x + r} ${y}A${r} ${r} 0 0 1 ${x - r} ${y}A${r} ${r} 0 0 1 ${x + r} ${y}Z`;
  }
  const points = outline.path.map(([x, y, bulge]) => [x / unit, y / unit, bulge]);
  let path = `M${points[0][0]} ${points[0][1]}`;
  points.forEach(([x, y, bulge], i) => {
    const [u, v] = points[(i + 1) % points.length];
    path += bulge === 0 ? `L${u} ${v}` : arc(x, y, u, v, bulge);
  });
  return path + "Z";
}

/**
 * Returns points whose bounding box is close enough to that of the outline to choose a view: the vertices and the middles of
 * arcs, or the four extreme points of a disc.
 */
export function outlinePoints(outline: Outline): [number, number][] {
  if ("disc" in outline) {
    const [x, y, r] = outline.disc;
    return [[x - r, y], [x + r, y], [x, y - r], [x, y + r]];
  }
  return outline.path.flatMap(([x, y, bulge], i, all): [number, number][] => {
    const [u, v] = all[(i + 1) % all.length];
    return [[x, y], [(x + u) / 2 + (bulge * (v - y)) / 2, (y + v) / 2 - (bulge * (u - x)) / 2]];
  });
}
