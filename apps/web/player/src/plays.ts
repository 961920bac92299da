// SPDX-License-Identifier: MIT
// The list of plays. Failed plays come first.
import type {Book} from "./data";

export class PlayList {
  private readonly buttons: HTMLButtonElement[] = [];
  private current = 0;

  constructor(
      private readonly book: Book,
      private readonly go: (index: number) => void,
  ) {
    const list = document.querySelector<HTMLOListElement>("#play-list")!;
    document.querySelector<HTMLElement>("#plays")!.hidden = book.plays.length < 2;
    document.querySelector("#plays-heading")!.textContent = book.list;
    book.plays.forEach((play, i) => {
      const button = document.createElement("button");
      button.className = play.good ? "good" : "bad";
      const sign = document.createElement("span");
      sign.textContent = play.outcome === "" ? "" : play.good ? "✓" : "✕";
      sign.setAttribute("aria-hidden", "true");
      const outcome = document.createElement("span");
      outcome.textContent = play.outcome;
      button.append(sign, play.name, outcome);
      button.addEventListener("click", () => this.go(i));
      list.appendChild(document.createElement("li")).appendChild(button);
      this.buttons.push(button);
    });
  }

  mark(index: number): void {
    this.current = index;
    this.buttons.forEach((button, i) => {
      if (i === index)
        button.setAttribute("aria-current", "true");
      else
        button.removeAttribute("aria-current");
    });
    if (this.buttons[index]) this.reveal(this.buttons[index]);
  }

  /** Scrolls a button of the list into view. Scrolls only the list, because scrollIntoView would also scroll the
   * page. */
  private reveal(button: HTMLElement): void {
    const list = button.closest("ol")!;
    const box = list.getBoundingClientRect();
    const {top, bottom} = button.getBoundingClientRect();
    if (top < box.top) list.scrollTop -= box.top - top;
    if (bottom > box.bottom) list.scrollTop += bottom - box.bottom;
  }

  step(by: number): void {
    const next = this.current + by;
    if (next >= 0 && next < this.book.plays.length) this.go(next);
  }

  /** Opens the next failed play. The first failed play follows the last one. */
  nextFailure(): void {
    const {plays} = this.book;
    for (let i = 1; i <= plays.length; ++i) {
      const at = (this.current + i) % plays.length;
      if (!plays[at].good) return this.go(at);
    }
  }
}
