// SPDX-License-Identifier: MIT
// Number fields and sliders. A typed text takes effect as soon as it is a number. Faults of the task are shown at their
// fields.
import {Fault, faultWords} from "./protocol";
import {element} from "./svg";

let made = 0;

export interface NumberField {
  label: HTMLLabelElement;
  input: HTMLInputElement;
  set(value: number|null): void;
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Returns the value of a finite decimal number, which may have a decimal comma. Returns null for any other text. */
export function numberOf(text: string): number|null {
  const plain = text.trim().replace(",", ".").replace("−", "-");
  const value = DECIMAL.test(plain) ? Number(plain) : NaN;
  return Number.isFinite(value) ? value : null;
}

/** Makes a field that calls `take` with each typed number and, if `empty` is true, with null for an empty field. */
export function numberField(name: string, take: (value: number|null) => void, empty = false): NumberField {
  const input = element(
      "input", {type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false", id: `n${++made}`});
  const label = element("label", {for: input.id
  }, name);
  let current: number|null = null;  // the number that the task contains
  const set = (value: number|null): void => {
    current = value;
    if (document.activeElement === input && input.dataset.typed) return;
    const text = value === null ? "" : String(value);
    if (input.value !== text) input.value = text;
  };
  input.addEventListener("input", () => {
    input.dataset.typed = "1";
    const value = numberOf(input.value);
    const good = value !== null || (empty && input.value.trim() === "");
    input.classList.toggle("unread", !good);
    if (!good) return;
    current = value;
    take(value);
  });
  input.addEventListener("blur", () => {
    delete input.dataset.typed;
    input.classList.remove("unread");
    set(current);  // a text that was not accepted is replaced by the number in the task
  });
  return {label, input, set};
}

/** Shows each fault at a field whose attribute `data-at` is a prefix of the fault's pointer. If several fields
 * match, the one with the longest prefix shows the fault. */
export function showFaults(faults: Fault[]): void {
  for (const old of document.querySelectorAll("[data-at]")) {
    old.removeAttribute("aria-invalid");
    old.removeAttribute("aria-describedby");
  }
  for (const note of document.querySelectorAll(".field-fault")) note.remove();
  const fields = [...document.querySelectorAll<HTMLElement>("[data-at]")];
  faults.forEach((fault, i) => {
    const holds = (field: HTMLElement): boolean =>
        fault.at === field.dataset.at || fault.at.startsWith(`${field.dataset.at}/`);
    const best = fields.filter(holds).sort((a, b) => b.dataset.at!.length - a.dataset.at!.length)[0];
    if (!best) return;
    const note = element("p", {class: "field-fault", id: `fault-${i}`}, faultWords(fault));
    best.setAttribute("aria-invalid", "true");
    best.setAttribute("aria-describedby", note.id);
    const place = best.closest(".field-row") ?? best.closest(".field") ?? best;
    if (place.matches("tr")) {
      const cell = element("td", {colspan: "6"}, note);
      place.after(element("tr", {class: "field-fault"}, cell));
    } else {
      place.after(note);
    }
  });
}
