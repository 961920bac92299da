// SPDX-License-Identifier: MIT
// Draws the applied wrench: a line of force, a force at a point, a spring, or a torque as an arc about the centre of mass.
import type {Play, Push} from "./data";
import {arrow, element, f, Forces, HEAD, LONGEST} from "./forces";
import type {Stage} from "./stage";

const SHORTEST_PUSH = 30;   // shortest arrow of an applied force, px
const FARTHEST_LINE = 200;  // If the line of force is farther from the centre of mass than this, px, the wrench is
                            // drawn as a force and a torque at the centre of mass.
const MOMENT_RADIUS = 24;   // radius of the arc that shows a torque, px

type Point = [number, number];
type Pose = [number, number, number];

export function pushAt(play: Play, time: number): Push|null {
  let found: Push|null = null;
  for (const push of play.pushes)
    if (push.from <= time + 1e-12) found = push;
  return found;
}

/** The paths with which a wrench is drawn: dashed lines, solid lines, and the thin line to the point where it acts. */
interface Drawn {
  shaft: string;
  head: string;
  lever: string;
}

export class PushArrow {
  private readonly shaft = element("#push");
  private readonly head = element("#push-head");
  private readonly lever = element("#lever");

  constructor(
      private readonly stage: Stage,
      private readonly forces: Forces,
  ) {}

  draw(play: Play, push: Push|null, pose: Pose): void {
    const drawn = push ? this.paths(play, push, pose) : {shaft: "", head: "", lever: ""};
    this.shaft.setAttribute("d", drawn.shaft);
    this.head.setAttribute("d", drawn.head);
    this.lever.setAttribute("d", drawn.lever);
  }

  private paths(play: Play, push: Push, pose: Pose): Drawn {
    const center = toWorld(play.bodies[0].center ?? [0, 0], pose);
    if (push.at) return this.atPoint(push, toWorld(push.at, pose));
    const size = Math.hypot(...push.force);
    if (size === 0) return this.moment(center, push.torque);
    // The line of force has the distance tau / |f| from the centre of mass. If tau is positive, the line is on the
    // right of the centre, for an observer who faces the direction of the force.
    const arm = push.torque / size;
    if (Math.abs(arm) * this.stage.view.k > FARTHEST_LINE) {
      const [force, moment] = [this.ending(center, push.force), this.moment(center, push.torque)];
      return {shaft: force.shaft + moment.shaft, head: force.head + moment.head, lever: ""};
    }
    const foot: Point = [center[0] + (arm * push.force[1]) / size, center[1] - (arm * push.force[0]) / size];
    return {...this.ending(foot, push.force), lever: this.line(center, foot)};
  }

  private atPoint(push: Push, point: Point): Drawn {
    if (!push.anchor) return this.ending(point, push.force);
    const way = [push.anchor[0] - point[0], push.anchor[1] - point[1]];
    const length = Math.hypot(way[0], way[1]) || 1;
    const size = Math.hypot(...push.force);
    const [dx, dy] = this.pixels([(way[0] / length) * size, (way[1] / length) * size]);
    const [x, y] = this.stage.pixel(...point);
    const [shaft, head] = arrow(x, y, dx, dy);
    return {shaft, head, lever: this.line(point, push.anchor)};
  }

  private pixels(force: Point): Point {
    const size = Math.hypot(...force);
    const length = Math.min(Math.max(size * this.forces.scale.pixels, SHORTEST_PUSH), LONGEST);
    return [(force[0] / size) * length, (-force[1] / size) * length];
  }

  /** Returns an arrow whose tip is at the point. */
  private ending(point: Point, force: Point): Drawn {
    const [x, y] = this.stage.pixel(...point);
    const [dx, dy] = this.pixels(force);
    const [shaft, head] = arrow(x - dx, y - dy, dx, dy);
    return {shaft, head, lever: ""};
  }

  private line(from: Point, to: Point): string {
    const [x, y] = this.stage.pixel(...from);
    const [u, v] = this.stage.pixel(...to);
    return Math.hypot(u - x, v - y) > 2 ? `M${f(x)} ${f(y)}L${f(u)} ${f(v)}` : "";
  }

  /** Returns an arc of three quarters of a turn that ends below the point: counterclockwise for a positive torque. */
  private moment(point: Point, torque: number): Drawn {
    if (torque === 0) return {shaft: "", head: "", lever: ""};
    const [x, y] = this.stage.pixel(...point);
    const r = MOMENT_RADIUS;
    const side = torque > 0 ? 1 : -1;  // a counterclockwise arc begins on the right, a clockwise arc on the left
    const shaft = `M${f(x + side * r)} ${f(y)}A${r} ${r} 0 1 ${torque > 0 ? 0 : 1} ${f(x)} ${f(y + r)}`;
    const [dx, dy] = [f(-side * HEAD), f(HEAD / 2)];
    const head = `M${f(x)} ${f(y + r)}m${dx} ${f(-HEAD / 2)}L${f(x)} ${f(y + r)}l${dx} ${dy}`;
    return {shaft, head, lever: ""};
  }
}

function toWorld([u, v]: Point, [x, y, turn]: Pose): Point {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [x + c * u - s * v, y + s * u + c * v];
}
