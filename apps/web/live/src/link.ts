// SPDX-License-Identifier: MIT
// Links that contain the task and the question: JSON, compressed by deflate, in base64url after "#t=".
import {canBeDrawn} from "./drawable";
import {checkedFinger} from "./finger";
import {COMMANDS, Orienting, PLAIN, Question} from "./question";
import type {Task} from "./task";

const MOST_BYTES = 1 << 22;  // largest size of an uncompressed task, bytes

async function through(bytes: Uint8Array<ArrayBuffer>, by: CompressionStream|DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.length;
    if (size > MOST_BYTES) throw new Error("too large");
    chunks.push(chunk.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

export async function fragmentOf(task: Task, question: Question): Promise<string> {
  const text = JSON.stringify({task, question});
  const packed =
      await through(new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>, new CompressionStream("deflate-raw"));
  const base64 = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return "#t=" + base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Returns the task and the question of a link, or null if the link has no task that can be drawn. Throws if the link
 * cannot be unpacked. */
export async function fromFragment(fragment: string): Promise<{task: Task; question: Question}|null> {
  if (!fragment.startsWith("#t=")) return null;
  const binary = atob(fragment.slice(3).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  const {task, question} = JSON.parse(text) as {
    task: unknown;
    question: unknown
  };
  return canBeDrawn(task) ? {task, question: checkedQuestion(question)} : null;
}

/** Returns a valid question. Defaults replace invalid values, because a link may come from any source. */
export function checkedQuestion(value: unknown): Question {
  const {command, mode, wrench, require, orient, finger} = (value ?? {}) as Partial<Question>;
  const numbers = Array.isArray(wrench) && wrench.length === 3 && wrench.every((x) => Number.isFinite(x));
  return {
    command: COMMANDS.find((one) => one === command) ?? PLAIN.command,
    mode: typeof mode === "string" && /^[lrnas*]{0,127}$/.test(mode) ? mode : "",
    wrench: numbers ? [wrench[0], wrench[1], wrench[2]] : null,
    require: require === "keeps" || require === "energy" ? require : "",
    orient: checkedOrienting(orient),
    finger: checkedFinger(finger),
  };
}

function checkedOrienting(value: unknown): Orienting {
  const {by, friction, step, to} = (value ?? {}) as Partial<Orienting>;
  const number = (x: unknown): number|null => (typeof x === "number" && Number.isFinite(x) ? x : null);
  const interval = Array.isArray(friction) && friction.length === 2 && friction.every((x) => number(x) !== null);
  return {
    by: by === "fence" ? by : PLAIN.orient.by,
    friction: interval ? [friction[0], friction[1]] : number(friction),
    step: number(step),
    to: number(to),
  };
}
