// SPDX-License-Identifier: MIT
// The fields of walls and holes: friction and pose of a wall, corners, discs.
import {NumberField, numberField} from "./fields";
import {FrictionField, frictionField, frictionText} from "./friction_field";
import {addCorner, canAddCorner, changeHole, changeWall, cornersOf, holesOf, moveCorner, removeCorner, removeHole} from "./outline_edits";
import type {Store} from "./store";
import {element, get} from "./svg";
import {angleUnit, Point, Pose, Task, TaskOutline} from "./task";
import {removeWall} from "./wall_edits";

const MOST_CORNERS = 60;  // an outline with more corners is edited only as text in the task file

/** A kind of outline that the page edits, walls or holes, with the functions that read and change outlines of this kind. */
interface Kind {
  name: string;
  pointer: (index: number) => string;
  outlines: (task: Task) => TaskOutline[];
  change: (task: Task, index: number, outline: TaskOutline) => Task;
  remove: (task: Task, index: number) => Task;
}

const WALLS: Kind = {
  name: "Wall",
  pointer: (index) => `/walls/${index}`,
  outlines: (task) => (task.walls ?? []).map(({outline}) => outline),
  change: (task, index, outline) => changeWall(task, index, {outline}),
  remove: removeWall,
};
const HOLES: Kind = {
  name: "Hole",
  pointer: (index) => `/part/outline/holes/${index}`,
  outlines: holesOf,
  change: changeHole,
  remove: removeHole,
};

/** Returns the outer outline without its holes, followed by the outlines of the holes. */
const loopsOf = ({holes, ...outline}: TaskOutline): TaskOutline[] => [outline, ...(holes ?? [])];

/** Returns an outline in which one of its loops is replaced. */
function withLoop(outline: TaskOutline, loop: number, to: TaskOutline): TaskOutline {
  if (loop === 0) return outline.holes ? {...to, holes: outline.holes} : to;
  return {...outline, holes: outline.holes!.map((hole, i) => (i === loop - 1 ? to : hole))};
}

/** The fields of one wall or hole. They are created again if the outline gets a different number of corners or other kinds of
 * edges. */
class Body {
  readonly box: HTMLDetailsElement;
  readonly form: string;
  private readonly rows: NumberField[][][] = [];  // the fields for each corner, or for the disc, of each loop
  private readonly pose: NumberField[] = [];
  private friction: FrictionField|null = null;

  constructor(private readonly store: Store, private readonly kind: Kind, private readonly index: number) {
    const name = `${kind.name} ${index + 1}`;
    const outline = this.outline(store.task);
    this.form = formOf(outline);
    const remove = element("button", {type: "button"}, `Remove ${name.toLowerCase()}`);
    remove.addEventListener("click", () => this.edit((task) => kind.remove(task, index)));
    this.box = element(
        "details", {class: "body-fields field", "data-at": kind.pointer(index)}, element("summary", {}, name),
        ...(kind === WALLS ? this.wallFields(name) : []), ...loopsOf(outline).flatMap((one, loop) => this.loopFields(name, one, loop)),
        remove);
  }

  private outline(task: Task): TaskOutline {
    return this.kind.outlines(task)[this.index];
  }

  private edit(edit: (task: Task) => Task, merge = ""): void {
    this.store.edit(edit, merge && `${this.kind.pointer(this.index)} ${merge}`);
  }

  private editLoop(loop: number, edit: (outline: TaskOutline) => TaskOutline, merge = ""): void {
    this.edit((task) => {
      const outline = this.outline(task);
      return this.kind.change(task, this.index, withLoop(outline, loop, edit(loopsOf(outline)[loop])));
    }, merge && `${loop} ${merge}`);
  }

  private loopFields(body: string, outline: TaskOutline, loop: number): HTMLElement[] {
    this.rows.push([]);
    const name = loop === 0 ? body : `opening ${loop} of ${body.toLowerCase()}`;
    const heading = loop === 0 ? [] : [element("p", {}, `Opening ${loop}`)];
    return [...heading, outline.disc ? this.discFields(name, loop) : this.cornerFields(name, outline, loop)];
  }

  private wallFields(name: string): HTMLElement[] {
    const {index} = this;
    this.friction = frictionField(
        `friction of ${name.toLowerCase()}`, (friction) => this.edit((task) => changeWall(task, index, {friction}), "friction"));
    this.friction.input.dataset.at = `/walls/${index}/friction`;
    const take = (axis: number, value: number): void => this.edit((task) => {
      const pose: Pose = [...(task.walls![index].pose ?? [0, 0, 0])];
      pose[axis] = value;
      return changeWall(task, index, {pose});
    }, `pose ${axis}`);
    this.pose.push(...["x", "y", "turned"].map((axis, k) => numberField(axis, (value) => value !== null && take(k, value))));
    return [
      element("div", {class: "triple"}, element("label", {}, "Friction µ ", this.friction.input)),
      element(
          "div", {class: "field triple", "data-at": `/walls/${index}/pose`},
          ...this.pose.flatMap(({label, input}) => [label, input])),
    ];
  }

  private discFields(name: string, loop: number): HTMLElement {
    const fields = ["x", "y", "radius"].map((part, k) => numberField(`${part} of ${name.toLowerCase()}`, (value) => {
      if (value !== null) this.editLoop(loop, (outline) => {
        const {center: [x, y] = [0, 0] as Point, radius} = outline.disc!;
        return {...outline, disc: {center: k === 0 ? [value, y] : k === 1 ? [x, value] : [x, y], radius: k === 2 ? value : radius}};
      }, `disc ${k}`);
    }));
    this.rows[loop].push(fields);
    ["x", "y", "radius"].forEach((text, k) => (fields[k].label.textContent = text));
    return element("div", {class: "triple"}, ...fields.flatMap(({label, input}) => [label, input]));
  }

  private cornerFields(name: string, outline: TaskOutline, loop: number): HTMLElement {
    const corners = cornersOf(outline);
    if (corners.length > MOST_CORNERS)
      return element("p", {class: "note"}, `It has ${corners.length} corners. Edit them in the task file.`);
    const rows = corners.map((_, corner) => {
      const of = `of corner ${corner + 1} of ${name.toLowerCase()}`;
      const fields = ["x", "y"].map((axis, k) => numberField(`${axis} ${of}`, (value) => {
        if (value !== null) this.editLoop(loop, (now) => {
          const [x, y] = cornersOf(now)[corner];
          return moveCorner(now, corner, k === 0 ? [value, y] : [x, value]);
        }, `corner ${corner} ${k}`);
      }));
      fields.forEach(({input, label}) => input.setAttribute("aria-label", label.textContent!));
      this.rows[loop].push(fields);
      const add = element(
          "button", {type: "button", class: "small", "aria-label": `Add a corner after corner ${corner + 1} of ${name.toLowerCase()}`, title: "Add a corner after it"},
          "+");
      add.hidden = !canAddCorner(outline, corner);
      add.addEventListener("click", () => this.editLoop(loop, (now) => addCorner(now, corner)));
      const remove = element(
          "button", {type: "button", class: "small", "aria-label": `Remove corner ${corner + 1} of ${name.toLowerCase()}`, title: "Remove it"}, "✕");
      remove.hidden = corners.length <= 3;
      remove.addEventListener("click", () => this.editLoop(loop, (now) => removeCorner(now, corner)));
      return element(
          "tr", {}, element("th", {scope: "row"}, String(corner + 1)), ...fields.map(({input}) => element("td", {}, input)),
          element("td", {}, add, remove));
    });
    return element("table", {"aria-label": `Corners of ${name.toLowerCase()}`}, element("tbody", {}, ...rows));
  }

  show(task: Task): void {
    loopsOf(this.outline(task)).forEach((outline, loop) => {
      const {center: [x, y] = [0, 0] as Point, radius = 0} = outline.disc ?? {};
      const numbers = outline.disc ? [[x, y, radius]] : cornersOf(outline);
      this.rows[loop].forEach((fields, i) => fields.forEach((field, k) => field.set(numbers[i][k])));
    });
    const wall = this.kind === WALLS ? task.walls![this.index] : null;
    if (!wall) return;
    this.pose.forEach((field, k) => field.set((wall.pose ?? [0, 0, 0])[k]));
    this.pose[2].label.textContent = `turned, ${angleUnit(task)}`;
    this.friction!.set(wall.friction);
    this.friction!.input.placeholder = frictionText(task.friction ?? 0);
  }
}

/** Returns a text that is the same for all outlines that need the same fields. */
const formOf = (outline: TaskOutline): string => loopsOf(outline)
    .map((loop) => (loop.disc ? "disc" : cornersOf(loop).map((_, i) => (canAddCorner(loop, i) ? "-" : "(")).join(""))).join(" ");

export class Bodies {
  private readonly lists = [{kind: WALLS, at: get("wall-fields")}, {kind: HOLES, at: get("hole-fields")}];
  private readonly shown = new Map<Kind, Body[]>(this.lists.map(({kind}) => [kind, []]));

  constructor(private readonly store: Store) {}

  show(task: Task): void {
    for (const {kind, at} of this.lists) {
      const outlines = kind.outlines(task);
      const bodies = this.shown.get(kind)!;
      while (bodies.length > outlines.length) bodies.pop()!.box.remove();
      outlines.forEach((outline, i) => {
        if (bodies[i]?.form !== formOf(outline)) {
          const body = new Body(this.store, kind, i);
          body.box.open = bodies[i]?.box.open ?? false;
          if (bodies[i])
            bodies[i].box.replaceWith(body.box);
          else
            at.append(body.box);
          bodies[i] = body;
        }
        bodies[i].show(task);
      });
      at.parentElement!.hidden = outlines.length === 0;
    }
  }
}
