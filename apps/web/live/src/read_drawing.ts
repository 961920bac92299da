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
const NO_LAYER = ":none";  // a name that no layer has; the message about it lists all layers

/** The options with which a drawing is read, such as {"layer": "CUT", "loop": 3}. */
export type Choice = Record<string, string|number>;

export type DrawnPart = ReadPart & {said: string};

/** The reasons why a drawing cannot be read, whether without options or with a choice. */
export interface Refusal {
  faults: Fault[];
}

/**
 * Returns the part and a report of its reading, or the reasons why it cannot be read. `otherwise` is the unit that is assumed if
 * the drawing states none.
 */
export async function readDrawing(
    engine: Engine, {drawing, kind}: ReadDrawing, name: string, otherwise: Length, choice: Choice = {}): Promise<DrawnPart|Refusal> {
  const ask = (unit?: Length): Promise<Outcome> =>
      engine.ask("part", {command: "part", name, part: {drawing, kind, ...choice, ...(unit ? {unit} : {})}});
  let outcome = await ask();
  const lacksUnit = typeof outcome !== "string" && outcome.response.faults?.some(({at}) => at === UNIT);
  if (lacksUnit) outcome = await ask(otherwise);
  if (typeof outcome === "string") return {faults: [{at: "", message: "Reading the drawing was stopped."}]};
  const {answer, faults, message} = outcome.response;
  const {part, units, report} = (answer ?? {}) as PartAnswer;
  if (!part) return {faults: faults ?? [{at: "", message: message ?? "The drawing contains no part."}]};
  const unit = lacksUnit ? `It states no unit, and was read in ${otherwise}, the unit of the previous task.` :
                           `It is in ${units?.length ?? otherwise}, ${
                               report && report.stated_unit === null ? "which is assumed" : "the unit that it states"}.`;
  return {part, units, said: [`${name}: ${unit}`, ...(report ? reportWords(report) : [])].join(" ")};
}

/** Returns the names of those layers of a drawing that contain readable entities. */
export async function layersOf(engine: Engine, {drawing, kind}: ReadDrawing, name: string): Promise<string[]> {
  const outcome = await engine.ask("part", {command: "part", name, part: {drawing, kind, layer: NO_LAYER}});
  const faults = typeof outcome === "string" ? [] : outcome.response.faults ?? [];
  const list = faults.find(({at}) => at === "/part/layer")?.message ?? "";
  return [...new Set([...list.matchAll(/\(layer "(.*?)"\): \d+/g)].map(([, layer]) => layer))];
}

/** Returns the choices with which a refused drawing may be read: the outlines that the faults mention, and the options with which
 * the library could read the drawing. */
export function choicesIn(faults: Fault[]): {choice: Choice, size: string}[] {
  const [, options] = faults.map(({message}) => /^it is read with (".*)$/.exec(message)).find((one) => one !== null) ?? [];
  // The message states the options as keys of a task, with underscores in place of dashes.
  const tried = options === undefined ? null : JSON.parse(`{${options.replace('"not_layer"', '"not-layer"')}}`) as Choice;
  const outlines = faults.flatMap(({message}) => {
    const [, loop, size] = /^begins loop (\d+), (.*?), area /.exec(message) ?? [];
    return loop === undefined ? [] : [{choice: {loop: Number(loop)} as Choice, size: size.replace(" x ", " × ")}];
  });
  const known = tried && outlines.some(({choice}) => JSON.stringify(choice) === JSON.stringify(tried));
  return [...(tried && !known ? [{choice: tried, size: ""}] : []), ...outlines];
}

export const placed = (fault: Fault): string => `${fault.at ? `${fault.at}: ` : ""}${faultWords(fault)}`;

/** Returns sentences that state what was omitted or changed. Returns none if the drawing was read completely. */
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
