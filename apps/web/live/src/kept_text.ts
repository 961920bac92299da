// SPDX-License-Identifier: MIT
// The text that a task or a scene was read from: the library is asked with it as it stands, for JSON.parse takes the
// last of two keys of one name and rounds numbers. An edit makes another object, which has none.
const texts = new WeakMap<object, string>();

export function keepText<Value extends object>(value: Value, text: string): Value {
  texts.set(value, text);
  return value;
}

export const keptText = (value: object): string|undefined => texts.get(value);
