// SPDX-License-Identifier: MIT
// Keys that move the element of the picture that has the focus: in small steps, or with Shift in large steps.
import {boundaryOf, centerOfMass, sizeOf} from "./boundary";
import {turnedAbout} from "./drag";
import {placeOn} from "./finger";
import {movePin, removePin, rounded, setPose, setPush, setSpring, walkPin} from "./edits";
import type {Stage} from "./stage";
import type {Store} from "./store";
import {Point, poseOf, Task} from "./task";
import {moveWall, removeWall, turnWall} from "./wall_edits";

const WAYS: Record<string, Point> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1]
};
const FINE = 1e-3, COARSE = 2e-2;  // distances of a small and a large step, as fractions of the part's size
const DEGREE = Math.PI / 180;
const TURNS: Record<string, number> = {"[": 1, "]": -1, "{": 10, "}": -10};  // angle by which each key turns the
                                                                             // selected object, in tenths of a degree

export function listenOnStage(stage: Stage, store: Store): void {
  stage.svg.addEventListener("keydown", (event) => {
    const handle = (event.target as Element).closest<SVGElement>("[data-handle]")?.dataset.handle;
    if (!handle || store.state.text !== null || event.ctrlKey || event.metaKey) return;
    if (handle === "finger") return pressedOnFinger(store, event);
    const task = pressed(store.task, handle, event);
    if (!task) return;
    event.preventDefault();
    event.stopPropagation();
    store.change({task}, `key ${handle}`);
    if (task.fixels?.length !== undefined && handle.startsWith("pin-")) {
      stage.focusPin(Math.min(Number(handle.slice(4)), task.fixels.length - 1));
    }
  });
}

/** Moves the finger along the outline. */
function pressedOnFinger(store: Store, event: KeyboardEvent): void {
  const way = WAYS[event.key];
  const boundary = boundaryOf(store.task);
  if (!way || !boundary) return;
  event.preventDefault();
  event.stopPropagation();
  const {question} = store.state;
  const at = boundary.walk(placeOn(boundary, question.finger.at), (way[0] + way[1]) * (event.shiftKey ? 25 : 1));
  store.change({question: {...question, finger: {...question.finger, at}}}, "key finger");
}

function pressed(task: Task, handle: string, event: KeyboardEvent): Task|null {
  const way = WAYS[event.key];
  const step = (event.shiftKey ? COARSE : FINE) * sizeOf(task);
  const moved = ([x, y]: Point): Point => [x + step * way[0], y + step * way[1]];
  if (handle.startsWith("pin-")) {
    const index = Number(handle.slice(4));
    if (!task.fixels?.[index]) return null;
    if (event.key === "Delete" || event.key === "Backspace") return removePin(task, index);
    if (!way) return null;
    if (event.altKey) return movePin(task, index, moved(task.fixels[index].at));
    return walkPin(task, index, (way[0] + way[1]) * (event.shiftKey ? 25 : 1));
  }
  if (handle.startsWith("wall-")) {
    const index = Number(handle.slice(5));
    if (event.key === "Delete" || event.key === "Backspace") return removeWall(task, index);
    if (TURNS[event.key]) return turnWall(task, index, TURNS[event.key] * 0.1 * DEGREE);
    return way ? moveWall(task, index, [step * way[0], step * way[1]]) : null;
  }
  const {push, spring} = task.actuator ?? {};
  if (handle === "at" && way) {
    const at = rounded(moved((push ?? spring)!.at), sizeOf(task));
    return push ? setPush(task, {at}) : setSpring(task, {at});
  }
  if (handle === "anchor" && way) return setSpring(task, {anchor: rounded(moved(spring!.anchor), sizeOf(task))});
  if (!boundaryOf(task)) return null;
  const pose = poseOf(task);
  const turn = TURNS[event.key] ?? (handle === "turn" && way ? (way[0] + way[1]) * (event.shiftKey ? 50 : 1) : 0);
  if (turn) return setPose(task, turnedAbout(pose, centerOfMass(task), turn * 0.1 * DEGREE), event.altKey);
  if (!way || handle !== "part") return null;
  const [x, y] = moved([pose[0], pose[1]]);
  return setPose(task, [x, y, pose[2]], event.altKey);
}
