// SPDX-License-Identifier: MIT
// Opens files and texts that are dropped, pasted, or chosen in the dialog.
import {canBeDrawn} from "./drawable";
import type {Engine} from "./engine";
import {DrawingChoice} from "./drawing_choice";
import {Read, ReadPart, readText, taskOfPart} from "./read_text";
import type {Scene} from "./scenes";
import type {Store} from "./store";
import {get} from "./svg";
import {angleUnit, lengthUnit, Task} from "./task";
import {inUnits} from "./units";
import {withWalls} from "./wall_edits";

const MOST = 8 << 20;  // largest size of a file, bytes

export class Opening {
  private readonly dialog = get<HTMLDialogElement>("open-box");
  private readonly text = get<HTMLTextAreaElement>("open-text");
  private readonly choice: DrawingChoice;
  private readonly as = get<HTMLSelectElement>("open-as");
  private asWall = false;         // whether the outline in the file becomes a wall instead of the part
  private drawn: unknown = null;  // the part from the last drawing that was read

  constructor(
      engine: Engine, private readonly store: Store,
      private readonly opened: (task: Task, text: string|null) => void,
      private readonly openScene: (scene: Scene) => void, private readonly say: (message: string) => void) {
    this.choice = new DrawingChoice(engine, (part, name) => this.show(part, name, part.said));
    store.onChange(() => this.showChoice());
    get("open").addEventListener("click", () => {
      this.as.value = "part";
      this.dialog.showModal();
    });
    get("open-this")
        .addEventListener("click", () => void this.take(this.text.value).then((good) => good && this.close()));
    const files = get<HTMLInputElement>("open-file");
    files.addEventListener("change", () => void this.takeFile(files.files?.[0]).then((good) => good && this.close()));
    document.addEventListener("dragover", (event) => {
      event.preventDefault();
      document.body.classList.add("dropping");
    });
    document.addEventListener(
        "dragleave", (event) => event.relatedTarget === null && document.body.classList.remove("dropping"));
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      document.body.classList.remove("dropping");
      const file = event.dataTransfer?.files[0];
      void (file ? this.takeFile(file) : this.take(event.dataTransfer?.getData("text/plain") ?? ""));
    });
    document.addEventListener("paste", (event) => {
      if (event.target instanceof Element && event.target.closest("input, textarea")) return;
      const text = event.clipboardData?.getData("text/plain");
      if (text) void this.take(text);
    });
  }

  private close(): void {
    this.text.value = "";
    this.dialog.close();
  }

  private async takeFile(file: File|undefined): Promise<boolean> {
    if (!file) return false;
    if (file.size > MOST) return this.refuse(`${file.name} is too large; expected at most ${MOST >> 20} MB.`);
    return this.take(await file.text(), file.name.replace(/\.[^.]*$/, ""));
  }

  private refuse(message: string): false {
    this.say(message);
    get("open-fault").textContent = message;
    return false;
  }

  private async take(text: string, name = "drawing"): Promise<boolean> {
    get("open-fault").textContent = "";
    this.asWall = this.dialog.open && this.as.value === "wall";
    const read: Read = readText(text);
    if ("drawing" in read) {
      await this.choice.take(read, name, lengthUnit(this.store.task));
      return true;
    }
    if ("faulty" in read) return this.refuse(read.faulty);
    if ("scene" in read) {
      this.dialog.close();
      this.openScene(read.scene);
      return true;
    }
    if ("task" in read) {
      // For a task that cannot be drawn, the page shows its text and its faults instead of a picture.
      this.opened(canBeDrawn(read.task) ? read.task : this.store.task, canBeDrawn(read.task) ? null : text);
      return true;
    }
    return this.show(read, name);
  }

  /** Opens a part as a task without pins, or adds its outline to the task as a wall. */
  private show(read: ReadPart, name: string, said = ""): boolean {
    const task = taskOfPart(this.store.task, read);
    if (!task)
      return this.refuse("This outline cannot be drawn; expected at most 20000 points [x, y] that are not all equal.");
    if (this.asWall) return this.addWall(task, name, said);
    this.drawn = said ? task.part : null;
    this.opened({...task, name}, null);
    this.say(said || `Its numbers are read in ${lengthUnit(task)}, ${
        read.units?.length ? "the unit that it states" : "the unit of the previous task"}.`);
    return true;
  }

  /** Adds the outline of a task's part as a wall, in the units of the current task. */
  private addWall(read: Task, name: string, said: string): boolean {
    const {task, text} = this.store.state;
    if (!task.part?.outline || text !== null) return this.refuse("A wall needs a task with a part. Open the part first.");
    const {outline} = inUnits(read, lengthUnit(task), angleUnit(task)).part!;
    this.store.edit((now) => withWalls(now, [...(now.walls ?? []), {outline: outline!}]));
    this.say(`${said || `${name}: its numbers are read in ${lengthUnit(read)}.`} It is wall ${this.store.task.walls!.length}. Drag it to its place.`);
    return true;
  }

  /** Shows the button that opens the choice of layers and parts, as long as the task's part is still the one from the drawing. */
  private showChoice(): void {
    get("choose-part").hidden = this.store.task.part !== this.drawn || !this.choice.hasChoice;
  }
}
