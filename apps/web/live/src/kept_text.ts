// SPDX-License-Identifier: MIT
// Keeps the text from which a task or a scene was read. Requests contain this text unchanged, because JSON.parse rounds
// numbers and keeps only the last of several equal keys. Edited tasks are new objects without such a text.
const texts = new WeakMap<object, string>();

export function keepText<Value extends object>(value: Value, text: string): Value {
  texts.set(value, text);
  return value;
}

export const keptText = (value: object): string|undefined => texts.get(value);
