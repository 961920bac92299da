// SPDX-License-Identifier: MIT
// Keyboard commands.

export type Actions = Record<string, (large: boolean) => void>;

/** Returns whether the element with the focus handles a key itself. */
function taken(target: EventTarget|null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog")) return true;
  if (target.matches("input[type=range]")) return /^(Arrow|Home|End|Page)/.test(key);
  if (target.matches("select")) return key.length === 1 || key.startsWith("Arrow") || key === "Home" || key === "End";
  if (target.matches("button, summary, a")) return key === " " || key === "Enter";
  return false;
}

export function listen(actions: Actions): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (taken(event.target, event.key)) return;
    const action = actions[event.key] ?? actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action(event.shiftKey);
  });
}
