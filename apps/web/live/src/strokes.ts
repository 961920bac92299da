// SPDX-License-Identifier: MIT
// Converts a picture of the library to SVG: either to elements of the page, with the colours of its theme, or to the
// text of a file.
import type {Fill, Item, Pen, Picture} from "./protocol";

const SVG = "http://www.w3.org/2000/svg";
const DASHES = {
  solid: "",
  dashed: "6 4",
  dotted: "1 3.5",
  dash_dot: "8 3 1.5 3"
};
const STEP = 7;  // distance between the lines of a hatching, px

export interface Node {
  name: string;
  attributes: Record<string, string|number>;
  children: Node[];
  text?: string;
}
/** Returns the colour of an ink. */
export type Paint = (ink: string) => string;

const node = (name: string, attributes: Record<string, string|number>, children: Node[] = [], text?: string): Node =>
    ({name, attributes, children, text});
const f = (value: number): string => String(Number(value.toFixed(2)));

function pen({ink, width, dash}: Pen, paint: Paint): Record<string, string|number> {
  return {
    stroke: paint(ink),
    "stroke-width": width,
    "stroke-linejoin": "round",
    ...(dash === "solid" ? {} : {"stroke-dasharray": DASHES[dash]}),
    ...(dash === "dotted" ? {"stroke-linecap": "round"} : {}),
  };
}

function hatchPattern(id: string, {ink, hatch}: Fill, paint: Paint): Node {
  const rising = `M0 ${STEP}L${STEP} 0`;
  const falling = `M0 0L${STEP} ${STEP}`;
  const d = hatch === "falling" ? falling : hatch === "crossed" ? rising + falling : rising;
  const line = node("path", {
    d,
    fill: "none",
    stroke: paint(ink),
    "stroke-width": 0.8,
    ...(hatch === "dots" ? {"stroke-dasharray": DASHES.dotted, "stroke-linecap": "round"} : {})
  });
  return node("pattern", {id, width: STEP, height: STEP, patternUnits: "userSpaceOnUse"}, [line]);
}

function label({x, y, text, size, ink, turn, width}: Extract<Item, {kind: "label"}>, paint: Paint): Node {
  const at: Record<string, string|number> =
      turn === 0 ? {x: f(x), y: f(y)} : {x: 0, y: 0, transform: `translate(${f(x)} ${f(y)}) rotate(-90)`};
  return node(
      "text", {
        ...at,
        "font-size": size,
        fill: paint(ink),
        ...(width > 0 ? {textLength: f(width), lengthAdjust: "spacingAndGlyphs"} : {}),
      },
      [], text);
}

export function svgTree(picture: Picture, paint: Paint, name: string): Node {
  const patterns = new Map<string, Node>();
  const path = (item: Extract<Item, {kind: "path"}>): Node[] => {
    const drawn: Node[] = [];
    if (item.fill) {
      const {ink, opacity, hatch} = item.fill;
      drawn.push(node("path", {d: item.d, fill: paint(ink), "fill-opacity": opacity}));
      if (hatch && hatch !== "none") {
        const id = `${name}-${hatch}-${ink}`;
        if (!patterns.has(id)) patterns.set(id, hatchPattern(id, item.fill, paint));
        drawn.push(node("path", {d: item.d, fill: `url(#${id})`}));
      }
    }
    if (item.stroke) drawn.push(node("path", {d: item.d, fill: "none", ...pen(item.stroke, paint)}));
    return drawn;
  };
  const clips: Node[] = [];
  const shapes = (items: Item[]): Node[] => items.flatMap((item) => (item.kind === "path" ? path(item) : []));
  const panels = picture.panels.map(({items, clip}, i) => {
    // A label may extend beyond its panel, so it is not clipped.
    const texts = items.flatMap((item) => (item.kind === "label" ? [label(item, paint)] : []));
    if (!clip) return node("g", {}, [...shapes(items), ...texts]);
    const [x, y, width, height] = clip;
    clips.push(node("clipPath", {id: `${name}-clip-${i}`}, [node("rect", {x, y, width, height})]));
    return node("g", {}, [node("g", {"clip-path": `url(#${name}-clip-${i})`}, shapes(items)), ...texts]);
  });
  return node(
      "svg", {
        xmlns: SVG,
        width: picture.width,
        height: picture.height,
        viewBox: `0 0 ${picture.width} ${picture.height}`,
        "font-family": "'DejaVu Sans', sans-serif",
        role: "img",
      },
      [
        node("title", {}, [], picture.title),
        node("desc", {}, [], picture.description),
        node("defs", {}, [...patterns.values(), ...clips]),
        ...panels,
      ]);
}

/** Returns a tree as elements of the page. Texts are never interpreted as markup. */
export function elementOf(tree: Node): SVGElement {
  const element = document.createElementNS(SVG, tree.name);
  for (const [name, value] of Object.entries(tree.attributes)) {
    if (name !== "xmlns") element.setAttribute(name, String(value));
  }
  if (tree.text !== undefined) element.textContent = tree.text;
  element.append(...tree.children.map(elementOf));
  return element;
}

const escaped = (text: string): string => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "\ufffd")
                                              .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function textOf(tree: Node): string {
  const attributes =
      Object.entries(tree.attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join("");
  return `<${tree.name}${attributes}>${escaped(tree.text ?? "")}${tree.children.map(textOf).join("")}</${tree.name}>`;
}
