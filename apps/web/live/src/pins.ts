// SPDX-License-Identifier: MIT
// The table of fixels, or of stated contacts: positions, radii or gaps, and friction.
import {changePin, removePin} from "./edits";
import {NumberField, numberField} from "./fields";
import {FrictionField, frictionField, frictionText} from "./friction_field";
import type {Store} from "./store";
import {element, get} from "./svg";
import {Friction, lengthUnit, Task} from "./task";
import {toleranceWords} from "./tolerance";

interface Row {
  row: HTMLTableRowElement;
  fields: NumberField[];  // x, y, radius
  friction: FrictionField;
}

export class Pins {
  private readonly body = get<HTMLTableSectionElement>("pin-rows");
  private rows: Row[] = [];

  constructor(private readonly store: Store, private readonly point: (index: number|null) => void) {}

  show(task: Task): void {
    const fixels = task.fixels ?? [];
    const contacts = task.contacts ?? [];
    const count = task.contacts ? contacts.length : fixels.length;
    while (this.rows.length > count) this.rows.pop()!.row.remove();
    while (this.rows.length < count) this.rows.push(this.make(this.rows.length));
    this.rows.forEach(({row, fields, friction: own}, i) => {
      const [at, radius, friction] = task.contacts ? [contacts[i].point, contacts[i].gap, contacts[i].friction] :
                                                     [fixels[i].at, fixels[i].radius, fixels[i].friction];
      row.dataset.at = task.contacts ? `/contacts/${i}` : `/fixels/${i}`;
      fields[0].set(at[0]);
      fields[1].set(at[1]);
      fields[2].set(radius ?? 0);
      own.set(friction);
      const keys = task.contacts ? ["point", "point", "gap", "friction"] : ["at", "at", "radius", "friction"];
      [...fields, own].forEach(({input}, k) => {
        input.disabled = task.contacts !== undefined && k < 3;
        input.dataset.at = `${row.dataset.at}/${keys[k]}`;
      });
      own.input.placeholder = frictionText(task.friction ?? 0);
      row.querySelector("button")!.hidden = task.contacts !== undefined;
    });
    get("pin-radius-name").textContent = task.contacts ? "gap" : "radius";
    for (const unit of document.querySelectorAll(".unit-length")) unit.textContent = lengthUnit(task);
    const tolerance = toleranceWords(task);
    get("tolerance-note").textContent = tolerance ?? "";
    get("tolerance-note").hidden = tolerance === null;
    get("no-pins").hidden = count > 0;
    get("pin-table").hidden = count === 0;
  }

  private make(index: number): Row {
    const names = ["x", "y", "radius"];
    const fields = names.map(
        (name, k) => numberField(`${name} of fixel ${index + 1}`, (value) => value !== null && this.take(index, k, value)));
    const friction =
        frictionField(`friction of fixel ${index + 1}`, (value) => this.takeFriction(index, value));
    const remove = element(
        "button", {type: "button", class: "small", "aria-label": `Remove fixel ${index + 1}`, title: "Remove (Del)"},
        "✕");
    remove.addEventListener("click", () => this.store.edit((task) => removePin(task, index)));
    fields.forEach(({input, label}) => {
      input.setAttribute("aria-label", label.textContent!);
    });
    const row = element(
        "tr", {class: "field-row"}, element("th", {scope: "row"}, String(index + 1)),
        ...[...fields, friction].map(({input}) => element("td", {}, input)), element("td", {}, remove));
    row.addEventListener("focusin", () => this.point(index));
    row.addEventListener("focusout", () => this.point(null));
    row.addEventListener("pointerenter", () => this.point(index));
    row.addEventListener("pointerleave", () => this.point(null));
    this.body.append(row);
    return {row, fields, friction};
  }

  private take(index: number, column: number, value: number): void {
    this.store.edit((task) => {
      const [x, y] = task.fixels![index].at;
      if (column === 2) return changePin(task, index, {radius: value || undefined});
      return changePin(task, index, {at: column === 0 ? [value, y] : [x, value]});
    }, `pin ${index} ${column}`);
  }

  private takeFriction(index: number, friction: Friction|undefined): void {
    this.store.edit((task) => {
      if (!task.contacts) return changePin(task, index, {friction});
      return {...task, contacts: task.contacts.map((one, i) => (i === index ? {...one, friction} : one))};
    }, `pin ${index} friction`);
  }
}
