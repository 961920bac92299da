// SPDX-License-Identifier: MIT
// The dialog for saving and sharing: a link, the task file, pictures, and the command line that gives the same answer.
import type {Engine} from "./engine";
import {keptText} from "./kept_text";
import {faultWords} from "./protocol";
import type {AnswerPanel} from "./answer";
import {fragmentOf} from "./link";
import {commandLine, fileName} from "./question";
import type {Store} from "./store";
import {svgTree, textOf} from "./strokes";
import {element, get} from "./svg";
import {taskText} from "./task_text";
import {inkNow} from "./theme";

const FAULTY = "The task file has faults. It can be saved unchanged; correct it to get a link, a picture or a command.";
const NEED_A_TASK = ["copy-link", "copy-command", "save-svg", "save-task-svg"];

function download(text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], {type}));
  element("a", {href: url, download: name}).click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10000);
}

async function copy(field: HTMLInputElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

export class Saving {
  private readonly dialog = get<HTMLDialogElement>("save-box");
  private readonly link = get<HTMLInputElement>("link");
  private readonly command = get<HTMLInputElement>("command");

  constructor(
      private readonly engine: Engine, private readonly store: Store, private readonly answer: AnswerPanel) {
    get("save").addEventListener("click", () => void this.show());
    get("save-task")
        .addEventListener("click", () => {
          const {task, text} = store.state;
          download(text ?? keptText(task) ?? taskText(task), this.fileName, "application/json");
        });
    get("save-svg").addEventListener("click", () => void this.savePicture("answer"));
    get("save-task-svg").addEventListener("click", () => void this.savePicture("task"));
    for (const [button, field] of [["copy-link", this.link], ["copy-command", this.command]] as const) {
      get(button).addEventListener("click", () => void copy(field).then((done) => {
        this.say(done ? "Copied." : "The browser does not allow copying. Select the text and copy it.");
      }));
    }
  }

  /** Shows a message in the dialog, because the dialog hides the page behind it. */
  private say(message: string): void {
    get("saved").textContent = message;
  }

  /** Returns the name for the task's file, which is "task.json" if the text cannot be read. */
  private get fileName(): string {
    const {task, text} = this.store.state;
    return text === null ? fileName(task) : "task.json";
  }

  private async show(): Promise<void> {
    const {task, question, text} = this.store.state;
    const readable = text === null;
    this.say(readable ? "" : FAULTY);
    for (const id of NEED_A_TASK) get<HTMLButtonElement>(id).disabled = !readable;
    this.command.value = readable ? commandLine(task, question, this.answer.more) : "";
    get("task-file-name").textContent = this.fileName;
    const fragment = readable ? await fragmentOf(task, question) : null;
    this.link.value = fragment === null ? "" : location.href.replace(/#.*$/, "") + fragment;
    this.dialog.showModal();
  }

  private async savePicture(of: "answer"|"task"): Promise<void> {
    if (of === "answer" && !this.answer.isCurrent) return this.say("The answer is not complete yet; wait and try again.");
    this.say("Drawing …");
    const request = {...this.answer.request(this.store.state), picture: {width: 1280, height: 800, of}};
    const outcome = await this.engine.ask("picture", request);
    if (typeof outcome === "string") return this.say("Drawing was stopped. No picture was saved.");
    const {picture, faults, message} = outcome.response;
    if (!picture)
      return this.say((faults ?? []).map(faultWords).join(" ") || (message ?? "This answer has no picture."));
    this.say("");
    const tree = svgTree(picture, inkNow, "p");
    const ground = {
      name: "rect",
      attributes: {width: picture.width, height: picture.height, fill: inkNow("ground")},
      children: []
    };
    tree.children.splice(2, 0, ground);
    download(textOf(tree), fileName(this.store.task, "svg"), "image/svg+xml");
  }
}
