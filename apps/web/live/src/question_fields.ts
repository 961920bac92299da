// SPDX-License-Identifier: MIT
// The fields of the question: the command, its mode, its wrench, and the options of `orient`.
import {numberField} from "./fields";
import {Effect, EFFECTS, Finger} from "./finger";
import {frictionField} from "./friction_field";
import {Command, forceAlong, Orienting, usualMode} from "./question";
import type {State, Store} from "./store";
import {element, get} from "./svg";
import {lengthUnit, poseOf, Wrench} from "./task";

/** Returns an angle in degrees, to one decimal. */
const degreesOf = (radians: number): number => Math.round((radians * 1800) / Math.PI) / 10;

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
  private readonly by = element("select", {id: "orient-by", "aria-label": "The tool that turns the part"});
  private readonly jaws = frictionField(
      "friction at the jaws", (friction) => this.changeOrient({friction: friction ?? null}, "jaw friction"));
  private readonly jawsLabel = element("label", {}, "friction at the jaws");
  private readonly angles = (["step", "to"] as const)
                                .map((key) => numberField(
                                         key === "step" ? "turning step, °" : "final orientation, °",
                                         (value) => this.changeOrient({[key]: value}, `orient ${key}`), true));
  private readonly orientRow: HTMLElement;
  private readonly effect = element("select", {id: "finger", "aria-label": "One more finger", "data-at": "/options/finger"});
  private readonly fingerFriction =
      frictionField("friction of the finger", (friction) => this.changeFinger({friction: friction ?? null}, "finger friction"));
  private readonly fingerLabel = element("label", {}, "friction of the finger");
  private readonly fingerRow: HTMLElement;
  private readonly withWrench = element("input", {type: "checkbox", id: "with-wrench"});
  private readonly withRow = element("label", {class: "check", for: "with-wrench"}, this.withWrench, "check a wrench, not a mode");

    constructor(private readonly store: Store) {
      for (const [value, text] of [["", "any guarantee"], ["keeps", "at least “keeps”"], ["energy", "“energy” only"]]) {
        this.require.append(element("option", {value}, text));
      }
      const numbers =
          element("div", {class: "field triple"}, ...this.wrench.flatMap(({label, input}) => [label, input]));
      this.wrenchRow = element("div", {"data-at": "/options/wrench"}, this.turn, numbers);
      for (const [value, text] of [["squeeze", "squeezes by parallel jaws"], ["fence", "pushes by a fence"]])
        this.by.append(element("option", {value}, text));
      this.by.addEventListener("change", () => this.changeOrient({by: this.by.value as Orienting["by"]}));
      this.jaws.input.placeholder = "0";
      this.jawsLabel.append(this.jaws.input);
      for (const [option, {input}] of [["jaw-friction", this.jaws], ["angle-step", this.angles[0]], ["to", this.angles[1]]] as const)
        input.dataset.at = `/options/${option}`;
      this.angles[0].input.placeholder = "any angle";
      this.orientRow = element(
          "div", {}, this.by,
          element("div", {class: "field triple"}, this.jawsLabel),
          element("div", {class: "field triple"}, ...this.angles.flatMap(({label, input}) => [label, input])));
      for (const [value, text] of [["", "no further finger"], ...Object.entries(EFFECTS)])
        this.effect.append(element("option", {value}, text));
      this.effect.addEventListener("change", () => this.changeFinger({effect: this.effect.value as Effect | ""}));
      this.fingerFriction.input.placeholder = "0";
      this.fingerFriction.input.dataset.at = "/options/finger-friction";
      this.fingerLabel.append(this.fingerFriction.input);
      this.fingerRow = element("div", {}, this.effect, element("div", {class: "field triple"}, this.fingerLabel));
      get("question-fields")
          .append(this.require, this.withRow, this.modeRow, this.fingerRow, this.wrenchRow, this.orientRow);
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

    private changeOrient(change: Partial<Orienting>, merge = ""): void {
      this.change({orient: {...this.store.state.question.orient, ...change}}, merge);
    }

    private changeFinger(change: Partial<Finger>, merge = ""): void {
      this.change({finger: {...this.store.state.question.finger, ...change}}, merge);
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
      const {command, mode, wrench, require, orient, finger} = question;
      this.command.value = command;
      this.fingerRow.hidden = command !== "contacts";
      this.effect.value = finger.effect;
      this.fingerLabel.hidden = finger.effect === "";
      this.fingerFriction.set(finger.friction ?? undefined);
      this.orientRow.hidden = command !== "orient";
      this.by.value = orient.by;
      this.jaws.set(orient.friction ?? undefined);
      this.jawsLabel.hidden = orient.by !== "squeeze";
      this.angles[0].set(orient.step);
      this.angles[1].set(orient.to);
      this.angles[1].input.placeholder = String(degreesOf(poseOf(task)[2]));
      this.require.hidden = command !== "plan";
      this.require.value = require;
      this.withRow.hidden = command !== "check";
      this.withWrench.checked = wrench !== null;
      this.modeRow.hidden = !(command === "cone" || (command === "check" && !wrench));
      if (document.activeElement !== this.mode) this.mode.value = mode;
      this.wrenchRow.hidden = !(command === "forward" || (command === "check" && wrench) ||
                                (command === "contacts" && finger.effect === "strongly-stable"));
      this.wrench.forEach((field, k) => field.set((wrench ?? DOWN)[k]));
      this.wrench[2].label.textContent = `torque, N ${lengthUnit(task)}`;
      const [fx, fy] = wrench ?? DOWN;
      if (document.activeElement !== this.turn)
        this.turn.value = String(Math.round((Math.atan2(fy, fx) * 180) / Math.PI));
    }
}
