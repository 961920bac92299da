// SPDX-License-Identifier: MIT
// The current position in a play (a recorded motion): an instant and, during playback, a time between two instants.
import type {Play} from "./data";

const SPEEDS = [1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
const WANTED = 7;  // approximate duration of a play at the default speed, s

export class Player {
  play: Play|null = null;
  instant = 0;
  time = 0;
  playing = false;
  speed = 1;
  private last = 0;

  /** Calls `frame` for each frame during playback. Calls `changed` after a start, a stop, a seek, or a change of
   * speed. */
  constructor(
      private readonly frame: () => void,
      private readonly changed: () => void,
  ) {}

  load(play: Play): void {
    this.play = play;
    this.playing = false;
    this.speed = usualSpeed(play);
    this.goTo(0);
  }

  get moves(): boolean {
    return this.play !== null && this.play.count > 1;
  }

  goTo(instant: number): void {
    if (!this.play) return;
    this.instant = Math.min(Math.max(Math.round(instant), 0), this.play.count - 1);
    this.time = this.play.times[this.instant];
    this.changed();
  }

  /** Goes to the instant nearest to a time. */
  seek(time: number): void {
    if (!this.play) return;
    const before = this.at(time);
    const after = Math.min(before + 1, this.play.count - 1);
    const times = this.play.times;
    this.goTo(time - times[before] > times[after] - time ? after : before);
  }

  toggle(): void {
    if (this.playing)
      this.pause();
    else
      this.start();
  }

  start(): void {
    if (!this.play || !this.moves || this.playing) return;
    if (this.instant === this.play.count - 1) this.goTo(0);
    this.playing = true;
    this.last = performance.now();
    this.changed();
    requestAnimationFrame((now) => this.advance(now));
  }

  /** Stops playback, at the last instant that was passed. */
  pause(): void {
    this.playing = false;
    this.goTo(this.instant);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.changed();
  }

  changeSpeed(by: number): void {
    const at = SPEEDS.indexOf(this.speed) + by;
    if (at >= 0 && at < SPEEDS.length) this.setSpeed(SPEEDS[at]);
  }

  private advance(now: number): void {
    if (!this.playing || !this.play) return;
    this.time += (Math.max(0, now - this.last) / 1000) * this.speed;
    this.last = now;
    this.instant = this.at(this.time);
    if (this.instant === this.play.count - 1) {
      this.pause();
      return;
    }
    this.frame();
    requestAnimationFrame((next) => this.advance(next));
  }

  /** Returns the last instant at or before a time. */
  private at(time: number): number {
    const times = this.play!.times;
    let [low, high] = [0, times.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle] <= time)
        low = middle;
      else
        high = middle - 1;
    }
    return low;
  }

  /** Returns the current poses. During playback they are interpolated between two instants. */
  poses(): [number, number, number][] {
    const {poses, times, count} = this.play!;
    const i = this.instant;
    const next = Math.min(i + 1, count - 1);
    const part = this.playing && next > i ? (this.time - times[i]) / (times[next] - times[i]) : 0;
    return poses.map((columns) => {
      const mixed = columns.map((column) => column[i] + part * (column[next] - column[i]));
      return [mixed[0], mixed[1], mixed[2]];
    });
  }
}

export function speedsAround(speed: number): number[] {
  const at = Math.max(0, SPEEDS.indexOf(speed));
  return SPEEDS.slice(Math.max(0, at - 4), at + 5);
}

function usualSpeed(play: Play): number {
  const duration = play.times[play.count - 1] - play.times[0];
  const wanted = Math.min(duration / WANTED, 1);
  return SPEEDS.reduce((best, speed) => (off(speed, wanted) < off(best, wanted) ? speed : best), 1);
}

function off(speed: number, wanted: number): number {
  return wanted > 0 ? Math.abs(Math.log(speed / wanted)) : speed === 1 ? 0 : 1;
}
