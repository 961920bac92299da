// SPDX-License-Identifier: MIT
// Formats numbers for people: with four digits in tables, and with seven in details.

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function raised(exponent: number): string {
  const digits = String(Math.abs(exponent)).replace(/\d/g, (digit) => RAISED[Number(digit)]);
  return (exponent < 0 ? "⁻" : "") + digits;
}

export function number(value: number, digits = 4): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e6) return minus(String(Number(value.toPrecision(digits))));
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  return `${minus(String(Number(mantissa)))}·10${raised(Number(exponent))}`;
}

const NOISE = 1e-7;  // a gap below this fraction of the body's size is rounding noise

/** Returns the text of a length. A length below the rounding noise of a body of this size is written as 0. */
export function lengthIn(size: number, value: number, digits = 4): string {
  return number(Math.abs(value) < NOISE * size ? 0 : value, digits);
}

/**
 * Returns how many digits are necessary to distinguish two numbers that differ by `apart`. The numbers are at most
 * `largest`.
 */
export function digitsFor(largest: number, apart: number, least = 3): number {
  if (!(largest > 0) || !(apart > 0)) return least;
  return Math.max(least, Math.floor(Math.log10(largest)) - Math.floor(Math.log10(apart) + 1e-9) + 1);
}

function minus(text: string): string {
  return text.replace("-", "−");
}

/** Returns a time with as many decimals as the time steps need. */
export function time(value: number, step: number): string {
  const decimals = step > 0 ? Math.min(9, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))) : 3;
  return value.toFixed(decimals);
}

export function angle(radians: number, unit: "rad"|"deg"): string {
  return `${number((radians * 180) / Math.PI, 5)}°` + (unit === "rad" ? ` (${number(radians, 7)} rad)` : "");
}
