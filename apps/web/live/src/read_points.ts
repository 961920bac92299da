// SPDX-License-Identifier: MIT
// Reads a list of points from text: one point per line, such as "1, 2" or "1 2".
import type {Point} from "./task";

const numbersOf = (entry: string): number[] =>
    entry.replace(/[()[\]]/g, " ").trim().split(/[\s,]+/).filter(Boolean).map(Number);

const isPoint = (numbers: number[]): boolean => numbers.length === 2 && numbers.every(Number.isFinite);

/**
 * Returns the points that the lines of a text state. Returns null if no line states a point, and a message if only some
 * lines do.
 */
export function pointsOf(text: string): Point[]|string|null {
  const points: number[][] = [];
  let fault = "";
  text.split("\n").forEach((line, i) => {
    for (const entry of line.split(";").map((one) => one.trim())) {
      if (entry === "" || entry.startsWith("#")) continue;
      const numbers = numbersOf(entry);
      const quoted = entry.length > 40 ? `${entry.slice(0, 40)} …` : entry;
      if (isPoint(numbers))
        points.push(numbers);
      else
        fault ||= `Line ${i + 1}: “${quoted}”: not a point; expected two numbers, such as 60, 10.`;
    }
  });
  if (points.length === 0) return null;
  if (fault) return fault;
  if (points.length < 3) return `Too few points (${points.length}); an outline needs at least three points.`;
  const [first, last] = [points[0], points[points.length - 1]];
  if (first[0] === last[0] && first[1] === last[1]) points.pop();
  return points as Point[];
}
