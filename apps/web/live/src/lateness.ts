// SPDX-License-Identifier: MIT
// Greys out an answer that does not belong to the current task, and disables its buttons.
import {get} from "./svg";

const PATIENCE = 350;  // an old answer remains this long after a change of the task, ms
const ACTIONS = ["play", "basin"];
const DETAILS = ["text", "picture"];  // these elements are updated later than the rest of the answer

export class Lateness {
  private timer = 0;
  isLate = false;

  constructor(private readonly late: () => void) {}

  /** Starts the time for which an old answer stays. Must be called when an answer is requested. */
  asked(): void {
    get("answer").setAttribute("aria-busy", "true");
    if (!this.isLate) this.timer ||= window.setTimeout(() => this.now(), PATIENCE);
  }

  now(): void {
    get("answer").setAttribute("aria-busy", "true");
    this.show(true);
    this.detailsOld();
    this.late();
  }

  answered(): void {
    get("answer").removeAttribute("aria-busy");
    this.show(false);
  }

  detailsOld(): void {
    for (const id of DETAILS) get(id).classList.add("stale");
  }

  fresh(...ids: string[]): void {
    for (const id of ids) get(id).classList.remove("stale");
  }

  private show(late: boolean): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.isLate = late;
    get("answer").classList.toggle("stale", late);
    for (const id of ACTIONS) get<HTMLButtonElement>(id).disabled = late;
  }
}
