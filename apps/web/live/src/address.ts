// SPDX-License-Identifier: MIT
// The page's address holds what was edited, as a link does: reloading the page loses nothing. What it cannot hold, a
// faulty text or a large task, is asked about before the page is left.
import {fragmentOf} from "./link";
import type {State, Store} from "./store";

const PAUSE = 400;     // ms after the last change
const MOST = 100_000;  // characters of an address

export class Address {
  private timer = 0;
  private kept: State;

  constructor(private readonly store: Store) {
    this.kept = store.state;
    store.onChange(() => {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => void this.keep(), PAUSE);
    });
    window.addEventListener("beforeunload", (event) => {
      if (store.state !== this.kept) event.preventDefault();
    });
  }

  private async keep(): Promise<void> {
    const {state} = this.store;
    if (state === this.kept || state.text !== null) return;
    const fragment = await fragmentOf(state.task, state.question);
    if (state !== this.store.state || fragment.length > MOST) return;
    history.replaceState(null, "", fragment);
    this.kept = state;
  }
}
