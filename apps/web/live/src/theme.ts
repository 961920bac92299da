// SPDX-License-Identifier: MIT
// Selects light or dark colours, according to the user's system or the switch of the page. Inks are custom properties
// of the two style sheets.
import {get} from "./svg";

type Choice = "auto"|"light"|"dark";
const QUERY = "(prefers-color-scheme: dark)";
const NAMES: Record<Choice, string> = {
  auto: "Colours of the system",
  light: "Colours: light",
  dark: "Colours: dark"
};

/** Returns the colour of an ink for elements of the page, which follow changes of the theme. */
export const inkOf = (ink: string): string => `var(--ink-${ink.replaceAll("_", "-")})`;

/** Returns the current colour of an ink, for a file. */
export function inkNow(ink: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--ink-${ink.replaceAll("_", "-")}`).trim() ||
      "currentColor";
}

function remembered(): Choice {
  try {
    const value = localStorage.getItem("pawl-colours");
    return value === "light" || value === "dark" ? value : "auto";
  } catch {
    return "auto";
  }
}

export function startTheme(): void {
  const style = get<HTMLStyleElement>("dark");
  const button = get("theme");
  let choice = remembered();
  const apply = (): void => {
    style.media = choice === "auto" ? QUERY : choice === "dark" ? "all" : "not all";
    button.dataset.choice = choice;
    button.title = NAMES[choice];
    button.setAttribute("aria-label", NAMES[choice]);
    try {
      localStorage.setItem("pawl-colours", choice);
    } catch {
      // a page that was opened from a file may have no storage
    }
  };
  button.addEventListener("click", () => {
    const dark = choice === "dark" || (choice === "auto" && matchMedia(QUERY).matches);
    const wanted: Choice = dark ? "light" : "dark";
    const system: Choice = matchMedia(QUERY).matches ? "dark" : "light";
    choice = wanted === system ? "auto" : wanted;
    apply();
  });
  apply();
}
