// SPDX-License-Identifier: MIT
// Shows a plan as cards, with one card per step. Without a plan, shows the obstacle to the wrench that comes closest to
// a plan.
import {number} from "../../player/src/numbers";
import type {PlanResults, PlanStep} from "./protocol";
import {rose} from "./rose";
import {element} from "./svg";
import {lengthUnit, Task} from "./task";
import {beliefWords, degrees, directionOf, marginWord, modeWords, planHeadline, PROMISES, stateWords, stepVerb, wrenchWords} from "./words";

export interface Shown {
  verdict: "yes"|"no"|"unknown";
  headline: string;
  body: Node[];
}

const term = (name: string, value: string|Node): Node[] => [element("dt", {}, name), element("dd", {}, value)];

function stepCard(
    step: PlanStep, index: number, count: number, results: PlanResults, task: Task, picked: boolean): HTMLElement {
  const direction = directionOf(step);
  const list = element("dl", {});
  const way = direction === null ? "Pure torque" : `${stepVerb(results.actuator)} ${degrees(direction)}`;
  if (step.window_deg)
    list.append(...term("window", `${degrees(step.window_deg[0])} … ${degrees(step.window_deg[1])}`));
  list.append(...term("margin", `${degrees(step.margin_deg)}, ${marginWord(step.margin_deg)}`));
  if (step.margin_full_deg !== null) list.append(...term("margin for any wrench", degrees(step.margin_full_deg)));
  list.append(...term("wrench", wrenchWords(step.wrench, task)));
  if (step.radius) {
    const {displacement, rotation_deg} = step.radius;
    list.append(
        ...term("from rest, holds within", `${number(displacement, 3)} ${lengthUnit(task)}, ${degrees(rotation_deg)}`));
  }
  list.append(...term("then touches", beliefWords(step.after)));
  if (!step.energy.holds && step.impact !== "keeps") list.append(...term("impact", "may take a contact away"));
  const card = element(
      "li", {class: picked ? "step picked" : "step"}, rose(step.window_deg, direction),
      element("div", {}, element("h3", {}, count > 1 ? `${index + 1}. ${way}` : way), list));
  return card;
}

function promise(results: PlanResults): Node[] {
  const {guarantee} = results;
  if (!guarantee) return [];
  return [element("p", {class: "promise"}, element("b", {}, `Guarantee “${guarantee}”. `), PROMISES[guarantee])];
}

/** Returns whether a mode has no motion: some contact sticks, and no contact slides or approaches. */
const isRest = (mode: string): boolean => mode.includes("n") && !/[alr]/.test(mode);

function blocks(results: PlanResults, task: Task): Node[] {
  const {obstacle} = results;
  if (!obstacle) return results.reason ? [element("p", {}, sentence(results.reason))] : [];
  const list = element("ul", {class: "modes"});
  for (const mode of obstacle.modes.slice(0, 12)) {
    list.append(element(
        "li", {}, element("code", {}, mode),
        ` ${obstacle.rests && isRest(mode) ? "may rest: " : ""}${modeWords(mode)}`));
  }
  if (obstacle.modes.length > 12) list.append(element("li", {}, `and ${obstacle.modes.length - 12} more`));
  const what = obstacle.escapes ? "it may move away without approaching any pin" :
      obstacle.rests            ? "it may rest there" :
                                  "it may return to an earlier contact state";
  return [
    element("h3", {}, "What blocks the most promising wrench"),
    element(
        "p", {},
        `Under the wrench ${wrenchWords(obstacle.wrench, task)}, when the part touches ${
            obstacle.state.length > 0 ? "pins " : ""}${stateWords(obstacle.state)}, ${what}. The modes there:`),
    list
  ];
}

function energy(results: PlanResults, task: Task): Node[] {
  const found = results.steps[0]?.energy;
  if (!found) return [];
  const list = element("dl", {class: "energy"});
  if (found.refused) return [];
  const mark = (holds: boolean): string => (holds ? "✓" : "✗");
  list.append(
      ...term("potential lowest at the goal", mark(found.lowest)),
      ...term("friction holds it nowhere else", mark(found.unheld)),
      ...term(
          "no two contacts wedge",
          found.unwedged ? "✓" : `✗ ${found.wedged.map((pair) => pair.join(" and ")).join("; ")}`));
  if (found.kappa !== null) list.append(...term("force amplification κ", `up to ${number(found.kappa)}-fold`));
  if (found.end !== undefined) list.append(...basin(found, task));
  return [element("h3", {}, results.steps.length > 1 ? "Energy, of the first step" : "Energy"), list];
}

function basin(found: PlanStep["energy"], task: Task): Node[] {
  const unit = lengthUnit(task);
  if (found.depth === null || found.depth === undefined) return term("depth", "none could be proved");
  const ends: Record<string, string> = {
    caged: "without limit, because the fixels cage the part",
    spills: "above it, leaving the basin cannot be ruled out",
    enough: "as requested",
    stopped: "or more, because the search was stopped"
  };
  const terms = term("depth for 1 N", `${number(found.depth)} N ${unit}, ${ends[found.end!] ?? found.end!}`);
  if (found.speed !== undefined) terms.push(...term("speed at the goal", `up to ${number(found.speed)} ${unit}/s`));
  if (found.basin) {
    const [[x0, x1], [y0, y1]] = found.basin.translation;
    const [t0, t1] = found.basin.rotation_deg;
    terms.push(...term(
        "the basin reaches",
        `x ${number(x0, 3)} … ${number(x1, 3)}, y ${number(y0, 3)} … ${number(y1, 3)} ${unit}, ${degrees(t0)} … ${
            degrees(t1)}`));
  }
  if (found.boxes !== undefined && found.boxes !== null)
    terms.push(...term("boxes in the certificate", String(found.boxes)));
  return terms;
}

function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

export function showPlan(results: PlanResults, task: Task, picked: number): Shown {
  const list = element(
      "ol", {class: "steps-list"},
      ...results.steps.map(
          (step, i) =>
              stepCard(step, i, results.steps.length, results, task, results.steps.length > 1 && i === picked)));
  const uncertain = results.certified === false ?
      [element(
          "p", {class: "note"},
          `Not certified: ${results.uncertain?.reason ?? "the answer changes within the rounding of the numbers"}`)] :
      [];
  const size = element(
      "p", {class: "note"},
      `${results.states} contact states, ${results.cells} cells of wrenches${
          results.located ? "; the goal's fixels locate the part" : "; the goal's fixels do not locate the part"}.`);
  const body = results.found || results.steps.length > 0 ?
      [list, ...promise(results), ...energy(results, task), ...uncertain, size] :
      [...blocks(results, task), ...uncertain, size];
  const verdict = results.certified === false ? "unknown" :
      results.found                           ? "yes" :
      results.status === "stopped"            ? "unknown" :
                                                "no";
  return {verdict, headline: planHeadline(results), body};
}
