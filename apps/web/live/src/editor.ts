// SPDX-License-Identifier: MIT
// The editor for the text of the task file. All keys can be edited in this text, and faults are linked to their places
// in it.
import {canBeDrawn} from "./drawable";
import {keepText, keptText} from "./kept_text";
import {Fault, faultWords} from "./protocol";
import type {Store} from "./store";
import {writtenOut} from "./shorthand";
import {element, get} from "./svg";
import type {Task} from "./task";
import {placeInText, taskText} from "./task_text";

const PAUSE = 200;  // the task is updated this long after the last key, ms

export class Editor {
  private readonly area = get<HTMLTextAreaElement>("json");
  private readonly box = get<HTMLDetailsElement>("json-box");
  private timer = 0;
  private shown: Task|null = null;

  constructor(private readonly store: Store) {
    this.area.addEventListener("input", () => {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.take(), PAUSE);
    });
    this.area.addEventListener("blur", () => {
      this.settle();
      this.show();
    });
    this.box.addEventListener("toggle", () => this.show());
  }

  /** Accepts the typed text at once, unless it was already accepted. */
  private settle(): void {
    if (this.timer) this.take();
  }

  private take(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    const text = this.area.value;
    try {
      const value: unknown = writtenOut(JSON.parse(text) as Task);
      if (canBeDrawn(value)) {
        this.shown = keepText(value, text);
        return this.store.change({task: value}, "json");
      }
    } catch {
      // the library reports the fault and its position in the text
    }
    this.store.change({text}, "json");
  }

  show(): void {
    const {task, text} = this.store.state;
    if (!this.box.open && text === null) return;
    if (text !== null) {
      this.box.open = true;
      if (document.activeElement !== this.area) this.area.value = text;
      return;
    }
    if (document.activeElement === this.area && this.shown === task) return;
    this.shown = task;
    if (document.activeElement !== this.area) this.area.value = keptText(task) ?? taskText(task);
  }

  showFaults(faults: Fault[]): void {
    this.area.setAttribute("aria-invalid", String(faults.length > 0));
    get("json-faults").replaceChildren(...faults.map((fault) => {
      const button = element("button", {type: "button"}, element("code", {}, fault.at || "/"), ` ${faultWords(fault)}`);
      button.addEventListener("click", () => this.goTo(fault));
      return element("li", {}, button);
    }));
  }

  /** Selects the place of a fault: the line whose number is in the message, otherwise the value to which the pointer
   * refers. */
  private goTo({at, message}: Fault): void {
    this.box.open = true;
    this.show();
    const [, line, column] = /line (\d+)(?:, column (\d+))?/.exec(message) ?? [];
    const before = this.area.value.split("\n").slice(0, Number(line ?? 1) - 1).join("\n").length;
    const place = line && !at ? before + Number(column ?? 1) : placeInText(this.area.value, at);
    this.area.focus();
    this.area.setSelectionRange(place, this.area.value.indexOf("\n", place + 1) >>> 0);
    const lineHeight = parseFloat(getComputedStyle(this.area).lineHeight) || 18;
    this.area.scrollTop = Math.max(0, (this.area.value.slice(0, place).split("\n").length - 4) * lineHeight);
  }
}
