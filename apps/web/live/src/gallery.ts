// SPDX-License-Identifier: MIT
// The gallery: example tasks and scenes, each with a thumbnail and three things to try. A strip below the header explains
// what Pawl is, and shows the first examples, until it is closed.
import {PLAIN, Question} from "./question";
import {element, get} from "./svg";
import type {Scene} from "./scenes";
import type {Task} from "./task";
import {sceneThumbnail, taskThumbnail} from "./thumbnail";

const SHOWN_FIRST =
    ["bracket_tray.json", "ratchet_pawl.json", "casting_in_pocket.json", "plate_on_hole.json", "plate_fixture.json"];

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

const thumbnailOf = ({task, scene}: Example): SVGSVGElement => (task ? taskThumbnail(task) : sceneThumbnail(scene!));

export class Gallery {
  private readonly welcome = get("welcome");
  private readonly dialog = get<HTMLDialogElement>("gallery");
  private said: string|undefined = "";

  constructor(open: (example: Example) => void) {
    for (const id of ["open-gallery", "more-examples"])
      get(id).addEventListener("click", () => this.dialog.showModal());
    get("close-welcome").addEventListener("click", () => this.closeWelcome());
    get("first-examples").prepend(...SHOWN_FIRST.map((file) => {
      const example = examples.find((one) => one.file === file)!;
      const button = element("button", {type: "button", title: example.tries[0]}, thumbnailOf(example), example.title);
      button.addEventListener("click", () => open(example));
      return button;
    }));
    get("more-examples").textContent = `All ${examples.length} examples`;
    get("gallery-list").append(...examples.map((example) => {
      const button = element(
          "button", {type: "button"}, thumbnailOf(example), element("b", {}, example.title),
          element("span", {}, example.tries.join(" ")));
      button.addEventListener("click", () => {
        this.dialog.close();
        open(example);
      });
      return element("li", {}, button);
    }));
  }

  /** Removes the strip until the page is loaded again. */
  closeWelcome(): void {
    this.welcome.hidden = true;
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
