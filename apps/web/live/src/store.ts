// SPDX-License-Identifier: MIT
// What is edited, and every state that it had: undo, redo. A drag is many states and one step of undo.
import type {Question} from "./question";
import type {Task} from "./task";

export interface State {
  task: Task;
  question: Question;
  text: string|null;  // of the task while it is no task that can be drawn
  example?: string;   // the file in the gallery that the task began as
}

const MOST = 300;

export class Store {
  private past: State[] = [];
  private future: State[] = [];
  private dragging: State|null = null;  // as it was before
  private merging = "";
  private readonly listeners: (() => void)[] = [];

  constructor(public state: State) {}

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  get task(): Task {
    return this.state.task;
  }

  /** One step of undo; those in a row that `merge` by the same name are one. */
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
