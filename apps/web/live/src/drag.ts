// SPDX-License-Identifier: MIT Dragging with the pointer: pins and the additional finger along the outline, walls, the
// part, its knob, and the points of the actuator. Dragging the background moves the view.
import {boundaryOf, centerOfMass, sizeOf, toBody} from "./boundary";
import {addPinAt, dragPin, movePin, rounded, setPose, setPush, setSpring} from "./edits";

import type {Stage} from "./stage";
import type {Store} from "./store";
import {Point, Pose, poseOf, Task} from "./task";
import {moveWall} from "./wall_edits";

const SNAP = 8;  // a dragged wall snaps to the part below this distance, px

interface Drag {
  handle: string;
  from: Point;  // pointer position at the start of the drag, px
  task: Task;   // the task before the drag
}

export class Dragging {
  private drag: Drag|null = null;
  private pointer: PointerEvent|null = null;
  private frame = 0;
  private readonly fingers = new Map<number, Point>();

  /**
   * `enabled` returns whether dragging is permitted; it is not permitted while a plan plays or an outline is drawn.
   * `redraw` is called after the view has changed.
   */
  constructor(
      private readonly stage: Stage, private readonly store: Store, private readonly enabled: () => boolean,
      private readonly redraw: () => void) {
    const {svg} = stage;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"] as const) svg.addEventListener(end, (event) => this.up(event));
    svg.addEventListener("wheel", (event) => this.wheel(event), {passive: false});
    svg.addEventListener("dblclick", (event) => this.addAt(event));
  }

  private place(event: MouseEvent): Point {
    const {left, top} = this.stage.svg.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || !this.enabled()) return;
    const at = this.place(event);
    this.fingers.set(event.pointerId, at);
    if (this.drag) return;
    const target = (event.target as Element).closest<SVGElement>("[data-handle]");
    const handle = target?.dataset.handle ?? "ground";
    if (handle === "ground" && event.pointerType === "touch") return;  // dragging the background with one finger
                                                                       // scrolls the page
    this.stage.svg.setPointerCapture(event.pointerId);
    target?.focus({preventScroll: true});
    this.drag = {handle, from: at, task: this.store.task};
    this.stage.svg.classList.add("dragging");
    if (handle !== "ground") this.store.beginDrag();
  }

  private move(event: PointerEvent): void {
    const last = this.fingers.get(event.pointerId);
    if (last && this.fingers.size === 2 && !this.drag) return this.pinch(event, last);
    if (!this.drag) return;
    this.pointer = event;
    this.frame ||= requestAnimationFrame(() => this.apply());
  }

  private pinch(event: PointerEvent, last: Point): void {
    const now = this.place(event);
    const [id] = [...this.fingers.keys()].filter((key) => key !== event.pointerId);
    const other = this.fingers.get(id)!;
    const [before, after] = [last, now].map(([x, y]) => Math.hypot(x - other[0], y - other[1]));
    if (before > 0) this.stage.zoom(after / before, other);
    this.fingers.set(event.pointerId, now);
    this.redraw();
  }

  private apply(): void {
    this.frame = 0;
    if (!this.drag || !this.pointer) return;
    const to = this.place(this.pointer);
    const {handle, from, task} = this.drag;
    if (handle === "ground") {
      this.stage.pan(to[0] - from[0], to[1] - from[1]);
      this.drag.from = to;
      return this.redraw();
    }
    if (handle === "finger") return this.moveFinger(task, this.stage.world(to));
    const moved = this.edited(task, handle, from, to, this.pointer);
    if (moved) this.store.change({task: moved});
  }

  private moveFinger(task: Task, to: Point): void {
    const boundary = boundaryOf(task);
    if (!boundary) return;
    const {question} = this.store.state;
    const at = boundary.tidy(boundary.nearestOnOutline(toBody(to, poseOf(task))));
    if (at.side === question.finger.at.side && at.t === question.finger.at.t) return;
    this.store.change({question: {...question, finger: {...question.finger, at}}});
  }

  private edited(task: Task, handle: string, from: Point, to: Point, event: PointerEvent): Task|null {
    const world = this.stage.world(to);
    const [x0, y0] = this.stage.world(from);
    if (handle.startsWith("pin-")) {
      const index = Number(handle.slice(4));
      if (!task.fixels?.[index]) return null;
      return event.altKey ? movePin(task, index, world) : dragPin(task, index, world);
    }
    if (handle.startsWith("wall-")) {
      const snap = event.altKey ? 0 : SNAP * this.stage.perPixel;
      return moveWall(task, Number(handle.slice(5)), [world[0] - x0, world[1] - y0], snap);
    }
    if (handle === "at" || handle === "anchor") return moveActuator(task, handle, world);
    const pose = poseOf(task);
    if (!boundaryOf(task)) return null;
    if (handle === "turn") return turnPart(task, this.stage.world(from), world, event.shiftKey);
    const moved: Pose = [pose[0] + world[0] - x0, pose[1] + world[1] - y0, pose[2]];
    return setPose(task, moved, event.shiftKey);
  }

  private up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (!this.drag) return;
    if (this.frame) {
      cancelAnimationFrame(this.frame);
      this.apply();
    }
    this.drag = null;
    this.pointer = null;
    this.stage.svg.classList.remove("dragging");
    if (this.store.isDragging) this.store.endDrag();
  }

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && document.documentElement.scrollHeight > window.innerHeight + 1) return;
    event.preventDefault();
    this.stage.zoom(Math.exp(-event.deltaY / 400), this.place(event));
    this.redraw();
  }

  /** Adds a pin at the point of the outline that was double-clicked. */
  private addAt(event: MouseEvent): void {
    const {task} = this.store;
    const boundary = boundaryOf(task);
    if (!boundary || !this.enabled()) return;
    const touch = boundary.nearest(toBody(this.stage.world(this.place(event)), poseOf(task)));
    if (touch.distance < 30 * this.stage.perPixel) this.store.change({task: addPinAt(task, touch)});
  }
}

function moveActuator(task: Task, handle: string, world: Point): Task {
  const at = rounded(world, sizeOf(task));
  if (task.actuator?.push) return setPush(task, {at});
  return setSpring(task, handle === "at" ? {at} : {anchor: at});
}

/** Turns the part about its centre of mass. If `along` is true, the fixels turn with the part. */
function turnPart(task: Task, from: Point, to: Point, along: boolean): Task {
  const pose = poseOf(task);
  const [cx, cy] = centerOfMass(task);
  const by = Math.atan2(to[1] - cy, to[0] - cx) - Math.atan2(from[1] - cy, from[0] - cx);
  return setPose(task, turnedAbout(pose, [cx, cy], by), along);
}

export function turnedAbout(pose: Pose, [cx, cy]: Point, by: number): Pose {
  const [c, s] = [Math.cos(by), Math.sin(by)];
  const [x, y] = [pose[0] - cx, pose[1] - cy];
  const turn = Math.atan2(Math.sin(pose[2] + by), Math.cos(pose[2] + by));
  return [cx + c * x - s * y, cy + s * x + c * y, turn];
}
