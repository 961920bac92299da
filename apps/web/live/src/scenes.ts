// SPDX-License-Identifier: MIT
// Simulates a scene of many bodies in the same way as pawl simulate, and plays its trace. A slider sets the friction of
// all bodies.
import type {Body, Play} from "../../player/src/data";
import {outlinePath} from "../../player/src/outline";
import {Player} from "../../player/src/player";
import {boxOfPlay, fit, View} from "../../player/src/view";
import {plainOutline} from "./boundary";
import type {Engine} from "./engine";
import {keptText} from "./kept_text";
import {faultWords, TraceLine} from "./protocol";
import {element, get, svgElement} from "./svg";
import type {TaskOutline, Wrench} from "./task";

const PAUSE = 120;  // a simulation starts this long after the last move of the slider, ms
const MARGIN = 30;  // margin around the scene, px

export interface Scene {
  name?: string;
  bodies: ({friction?: number|{static: number; kinetic: number}; fixed?: boolean}|null)[];
  [key: string]: unknown;
}

interface Head {
  outlines: (TaskOutline|null)[];
  poses: Wrench[];
  units?: {angle?: string};
}

interface End {
  time: number;
  unsolved: number;
  energy: number;
}

export const isScene = (value: unknown): value is Scene =>
    typeof value === "object" && value !== null && Array.isArray((value as Scene).bodies);

/** Returns the scene with a new friction for all bodies that state one coefficient. */
export function withFriction(scene: Scene, friction: number): Scene {
  return {...scene, bodies: scene.bodies.map((body) => (typeof body?.friction === "number" ? {...body, friction} : body))};
}

export class Scenes {
  private readonly dialog = get<HTMLDialogElement>("scene-box");
  private readonly svg = document.querySelector<SVGSVGElement>("#scene-stage")!;
  private readonly slider = get<HTMLInputElement>("scene-friction");
  private readonly time = get<HTMLInputElement>("scene-time");
  private readonly player: Player;
  private scene: Scene|null = null;
  private bodies: SVGPathElement[] = [];
  private view: View = {k: 1, x0: 0, y0: 0};
  private timer = 0;

  constructor(private readonly engine: Engine) {
    this.player = new Player(() => this.draw(), () => this.draw());
    this.slider.addEventListener("input", () => {
      get("scene-friction-value").textContent = this.slider.value;
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(
          () => this.scene && void this.run(withFriction(this.scene, Number(this.slider.value))), PAUSE);
    });
    get("scene-play").addEventListener("click", () => this.player.toggle());
    this.time.addEventListener("input", () => {
      this.player.playing = false;
      this.player.goTo(Number(this.time.value));
    });
    this.dialog.addEventListener("close", () => {
      this.engine.stop("play");
      this.player.play = null;
    });
  }

  open(scene: Scene, title: string, tries: string[]): void {
    this.scene = scene;
    get("scene-heading").textContent = title;
    get("scene-tries").replaceChildren(...tries.map((text) => element("li", {}, text)));
    const friction = scene.bodies.map((body) => body?.friction).find((one) => typeof one === "number");
    get("scene-friction-row").hidden = friction === undefined;
    this.slider.value = String(friction ?? 0);
    get("scene-friction-value").textContent = this.slider.value;
    this.svg.replaceChildren();
    this.bodies = [];
    this.dialog.showModal();
    void this.run(scene);
  }

  private async run(scene: Scene): Promise<void> {
    const said = get("scene-said");
    said.textContent = "Simulating …";
    const outcome =
        await this.engine.ask(
            "play", {command: "simulate", text: keptText(scene) ?? JSON.stringify(scene), options: {trace: true}});
    if (outcome === "replaced" || !this.dialog.open) return;
    if (outcome === "stopped") return void (said.textContent = "Stopped.");
    const {answer, trace, faults, message} = outcome.response;
    if (!answer || !trace)
      return void (
          said.textContent =
              (faults ?? []).map((fault) => `${fault.at}: ${faultWords(fault)}`).join("\n") || (message ?? ""));
    const {time, unsolved} = answer.results as End;
    said.textContent =
        `${trace.length - 1} steps, ${time} s${unsolved > 0 ? "; the next step could not be solved" : ""}`;
    this.show(playOf(scene, trace));
  }

  private show(play: Play): void {
    const {width, height} = this.svg.getBoundingClientRect();
    this.view = fit(boxOfPlay(play), width, height, Math.min(MARGIN, width / 8));
    this.bodies = play.bodies.map(
        ({outline, holes, role}) => svgElement("path", {
          class: role,
          d: [...(outline ? [outline] : []), ...(holes ?? [])].map((loop) => outlinePath(loop, 1)).join(""),
          "fill-rule": "evenodd",
        }));
    this.svg.replaceChildren(...this.bodies);
    this.time.max = String(play.count - 1);
    this.player.load(play);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches)
      this.player.goTo(Infinity);
    else
      this.player.start();
  }

  private draw(): void {
    if (!this.player.play) return;
    const {k, x0, y0} = this.view;
    this.player.poses().forEach(([x, y, turn], i) => {
      const [c, s] = [k * Math.cos(turn), k * Math.sin(turn)];
      this.bodies[i]?.setAttribute("transform", `matrix(${c} ${- s} ${- s} ${- c} ${x0 + k * x} ${y0 - k * y})`);
    });
    const {instant, playing, play} = this.player;
    this.time.value = String(instant);
    get("scene-clock").textContent = `${play.times[instant].toFixed(2)} s`;
    get("scene-play").textContent = playing ? "Pause" : "Play";
  }
}

/** Converts a trace to a play. The first line of the trace contains the outlines and their initial poses. */
function playOf(scene: Scene, trace: TraceLine[]): Play {
  const {outlines, poses: first, units} = trace[0] as unknown as Head;
  const per = units?.angle === "deg" ? 180 / Math.PI : 1;
  const steps = trace.slice(1);
  const poses = [first, ...steps.map((line) => line.poses)];
  const bodies = outlines.map((outline, i): Body => ({
                                name: "",
                                label: "",
                                role: scene.bodies[i]?.fixed ? "ground" : "part",
                                outline: outline ? plainOutline(outline) : null,
                                holes: (outline?.holes ?? []).map(plainOutline),
                                center: null,
                              }));
  const column = (body: number, k: number): Float64Array =>
      Float64Array.from(poses, (pose) => (k === 2 ? pose[body][k] / per : pose[body][k]));
  return {
    name: "",
    outcome: "",
    good: true,
    why: "",
    bodies,
    count: poses.length,
    times: Float64Array.from([0, ...steps.map(({t}) => t)]),
    poses: bodies.map((_, i) => [column(i, 0), column(i, 1), column(i, 2)]),
    energy: null,
    contacts: poses.map(() => []),
    pushes: [],
  };
}
