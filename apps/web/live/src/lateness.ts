// SPDX-License-Identifier: MIT
// What is shown of another task than the one beside it is grey, and nothing can be done with it.
import {get} from "./svg";

const PATIENCE = 350;  // ms that an answer may stand while its task has changed
const ACTIONS = ["play", "basin"];
const DETAILS = ["text", "picture"];  // they follow the answer

export class Lateness {
  private timer = 0;
  isLate = false;

  constructor(private readonly late: () => void) {}

  /** A question without an answer yet. */
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
