// SPDX-License-Identifier: MIT
// Builds the player that pawl embeds: template, style and script in one file. Placeholders {{…}} remain for colours,
// title, warning, notes, energy and data. The content security policy allows only this script, by its hash, and does not
// allow the page to load anything. Usage: node build.mjs [FILE]; the default is page.html beside this file.
import {build} from "esbuild";
import {createHash} from "node:crypto";
import {readFileSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** Returns the packages in the bundle, each with the full text of its licence. */
function notices(inputs) {
  const names =
      [...new Set(inputs.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]).filter(Boolean))];
  return names.sort().map((name) => {
    const folder = join(here, "node_modules", name);
    const {version} = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `${name} ${version}\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}`;
  });
}

const script = await build({
  absWorkingDir: here,
  entryPoints: ["src/main.ts"],
  bundle: true,
  minify: true,
  charset: "ascii",
  format: "iife",
  target: "es2020",
  legalComments: "none",
  metafile: true,
  write: false,
});
const style = await build({
  absWorkingDir: here,
  entryPoints: ["src/style.css", "src/dark.css"],
  outdir: here,
  minify: true,
  write: false,
  charset: "ascii",
  legalComments: "none"
});
const styleOf = (name) => style.outputFiles.find(({path}) => path === join(here, name)).text.trim();
const legal = notices(Object.keys(script.metafile.inputs)).join("\n\n");
const parts = {
  style: styleOf("style.css"),
  dark: styleOf("dark.css"),
  script: script.outputFiles[0].text.trim().replaceAll("</script", "<\\/script"),
};
parts["script-hash"] = `sha256-${createHash("sha256").update(parts.script).digest("base64")}`;
const comment = `<!--\nMade by pawl (MIT). The script holds these packages:\n\n${legal.replaceAll("--", "- -")}\n-->\n`;
const page = readFileSync(join(here, "src/template.html"), "utf8")
                 .replace(/\{\{(style|dark|script|script-hash)\}\}/g, (_, name) => parts[name])
                 .replace("<html", () => comment + "<html");
writeFileSync(process.argv[2] ?? join(here, "page.html"), page);
console.log(`page.html: ${page.length} characters, script ${parts.script.length}`);
