// SPDX-License-Identifier: MIT
// Tests the live page in a browser with the actions of a user. Usage: live_test.mjs PAWL_WEB_ANSWERS [FOLDER for
// pictures] [PAGE] PAGE is the packed page with its WebAssembly, opened from disk. If it is left out, the native
// executable answers through a server of this test.
import {execFileSync} from "node:child_process";
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";

import {check, equal, finish, run, until} from "./checks.mjs";
import {textContrasts} from "./contrast.mjs";
import {answerTests, longTask} from "./live_answer_tests.mjs";
import {bodyTests} from "./live_body_tests.mjs";
import {drawingTests} from "./live_drawing_tests.mjs";
import {editTests} from "./live_edit_tests.mjs";
import {playTests} from "./live_play_tests.mjs";
import {readingTests} from "./live_reading_tests.mjs";
import {serve} from "./live_server.mjs";
import {startTests} from "./live_start_tests.mjs";

const source = resolve(fileURLToPath(import.meta.url), "../../..");
const {chromium} = createRequire(join(source, "apps/web/player/package.json"))("playwright-core");
const [executable, picturesPath, packed] = process.argv.slice(2);
const pictures = resolve(picturesPath ?? "page-pictures");
mkdirSync(pictures, {recursive: true});
const folder = mkdtempSync(join(tmpdir(), "pawl-live-"));
const MOST_BYTES = 1.5e6;
const data = (name) => join(source, "data", name);

let url, server;
if (packed) {
  url = pathToFileURL(resolve(packed)).href;
} else {
  let page = "";
  server = await serve(resolve(executable), () => page);
  const engine = join(folder, "engine.js");
  writeFileSync(
      engine, readFileSync(join(source, "tests/page/live_engine.js"), "utf8").replace("{{port}}", server.port));
  const out = join(folder, "pawl.html");
  const address = `http://127.0.0.1:${server.port}`;
  execFileSync(process.execPath, [join(source, "apps/web/pack"), "--engine", engine, out, "--connect", address]);
  page = readFileSync(out, "utf8");
  url = `${address}/`;
}

const chromiumPath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const browser = await chromium.launch({executablePath: chromiumPath, args: ["--no-sandbox"]});

/**
 * Opens the page. Every console message, error, dialog, and request for anything except the page and its Worker is a
 * failure. If `looked` is true, the test only inspects the page. It may then use scripts that the page's policy would
 * not permit.
 */
async function open(
    {width = 1280, height = 800, scheme = "light", motion = "reduce", hash = "", looked = false, wait = true} = {}) {
  const context = await browser.newContext({
    viewport: {width, height},
    colorScheme: scheme,
    reducedMotion: motion,
    offline: packed !== undefined,
    acceptDownloads: true,
    bypassCSP: looked,
  });
  const page = await context.newPage();
  page.on("console", (message) => check(false, `a console message: ${message.text()}`));
  page.on("pageerror", (error) => check(false, error.stack));
  page.on("dialog", (dialog) => (check(false, `${dialog.type()}: ${dialog.message()}`), dialog.dismiss()));
  page.on("request", (request) => {
    const asked = request.url();
    const own = asked.replace(/#.*$/, "") === url || asked === "data:," || asked.startsWith("blob:") ||
        (!packed && asked === `${url}answer`);
    check(own, `asks for ${asked}`);
  });
  await page.goto(url + hash);
  if (wait) await until(page, () => document.documentElement.dataset.answers !== undefined, "the first answer");
  return page;
}

const count = (page) => page.evaluate(() => Number(document.documentElement.dataset.answers ?? 0));
const headline = (page) => page.locator("#headline").textContent();
/** Performs an action, and waits until an answer has arrived and no other answer is pending. */
async function answered(page, action = async () => {}) {
  const before = await count(page);
  await action();
  await until(page, (old) => Number(document.documentElement.dataset.answers ?? 0) > old, "an answer", before);
  let last = -1;
  while (last !== (last = await count(page))) await page.waitForTimeout(120);
}
const middle = async (page, selector) => {
  const {x, y, width, height} = await page.locator(selector).boundingBox();
  return [x + width / 2, y + height / 2];
};
const pins = (page, pin) =>
    page.locator(`tr[data-at="/fixels/${pin}"] input`).evaluateAll((inputs) => inputs.map(({value}) => value));
const shot = (page, name, options = {}) => page.screenshot({path: join(pictures, `${name}.png`), ...options});
const example = async (page, text) => {
  await page.click("#open-gallery");
  await answered(page, () => page.locator("#gallery-list button", {hasText: text}).first().click());
};
/** Opens the dialog for saving. It is shown only after the link has been made. */
const openSaving = async (page) => {
  await page.click("#save");
  await page.waitForSelector("#save-box[open]");
};
const drop = (page, name, text) => page.evaluate(([file, content]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([content], file));
  document.dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, bubbles: true, cancelable: true}));
}, [name, text]);

const driven = {open, check, equal, until, answered, headline, pins, example, openSaving, drop, shot, data};
const tests = {
  ...answerTests(driven),
  ...editTests(driven),
  ...playTests(driven),
  ...readingTests(driven),
  ...startTests(driven),
  ...drawingTests(driven),
  ...bodyTests(driven),

  "the page opens and answers": async () => {
    const begin = performance.now();
    const page = await open({wait: false});
    const shown = performance.now() - begin;
    await until(page, () => document.documentElement.dataset.answers !== undefined, "the first answer");
    console.log(
        `      shown after ${shown.toFixed(0)} ms, answered after ${(performance.now() - begin).toFixed(0)} ms`);
    if (packed) check(statSync(packed).size < MOST_BYTES, `${packed} has ${statSync(packed).size} bytes`);
    equal(await headline(page), "One tilt seats the part", "the headline");
    equal(await page.locator("#answer").getAttribute("data-verdict"), "yes", "the verdict");
  },

  "pins are dragged along the outline, and answers follow": async () => {
    const page = await open();
    await page.click("#close-welcome");
    await page.waitForTimeout(100);
    const [x, y] = await middle(page, '[data-handle="pin-2"] .body');
    await page.evaluate(() => {
      window.frames_ = 0;
      const frame = () => (++window.frames_, requestAnimationFrame(frame));
      requestAnimationFrame(frame);
    });
    await page.mouse.move(x, y);
    await page.mouse.down();
    const [begin, first, frames] = [performance.now(), await count(page), await page.evaluate(() => window.frames_)];
    const moving = async () => {
      for (let i = 0; performance.now() - begin < 5000; ++i)
        await page.mouse.move(x + 20 * Math.sin(i / 7), y + 90 + 80 * Math.sin(i / 40));
    };
    await moving();
    const seconds = (performance.now() - begin) / 1000;
    const answers = ((await count(page)) - first) / seconds;
    console.log(`      ${answers.toFixed(1)} answers and ${
        ((await page.evaluate(() => window.frames_) - frames) / seconds).toFixed(1)} frames a second`);
    check(answers > 1, `answers come while a pin is dragged: ${answers} a second`);
    await page.mouse.move(x, y + 90);
    await answered(page, () => page.mouse.up());
    const [at, height] = await pins(page, 2);
    equal(at, "-1.5", "the pin stays on the outline");
    check(Math.abs(Number(height) - 17) < 3, `the pin went down: ${height}`);
    const asked = await page.locator("#steps-area dd").first().textContent();
    check(asked !== "−127.6° … −101.3°", `another window: ${asked}`);
    await answered(page, () => page.click("#undo"));
    equal((await pins(page, 2))[1], "30", "a single undo reverts the drag");
    check(await page.locator("#undo").isDisabled(), "there is nothing more to undo");
    await answered(page, () => page.keyboard.press("Control+y"));
    equal((await pins(page, 2))[1], height, "redo");
  },

  "the keyboard can do everything": async () => {
    const page = await open();
    const seen = new Set();
    for (let i = 0; i < 80; ++i) {
      await page.keyboard.press("Tab");
      const [id, visible] = await page.evaluate(() => {
        const at = document.activeElement;
        const inside = at instanceof SVGElement ? [at, ...at.querySelectorAll("*")] : [at];
        const outlined = inside.some((one) => {
          const style = getComputedStyle(one);
          return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) ||
              (one instanceof SVGElement && parseFloat(style.strokeWidth) >= 2.4 && style.stroke !== "none");
        });
        return [
          at.id || at.dataset?.handle || at.getAttribute?.("aria-label") || at.tagName, outlined || at === document.body
        ];
      });
      check(visible, `${id} shows that it has the focus`);
      seen.add(id);
    }
    const all = await page.evaluate(
        () => [...document.querySelectorAll("button, select, input, textarea, summary, [tabindex='0']")]
                  .filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0)
                  .map((one) => one.id || one.dataset?.handle || one.getAttribute("aria-label") || one.tagName));
    for (const id of all) check(seen.has(id), `${id} is reached by the Tab key`);
    const named = await page.evaluate(
        () => [...document.querySelectorAll("button, select, input, textarea, [role=slider], [role=group][tabindex]")]
                  .filter((one) => {
                    const label = one.labels?.length || one.getAttribute("aria-label") || one.textContent.trim() ||
                        one.getAttribute("aria-labelledby");
                    return !label;
                  })
                  .map((one) => one.outerHTML.slice(0, 80)));
    check(named.length === 0, `without a name: ${named}`);

    await page.locator('[data-handle="pin-0"]').focus();
    await answered(page, () => page.keyboard.press("ArrowRight"));
    equal((await pins(page, 0))[0], "10.08", "a fine step along the edge");
    await answered(page, () => page.keyboard.press("Shift+ArrowLeft"));
    equal((await pins(page, 0))[0], "8.58", "a large step back");
    await answered(page, () => page.keyboard.press("Delete"));
    equal(await page.locator("#pin-rows tr.field-row").count(), 2, "number of pins after one is removed");
    await answered(page, () => page.keyboard.press("a"));
    equal(await page.locator("#pin-rows tr.field-row").count(), 3, "number of pins after one is added");
    await page.locator("#part").focus();
    await answered(page, () => page.keyboard.press("Shift+ArrowUp"));
    const pose = () =>
        page.locator("#pose-fields input").evaluateAll((inputs) => inputs.map(({value}) => Number(value)));
    check((await pose())[1] > 0, `the part moves up: ${await pose()}`);
    await answered(page, () => page.keyboard.press("["));
    equal((await pose())[2], 0.1, "the part turns");
  },

  "sliders change friction and the actuator": async () => {
    const page = await open();
    await answered(page, () => page.locator("#friction-fields input[type=text]").first().fill("0.4"));
    equal(await headline(page), "A sequence of 2 tilts seats the part", "with friction .4");
    await answered(page, () => page.locator("#friction-range").check());
    equal(await page.locator("#friction-fields input[type=text]").nth(1).inputValue(), "0.6", "a range");
    await answered(page, () => page.locator("#friction-range").uncheck());
    await answered(page, () => page.selectOption("#actuator", "push"));
    check(await page.locator('[data-handle="at"]').isVisible(), "the point that is pushed is shown");
    await answered(page, () => page.selectOption("#actuator", "spring"));
    check(await page.locator('[data-handle="anchor"]').isVisible(), "the spring's anchor is shown");
    const [x, y] = await middle(page, '[data-handle="anchor"] .dot');
    const before = await page.locator('[data-key="anchor"] input').first().inputValue();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y - 10, {steps: 4});
    await answered(page, () => page.mouse.up());
    check(await page.locator('[data-key="anchor"] input').first().inputValue() !== before, "the anchor was dragged");
  },

  "faults are shown at their fields and in the task file": async () => {
    const page = await open();
    await answered(page, () => page.locator('tr[data-at="/fixels/1"] input').nth(2).fill("-2"));
    check((await headline(page)).startsWith("The task has a fault"), await headline(page));
    equal(
        await page.locator("input[aria-invalid=true]").getAttribute("data-at"), "/fixels/1/radius",
        "the field that is marked");
    check((await page.locator("tr.field-fault").textContent()).includes("from 0"), "the fault stands below its row");
    check(await page.locator('[data-handle="pin-1"].faulty').count() === 1, "the pin is marked in the picture");
    await page.click("#json-box summary");
    await page.locator("#json-faults button").first().click();
    const picked =
        await page.locator("#json").evaluate((area) => area.value.slice(area.selectionStart, area.selectionStart + 2));
    equal(picked, "-2", "the fault's place in the task file");
    await answered(page, () => page.locator("#json").fill('{"pawl": 1,\n "friction" 2}'));
    check((await page.locator("#json-faults").textContent()).includes("line 2"), "the line of a fault of syntax");
    check(await page.locator("#json").inputValue() === '{"pawl": 1,\n "friction" 2}', "the typed text is unchanged");
    await answered(page, () => page.click("#undo"));
    check(!(await page.locator("#json-faults").textContent()).includes("line 2"), "undo restores the task");
  },

  "text from a file is escaped": async () => {
    const page = await open();
    const hostile = "<script>window.hurt = 1</script><img src=x onerror='window.hurt = 1'> & \" ' \u2028 </script><!--";
    const task = {...JSON.parse(readFileSync(data("tasks/bracket_tray.json"), "utf8")), name: hostile};
    await answered(page, () => drop(page, "task.json", JSON.stringify(task)));
    equal(await page.locator("#title").textContent(), hostile, "the name is shown unchanged");
    await page.click("#picture-box summary");
    await page.waitForSelector("#picture svg");
    check((await page.locator("#picture svg title").textContent()).includes("<script>"), "the name in the picture is plain text");
    await answered(
        page,
        () => drop(
            page, "bad.json",
            JSON.stringify({pawl: 1, part: {outline: {polygon: "<b>x</b><script>window.hurt=1</script>"}}})));
    await page.waitForTimeout(200);
    equal(await page.evaluate(() => window.hurt), undefined, "no script of the text has run");
    equal(await page.locator("#answer b, #json-faults b").count(), 0, "no part of the text became an element");
  },

  "a long search can be stopped, and the page stays responsive": async () => {
    const page = await open();
    await drop(page, "long.json", longTask());
    const begin = performance.now();
    await page.waitForSelector("#busy:not([hidden])", {timeout: 8000});
    check(await page.locator("#stop").isVisible(), "a search that takes long can be stopped");
    const ticks = await page.evaluate(
        () => new Promise((done) => {
          let frames = 0;
          const from = performance.now();
          const frame = () => (++frames, performance.now() - from > 500 ? done(frames) : requestAnimationFrame(frame));
          requestAnimationFrame(frame);
        }));
    check(ticks > 5, `the page draws ${ticks} frames in half a second while it searches`);
    await page.click("#stop");
    check(
        (await headline(page)).startsWith("Stopped"), `${await headline(page)} after ${performance.now() - begin} ms`);
    await answered(page, () => page.click("#undo"));
    equal(await headline(page), "One tilt seats the part", "another Worker answers");
  },

  "units are converted in both directions": async () => {
    const page = await open();
    await answered(page, () => page.selectOption("#unit-length", "m"));
    equal((await pins(page, 2)).slice(0, 3).join(" "), "-0.0015 0.03 0.0015", "metres");
    equal(await headline(page), "One tilt seats the part", "the same answer");
    await answered(page, () => page.selectOption("#unit-length", "in"));
    await answered(page, () => page.selectOption("#unit-length", "mm"));
    check(Math.abs(Number((await pins(page, 2))[1]) - 30) < 1e-9, `there and back: ${(await pins(page, 2))[1]}`);
    await answered(page, () => page.selectOption("#question", "forward"));
    const torque = page.locator('[data-at="/options/wrench"] input[type=text]').nth(2);
    await answered(page, () => torque.fill("25"));
    await torque.blur();
    await answered(page, () => page.selectOption("#unit-length", "m"));
    equal(await torque.inputValue(), "0.025", "25 N mm in N m");
    const strange = {...JSON.parse(readFileSync(data("tasks/bracket_tray.json"), "utf8")), units: {length: "mmm"}};
    await answered(page, () => drop(page, "strange.json", JSON.stringify(strange)));
    await answered(page, () => page.selectOption("#unit-length", "mm"));
    equal((await pins(page, 2)).slice(0, 3).join(" "), "-1.5 30 1.5", "an invalid unit is replaced");
  },

  "every question is answered for every example": async () => {
    const page = await open();
    const titles = await page.locator("#gallery-list b").allTextContents();
    check(titles.length >= 17, `${titles.length} examples`);
    for (const title of titles) {
      if (title.startsWith("Scene: ")) {
        await page.click("#open-gallery");
        await page.locator("#gallery-list button", {hasText: title}).click();
        await until(
            page, () => /^\d+ steps/.test(document.querySelector("#scene-said").textContent), `${title} is stepped`);
        equal(await page.locator("#scene-tries li").count(), 3, `${title}: sentences`);
        await page.keyboard.press("Escape");
        continue;
      }
      await example(page, title);
      const said = await headline(page);
      check(said !== "" && !said.startsWith("Unpacking"), `${title}: ${said}`);
      equal(await page.locator("#tries li").count(), 3, `${title}: sentences`);
    }
    await example(page, "Block with a side stop");
    for (const command of ["check", "forward", "cone", "modes", "contacts", "orient", "plan"]) {
      await answered(page, () => page.selectOption("#question", command));
      const said = await headline(page);
      check(said !== "", `${command}: ${said}`);
    }
  },

  "the page is readable in light and dark, wide and narrow": async () => {
    for (const scheme of ["light", "dark"]) {
      for (const [width, height] of [[1280, 800], [390, 844]]) {
        const page = await open({scheme, width, height, looked: true});
        for (const what of await textContrasts(page)) check(false, `${scheme}, ${width} px: ${what}`);
        check(
            await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
            `${width} px: nothing is wider than the page`);
        await shot(page, `live-${width}-${scheme}`, {fullPage: width < 500});
        if (scheme === "light") {
          await page.click("#theme");
          equal(
              await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor), "rgb(20, 24, 29)",
              "the switch makes the page dark");
        }
      }
    }
  },
};

await run(tests, async () => {
  for (const context of browser.contexts()) await context.close();
});
await browser.close();
server?.close();
rmSync(folder, {recursive: true});
finish(`; pictures in ${pictures}`);
