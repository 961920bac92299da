// SPDX-License-Identifier: MIT
// A DXF or SVG drawing becomes a part, in the drawing's own unit, with what its reading has to report.
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
  dropped: {duplicates: number; zero_length: number};
  notes: string[];
}
interface PartAnswer {
  part?: ReadPart["part"];
  units?: PartUnits;
  report?: Report;
}

const UNIT = "/part/unit";

/** A part and what is to be said of its reading; or why there is none. `otherwise`: where the drawing states no unit. */
export async function readDrawing(engine: Engine, {drawing, kind}: ReadDrawing, name: string, otherwise: Length):
    Promise<string|(ReadPart & {said: string})> {
  const ask = (unit?: Length): Promise<Outcome> =>
      engine.ask("part", {command: "part", name, part: {drawing, kind, ...(unit ? {unit} : {})}});
  let outcome = await ask();
  const lacksUnit = typeof outcome !== "string" && outcome.response.faults?.some(({at}) => at === UNIT);
  if (lacksUnit) outcome = await ask(otherwise);
  if (typeof outcome === "string") return "The reading of the drawing was stopped.";
  const {answer, faults, message} = outcome.response;
  const {part, units, report} = (answer ?? {}) as PartAnswer;
  if (!part) return (faults ?? []).map(placed).join(" ") || (message ?? "The drawing holds no part.");
  const unit = lacksUnit ? `It states no unit, and was read in ${otherwise}, that of the task before.` :
                           `It is in ${units?.length ?? otherwise}, as it states.`;
  return {part, units, said: [`${name}: ${unit}`, ...(report ? reportWords(report) : [])].join(" ")};
}

const placed = (fault: Fault): string => `${fault.at ? `${fault.at}: ` : ""}${faultWords(fault)}`;

/** Nothing of what was read whole. */
export function reportWords({left_out: left, joined, dropped, notes}: Report): string[] {
  const {duplicates, zero_length: points} = dropped;
  return [
    ...(left.length > 0 ? [`Left out: ${left.map(({what, count}) => `${count} ${what}`).join(", ")}.`] : []),
    ...(joined.length > 0 ? [`Ends joined over gaps: ${joined.length}.`] : []),
    ...(duplicates > 0 ? [`Dropped as drawn twice: ${duplicates}.`] : []),
    ...(points > 0 ? [`Dropped for want of length: ${points}.`] : []),
    ...notes,
  ];
}
