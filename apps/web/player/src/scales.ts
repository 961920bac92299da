// SPDX-License-Identifier: MIT
// The scale bars for lengths and forces in the picture.
import type {Book} from "./data";
import {element, f, Forces} from "./forces";
import {number} from "./numbers";
import type {Stage} from "./stage";

const LONGEST = 120;  // px
const TICK = 4;

/** Returns the largest number that is 1, 2 or 5 times a power of ten and at most `most`. */
function round(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((digit) => digit * power).find((value) => value <= most * (1 + 1e-9)) ?? power;
}

export function drawScales(stage: Stage, forces: Forces, book: Book): void {
  const {height} = stage.element.getBoundingClientRect();
  const [x, y] = [14, height - 14];
  const length = round(LONGEST / stage.view.k);
  const wide = length * stage.view.k;
  const bar = (bottom: number, size: number): string =>
      `M${x} ${f(bottom - TICK)}v${2 * TICK}m0 ${- TICK}h${f(size)}m0 ${- TICK}v${2 * TICK}`;
  let path = bar(y, wide);
  label("#length-label", `${number(length)} ${book.length}`, x + wide + 8, y);
  if (forces.scale.pixels > 0) {
    const force = round(LONGEST / forces.scale.pixels);
    const size = force * forces.scale.pixels;
    path += bar(y - 22, size);
    label("#force-label", `${number(force)} N`, x + size + 8, y - 22);
  } else {
    label("#force-label", "", 0, 0);
  }
  element("#scales").setAttribute("d", path);
}

function label(id: string, text: string, x: number, y: number): void {
  const place = document.querySelector<SVGTextElement>(id)!;
  place.textContent = text;
  place.setAttribute("x", String(x));
  place.setAttribute("y", String(y));
}
