// SPDX-License-Identifier: MIT
// Draws the directions of a step as a compass rose, with the safe window and the direction to use.
import {svgElement} from "./svg";

const R = 34;

export function rose(window: [number, number]|null, direction: number|null): SVGSVGElement {
  const svg = svgElement("svg", {viewBox: "-44 -44 88 88", class: "rose", "aria-hidden": "true"});
  svg.append(svgElement("circle", {r: R, class: "rim"}));
  for (let k = 0; k < 12; ++k) {
    const [c, s] = [Math.cos((k * Math.PI) / 6), Math.sin((k * Math.PI) / 6)];
    const inner = k % 3 === 0 ? R - 6 : R - 3;
    svg.append(svgElement("line", {x1: inner * c, y1: inner * s, x2: R * c, y2: R * s, class: "rim"}));
  }
  if (window) {
    const [from, to] = window.map((angle) => (angle * Math.PI) / 180);
    const at = (angle: number, r: number): string =>
        `${(r * Math.cos(angle)).toFixed(2)} ${(-r * Math.sin(angle)).toFixed(2)}`;
    const whole = to - from >= 2 * Math.PI - 1e-9;
    const d = whole ? `M${R} 0A${R} ${R} 0 1 0 ${- R} 0A${R} ${R} 0 1 0 ${R} 0Z` :
                      `M0 0L${at(from, R)}A${R} ${R} 0 ${to - from > Math.PI ? 1 : 0} 0 ${at(to, R)}Z`;
    svg.append(svgElement("path", {d, class: "window"}));
  }
  if (direction !== null) {
    const g = svgElement("g", {transform: `rotate(${- direction})`, class: "way"});
    g.append(svgElement("path", {d: `M-8 0H${R}`}), svgElement("path", {d: `M${R + 7} 0l-12-5.5v11Z`, class: "head"}));
    svg.append(g);
  }
  return svg;
}
