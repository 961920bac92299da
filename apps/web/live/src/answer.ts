// SPDX-License-Identifier: MIT
// The right side of the page: the answer to the current task, which is updated at every change.
import {Advice, adviceList} from "./advice";
import {boundaryOf} from "./boundary";
import type {Engine, Outcome} from "./engine";
import {showFaults} from "./fields";
import {FingerResults, stretchesOf} from "./finger";
import {keptText} from "./kept_text";
import {showPlan, Shown} from "./plan_view";
import {Fault, faultWords, PlanResults, RegionResults, Request, Response, Warning} from "./protocol";
import {optionsOf, Question} from "./question";
import {NOTHING, Overlay} from "./stage";
import {Lateness} from "./lateness";
import type {State, Store} from "./store";
import {elementOf, svgTree} from "./strokes";
import {element, get} from "./svg";
import {perRadian, Pose, Task} from "./task";
import {inkOf} from "./theme";

const SETTLED = 250;       // text, picture and screen reader text are updated this long after the last change, ms
const UNBROKEN = 100000;    // number of columns that makes the library break no line; the browser wraps the lines
                            // instead
const TERMINAL = 80;       // columns of the text, as the command prints it
const LEAST_HEIGHT = 300;  // smallest height of a picture, px
const MARKS = {
  yes: "✓",
  no: "✗",
  unknown: "?"
};

export function requestOf({task, question, text}: State): Request {
  const asText = text ?? keptText(task);
  const asked = asText === undefined ? {task} : {text: asText};
  const words = question.command !== "plan" || hasStartRegion(task);
  return {command: question.command, ...asked, options: optionsOf(question), words, columns: UNBROKEN};
}

/** Returns whether the picture of the answer is shown above the answer's words. Such a picture is updated at every change of the
 * task. */
const leadsWithPicture = ({question, task}: State): boolean =>
    question.command === "orient" || (question.command === "plan" && hasStartRegion(task));

/** Returns a request for a picture of an answer. The picture is as wide as the element `id`. */
const pictureFor = (id: string): Request["picture"] => {
  const width = Math.max(320, Math.round(get(id).clientWidth));
  return {width, height: Math.max(LEAST_HEIGHT, Math.round(0.75 * width)), of: "answer"};
};

/** Returns whether the answer of `plan` for a task contains rest regions. */
function hasStartRegion(task: Task): boolean {
  return (task as {start?: {region?: unknown}}).start?.region !== undefined;
}

export class AnswerPanel {
  overlay: Overlay = NOTHING;
  response: Response|null = null;
  answered: State|null = null;  // the state of the editor for which the shown answer was computed
  plan: PlanResults|null = null;
  faults: Fault[] = [];
  picked = 0;
  private count = 0;
  private timer = 0;
  private asked = 0;
  private basinOf: Task|null = null;  // the task whose basin is shown
  private readonly lateness = new Lateness(() => this.late());

  constructor(private readonly engine: Engine, private readonly store: Store, private readonly changed: () => void) {
    get("picture-box").addEventListener("toggle", () => this.settle());
    get("text-box").addEventListener("toggle", () => this.settle());
    get("steps-area").addEventListener("click", (event) => {
      const card = (event.target as Element).closest("li.step");
      if (card) this.pick([...card.parentElement!.children].indexOf(card));
    });
  }

  /**
   * Returns the options that the page adds to those of the question: `certify` if it shows the basin, otherwise none.
   */
  get more(): Record<string, unknown> {
    return this.basinOf === this.store.task ? {certify: true} : {};
  }

  /** Returns the request for all data that the page shows for a state. */
  request(state: State): Request {
    const asked = requestOf(state);
    return {...asked, options: {...asked.options, ...this.more}};
  }

  /** Requests the answer to the current state, and shows it when it arrives. */
  async ask(): Promise<void> {
    window.clearTimeout(this.timer);
    const {state} = this.store;
    const turn = ++this.asked;
    if (this.basinOf !== state.task) this.engine.stop("basin");
    this.lateness.asked();
    const request = requestOf(state);
    if (leadsWithPicture(state)) request.picture = pictureFor("steps-area");
    const outcome = await this.engine.ask("answer", request);
    if (typeof outcome === "string") {
      if (outcome === "stopped") this.stopped();
      return;
    }
    this.lateness.answered();
    this.show(outcome.response, state, outcome.milliseconds);
    if (turn === this.asked)
      this.timer = window.setTimeout(() => this.settle(), SETTLED);
    else
      this.lateness.asked();
  }

  /** Marks the shown answer as old, because the task was replaced. */
  forget(): void {
    this.lateness.now();
  }

  get hasPins(): boolean {
    return (this.store.task.fixels?.length ?? 0) > 0;
  }

  /** Returns whether the shown answer belongs to the current state. */
  get isCurrent(): boolean {
    return !this.lateness.isLate && this.answered === this.store.state;
  }

  private late(): void {
    if (!this.answered) return;  // without an answer, nothing can be out of date
    this.overlay = NOTHING;
    get("answer").dataset.verdict = "unknown";
    get("mark").textContent = "…";
    get("headline").textContent = "Searching …";
    get("took").textContent = "";
    showFaults([]);
    this.showWarnings([]);
    this.changed();
  }

  pick(step: number): void {
    if (this.lateness.isLate || !this.plan || !this.answered || step === this.picked) return;
    this.picked = step;
    this.render(this.shownPlan(this.plan, this.answered.task));
  }

  private shownPlan(plan: PlanResults, task: Task): Shown {
    this.picked = Math.min(this.picked, Math.max(0, plan.steps.length - 1));
    this.overlay = overlayOf(plan, this.picked, task);
    this.changed();
    return showPlan(plan, task, this.picked);
  }

  private show(response: Response, state: State, milliseconds: number): void {
    this.response = response;
    this.answered = state;
    this.faults = response.faults ?? [];
    this.plan = null;
    this.basinOf = null;
    showFaults(this.faults);
    this.lateness.detailsOld();
    this.showWarnings(response.answer?.warnings ?? []);
    document.documentElement.dataset.answers = String(++this.count);
    get("took").textContent = `answered in ${milliseconds < 10 ? milliseconds.toFixed(1) : milliseconds.toFixed(0)} ms`;
    if (this.faults.length > 0) {
      this.render(faulty(this.faults, this));
      return this.changed();
    }
    if (!response.answer) return this.nothing({verdict: "unknown", headline: response.message ?? "No answer", body: []});
    if (state.question.command === "plan" && !("start_region" in (response.answer.results as object))) {
      this.plan = response.answer.results as PlanResults;
      return this.render(this.shownPlan(this.plan, state.task));
    }
    this.overlay = state.question.command === "plan" ?
        regionOverlay(response.answer.results as RegionResults, state.task) :
        {...NOTHING, ...wrenchOverlay(state.question, response), ...fingerOverlay(state, response)};
    this.changed();
    this.render(inWords(response));
  }

  private stopped(): void {
    this.lateness.answered();
    this.response = this.answered = null;
    this.faults = [];
    showFaults([]);
    this.showWarnings([]);
    get("took").textContent = "";
    const again = element("button", {id: "ask-again", type: "button"}, "Ask again");
    again.addEventListener("click", () => void this.ask());
    this.nothing({verdict: "unknown", headline: "Stopped before the answer was known", body: [again]});
    void this.settle();
  }

  private nothing(shown: Shown): void {
    this.overlay = NOTHING;
    this.plan = null;
    this.render(shown);
    this.changed();
  }

  private render({verdict, headline, body}: Shown): void {
    const panel = get("answer");
    panel.dataset.verdict = this.faults.length > 0 ? "faulty" : verdict;
    get("mark").textContent = this.faults.length > 0 ? "!" : MARKS[verdict];
    get("headline").textContent = headline;
    get("steps-area").replaceChildren(...body);
    get("basin").hidden =
        !(this.plan?.found && this.plan.steps.length > 0 && this.plan.steps[0].energy.end === undefined);
    get("picture-box").hidden = this.answered !== null && leadsWithPicture(this.answered);
    get("play").hidden = !(this.plan?.found && this.answered?.task.part?.outline);
    get("answer-actions").hidden = get("basin").hidden && get("play").hidden;
  }

  private showWarnings(warnings: Warning[]): void {
    get("warnings")
        .replaceChildren(...warnings.map(
            ({pointer, message, code}) =>
                element("li", {}, `${pointer ? `${pointer}: ` : ""}${message} `, element("code", {}, `[${code}]`))));
    get("warnings").hidden = warnings.length === 0;
  }

  /** Updates the text, the picture, the advice and the screen reader's text, unless the answer is late. These take
   * longer than the answer. After an edit, wait for SETTLED ms before the call. */
  private async settle(): Promise<void> {
    if (this.lateness.isLate) return;
    const headline = get("headline").textContent!;
    if (get("said").textContent !== headline) get("said").textContent = headline;
    await this.askDetails();
    await this.askAdvice();
  }

  private async askDetails(): Promise<void> {
    const state = this.answered;
    if (!state || this.faults.length > 0 || !this.response?.answer) {
      get("text").textContent = this.faults.map((fault) => `${fault.at}: ${faultWords(fault)}`).join("\n");
      get("picture").replaceChildren();
      return this.lateness.fresh("text", "picture");
    }
    const box = get<HTMLDetailsElement>("picture-box");
    const open = box.open && !box.hidden;
    if (!open && !get<HTMLDetailsElement>("text-box").open) return;
    const picture = open ? {picture: pictureFor("picture")} : {};
    const outcome = await this.engine.ask("details", {...this.request(state), words: true, columns: TERMINAL, ...picture});
    if (typeof outcome === "string" || this.answered !== state || this.lateness.isLate) return;
    const {response} = outcome;
    if (response.faults)
      get("picture").replaceChildren(element("p", {class: "note"}, response.faults.map(faultWords).join(" ")));
    if (response.words !== undefined) get("text").textContent = response.words;
    this.lateness.fresh("text", ...(open ? ["picture"] : []));
    if (response.picture) get("picture").replaceChildren(elementOf(svgTree(response.picture, inkOf, "a")));
  }

  /** If the shown answer contains no plan, requests changes with which a plan exists. This may take as long as 35 searches for a
   * plan. */
  private async askAdvice(): Promise<void> {
    const state = this.answered;
    const results = this.response?.answer?.results as {found?: boolean} | undefined;
    if (!state || this.lateness.isLate || state.question.command !== "plan" || results?.found !== false) return;
    if (document.getElementById("advice")) return;
    const request = requestOf(state);
    const outcome = await this.engine.ask(
        "advice", {...request, options: {...request.options, advice: true}, words: true, columns: TERMINAL});
    if (typeof outcome === "string" || this.answered !== state || this.lateness.isLate) return;
    const {answer, words} = outcome.response;
    const {found, status, advice} = (answer?.results ?? {}) as {found?: boolean, status?: string, advice?: Advice[]};
    // The request for advice searches for a plan again. If a limit ended the first search, this one may find a plan;
    // the advice then does not belong to the shown answer.
    if (found !== false || !advice) return;
    const list = adviceList(advice, state, this.store, status === "none");
    list.id = "advice";
    get("steps-area").prepend(list);
    if (words !== undefined && get<HTMLDetailsElement>("text-box").open) get("text").textContent = words;
  }

  /** Requests the depth and the basin of the energy certificate. This search may take a long time. */
  async askBasin(): Promise<void> {
    const {state} = this.store;
    const request = requestOf(state);
    const outcome: Outcome = await this.engine.ask("basin", {...request, options: {...request.options, certify: true}});
    if (outcome === "stopped") get("said").textContent = "The proof of the depth was stopped.";
    if (typeof outcome === "string" || this.store.state !== state) return;
    if (!outcome.response.answer) {
      get("steps-area")
          .append(element(
              "p", {class: "note"},
              (outcome.response.faults ?? []).map(faultWords).join(" ") || (outcome.response.message ?? "")));
      get("basin").hidden = true;
      return;
    }
    this.response = outcome.response;
    this.plan = outcome.response.answer.results as PlanResults;
    this.basinOf = state.task;
    this.render(this.shownPlan(this.plan, state.task));
    await this.settle();
    get("said").textContent = "The basin is shown.";
  }
}

function overlayOf(plan: PlanResults, picked: number, task: Task): Overlay {
  const [x, y, turn] = plan.seated_pose ?? [0, 0, 0];
  const seat: Pose|null = plan.seated_pose ? [x, y, turn / perRadian(task)] : null;
  const step = plan.steps[picked];
  if (step) return {...NOTHING, wrench: step.wrench, seat};
  return {...NOTHING, wrench: plan.obstacle?.wrench ?? null, good: false, fixels: plan.obstacle?.state ?? [], seat};
}

/** Shows two things for a plan with a start region: the plan's first wrench, and the pose from which displacements
 * are measured. */
function regionOverlay({found, reference, steps}: RegionResults, task: Task): Overlay {
  const [x, y, turn] = reference?.pose ?? [0, 0, 0];
  const seat: Pose|null = reference ? [x, y, turn / perRadian(task)] : null;
  return {...NOTHING, wrench: steps[0]?.wrench ?? null, good: found, seat};
}

function wrenchOverlay({command, wrench}: Question, {exit}: Response): Partial<Overlay> {
  return command === "forward" || (command === "check" && wrench) ? {wrench: wrench ?? [0, -1, 0], good: exit === 0} :
                                                                    {};
}

function fingerOverlay({question, task}: State, response: Response): Partial<Overlay> {
  const boundary = boundaryOf(task);
  const results = (response.answer?.results ?? {}) as {finger?: FingerResults};
  if (question.command !== "contacts" || !results.finger || !boundary) return {};
  const wrench = question.finger.effect === "strongly-stable" ? question.wrench ?? [0, -1, 0] as const : null;
  return {stretches: stretchesOf(results.finger, boundary), wrench: wrench && [wrench[0], wrench[1], wrench[2]]};
}

/** Shows the words of an answer, below its picture if the response has one. */
function inWords({exit, words, picture}: Response): Shown {
  const [first, ...rest] = (words ?? "").trimEnd().split("\n");
  const verdict = exit === 0 ? "yes" : exit === 1 ? "no" : "unknown";
  const headline = first ? first.replace(/^[✓✗?] /, "") : exit === 0 ? "Yes" : exit === 1 ? "No" : "Not certified";
  const drawn = picture ? [element("div", {class: "drawn"}, elementOf(svgTree(picture, inkOf, "o")))] : [];
  return {verdict, headline, body: [...drawn, ...(rest.length > 0 ? [laidOut(rest)] : [])]};
}

/** Lays out lines of text that the library has not broken. In a line with a term and its value, the value is wrapped beside the
 * term. Sentences are wrapped. Rows of tables, whose cells are separated by two or more spaces, are not wrapped. */
function laidOut(lines: string[]): HTMLElement {
  const kind = (line: string): string =>
      (/^ {2}[a-z]+ +\S/.test(line) ? "said" :
           /^ {11}\S/.test(line)    ? "more" :
           /\S {2,}\S/.test(line)   ? "row" :
                                      "sentence");
  return element(
      "div", {class: "words", tabindex: "0", role: "region", "aria-label": "The answer in words"},
      ...lines.map((line) => element("div", {class: kind(line)}, line || " ")));
}

function faulty(faults: Fault[], panel: AnswerPanel): Shown {
  const pins = faults.flatMap(({at}) => {
    const [, number] = /^\/fixels\/(\d+)/.exec(at) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
  panel.overlay = {...NOTHING, faulty: new Set(pins)};
  const list = element(
      "ul", {class: "faults"},
      ...faults.map((fault) => element("li", {}, element("code", {}, fault.at || "/"), ` ${faultWords(fault)}`)));
  const lacksPins = faults.some(({at}) => at === "/fixels") && !panel.hasPins && !get<HTMLButtonElement>("find-fixtures").disabled;
  const remedies = lacksPins ? [remedy("Find fixtures", "find-fixtures"), remedy("Add a pin", "add-pin")] : [];
  return {
    verdict: "no",
    headline: faults.length === 1 ? "The task has a fault" : `The task has ${faults.length} faults`,
    body: [list, ...remedies]
  };
}

/** Returns a button that does the same as another button of the page. */
function remedy(name: string, id: string): HTMLElement {
  const button = element("button", {type: "button"}, name);
  button.addEventListener("click", () => get(id).click());
  return button;
}
