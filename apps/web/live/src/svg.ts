// SPDX-License-Identifier: MIT
// Functions that make and find elements of the page.

const SVG = "http://www.w3.org/2000/svg";

export function svgElement<Name extends keyof SVGElementTagNameMap>(
    name: Name, attributes: Record<string, string|number>): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Makes an element. Its text children are never interpreted as markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
    name: Name, attributes: Record<string, string> = {}, ...children: (Node|string)[]): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function get<Type extends HTMLElement = HTMLElement>(id: string): Type {
  const found = document.getElementById(id);
  if (!found) throw new Error(`${id}: no element has this id`);
  return found as Type;
}
