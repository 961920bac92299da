// SPDX-License-Identifier: MIT
// The gallery: example tasks and scenes, each with three things to try.
import {PLAIN, Question} from "./question";
import {element, get} from "./svg";
import type {Scene} from "./scenes";
import type {Task} from "./task";

export interface Example {
  file: string;
  title: string;
  tries: string[];
  question?: Partial<Question>;
  task?: Task;
  scene?: Scene;
}

export interface TaskExample extends Example {
  task: Task;
}

export const isOfTask = (example: Example): example is TaskExample => example.task !== undefined;
export const examples = JSON.parse(get("gallery-data").textContent!) as Example[];
export const questionOf = (example: Example): Question => ({...PLAIN, ...example.question});

export class Gallery {
  private readonly dialog = get<HTMLDialogElement>("gallery");
  private said: string|undefined = "";

  constructor(open: (example: Example) => void) {
    get("open-gallery").addEventListener("click", () => this.dialog.showModal());
    get("gallery-list").append(...examples.map((example) => {
      const button = element(
          "button", {type: "button"}, element("b", {}, example.title), element("span", {}, example.tries.join(" ")));
      button.addEventListener("click", () => {
        this.dialog.close();
        open(example);
      });
      return element("li", {}, button);
    }));
  }

  /** Shows the suggestions for an example of the gallery, which is given by the name of its file. Shows nothing for
   * any other task. */
  say(file: string|undefined): void {
    if (file === this.said) return;
    this.said = file;
    const example = examples.find((one) => one.file === file);
    get("tries").replaceChildren(...(example?.tries ?? []).map((text) => element("li", {}, text)));
    get("tries-box").hidden = !example;
  }
}
