// SPDX-License-Identifier: MIT
// Shared code of the page's tests: it runs pawl, makes files, and opens a browser.
import {execFileSync} from "node:child_process";
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";

import {check, finish, run} from "./checks.mjs";

export const source = resolve(fileURLToPath(import.meta.url), "../../..");
const {chromium} = createRequire(join(source, "apps/web/player/package.json"))("playwright-core");
const [pawlPath, picturesPath] = process.argv.slice(2);
export const folder = mkdtempSync(join(tmpdir(), "pawl-page-"));
const pictures = resolve(picturesPath ?? "page-pictures");
mkdirSync(pictures, {recursive: true});

/** Runs pawl in the tests' folder. An exit status of 1 counts as an answer too. */
export function pawl(...args) {
  try {
    return execFileSync(resolve(pawlPath), args, {cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"]});
  } catch (error) {
    if (error.status === 1) return error.stdout;
    throw new Error(`pawl ${args.join(" ")}: exit ${error.status}: ${error.stderr}`);
  }
}

export const data = (name) => join(source, "data", name);
export const inFolder = (name) => join(folder, name);
export const write = (name, text) => (writeFileSync(inFolder(name), text), inFolder(name));
export const lines = (name) => readFileSync(inFolder(name), "utf8").trim().split("\n").map((line) => JSON.parse(line));

const executable = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
export const browser = await chromium.launch({executablePath: executable, args: ["--no-sandbox"]});

/**
 * Opens a page of the tests' folder. The test fails on a console message, on an error, and on a request for anything
 * except the page.
 */
export async function open(name, options = {}) {
  const context = await browser.newContext({
    viewport: {width: options.width ?? 1280, height: options.height ?? 800},
    colorScheme: options.scheme ?? "light",
    reducedMotion: options.motion ?? "reduce",
    offline: true,
  });
  const page = await context.newPage();
  const url = pathToFileURL(inFolder(name)).href;
  page.on("console", (message) => check(false, `${name}: a console message: ${message.text()}`));
  page.on("pageerror", (error) => check(false, `${name}: ${error.stack}`));
  page.on("request", (request) => check([url, "data:,"].includes(request.url()), `${name}: asks for ${request.url()}`));
  page.on("dialog", (dialog) => (check(false, `${name}: ${dialog.message()}`), dialog.dismiss()));
  await page.goto(url);
  return page;
}

/** Moves the slider to an instant. */
export const seek = (page, instant) => page.locator("#slider").evaluate((slider, value) => {
  slider.value = value;
  slider.dispatchEvent(new Event("input"));
}, String(instant));

/** Returns where a body is drawn: its origin in pixels, pixels per unit of length, and its angle. */
export async function drawn(page, body) {
  const text = await page.locator(`[data-body="${body}"]`).getAttribute("transform");
  const [a, b, , , u, v] = text.match(/-?[\d.]+(e[-+]?\d+)?/g).map(Number);
  return {u, v, k: Math.hypot(a, b), turn: Math.atan2(-b, a)};
}

export const picture = (page, name, options = {}) => page.screenshot({path: join(pictures, `${name}.png`), ...options});

/** Runs the tests and ends the process. */
export async function runAll(tests) {
  await run(tests);
  await browser.close();
  rmSync(folder, {recursive: true});
  finish(`; pictures in ${pictures}`);
}
