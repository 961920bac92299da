// SPDX-License-Identifier: MIT
// The dialog in which the user chooses the layers and the part of a drawing that has several of them. It also states
// why a drawing cannot be read.
import type {Engine} from "./engine";
import {Choice, choicesIn, DrawnPart, layersOf, placed, readDrawing, Refusal} from "./read_drawing";
import type {ReadDrawing} from "./read_text";
import {element, get} from "./svg";
import type {Length, TaskOutline} from "./task";
import {outlineThumbnail} from "./thumbnail";

/**
 * The layers that are read if the user has selected none, by the kind of drawing. For kinds that are not listed here,
 * all layers are read.
 */
const READ_FIRST: Record<string, string[]> = {kicad: ["Edge.Cuts"]};

interface Drawing {
  read: ReadDrawing;
  name: string;
  unit: Length;      // unit that is assumed if the drawing states none
  layers: string[];  // names of all layers; empty until they are known
}

const isRefusal = (read: DrawnPart|Refusal): read is Refusal => "faults" in read;

/** Returns the words that describe a choice. */
function wordsOf({layer, "not-layer": left, loop, join, unit, ...more}: Choice): string {
  return [
    ...(loop === undefined ? [] : [`outline ${loop}`]),
    ...(layer === undefined ? [] : [`only layer ${layer}`]),
    ...(left === undefined ? [] : [`without layer ${left}`]),
    ...(join === undefined ? [] : [`gaps up to ${join} closed`]),
    ...(unit === undefined ? [] : [`in ${unit}`]),
    ...Object.entries(more).map(([key, value]) => `${key} ${value}`),
  ].join(", ");
}

export class DrawingChoice {
  private readonly dialog = get<HTMLDialogElement>("drawing-box");
  private readonly layers = get("drawing-layers");
  private readonly parts = get("drawing-parts");
  private shown: Drawing|null = null;
  private severalParts = false;
  private turn = 0;

  /** `opened` is called with the part that the user chooses. */
  constructor(private readonly engine: Engine, private readonly opened: (part: DrawnPart, name: string) => void) {
    get("choose-part").addEventListener("click", () => this.shown && void this.open(this.shown));
    this.layers.addEventListener("change", () => void this.readAgain());
    this.dialog.addEventListener("close", () => ++this.turn);
  }

  /** Reads a drawing. Opens its part at once if the drawing has only one; otherwise the user chooses. */
  async take(read: ReadDrawing, name: string, unit: Length): Promise<void> {
    const drawing: Drawing = {read, name, unit, layers: []};
    this.shown = drawing;
    this.severalParts = false;
    const turn = ++this.turn;
    const found = await readDrawing(this.engine, read, name, unit);
    if (turn !== this.turn) return;
    drawing.layers = await layersOf(this.engine, read, name);
    if (turn !== this.turn) return;
    if (isRefusal(found)) return this.open(drawing, found);
    this.opened(found, name);
  }

  /** Returns whether the last drawing has several layers or several parts. */
  get hasChoice(): boolean {
    return this.shown !== null && (this.shown.layers.length > 1 || this.severalParts);
  }

  private async open(drawing: Drawing, refusal?: Refusal): Promise<void> {
    get("drawing-heading").textContent = drawing.name;
    const first = READ_FIRST[drawing.read.kind] ?? drawing.layers;
    this.layers.hidden = drawing.layers.length < 2;
    this.layers.replaceChildren(element("legend", {}, "Layers"), ...drawing.layers.map((layer) => {
      const box = element("input", {type: "checkbox", value: layer});
      box.checked = box.defaultChecked = first.includes(layer);
      return element("label", {class: "check"}, box, layer);
    }));
    if (!this.dialog.open) this.dialog.showModal();
    if (refusal) return this.offer(drawing, {}, refusal, ++this.turn);
    await this.readAgain();
  }

  /** Reads the drawing with the selected layers. */
  private async readAgain(): Promise<void> {
    const drawing = this.shown!;
    const turn = ++this.turn;
    const boxes = [...this.layers.querySelectorAll("input")];
    const taken = boxes.filter(({checked}) => checked);
    this.parts.replaceChildren();
    get("drawing-reasons").replaceChildren();
    if (boxes.length > 0 && taken.length === 0) return void (get("drawing-said").textContent = "Select at least one layer.");
    const usual = boxes.every(({checked, defaultChecked}) => checked === defaultChecked);
    const choice: Choice = usual ? {} : {layer: taken.map(({value}) => value).join(",")};
    get("drawing-said").textContent = "Reading …";
    const found = await readDrawing(this.engine, drawing.read, drawing.name, drawing.unit, choice);
    if (turn !== this.turn) return;
    if (isRefusal(found)) return this.offer(drawing, choice, found, turn);
    get("drawing-said").textContent = "These layers contain one part.";
    this.add(drawing, "Open this part", "", found);
  }

  /** Shows why the drawing cannot be read, and the choices with which it may be read. Reads the drawing with each choice to show
   * a thumbnail. */
  private async offer(drawing: Drawing, base: Choice, {faults}: Refusal, turn: number): Promise<void> {
    const choices = choicesIn(faults);
    this.severalParts = choices.some(({choice}) => choice.loop !== undefined);
    const reasons = faults.filter(({message}) => !/^(it is read with|begins loop \d+, )/.test(message));
    get("drawing-reasons").replaceChildren(...reasons.map((fault) => element("li", {}, placed(fault))));
    get("drawing-said").textContent = this.severalParts ? "This drawing contains several outlines. Select the part:" :
        choices.length > 0                              ? "This drawing cannot be read as it is, for the reasons below. It can be read so:" :
                                                          "This drawing cannot be read:";
    this.parts.replaceChildren();
    const rows = choices.map(({choice, size}) => ({choice: {...base, ...choice}, button: this.add(drawing, wordsOf(choice), size, {...base, ...choice})}));
    for (const {choice, button} of rows) {
      const found = await readDrawing(this.engine, drawing.read, drawing.name, drawing.unit, choice);
      if (turn !== this.turn) return;
      if (isRefusal(found)) {
        button.disabled = true;
        button.append(element("span", {class: "fault-words"}, found.faults.map(placed).join(" ")));
      } else {
        button.prepend(pictureOf(found));
      }
    }
  }

  /** Adds a button that opens a part. `part` is either a part that was already read, or the choice with which it will be read. */
  private add(drawing: Drawing, name: string, size: string, part: DrawnPart|Choice): HTMLButtonElement {
    const button = element("button", {type: "button"}, element("b", {}, name), ...(size ? [element("span", {}, size)] : []));
    if ("said" in part && "part" in part) button.prepend(pictureOf(part as DrawnPart));
    button.addEventListener("click", () => void this.choose(drawing, part));
    this.parts.append(element("li", {}, button));
    return button;
  }

  private async choose(drawing: Drawing, part: DrawnPart|Choice): Promise<void> {
    const turn = ++this.turn;
    const found = "part" in part ? part as DrawnPart :
                                   await readDrawing(this.engine, drawing.read, drawing.name, drawing.unit, part as Choice);
    if (turn !== this.turn) return;
    if (isRefusal(found)) return void (get("drawing-said").textContent = found.faults.map(placed).join(" "));
    this.dialog.close();
    this.opened(found, drawing.name);
  }
}

const pictureOf = ({part}: DrawnPart): SVGSVGElement => outlineThumbnail((part as {outline: TaskOutline}).outline);
