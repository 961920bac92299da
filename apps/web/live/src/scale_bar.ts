// SPDX-License-Identifier: MIT
// Draws the scale bar of the picture.
import {number} from "../../player/src/numbers";

import {svgElement} from "./svg";
import {lengthUnit, Task} from "./task";

const LONGEST = 120;  // px
const TICK = 4;

export function drawScaleBar(into: SVGGElement, task: Task, perUnit: number, height: number): void {
  const most = LONGEST / perUnit;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((digit) => digit * power).find((value) => value <= most * (1 + 1e-9)) ?? power;
  const [x, y] = [16, height - 16];
  if (!into.firstChild) into.append(svgElement("path", {}), svgElement("text", {}));
  const [bar, text] = into.children;
  bar.setAttribute(
      "d", `M${x} ${y - TICK}v${2 * TICK}m0 ${- TICK}h${(length * perUnit).toFixed(1)}m0 ${- TICK}v${2 * TICK}`);
  text.textContent = `${number(length)} ${lengthUnit(task)}`;
  text.setAttribute("x", (x + length * perUnit + 8).toFixed(1));
  text.setAttribute("y", String(y));
}
