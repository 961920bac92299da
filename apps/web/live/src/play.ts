// SPDX-License-Identifier: MIT
// Simulates a plan from a start near the seated pose, in the same way as pawl simulate --replay, and plays its trace.
import type {Play} from "../../player/src/data";
import {Player} from "../../player/src/player";
import {sizeOf, toBody, turned} from "./boundary";
import type {Engine} from "./engine";
import {faultWords, PlanResults, TraceLine} from "./protocol";
import {get} from "./svg";
import {perRadian, Pose, Task} from "./task";

const OFF = 0.03;                  // largest displacement of a start if the task has no scatter, as a fraction of the
                                   // part's size
const TURN = (4 * Math.PI) / 180;  // largest rotation of a start if the task has no scatter, rad
const WANTED = 3;                  // approximate duration of the replay of a trial, s

interface Result {
  outcome: string;
  why: string;
  start: Pose;  // pose of the part's body frame
  end: Pose;
}

const STARTS = 1000;               // number of starts if the task has no scatter

/** Returns the task with the plan, and with a scatter for its starts. */
export function trialTask(task: Task, plan: PlanResults): Task {
  const scatter =
      task.scatter ?? {starts: STARTS, seed: 1, translation: OFF * sizeOf(task), rotation: TURN * perRadian(task)};
  return {...task, scatter, plan: {steps: plan.steps.map(({wrench}) => ({wrench}))}};
}

export class Playing {
  readonly player: Player;
  private start = 0;
  private of: {task: Task; plan: PlanResults}|null = null;
  private readonly bar = get("transport");
  private readonly slider = get<HTMLInputElement>("time");

  constructor(
      private readonly engine: Engine, private readonly frame: () => void,
      private readonly say: (message: string) => void) {
    this.player = new Player(() => this.show(), () => this.show());
    get("play-pause").addEventListener("click", () => this.player.toggle());
    get("play-again")
        .addEventListener("click", () => this.of && void this.play(this.of.task, this.of.plan, this.next(this.of.task)));
    get("play-end").addEventListener("click", () => this.end());
    this.slider.addEventListener("input", () => {
      this.player.playing = false;
      this.player.goTo(Number(this.slider.value));
    });
  }

  get pose(): Pose|null {
    return this.player.play && !this.bar.hidden ? this.player.poses()[0] : null;
  }

  /** Returns the number of the next start. After the last start, this is the first one. */
  private next(task: Task): number {
    return (this.start + 1) % ((task.scatter as {starts?: number} | undefined)?.starts ?? STARTS);
  }

  async play(task: Task, plan: PlanResults, start = 0): Promise<void> {
    this.of = {task, plan};
    this.start = start;
    const outcome = await this.engine.ask(
        "play", {command: "simulate", task: trialTask(task, plan), options: {replay: start, trace: true}});
    if (typeof outcome === "string" || this.of?.task !== task) return;
    const {answer, trace, faults, message} = outcome.response;
    if (!trace || !answer)
      return this.say(
          (faults ?? []).map((fault) => `${fault.at}: ${faultWords(fault)}`).join(" ") ||
          (message ?? "The simulation gave no result."));
    const result = answer.results as Result;
    this.player.load(playOf(task, result, trace));
    this.player.setSpeed(speedFor(this.player.play!));
    this.bar.hidden = false;
    get("picture-area").scrollIntoView({block: "nearest"});  // on a narrow page, the picture is above the answer and
                                                             // may be out of sight
    this.slider.max = String(this.player.play!.count - 1);
    get("outcome").textContent = `Start ${start + 1}: ${result.outcome}. ${result.why}`;
    get("outcome").dataset.good = String(result.outcome === "seated" || result.outcome === "rolling");
    if (matchMedia("(prefers-reduced-motion: reduce)").matches)
      this.player.goTo(Infinity);
    else
      this.player.start();
    get("play-pause").focus({preventScroll: true});
  }

  end(): void {
    this.of = null;
    if (this.bar.hidden) return;
    this.player.pause();
    this.bar.hidden = true;
    this.frame();
  }

  private show(): void {
    const {play, instant, playing} = this.player;
    if (!play) return;
    this.slider.value = String(instant);
    const time = `${play.times[instant].toFixed(3)} s`;
    get("clock").textContent = time;
    this.slider.setAttribute("aria-valuetext", time);
    get("play-pause").textContent = playing ? "Pause" : "Play";
    this.frame();
  }
}

/**
 * Converts a trace to a play. A pose in the trace states where the centre of mass is. A pose in the play states where
 * the origin of the body coordinates is.
 */
function playOf(task: Task, {start, end}: Result, trace: TraceLine[]): Play {
  const per = perRadian(task);
  const radians = ([x, y, turn]: Pose): Pose => [x, y, turn / per];
  const [x, y] = trace.at(-1)?.poses[0] ?? end;
  const center = toBody([x, y], radians(end));
  const placed = ({poses: [pose]}: TraceLine): Pose => {
    const [u, v, turn] = radians(pose);
    const [cx, cy] = turned(center, turn);
    return [u - cx, v - cy, turn];
  };
  const poses = [radians(start), ...trace.map(placed)];
  const column = (k: number): Float64Array => Float64Array.from(poses, (pose) => pose[k]);
  return {
    name: "",
    outcome: "",
    good: true,
    why: "",
    bodies: [],
    count: poses.length,
    times: Float64Array.from([0, ...trace.map(({t}) => t)]),
    poses: [[column(0), column(1), column(2)]],
    energy: null,
    contacts: [],
    pushes: [],
  };
}

function speedFor(play: Play): number {
  const speeds = [1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1];
  const wanted = play.times[play.count - 1] / WANTED;
  return speeds.reduce(
      (best, speed) => (Math.abs(Math.log(speed / wanted)) < Math.abs(Math.log(best / wanted)) ? speed : best), 1);
}
