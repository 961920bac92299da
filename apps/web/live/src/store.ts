// SPDX-License-Identifier: MIT
// The edited state, with undo and redo. All changes of a drag are one step of undo.
import type {Question} from "./question";
import type {Task} from "./task";

export interface State {
  task: Task;
  question: Question;
  text: string|null;  // text of a task file that cannot be drawn; null if `task` is the task of the file
  example?: string;   // file name of the example in the gallery from which the task was made
}

const MOST = 300;  // largest number of steps that can be undone

export class Store {
  private past: State[] = [];
  private future: State[] = [];
  private dragging: State|null = null;  // state before the current drag; null if nothing is dragged
  private merging = "";
  private readonly listeners: (() => void)[] = [];

  constructor(public state: State) {}

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  get task(): Task {
    return this.state.task;
  }

  /**
   * Makes a change, which undo() reverts. If consecutive changes have the same text `merge`, and it is not empty, one
   * undo() reverts all of them.
   */
  change(change: Partial<State>, merge = ""): void {
    const next = {...this.state, text: null, ...change};
    if (this.dragging === null && (merge === "" || merge !== this.merging)) this.remember(this.state);
    this.merging = merge;
    this.set(next);
  }

  edit(edit: (task: Task) => Task, merge = ""): void {
    this.change({task: edit(this.state.task)}, merge);
  }

  beginDrag(): void {
    this.dragging ??= this.state;
  }

  endDrag(): void {
    const before = this.dragging;
    this.dragging = null;
    this.merging = "";
    if (before && before !== this.state) this.remember(before);
    this.tell();
  }

  get isDragging(): boolean {
    return this.dragging !== null;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  undo(): void {
    this.step(this.past, this.future);
  }

  redo(): void {
    this.step(this.future, this.past);
  }

  private step(from: State[], to: State[]): void {
    const next = from.pop();
    if (!next) return;
    to.push(this.state);
    this.merging = "";
    this.set(next);
  }

  private remember(state: State): void {
    this.past.push(state);
    if (this.past.length > MOST) this.past.shift();
    this.future = [];
  }

  private set(state: State): void {
    this.state = state;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
