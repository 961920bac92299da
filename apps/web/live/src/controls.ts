// SPDX-License-Identifier: MIT
// Sliders and fields for the friction, the actuator, the pose and the units.
import {frictionOf, setActuator, setFriction, setPose, setPush, setSpring} from "./edits";
import {NumberField, numberField} from "./fields";
import type {Store} from "./store";
import {element, get} from "./svg";
import {actuatorKind, ActuatorKind, Angle, angleUnit, decimal, Length, lengthUnit, Friction, perRadian, Point, poseOf, rangeOf, Task} from "./task";
import {inUnits, wrenchIn} from "./units";

const FRICTION_STEP = 0.005;

interface Slider {
  row: HTMLElement;
  slider: HTMLInputElement;
  field: NumberField;
  set(value: number|null, most?: number): void;
}

function sliderRow(name: string, least: number, most: number, step: number, take: (value: number) => void): Slider {
  const slider =
      element("input", {type: "range", min: String(least), max: String(most), step: String(step), "aria-label": name});
  const field = numberField(name, (value) => value !== null && take(value));
  slider.addEventListener("input", () => take(Number(slider.value)));
  const row = element("div", {class: "field slider-row"}, field.label, slider, field.input);
  const set = (value: number|null, top = most): void => {
    slider.max = String(top);
    const shown = value ?? least;
    if (document.activeElement !== slider || Number(slider.value) !== shown) slider.value = String(shown);
    field.set(value);
  };
  return {row, slider, field, set};
}

export class Controls {
  private readonly low: Slider;
  private readonly high: Slider;
  private readonly from: Slider;
  private readonly to: Slider;
  private readonly tolerance: Slider;
  private readonly pose: NumberField[];
  private readonly actuatorFields = get("actuator-fields");
  private readonly points: {[key: string]: NumberField[]} = {};
  private readonly interval = get<HTMLInputElement>("friction-range");
  private readonly kind = get<HTMLSelectElement>("actuator");
  private readonly length = get<HTMLSelectElement>("unit-length");
  private readonly angle = get<HTMLSelectElement>("unit-angle");

  constructor(private readonly store: Store) {
    const friction = (k: 0|1) => (value: number): void => this.takeFriction(k, value);
    this.low = sliderRow("Friction µ", 0, 1, FRICTION_STEP, friction(0));
    this.high = sliderRow("up to", 0, 1, FRICTION_STEP, friction(1));
    for (const {slider, field} of [this.low, this.high]) slider.dataset.at = field.input.dataset.at = "/friction";
    get("friction-fields").append(this.low.row, this.high.row);
    this.interval.addEventListener("change", () => {
      const [low] = rangeOf(frictionOf(store.task) ?? 0);
      const wide = decimal(Math.max(Math.round(low * 1.5 / FRICTION_STEP) * FRICTION_STEP, low + 0.05));
      store.edit((task) => setFriction(task, this.interval.checked ? [low, wide] : low));
    });
    const direction = (k: 0|1) => (value: number): void => this.takeDirection(k, value);
    this.from = sliderRow("Pushes from, °", -360, 360, 1, direction(0));
    this.to = sliderRow("to, °", -360, 360, 1, direction(1));
    this.tolerance = sliderRow(
        "Anchor error", 0, 1, 0.001,
        (value) => store.edit((task) => setSpring(task, {anchor_tolerance: value}), "tolerance"));
    this.actuatorFields.append(this.from.row, this.to.row, this.tolerance.row);
    for (const key of ["at", "anchor"]) this.actuatorFields.append(this.pointRow(key));
    this.kind.addEventListener(
        "change", () => store.edit((task) => setActuator(task, this.kind.value as ActuatorKind)));
    this.pose =
        ["x", "y", "turned"].map((name, k) => numberField(name, (value) => value !== null && this.takePose(k, value)));
    const row = element(
        "div", {class: "field triple", "data-at": "/pose"}, ...this.pose.flatMap(({label, input}) => [label, input]));
    get("pose-fields").append(row);
    for (const select of [this.length, this.angle]) {
      select.addEventListener("change", () => this.takeUnits());
    }
  }

  private pointRow(key: string): HTMLElement {
    const name = key === "at" ? "at" : "anchor";
    this.points[key] = ["x", "y"].map(
        (axis, k) => numberField(`${name} ${axis}`, (value) => value !== null && this.takePoint(key, k, value)));
    return element(
        "div", {class: "field triple", "data-key": key},
        ...this.points[key].flatMap(({label, input}) => [label, input]));
  }

  /** Converts the task to the selected units. If the task's unit is unknown, no unit is selected, and the task keeps its unit
   * until the user selects one. */
  private takeUnits(): void {
    const {task, question} = this.store.state;
    const length = (this.length.value || lengthUnit(task)) as Length;
    const angle = (this.angle.value || angleUnit(task)) as Angle;
    const wrench = question.wrench && wrenchIn(question.wrench, task, length);
    this.store.change({task: inUnits(task, length, angle), question: {...question, wrench}});
  }

  private takeFriction(which: 0|1, value: number): void {
    const [low, high] = rangeOf(frictionOf(this.store.task) ?? value);
    const friction = !this.interval.checked ? value :
        which === 0                         ? [value, Math.max(value, high)] :
                                              [Math.min(low, value), value];
    this.store.edit((task) => setFriction(task, friction as [number, number]), "friction");
  }

  /** Sets one end of the range of directions. The range extends counterclockwise from its first end, by at most a
   * full turn. */
  private takeDirection(which: 0|1, degrees: number): void {
    this.store.edit((task) => {
      const value = decimal(degrees * perRadian(task) * Math.PI / 180);
      const turn = 2 * Math.PI * perRadian(task);
      const [from, to] = task.actuator!.push!.directions;
      const directions: Point = which === 0 ? [value, Math.min(Math.max(to, value), value + turn)] :
                                              [Math.max(Math.min(from, value), value - turn), value];
      return setPush(task, {directions});
    }, "directions");
  }

  private takePoint(key: string, axis: number, value: number): void {
    this.store.edit((task) => {
      const {push, spring} = task.actuator ?? {};
      const old = key === "anchor" ? spring!.anchor : (push ?? spring)!.at;
      const point: Point = axis === 0 ? [value, old[1]] : [old[0], value];
      if (push) return setPush(task, {at: point});
      return setSpring(task, key === "anchor" ? {anchor: point} : {at: point});
    }, `${key} ${axis}`);
  }

  private takePose(axis: number, value: number): void {
    this.store.edit((task) => {
      const pose = poseOf(task);
      pose[axis] = axis === 2 ? value / perRadian(task) : value;
      return axis === 2 ? {...setPose(task, pose), pose: [pose[0], pose[1], value]} :
                          {...task, pose: [pose[0], pose[1], (task.pose ?? [0, 0, 0])[2]]};
    }, `pose ${axis}`);
  }

  show(task: Task): void {
    this.showFriction(frictionOf(task));
    this.showActuator(task);
    const pose = task.pose ?? [0, 0, 0];
    this.pose.forEach((field, k) => field.set(pose[k]));
    get("pose-box").hidden = !task.part?.outline;
    this.pose[2].label.textContent = `turned, ${angleUnit(task)}`;
    this.length.value = lengthUnit(task);
    this.angle.value = angleUnit(task);
  }

  /** Shows the common friction of the fixels. null means that their frictions differ. */
  private showFriction(friction: Friction|null): void {
    const [low, high] = friction === null ? [null, null] : rangeOf(friction);
    if (document.activeElement !== this.interval) this.interval.checked = Array.isArray(friction);
    const most = Math.max(1, Math.ceil(2.5 * (high ?? 0)) / 2);
    this.low.set(low, most);
    this.high.set(high, most);
    this.high.row.hidden = !this.interval.checked;
    this.low.field.label.textContent = this.interval.checked ? "Friction µ from" : "Friction µ";
    this.low.field.input.placeholder = friction === null ? "differs" : "";
    if (friction === null)
      this.low.slider.setAttribute("aria-valuetext", "differs between fixels");
    else
      this.low.slider.removeAttribute("aria-valuetext");
    get("own-friction").hidden = friction !== null;
  }

  private showActuator(task: Task): void {
    const kind = actuatorKind(task);
    this.kind.value = kind;
    const {push, spring} = task.actuator ?? {};
    this.from.row.hidden = this.to.row.hidden = !push;
    this.tolerance.row.hidden = !spring;
    const degrees = 180 / Math.PI / perRadian(task);
    if (push) {
      this.from.set(decimal(Number((push.directions[0] * degrees).toFixed(6))));
      this.to.set(decimal(Number((push.directions[1] * degrees).toFixed(6))));
      this.from.slider.dataset.at = this.to.slider.dataset.at = "/actuator/push/directions";
    }
    if (spring) {
      const reach = Math.hypot(spring.anchor[0] - spring.at[0], spring.anchor[1] - spring.at[1]) || 1;
      this.tolerance.slider.step = String(decimal(10 ** Math.floor(Math.log10(reach) - 2)));
      this.tolerance.set(spring.anchor_tolerance ?? 0, decimal(Number((reach / 2).toPrecision(2))));
      this.tolerance.slider.dataset.at = "/actuator/spring/anchor_tolerance";
    }
    for (const [key, fields] of Object.entries(this.points)) {
      const point = key === "anchor" ? spring?.anchor : (push ?? spring)?.at;
      const row = fields[0].input.closest<HTMLElement>(".field")!;
      row.hidden = !point;
      row.dataset.at = `/actuator/${push ? "push" : "spring"}/${key}`;
      if (point) fields.forEach((field, k) => field.set(point[k]));
    }
  }
}
