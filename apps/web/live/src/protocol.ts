// SPDX-License-Identifier: MIT
// Types of the JSON requests and responses of the library (apps/web/answer_request.h).
import type {Task, Wrench} from "./task";

export interface Request {
  command: string;
  task?: Task;
  text?: string;
  name?: string;
  options?: Record<string, unknown>;
  picture?: {width: number, height: number, of: "answer"|"task"};
  words?: boolean;
  columns?: number;  // width of the text in characters
  part?: Record<string, unknown>;
}

export interface Fault {
  at: string;  // JSON pointer to the wrong value
  value?: string;
  message: string;
}

/** Returns the text that the command prints after a fault's pointer. */
export const faultWords = ({value, message}: Fault): string => (value ? `${value}: ${message}` : message);

export interface Warning {
  code: string;
  pointer: string;
  message: string;
}

export interface Energy {
  holds: boolean;
  refused: string|null;
  lowest: boolean;
  unheld: boolean;
  unwedged: boolean;
  wedged: number[][];
  kappa: number|null;
  depth?: number|null;
  depth_at_most?: number|null;
  speed?: number;
  end?: string;
  boxes?: number;
  spill?: {fixels: number[], leaves: boolean}|null;
  basin?: {translation: [number, number][], rotation_deg: [number, number]}|null;
}

export interface PlanStep {
  wrench: Wrench;
  margin_deg: number;
  margin_full_deg: number|null;
  before: number[][];
  after: number[][];
  window_deg: [number, number]|null;
  impact: string;
  energy: Energy;
  radius?: {displacement: number, rotation_deg: number}|null;
}

export interface PlanResults {
  found: boolean;
  actuator?: string;
  status: "found"|"none"|"stopped";
  guarantee: "at rest"|"keeps"|"energy"|null;
  located: boolean;
  seated_pose: Wrench|null;
  steps: PlanStep[];
  states: number;
  cells: number;
  reason: string;
  obstacle: {wrench: Wrench; state: number[]; modes: string[]; rests: boolean; escapes: boolean}|null;
  certified?: boolean;
  uncertain?: {contacts: number[], reason: string};
}

/** The results of `plan` for a task with a start region. */
export interface RegionResults {
  found: boolean;
  start_region: {translation: number, rotation_deg: number};
  reference: {pose: Wrench, seated: boolean}|null;
  steps: {wrench: Wrench, displacement: number}[];
}

export interface Pen {
  ink: string;
  width: number;
  dash: "solid"|"dashed"|"dotted"|"dash_dot";
}
export interface Fill {
  ink: string;
  opacity: number;
  hatch: "none"|"rising"|"falling"|"crossed"|"dots";
}
/**
 * An item of a picture. Symbols and arrow heads are items of the kind path. The baseline of a label begins at (x, y).
 */
export type Item = {
  kind: "path"; d: string; stroke: Pen | null; fill: Fill | null
}|{
  kind: "label";
  x: number;
  y: number;
  text: string;
  size: number;
  ink: string;
  turn: number;
  width: number
};

export interface Picture {
  width: number;
  height: number;
  title: string;
  description: string;
  panels: {title: string; description: string; clip: [number, number, number, number] | null; items: Item[]}[];
}

export interface TraceLine {
  t: number;
  poses: Wrench[];
}

export interface Response {
  exit: number;
  answer?: {results: unknown; warnings?: Warning[]; name?: string; part?: unknown};
  words?: string;
  picture?: Picture;
  message?: string;
  faults?: Fault[];
  trace?: TraceLine[];
  part?: Record<string, unknown>;
}
