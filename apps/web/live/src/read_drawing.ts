// SPDX-License-Identifier: MIT
// Reads a DXF, SVG or KiCad drawing as a part, in the drawing's own unit. Reports omissions and changes.
import type {Engine, Outcome} from "./engine";
import {Fault, faultWords} from "./protocol";
import type {PartUnits, ReadDrawing, ReadPart} from "./read_text";
import type {Length} from "./task";

interface Counted {
  what: string;
  count: number;
}
interface Report {
  stated_unit: string|null;
  left_out: Counted[];
  joined: unknown[];
  open_chains: unknown[];
  dropped: {duplicates: number; zero_length: number};
  notes: string[];
}
interface PartAnswer {
  part?: ReadPart["part"];
  units?: PartUnits;
  report?: Report;
}

const UNIT = "/part/unit";

/**
 * Returns the part and a report of its reading, or the reason why it cannot be read. `otherwise` is the unit of a
 * drawing that does not state a unit.
 */
export async function readDrawing(engine: Engine, {drawing, kind}: ReadDrawing, name: string, otherwise: Length):
    Promise<string|(ReadPart & {said: string})> {
  const ask = (unit?: Length): Promise<Outcome> =>
      engine.ask("part", {command: "part", name, part: {drawing, kind, ...(unit ? {unit} : {})}});
  let outcome = await ask();
  const lacksUnit = typeof outcome !== "string" && outcome.response.faults?.some(({at}) => at === UNIT);
  if (lacksUnit) outcome = await ask(otherwise);
  if (typeof outcome === "string") return "Reading the drawing was stopped.";
  const {answer, faults, message} = outcome.response;
  const {part, units, report} = (answer ?? {}) as PartAnswer;
  if (!part) return (faults ?? []).map(placed).join(" ") || (message ?? "The drawing contains no part.");
  const unit = lacksUnit ? `It states no unit, and was read in ${otherwise}, the unit of the previous task.` :
                           `It is in ${units?.length ?? otherwise}, ${
                               report && report.stated_unit === null ? "which is assumed" : "the unit that it states"}.`;
  return {part, units, said: [`${name}: ${unit}`, ...(report ? reportWords(report) : [])].join(" ")};
}

const placed = (fault: Fault): string => `${fault.at ? `${fault.at}: ` : ""}${faultWords(fault)}`;

/** Returns sentences about omissions and changes. Returns none if the drawing was read completely. */
export function reportWords({left_out: left, joined, open_chains: open, dropped, notes}: Report): string[] {
  const {duplicates, zero_length: points} = dropped;
  return [
    ...(left.length > 0 ? [`Left out: ${left.map(({what, count}) => `${count} ${what}`).join(", ")}.`] : []),
    ...(open.length > 0 ? [`Open chains left out: ${open.length}.`] : []),
    ...(joined.length > 0 ? [`Gaps closed by joining ends: ${joined.length}.`] : []),
    ...(duplicates > 0 ? [`Duplicates dropped: ${duplicates}.`] : []),
    ...(points > 0 ? [`Segments of zero length dropped: ${points}.`] : []),
    ...notes,
  ];
}
