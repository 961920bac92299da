// SPDX-License-Identifier: MIT Bundles the parts of the live editor without the library: {boot, script, worker, style,
// dark, template, gallery}. The build needs the node packages of apps/web/player, which scripts/page installs.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, "../../..");
const {build, transform} = createRequire(join(here, "../player/package.json"))("esbuild");
const text = (name) => readFileSync(join(here, name), "utf8");

const lzma = join(here, "../player/node_modules/lzma1/lib");

async function bundle(entry) {
  const {outputFiles} = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    alias: {"lzma1/decoder": join(lzma, "decoder.js"), "lzma1/streams": join(lzma, "streams.js")},
    bundle: true,
    minify: true,
    charset: "ascii",
    format: "iife",
    target: "es2022",
    legalComments: "none",
    write: false,
  });
  return outputFiles[0].text.trim();
}

async function style(entry) {
  const {outputFiles} = await build(
      {absWorkingDir: here, entryPoints: [entry], minify: true, charset: "ascii", legalComments: "none", write: false});
  return outputFiles[0].text.trim();
}

/** Returns Emscripten's script, minified. */
export async function shortened(script) {
  return (await transform(script, {minify: true, charset: "ascii", target: "es2022", legalComments: "none"})).code;
}

/** Returns the examples of the gallery, each with the content of its task or scene file. */
export function gallery() {
  const examples = JSON.parse(text("gallery.json"));
  return examples.map(({checks, ...example}) => {
    const kind = example.file.endsWith(".scene.json") ? "scene" : "task";
    return {...example, [kind]: JSON.parse(readFileSync(join(source, `data/${kind}s`, example.file), "utf8"))};
  });
}

export async function parts() {
  return {
    boot: await bundle("src/boot.ts"),
    script: await bundle("src/main.ts"),
    worker: await bundle("src/worker.ts"),
    style: await style("src/style.css"),
    dark: await style("src/dark.css"),
    template: text("src/template.html"),
    gallery: JSON.stringify(gallery()),
  };
}
