// SPDX-License-Identifier: MIT
// Writes a task as the text of a file, with short values on one line, as in data/tasks. Finds the place of a pointer in
// such a text.

const WIDTH = 100;

function lay(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const flat = plain(value);
  if (flat.length + indent.length <= WIDTH) return flat;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((entry) => deeper + lay(entry, deeper)).join(",\n")}\n${indent}]`;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return `{\n${entries.map(([key, entry]) => `${deeper}${JSON.stringify(key)}: ${lay(entry, deeper)}`).join(",\n")}\n${
      indent}}`;
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plain).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}: ${plain(entry)}`).join(", ")}}`;
}

export function taskText(task: unknown): string {
  const entries = Object.entries(task as object).filter(([, entry]) => entry !== undefined);
  return `{\n${entries.map(([key, entry]) => `  ${JSON.stringify(key)}: ${lay(entry, "  ")}`).join(",\n")}\n}\n`;
}

/**
 * Returns the offset in a JSON text at which the value of a pointer begins. If that value does not exist, returns the offset of the innermost existing value on the path to it.
 */
export function placeInText(text: string, pointer: string): number {
  const wanted = pointer.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  let at = 0;
  const space = (): void => {
    while (/\s/.test(text[at] ?? "")) ++at;
  };
  const string = (): string => {
    const from = at++;
    while (at < text.length && text[at] !== "\"") at += text[at] === "\\" ? 2 : 1;
    ++at;
    try {
      return JSON.parse(text.slice(from, at)) as string;
    } catch {
      return "";
    }
  };
  let found = 0;
  // Reads one value. `path` is the number of tokens of the pointer that have been matched, or -1 if the pointer does
  // not lead to this value or into it.
  const value = (path: number): void => {
    space();
    if (path >= 0) found = at;
    const open = text[at];
    if (open === "\"") return void string();
    if (open !== "{" && open !== "[") {
      while (at < text.length && !/[,\]}\s]/.test(text[at])) ++at;
      return;
    }
    ++at;
    for (let i = 0; at < text.length; ++i) {
      space();
      if (text[at] === "}" || text[at] === "]") return void ++at;
      if (text[at] === ",") {
        ++at;
        --i;
        continue;
      }
      let key = String(i);
      if (open === "{") {
        if (text[at] !== "\"") return;
        key = string();
        space();
        ++at;
      }
      const here = path >= 0 && wanted[path] === key;
      value(here ? path + 1 : -1);
      if (here) at = text.length;
    }
  };
  value(0);
  return Math.min(found, text.length);
}
