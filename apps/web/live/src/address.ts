// SPDX-License-Identifier: MIT
// Keeps the edited task in the page's address, in the form of a link, so that no edit is lost if the page is reloaded.
// If the text has faults or the task is large, the address cannot contain it. Then the browser warns before the user
// leaves the page.
import {fragmentOf} from "./link";
import type {State, Store} from "./store";

const PAUSE = 400;     // the address is updated this long after the last change, ms
const MOST = 100_000;  // largest number of characters of an address

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
