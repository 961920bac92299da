// SPDX-License-Identifier: MIT
// The main program of the live editor. It connects the state with the picture, the fields and the answer.
import {listen} from "../../player/src/keys";

import {Address} from "./address";
import {AnswerPanel} from "./answer";
import {Bodies} from "./bodies";
import {Controls} from "./controls";
import {Dragging} from "./drag";
import {Editor} from "./editor";
import {addPin, lostWords, setPart} from "./edits";
import {Engine, Kind} from "./engine";
import {Fixtures} from "./fixtures";
import {Example, examples, Gallery, isOfTask, questionOf} from "./gallery";
import {fromFragment} from "./link";
import {Opening} from "./open";
import {addHole} from "./outline_edits";
import {Pins} from "./pins";
import {Playing} from "./play";
import {PLAIN, Question} from "./question";
import {QuestionFields} from "./question_fields";
import {Saving} from "./save";
import {Scenes} from "./scenes";
import {Sketch} from "./sketch";
import {Stage} from "./stage";
import {listenOnStage} from "./stage_keys";
import {State, Store} from "./store";
import {element, get} from "./svg";
import {actuatorKind, Point, Task} from "./task";
import {startTheme} from "./theme";
import {workerSource} from "./unpack";
import {addWall} from "./wall_edits";

const SEEN_AFTER = 350;  // a search is shown as running after this time, ms
const READING = 100;     // a message is shown this long, ms per character
const FIRST = "bracket_tray.json";
const DRAWN = "Drawn part";  // name of a task whose outline was drawn on the page

const first = examples.filter(isOfTask).find(({file}) => file === FIRST)!;
const store = new Store({task: first.task, question: questionOf(first), text: null, example: first.file});
const stage = new Stage(() => {
  stage.fit(store.task);
  draw();
});
const engine = new Engine(workerSource(), busy, (reason) => {
  get("headline").textContent = "This browser cannot run the library";
  get("steps-area")
      .replaceChildren(
          element("p", {}, `The page needs a browser with WebAssembly exceptions, such as those since 2022. (${reason})`));
});
const answer = new AnswerPanel(engine, store, () => redraw());
const controls = new Controls(store);
const pins = new Pins(store, (index) => point(index));
const bodies = new Bodies(store);
const questions = new QuestionFields(store);
const editor = new Editor(store);
const playing = new Playing(engine, () => redraw(), say);
const gallery = new Gallery((example) => show(example));
const sketch = new Sketch(stage, () => redraw());
new Dragging(stage, store, () => playing.pose === null && !sketch.active && store.state.text === null, () => redraw());
const fixtures = new Fixtures(engine, store);
const scenes = new Scenes(engine);
new Opening(engine, store, begin, (scene) => scenes.open(scene, scene.name ?? "A scene", []), say);
new Saving(engine, store, answer);
let frame = 0;
let pointed: number|null = null;
let seen: State|null = null;

function draw(): void {
  frame = 0;
  const overlay =
      store.isDragging || answer.answered?.task !== store.task ? {...answer.overlay, seat: null} : answer.overlay;
  const fixels = pointed === null ? overlay.fixels : [pointed + 1];
  const {command, finger} = store.state.question;
  const at = command === "contacts" && finger.effect && !playing.pose ? finger.at : null;
  stage.draw(store.task, {...overlay, fixels, finger: at, wrench: playing.pose ? null : overlay.wrench}, playing.pose);
}

function redraw(): void {
  frame ||= requestAnimationFrame(draw);
}

function point(index: number|null): void {
  pointed = index;
  redraw();
}

function say(message: string): void {
  get("hint").replaceChildren(element("span", {}, message));
  window.setTimeout(
      () => get("hint").textContent === message && get("hint").replaceChildren(), 8000 + READING * message.length);
}

/** Updates the fields and the picture, and requests the answer. Called after changes, at most once per frame. */
function changed(): void {
  const {task, text, question} = store.state;
  if (seen?.task !== task || seen.question !== question || seen.text !== text) playing.end();
  const lost = seen && lostWords(seen.task, task);
  if (lost) say(lost);
  if (seen && actuatorKind(seen.task) !== actuatorKind(task)) stage.reveal(task);
  seen = store.state;
  get("title").textContent = task.name ?? "A task without a name";
  document.title = `${task.name ?? "A task"} – Pawl`;
  gallery.say(store.state.example);
  get<HTMLButtonElement>("undo").disabled = !store.canUndo;
  get<HTMLButtonElement>("redo").disabled = !store.canRedo;
  for (const id of ["add-pin", "add-wall", "add-hole"]) {
    get<HTMLButtonElement>(id).disabled = !task.part?.outline || text !== null;
  }
  get("locked").hidden = text === null;
  for (const column of document.querySelectorAll<HTMLElement>("#fields .column")) column.inert = text !== null;
  if (text === null) {
    controls.show(task);
    pins.show(task);
    bodies.show(task);
  }
  questions.show(store.state);
  fixtures.show(store.state);
  editor.show();
  draw();
  void answer.ask().then(() => editor.showFaults(answer.faults));
}

new Address(store);
let scheduled = 0;
store.onChange(() => {
  scheduled ||= requestAnimationFrame(() => {
    scheduled = 0;
    changed();
  });
});

/** Replaces the task by another one, and resets the page. */
function begin(task: Task, text: string|null, question: Question = PLAIN, example: Example|null = null): void {
  sketch.cancel();
  answer.picked = 0;
  answer.forget();
  store.change({task, text, question, example: example?.file});
  stage.fit(task);
}

function show(example: Example): void {
  get("hint").replaceChildren();  // removes the message, which belongs to the previous task
  if (isOfTask(example)) begin(example.task, null, questionOf(example), example);
  if (example.scene) scenes.open(example.scene, example.title, example.tries);
}

let spoken = 0;
function busy(kind: Kind|null): void {
  window.clearTimeout(spoken);
  if (kind === null || kind === "details" || kind === "picture") return void (get("busy").hidden = true);
  spoken = window.setTimeout(() => {
    get("busy-words").textContent = kind === "basin" ? "Proving the depth …" :
        kind === "advice"                            ? "Searching for a change that helps …" :
        kind === "fixtures"                          ? "Searching for fixtures …" :
        kind === "part"                              ? "Reading the drawing …" :
        kind === "play"                              ? "Simulating …" :
                                                       "Searching …";
    get("busy").hidden = false;
  }, SEEN_AFTER);
  get("stop").onclick = () => engine.stop(kind);
}

function escape(): void {
  if (sketch.active) return sketch.cancel();
  if (playing.pose) return playing.end();
  if (!get("busy").hidden) get("stop").click();
}

function playPlan(): void {
  if (answer.plan?.found && answer.isCurrent && !get("play").hidden) void playing.play(store.task, answer.plan);
}

function help(): void {
  const dialog = get<HTMLDialogElement>("help");
  if (dialog.open)
    dialog.close();
  else
    dialog.showModal();
}

/** While an outline is drawn, removes its last corner. Otherwise undoes the last edit of the task. */
const undo = (): void => (sketch.active ? sketch.takeBack() : store.undo());
const redo = (): void => (sketch.active ? undefined : store.redo());
get("undo").addEventListener("click", undo);
get("redo").addEventListener("click", redo);
const addOne = (): void => {
  if (!store.task.part?.outline || store.state.text !== null) return;
  store.edit(addPin);
  requestAnimationFrame(() => requestAnimationFrame(() => stage.focusPin(store.task.fixels!.length - 1)));
};
get("add-pin").addEventListener("click", addOne);
const drawOutline = (): void => (sketch.active ?
    sketch.cancel() :
    sketch.begin((polygon) => begin({...setPart(store.task, {outline: {polygon}}), name: DRAWN}, null)));
get("draw-outline").addEventListener("click", drawOutline);
/** Returns a function that draws a wall or a hole of the part, or ends the drawing. */
const drawInto = (add: (task: Task, polygon: Point[]) => Task) => (): void => {
  if (sketch.active) return sketch.cancel();
  if (store.task.part?.outline && store.state.text === null)
    sketch.begin((polygon) => store.edit((task) => add(task, polygon)));
};
const [drawWall, drawHole] = [drawInto(addWall), drawInto(addHole)];
get("add-wall").addEventListener("click", drawWall);
get("add-hole").addEventListener("click", drawHole);
get("play").addEventListener("click", playPlan);
get("basin").addEventListener("click", () => void answer.askBasin());
get("show-help").addEventListener("click", help);
const zoom = (factor: number) => (): void => {
  stage.zoom(factor);
  redraw();
};
const fit = (): void => {
  stage.fit(store.task);
  redraw();
};
get("zoom-in").addEventListener("click", zoom(1.4));
get("zoom-out").addEventListener("click", zoom(1 / 1.4));
get("fit").addEventListener("click", fit);
listenOnStage(stage, store);
listen({
  a: addOne,
  d: drawOutline,
  w: drawWall,
  h: drawHole,
  p: playPlan,
  escape,
  "+": zoom(1.4),
  "=": zoom(1.4),
  "-": zoom(1 / 1.4),
  0: fit,
  "?": help
});
// Keys that are typed into fields do not trigger commands.
document.body.addEventListener("keydown", (event) => {
  const typing =
      event.target instanceof Element && event.target.matches("textarea, input[type=text], input:not([type])");
  if (typing && event.key !== "Escape") event.stopPropagation();
});
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey)
    redo();
  else
    undo();
});
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

async function openLink(): Promise<boolean> {
  try {
    const read = await fromFragment(location.hash);
    if (!read) return false;
    gallery.closeWelcome();
    begin(read.task, null, read.question);
    return true;
  } catch {
    say("The link is damaged: it contains no readable task.");
    return false;
  }
}

window.addEventListener("hashchange", () => void openLink());
startTheme();
changed();
void openLink();
