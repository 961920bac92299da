// SPDX-License-Identifier: MIT
// Searches for fixtures of the part, and lists the best five. A click on one of them replaces the pins of the task.
import {withoutStaleGoal} from "./edits";
import type {Engine} from "./engine";
import {faultWords} from "./protocol";
import type {State, Store} from "./store";
import {element, get} from "./svg";
import type {Fixel, Task} from "./task";

const COUNT = 5;              // number of fixtures that are listed
const LIMITS = [2, 8, 30, 120];  // time limits of successive searches, s; if a search reaches its limit, its best
                                 // fixtures are shown

interface FoundFixture {
  pose: [number, number, number];
  fixels: Fixel[];
  guarantee: string;
  steps: number;
  margin_deg: number;
  pose_error: {worst: number}|null;
}
interface FixtureResults {
  status: string;
  fixtures: FoundFixture[];
}

/** Returns, as text, the keys of a task on which the result of the search depends. */
function searched(task: Task): string {
  const {fixels: _f, pose: _p, goal: _g, start: _s, modes: _m, plan: _l, name: _n, ...rest} = task as Task & Record<string, unknown>;
  return JSON.stringify(rest);
}

/** Returns the main measures of a fixture in words. */
function measures({guarantee, steps, margin_deg: margin, pose_error: error}: FoundFixture): string {
  const worst = error ? `, a point of the part moves by up to ${error.worst.toPrecision(3)} times the error of the pins` : "";
  return `${steps} ${steps === 1 ? "step" : "steps"}, guarantee “${guarantee}”, margin ${margin.toFixed(1)}°${worst}`;
}

/**
 * Returns whether the search may turn the part. If it turns the part, the actuator turns too, and only the command can
 * write the resulting task.
 */
function mayTurn(task: Task): boolean {
  return (task as {fixture?: {candidates?: {lattice?: unknown}}}).fixture?.candidates?.lattice !== undefined;
}

export class Fixtures {
  private readonly button = get<HTMLButtonElement>("find-fixtures");
  private readonly list = get("fixtures-list");
  private found: FoundFixture[] = [];
  private key: string|null = null;  // searched(task) for the task of the listed fixtures; null if none are listed
  private turn = 0;

  constructor(private readonly engine: Engine, private readonly store: Store) {
    this.button.addEventListener("click", () => void this.search());
    this.list.addEventListener("click", (event) => {
      const row = (event.target as Element).closest("li");
      if (row) this.take([...this.list.children].indexOf(row));
    });
  }

  /** Updates the button and the list after a change of the state. Clears the list if its fixtures belong to another part or
   * friction. */
  show({task, text}: State): void {
    this.button.disabled = !task.part?.outline || text !== null || mayTurn(task);
    if (this.key !== null && this.key !== searched(task)) {
      ++this.turn;
      this.engine.stop("fixtures");
      this.key = null;
      this.put([], "");
    }
    this.mark(task);
  }

  private async search(): Promise<void> {
    const {task} = this.store;
    const turn = ++this.turn;
    this.key = searched(task);
    this.put([], "Searching …");
    for (const limit of LIMITS) {
      const outcome = await this.engine.ask("fixtures", {command: "fixture", task, options: {top: COUNT, limit}, words: true});
      if (turn !== this.turn) return;
      if (typeof outcome === "string") return this.put(this.found, this.found.length > 0 ? "The search was stopped. Best so far:" : "The search was stopped.");
      const {answer, faults, message, words} = outcome.response;
      const results = answer?.results as FixtureResults | undefined;
      if (!results) return this.put([], (faults ?? []).map(faultWords).join(" ") || (message ?? "No answer"));
      const complete = results.status !== "stopped";
      if (complete && results.fixtures.length === 0) return this.put([], (words ?? "No fixture exists.").replace(/^[✓✗?] /, ""));
      this.put(results.fixtures, complete ? "Select a fixture:" : "Best so far. Searching …");
      if (complete) return;
    }
    const reached = `after ${LIMITS.at(-1)} s. For a longer search, use the command pawl fixture.`;
    this.put(this.found, this.found.length > 0 ? `The search ended ${reached}` : `No fixture was found ${reached}`);
  }

  private put(found: FoundFixture[], said: string): void {
    this.found = found;
    get("fixtures-said").textContent = said;
    get("fixtures-said").hidden = said === "";
    this.list.hidden = found.length === 0;
    this.list.replaceChildren(
        ...found.map((one) => element("li", {}, element("button", {type: "button"}, measures(one)))));
    this.mark(this.store.task);
  }

  /** Marks the fixture whose pins the task has. */
  private mark(task: Task): void {
    const now = JSON.stringify((task.fixels ?? []).map(({at}) => at));
    [...this.list.querySelectorAll("button")].forEach((button, k) => {
      button.setAttribute("aria-pressed", String(JSON.stringify(this.found[k].fixels.map(({at}) => at)) === now));
    });
  }

  private take(index: number): void {
    const {pose, fixels} = this.found[index];
    this.store.edit((task) => ({...withoutStaleGoal(task), pose, fixels}));
  }
}
