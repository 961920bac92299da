// SPDX-License-Identifier: MIT
// Edits of walls: a wall is drawn, moved, turned or removed. A wall that is dragged close to the part is moved into
// contact with it.
import {Boundary, boundaryOf, plainOutline, sizeOf, toBody, toWorld, turned} from "./boundary";
import {rounded, withoutStaleGoal} from "./edits";
import {perRadian, Point, Pose, poseOf, Task, Wall} from "./task";

/** Returns the pose of a wall in the world, in radians. */
export function wallPose(task: Task, {pose}: Wall): Pose {
  const [x, y, turn] = pose ?? [0, 0, 0];
  const frame = frameOf(task);
  const [u, v] = toWorld([x, y], frame);
  return [u, v, frame[2] + turn / perRadian(task)];
}

/** Returns the frame in which the poses of walls are given. */
function frameOf(task: Task): Pose {
  return task.frame === "part" ? poseOf(task) : [0, 0, 0];
}

export function withWalls(task: Task, walls: Wall[]): Task {
  const {walls: _, ...rest} = task;
  return withoutStaleGoal((walls.length > 0 ? {...rest, walls} : rest) as Task);
}

function placeWall(task: Task, index: number, pose: Pose): Task {
  const frame = frameOf(task);
  const at = rounded(toBody([pose[0], pose[1]], frame), sizeOf(task));
  const angle = Number(((pose[2] - frame[2]) * perRadian(task)).toPrecision(12));
  return withWalls(task, task.walls!.map((wall, i) => (i === index ? {...wall, pose: [at[0], at[1], angle]} : wall)));
}

/** Moves a wall by a vector. If the wall is then within `snap` of the part without touching it, moves the wall
 * further until it touches the part. */
export function moveWall(task: Task, index: number, [dx, dy]: Point, snap = 0): Task {
  const wall = task.walls?.[index];
  if (!wall) return task;
  const [x, y, turn] = wallPose(task, wall);
  const pose: Pose = [x + dx, y + dy, turn];
  const [sx, sy] = snap > 0 ? stepToPart(task, wall, pose, snap) : [0, 0];
  return placeWall(task, index, [pose[0] + sx, pose[1] + sy, turn]);
}

/** Turns a wall about its centroid. */
export function turnWall(task: Task, index: number, by: number): Task {
  const wall = task.walls?.[index];
  if (!wall) return task;
  const pose = wallPose(task, wall);
  const {centroid} = boundaryOfWall(wall);
  const [cx, cy] = toWorld(centroid, pose);
  const [ax, ay] = turned(centroid, pose[2] + by);
  return placeWall(task, index, [cx - ax, cy - ay, pose[2] + by]);
}

export function removeWall(task: Task, index: number): Task {
  return withWalls(task, (task.walls ?? []).filter((_, i) => i !== index));
}

/** Adds a wall with the corners `polygon`, in the world. */
export function addWall(task: Task, polygon: Point[]): Task {
  const frame = frameOf(task);
  const corners = polygon.map((corner) => rounded(toBody(corner, frame), sizeOf(task)));
  return withWalls(task, [...(task.walls ?? []), {outline: {polygon: corners}}]);
}

function boundaryOfWall({outline}: Wall): Boundary {
  return new Boundary(plainOutline(outline), (outline.holes ?? []).map(plainOutline));
}

/**
 * Returns the shortest vector by which the wall must move until a corner of either body touches the other body. Returns
 * a zero vector if part and wall already touch or overlap, or if the vector would be longer than `most`.
 */
function stepToPart(task: Task, wall: Wall, pose: Pose, most: number): Point {
  const part = boundaryOf(task);
  if (!part) return [0, 0];
  const own = poseOf(task);
  let best: Point = [0, 0];
  let least = most;
  const look = (corners: Boundary, at: Pose, edges: Boundary, to: Pose, sign: number): boolean => corners.sides.every(({from}) => {
    const corner = toBody(toWorld(from, at), to);
    if (edges.holds(corner)) return false;
    const {point, distance} = edges.nearest(corner);
    const [dx, dy] = turned([point[0] - corner[0], point[1] - corner[1]], to[2]);
    if (distance < least) [best, least] = [[sign * dx, sign * dy], distance];
    return true;
  });
  const wallEdges = boundaryOfWall(wall);
  const apart = look(wallEdges, pose, part, own, 1) && look(part, own, wallEdges, pose, -1);
  return apart ? best : [0, 0];
}
