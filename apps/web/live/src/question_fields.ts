// SPDX-License-Identifier: MIT
// The fields of the question: the command, its mode and its wrench.
import {numberField} from "./fields";
import {Command, forceAlong, usualMode} from "./question";
import type {State, Store} from "./store";
import {element, get} from "./svg";
import {lengthUnit, Wrench} from "./task";

const DOWN: Wrench = [0, -1, 0];

export class QuestionFields {
  private readonly command = get<HTMLSelectElement>("question");
  private readonly mode = element(
      "input", {id: "mode", type: "text", autocomplete: "off", spellcheck: "false", "data-at": "/options/mode"});
  private readonly modeRow = element("div", {class: "field triple"}, element("label", {for: "mode"
                                     }, "mode, one letter per fixel"), this.mode);
  private readonly require =
      element("select", {id: "require", "aria-label": "The plan's guarantee", "data-at": "/options/require"});
  private readonly turn = element(
      "input", {type: "range", min: "-180", max: "180", step: "1", "aria-label": "Direction of the force, degrees"});
  private readonly wrench = ["fx", "fy", "torque"].map(
      (name, k) => numberField(name, (value) => value !== null && this.takeWrench(k, value)));
  private readonly wrenchRow: HTMLElement;
  private readonly withWrench = element("input", {type: "checkbox", id: "with-wrench"});
  private readonly withRow = element("label", {class: "check", for: "with-wrench"}, this.withWrench, "check a wrench, not a mode");

    constructor(private readonly store: Store) {
      for (const [value, text] of [["", "any guarantee"], ["keeps", "at least “keeps”"], ["energy", "“energy” only"]]) {
        this.require.append(element("option", {value}, text));
      }
      const numbers =
          element("div", {class: "field triple"}, ...this.wrench.flatMap(({label, input}) => [label, input]));
      this.wrenchRow = element("div", {"data-at": "/options/wrench"}, this.turn, numbers);
      get("question-fields").append(this.require, this.withRow, this.modeRow, this.wrenchRow);
      this.command.addEventListener("change", () => this.ask(this.command.value as Command));
      this.mode.addEventListener("input", () => this.change({mode: this.mode.value.trim()}, "mode"));
      this.require.addEventListener(
          "change", () => this.change({require: this.require.value as "" | "keeps" | "energy"}));
      this.withWrench.addEventListener("change", () => {
        const {task} = store;
        this.change(this.withWrench.checked ? {wrench: DOWN, mode: ""} : {wrench: null, mode: usualMode(task)});
      });
      this.turn.addEventListener("input", () => {
        const [fx, fy, torque] = store.state.question.wrench ?? DOWN;
        const force = forceAlong(Number(this.turn.value), Math.hypot(fx, fy) || 1);
        this.change({wrench: [...force, torque]}, "wrench");
      });
    }

    private change(change: Partial<State["question"]>, merge = ""): void {
      this.store.change({question: {...this.store.state.question, ...change}, text: this.store.state.text}, merge);
    }

    private ask(command: Command): void {
      const {task, question} = this.store.state;
      const mode = command === "check" || command === "cone" ? question.mode || usualMode(task) : "";
      const wrench = command === "forward" ? question.wrench ?? DOWN : null;
      this.change({command, mode, wrench});
    }

    private takeWrench(axis: number, value: number): void {
      const wrench: Wrench = [...(this.store.state.question.wrench ?? DOWN)];
      wrench[axis] = value;
      this.change({wrench}, `wrench ${axis}`);
    }

    show({task, question}: State): void {
      const {command, mode, wrench, require} = question;
      this.command.value = command;
      this.require.hidden = command !== "plan";
      this.require.value = require;
      this.withRow.hidden = command !== "check";
      this.withWrench.checked = wrench !== null;
      this.modeRow.hidden = !(command === "cone" || (command === "check" && !wrench));
      if (document.activeElement !== this.mode) this.mode.value = mode;
      this.wrenchRow.hidden = !(command === "forward" || (command === "check" && wrench));
      this.wrench.forEach((field, k) => field.set((wrench ?? DOWN)[k]));
      this.wrench[2].label.textContent = `torque, N ${lengthUnit(task)}`;
      const [fx, fy] = wrench ?? DOWN;
      if (document.activeElement !== this.turn)
        this.turn.value = String(Math.round((Math.atan2(fy, fx) * 180) / Math.PI));
    }
}
