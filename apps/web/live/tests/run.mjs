// SPDX-License-Identifier: MIT
// Bundles the tests of the live editor's modules and runs them in node. Usage: run.mjs PAWL_WEB_ANSWERS
import {mkdtempSync, rmSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";

import {check, finish, run} from "../../../../tests/page/checks.mjs";
import {Answers} from "../../../../tests/page/live_server.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const {build} = createRequire(join(here, "../../player/package.json"))("esbuild");
const folder = mkdtempSync(join(tmpdir(), "pawl-parts-"));
const answers = new Answers(process.argv[2]);
globalThis.source = join(here, "../../../..");
globalThis.ask = async (request) => JSON.parse(await answers.ask(JSON.stringify(request)));

globalThis.check = check;
globalThis.equal = (value, wanted, what) => check(
    JSON.stringify(value) === JSON.stringify(wanted),
    `${what}: ${JSON.stringify(value)}, expected ${JSON.stringify(wanted)}`);

const bundle = join(folder, "parts.mjs");
await build({
  absWorkingDir: here,
  entryPoints: ["parts_test.ts"],
  bundle: true,
  format: "esm",
  platform: "node",
  outfile: bundle,
  logLevel: "error"
});
const {tests} = await import(pathToFileURL(bundle).href);
await run(tests);
answers.end();
rmSync(folder, {recursive: true});
finish();
