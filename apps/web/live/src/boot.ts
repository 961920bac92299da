// SPDX-License-Identifier: MIT
// Unpacks the page's own script, styles and texts, which are compressed by gzip. Adds them to the page, and starts the
// script.
import {bytesOf} from "./seven_bits";

interface Parts {
  script: string;
  style: string;
  dark: string;
  gallery: string;
  licences: string;
  worker: string;
}

function add(name: "script"|"style", text: string, attributes: Record<string, string>): void {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  document.head.append(element);
}

async function unpacked(): Promise<Parts> {
  const element = document.getElementById("parts")!;
  const bytes = bytesOf(element.textContent!, Number(element.dataset.size));
  element.remove();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json() as Promise<Parts>;
}

void unpacked().then(({script, style, dark, gallery, licences, worker}) => {
  add("style", style, {});
  add("style", dark, {id: "dark", media: "(prefers-color-scheme: dark)"});
  add("script", gallery, {id: "gallery-data", type: "application/json"});
  add("script", worker, {id: "worker", type: "text/plain"});
  document.getElementById("licences")!.textContent = licences;
  document.getElementById("page")!.hidden = false;
  add("script", script, {});
});
