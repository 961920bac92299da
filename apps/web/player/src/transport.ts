// SPDX-License-Identifier: MIT
// The controls of time: slider, play and pause, speed and clock.
import {number, time} from "./numbers";
import {Player, speedsAround} from "./player";
import {touching} from "./words";

export class Transport {
  private readonly bar = get<HTMLElement>("transport");
  private readonly slider = get<HTMLInputElement>("slider");
  private readonly button = get<HTMLButtonElement>("play");
  private readonly speed = get<HTMLSelectElement>("speed");
  private readonly clock = get<HTMLElement>("clock");

  constructor(private readonly player: Player) {
    this.slider.addEventListener("input", () => {
      player.playing = false;
      player.goTo(Number(this.slider.value));
    });
    this.button.addEventListener("click", () => player.toggle());
    this.speed.addEventListener("change", () => player.setSpeed(Number(this.speed.value)));
    get("first").addEventListener("click", () => player.goTo(0));
    get("back").addEventListener("click", () => player.goTo(player.instant - 1));
    get("forth").addEventListener("click", () => player.goTo(player.instant + 1));
    get("last").addEventListener("click", () => player.goTo(Infinity));
  }

  load(): void {
    this.bar.hidden = !this.player.moves;
    this.slider.max = String(this.player.play!.count - 1);
    this.speed.replaceChildren(
        ...speedsAround(this.player.speed).map((speed) => {
          const option = document.createElement("option");
          option.value = String(speed);
          option.textContent = `${speed}×`;
          return option;
        }),
    );
  }

  /** Updates the slider and the clock, for each frame while playing and after every change while paused. */
  frame(): void {
    const {play, instant, playing} = this.player;
    const {times, count} = play!;
    const step = count > 1 ? (times[count - 1] - times[0]) / (count - 1) : 0;
    this.slider.value = String(instant);
    this.clock.textContent = `${time(times[instant], step)} s`;
    if (!playing) this.say();
  }

  changed(): void {
    const {playing, speed} = this.player;
    this.button.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.button.classList.toggle("playing", playing);
    if (Number(this.speed.value) !== speed) {
      if (![...this.speed.options].some((option) => Number(option.value) === speed)) {
        this.speed.add(new Option(`${speed}×`, String(speed)));
      }
      this.speed.value = String(speed);
    }
    this.frame();
  }

  private say(): void {
    const {play, instant} = this.player;
    const end = play!.times[play!.count - 1];
    const what = touching(play!, instant);
    this.slider.setAttribute("aria-valuetext", `${this.clock.textContent} of ${number(end)} s, ${what}`);
  }
}

function get<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}
