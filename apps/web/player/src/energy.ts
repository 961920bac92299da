// SPDX-License-Identifier: MIT
// The graph of the energy over time, with a cursor that can be dragged.
import {axisBottom, axisLeft} from "d3-axis";
import {scaleLinear} from "d3-scale";
import {pointer, select} from "d3-selection";
import type {Book, Play} from "./data";
import {digitsFor, number} from "./numbers";
import {partSize} from "./view";

const HEIGHT = 96;
const LEFT = 62;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 22;
const MOST_DIGITS = 6;     // there is room for this number of digits beside the axis
const LARGEST_DIGITS = 8;  // the data contain energies with at most this number of digits
const NOISE = 1e-9;        // rounding noise of energies, as a fraction of the largest force times the part's size

export class EnergyPlot {
  private readonly svg = select<SVGSVGElement, unknown>("#energy");
  private readonly x = scaleLinear();
  private readonly y = scaleLinear();
  private play: Play|null = null;
  private energy = new Float64Array();  // energy at each time; rounding noise is replaced by 0
  private digits = 5;  // number of digits with which the energy at the cursor is shown

  constructor(
      private readonly book: Book,
      private readonly seek: (time: number) => void,
  ) {
    const node = this.svg.node()!;
    const jump = (event: PointerEvent): void => this.seek(this.x.invert(pointer(event, node)[0]));
    node.addEventListener("pointerdown", (event) => {
      node.setPointerCapture(event.pointerId);
      jump(event);
    });
    node.addEventListener("pointermove", (event) => node.hasPointerCapture(event.pointerId) && jump(event));
    new ResizeObserver(() => this.layOut()).observe(node);
  }

  show(play: Play): void {
    this.play = play;
    const noise = NOISE * largestForce(play) * partSize(play);
    this.energy = (play.energy ?? new Float64Array()).map((value) => (Math.abs(value) < noise ? 0 : value));
    document.querySelector<HTMLElement>("#energy-box")!.hidden = !play.energy || play.count < 2;
    this.layOut();
  }

  private layOut(): void {
    const play = this.play;
    const width = this.svg.node()!.getBoundingClientRect().width;
    if (!play?.energy || play.count < 2 || width === 0) return;
    const [low, high] = extent(this.energy);
    this.x.domain([play.times[0], play.times[play.count - 1]]).range([LEFT, width - RIGHT]);
    this.y.domain(low === high ? [low - 1, high + 1] : [low, high]).range([HEIGHT - BOTTOM, TOP]).nice(3);
    const format = (value: unknown): string => number(Number(value), 3);
    const rising = this.energyFormat();
    this.svg.select<SVGGElement>(".x")
        .attr("transform", `translate(0 ${HEIGHT - BOTTOM})`)
        .call(axisBottom(this.x).ticks(Math.max(2, width / 90)).tickFormat(format).tickSizeOuter(0));
    this.svg.select<SVGGElement>(".y")
        .attr("transform", `translate(${LEFT} 0)`)
        .call(axisLeft(this.y).ticks(3).tickFormat(rising).tickSizeOuter(0));
    this.svg.select(".line").attr("d", this.line(play, this.energy));
    const from = number(this.energy[0]);
    const to = number(this.energy[play.count - 1]);
    this.svg.attr("aria-label", `${this.book.energyName} over time: from ${from} to ${to} ${this.book.energyUnit}`);
  }

  /**
   * Returns the format of the axis, with enough digits to distinguish the ticks. If the axis has no room for these
   * digits, the ticks show differences from the lowest tick, whose value is shown above the axis.
   */
  private energyFormat(): (value: unknown) => string {
    const ticks = this.y.ticks(3);
    const largest = Math.max(...ticks.map(Math.abs));
    const apart = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : 0;
    const digits = digitsFor(largest, apart);
    this.digits = Math.min(LARGEST_DIGITS, Math.max(5, digits + 1));
    const from = document.querySelector("#energy-from")!;
    from.textContent = "";
    if (digits <= MOST_DIGITS) return (value) => number(Number(value), digits);
    const low = Math.min(...ticks);
    from.textContent = `axis: ${number(low, digits)} +`;
    return (value) => number(Math.round((Number(value) - low) / apart) * apart, 3);
  }

  /** Returns a path with one line per column of pixels, from the lowest to the highest value in the column. It looks
   * like a path through all instants. */
  private line(play: Play, energy: Float64Array): string {
    let path = "";
    let column = NaN;
    let [low, high, last] = [0, 0, 0];
    const flush = (): void => {
      if (!Number.isNaN(column)) path += `L${column} ${low.toFixed(1)}V${high.toFixed(1)}V${last.toFixed(1)}`;
    };
    for (let i = 0; i < play.count; ++i) {
      const x = Math.round(2 * this.x(play.times[i])) / 2;
      const y = this.y(energy[i]);
      if (x !== column) {
        flush();
        [column, low, high] = [x, y, y];
      }
      [low, high, last] = [Math.min(low, y), Math.max(high, y), y];
    }
    flush();
    return "M" + path.slice(1);
  }

  cursor(time: number, instant: number): void {
    if (!this.play?.energy || this.play.count < 2) return;
    const x = this.x(time);
    this.svg.select(".cursor").attr("transform", `translate(${x} 0)`);
    this.svg.select(".dot").attr("cx", x).attr("cy", this.y(this.energy[instant]));
    const value = `${number(this.energy[instant], this.digits)} ${this.book.energyUnit}`;
    document.querySelector("#energy-value")!.textContent = value;
  }
}

function largestForce(play: Play): number {
  let largest = 0;
  for (const contacts of play.contacts) {
    for (const contact of contacts) largest = Math.max(largest, contact.normal);
  }
  return largest;
}

function extent(values: Float64Array): [number, number] {
  return values.reduce<[number, number]>(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
}
