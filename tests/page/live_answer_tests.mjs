// SPDX-License-Identifier: MIT
// Tests of live_test.mjs: the page must never show an answer for one task beside another task.
import {readFileSync} from "node:fs";

/** Returns a task with thirty contacts on an arch, which has some million cells of wrenches. */
export function longTask() {
  const contacts = Array.from({length: 30}, (_, i) => {
    const angle = Math.PI * (0.1 + (0.8 * i) / 29);
    return {point: [-Math.cos(angle), -0.5 * Math.sin(angle) + 0.03 * (i % 3)], normal: [0.6 * Math.cos(angle), 1]};
  });
  return JSON.stringify({pawl: 1, part: {mass: 1, inertia: 0.3}, friction: [0.1, 0.5], contacts});
}

export const answerTests = ({open, check, equal, until, answered, headline, pins, example, openSaving, drop, shot, data}) => ({
  "the rest regions of a plan are drawn": async () => {
    const page = await open();
    await example(page, "Peg above a socket");
    check((await headline(page)).startsWith("1 tilt from any start"), await headline(page));
    check((await headline(page)).endsWith("within 0.2003 mm of its place at the seat"), "the headline is not cut off");
    check(await page.locator("#stage .answer").count() > 0, "the wrench of the first step is drawn");
    const words = await page.locator(".drawn svg").textContent();
    for (const wanted of ["poses in which it starts", "poses in which it may rest", "x and angle", "Step 1"])
      check(words.includes(wanted), `the picture says "${wanted}"`);
    await shot(page, "regions", {fullPage: true});
  },

  "fixtures are found for a drawing, and a click takes one": async () => {
    for (const [width, scheme] of [[1280, "light"], [1280, "dark"], [390, "light"], [390, "dark"]]) {
      const page = await open({width, scheme});
      await answered(page, () => drop(page, "lever.svg", readFileSync(data("drawings/lever.svg"), "utf8")));
      await page.click("#find-fixtures");
      await until(page, () => document.querySelector("#fixtures-said").textContent === "Select a fixture:", "the search", undefined, 3600);
      const rows = page.locator("#fixtures-list button");
      const rowCount = await rows.count();
      check(rowCount >= 2 && rowCount <= 5, `${rowCount} fixtures`);
      await answered(page, () => rows.nth(0).click());
      equal(await page.locator("#pin-rows tr.field-row").count(), 3, "pins of the first fixture");
      check((await headline(page)).endsWith("the part"), `the first fixture has a plan: ${await headline(page)}`);
      const first = await pins(page, 0);
      await answered(page, () => rows.nth(1).click());
      equal(await rows.nth(1).getAttribute("aria-pressed"), "true", "the second fixture is marked");
      equal(await rows.nth(0).getAttribute("aria-pressed"), "false", "the first fixture is no longer marked");
      await answered(page, () => page.click("#undo"));
      equal(JSON.stringify(await pins(page, 0)), JSON.stringify(first), "undo returns to the first fixture");
      check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is not too wide");
      await shot(page, `fixtures-${width}-${scheme}`, {fullPage: width === 390});
      await answered(page, () => page.locator("#friction-fields input[type=range]").first().fill("0.5"));
      check(await page.locator("#fixtures-list").isHidden(), "a change of friction removes the list of fixtures");
      await page.context().close();
    }
  },

  "a further finger is dragged along the stretches where it has its effect, as in figure 4b": async () => {
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      const page = await open({width, height});
      await example(page, "Paper, figure 4b");
      // Removes the frictionless fixel, which is the finger in the paper.
      await answered(page, () => page.locator('tr[data-at="/fixels/2"] button').click());
      await answered(page, () => page.selectOption("#question", "contacts"));
      equal(await page.locator("#stage .stretch").count(), 0, "stretches without a question about a finger");
      await answered(page, () => page.selectOption("#finger", "force-closure"));
      await page.locator("#stage").scrollIntoViewIfNeeded();
      // On the upper edge, which extends from x = 0.05 to -0.05 m, the stretch is between x = -0.0173 and 0.0404 m.
      const line = await page.locator("#stage .stretch").evaluateAll((paths) => paths.map((path) => path.getAttribute("d")));
      const upper = await page.evaluate(() => {
        const {x, width: wide} = document.querySelector("#part .part").getBoundingClientRect();
        return {left: x, wide};
      });
      const stage = await page.locator("#stage").boundingBox();
      const at = (pixel) => -0.05 + (0.1 * (stage.x + pixel - upper.left)) / upper.wide;
      const ends = line.map((d) => d.slice(1).split("L").map((point) => at(Number(point.split(" ")[0]))).sort((a, b) => a - b));
      check(ends.some(([from, to]) => Math.abs(from + 0.0173) < 1e-3 && Math.abs(to - 0.0404) < 1e-3), `the stretches ${ends}`);
      const handle = page.locator('[data-handle="finger"]');
      check(!(await handle.evaluate((one) => one.classList.contains("has-effect"))), "the finger starts on the lower edge");
      const box = await handle.boundingBox();
      const middle = line.map((d) => d.slice(1).split("L").map((point) => point.split(" ").map(Number)))
                         .find((points) => Math.abs(at(points[0][0]) + at(points.at(-1)[0]) - 0.0231) < 2e-3);
      const to = [0, 1].map((k) => (middle[0][k] + middle.at(-1)[k]) / 2);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(stage.x + to[0], stage.y + to[1], {steps: 8});
      await answered(page, () => page.mouse.up());
      check(await handle.evaluate((one) => one.classList.contains("has-effect")), "the finger is dragged onto the stretch");
      check((await handle.getAttribute("aria-label")).startsWith("Further finger on edge 3: here it has the effect"), "its name");
      await shot(page, `finger-${width}`);
      // Moves the finger with the arrow keys beyond the end of the stretch.
      await handle.focus();
      for (let i = 0; i < 14; ++i) await answered(page, () => page.keyboard.press("Shift+ArrowRight"));
      check(!(await handle.evaluate((one) => one.classList.contains("has-effect"))), "the finger is moved off the stretch");
      const command = async () => {
        await openSaving(page);
        await until(page, () => document.querySelector("dialog[open] #command")?.value, "the command");
        return page.evaluate(() => {
          const dialog = document.querySelector("dialog[open]");
          dialog.close();
          return dialog.querySelector("#command").value;
        });
      };
      check(/^pawl contacts \S+ --finger force-closure$/.test(await command()), await command());
      await answered(page, () => page.locator('[data-at="/options/finger-friction"]').fill("0.2"));
      check((await command()).endsWith("--finger force-closure --finger-friction 0.2"), "friction of the finger");
      await answered(page, () => page.selectOption("#finger", "strongly-stable"));
      check((await command()).includes("--finger strongly-stable --finger-friction 0.2 --finger-wrench 0,-1,0"), await command());
      check(await page.locator("#stage .answer .shaft").count() > 0, "the wrench is drawn");
      await answered(page, () => page.selectOption("#question", "plan"));
      equal(await page.locator("#stage .stretch").count() + await handle.count(), 0, "no finger is drawn for other questions");
    }
  },

  "the direction of a force returns to exactly straight down": async () => {
    const page = await open();
    await answered(page, () => page.selectOption("#question", "forward"));
    const fields = () => page.locator("#question-fields input[type=text]").evaluateAll(
        (inputs) => inputs.filter((input) => input.checkVisibility()).map(({value}) => value).join(" "));
    equal(await fields(), "0 -1 0", "the first wrench");
    await page.locator("#question-fields input[type=range]").focus();
    const said = await headline(page);
    for (const [key, wanted] of [["ArrowRight", "0.017452 -0.99985 0"], ["ArrowLeft", "0 -1 0"]]) {
      await answered(page, () => page.keyboard.press(key));
      equal(await fields(), wanted, key);
    }
    equal(await headline(page), said, "the earlier answer is shown again");
  },

  "a part is oriented, with the transfer function and the part after each step": async () => {
    const page = await open();
    await answered(page, () => page.selectOption("#question", "orient"));
    check((await headline(page)).startsWith("3 squeezes bring every orientation to one of 2"), await headline(page));
    const said = () => page.locator(".drawn svg text").allTextContents();
    const panels = (texts) => texts.filter((text) => /^\d+\. (jaws|fence) at/.test(text)).length;
    check((await said()).some((text) => text.includes("one squeeze: direction before and after")), (await said()).join());
    equal(panels(await said()), 3, "one drawing of the part per squeeze");
    check(await page.locator("#picture-box").isHidden(), "the same picture is not offered twice");
    await answered(page, () => page.selectOption("#orient-by", "fence"));
    await answered(page, () => page.locator('[data-at="/options/angle-step"]').fill("5"));
    await answered(page, () => page.locator('[data-at="/options/to"]').fill("\u221290"));
    check((await headline(page)).startsWith("3 pushes bring every orientation to one orientation"), await headline(page));
    equal(panels(await said()), 3, "one drawing of the part per push");
    const words = await page.locator("#steps-area .words").textContent();
    check(/ends at +271\.0°/.test(words), words);
    check(await page.locator('[data-at="/options/jaw-friction"]').isHidden(), "friction has no effect on pushes");
    await openSaving(page);
    check(/^pawl orient \S+ --by fence --angle-step 5 --to -90$/.test(await page.locator("#command").inputValue()),
          await page.locator("#command").inputValue());
    await page.keyboard.press("Escape");
    await answered(page, () => page.locator('[data-at="/options/angle-step"]').fill("7"));
    check(
        (await page.locator("#question-fields .field-fault").textContent()).includes("must divide 360"),
        "the fault is shown at its field");
    await answered(page, () => page.locator('[data-at="/options/angle-step"]').fill(""));
    await answered(page, () => page.selectOption("#orient-by", "squeeze"));
    await answered(page, () => page.locator('[data-at="/options/jaw-friction"]').fill("5"));
    equal(await page.locator("#answer").getAttribute("data-verdict"), "no", "with this friction no plan exists");
    check(await page.locator(".drawn svg").count() === 1, "the functions are drawn without a plan, too");
    await answered(page, () => page.selectOption("#question", "plan"));
    check(await page.locator("#picture-box").isVisible(), "for other questions, the picture is in the box for pictures");
  },

  "an answer that belongs to another task is marked as outdated": async () => {
    const page = await open();
    await page.click("#picture-box summary");
    await page.waitForSelector("#picture svg");
    await drop(page, "long.json", longTask());
    await until(page, () => document.querySelector("#answer").classList.contains("stale"), "the old answer is grey");
    equal(await headline(page), "Searching …", "the headline meanwhile");
    equal(await page.locator("#answer").getAttribute("aria-busy"), "true", "the answer is marked as busy");
    check(await page.locator("#answer").getAttribute("data-verdict") !== "yes", "the verdict for the old task is not shown");
    check(await page.locator("#play").isDisabled(), "the old plan cannot be played");
    check(await page.locator("#basin").isDisabled(), "the basin cannot be requested");
    check(await page.locator("#picture.stale").count() === 1, "the old picture is grey");
    equal(await page.locator("#stage .answer").evaluateAll((arrows) => arrows.filter((one) => one.checkVisibility()
        && one.getBoundingClientRect().width > 0).length), 0, "no wrench is drawn on the new part");
    await answered(page, () => page.click("#undo"));
    equal(await page.locator("#answer.stale, #answer[aria-busy]").count(), 0, "the answer is valid again");
    check(await page.locator("#play").isEnabled(), "the plan can be played again");
    await until(page, () => !document.querySelector("#picture.stale"), "its picture");
  },

  "a picture that arrives during a search for another task stays grey": async () => {
    const page = await open();
    await page.evaluate(() => {  // delays the reply to each request for a picture by half a second
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function(request) {
        const slow = typeof request === "string" && request.includes('"picture":{');
        setTimeout(() => post.call(this, request), slow ? 500 : 0);
      };
    });
    await page.click("#picture-box summary");
    await page.waitForTimeout(100);
    await drop(page, "long.json", longTask());
    await page.waitForSelector("#busy:not([hidden])", {timeout: 8000});
    equal(await headline(page), "Searching …", "the headline meanwhile");
    equal(await page.locator("#text.stale, #picture.stale").count(), 2, "text and picture are grey");
    await answered(page, () => page.click("#undo"));
    await until(page, () => !document.querySelector(".stale"), "nothing is grey after undo");
  },

  "text and picture are grey until they belong to the answer": async () => {
    const page = await open();
    await page.click("#text-box summary");
    await until(page, () => document.querySelector("#text").textContent !== "", "the text");
    const before = await page.locator("#text").textContent();
    const grey = await page.evaluate(() => new Promise((done) => {
      const field = document.querySelector("#friction-fields input[type=text]");
      const before = document.documentElement.dataset.answers;
      field.value = "0.4";
      field.dispatchEvent(new Event("input"));
      const look = () => (document.documentElement.dataset.answers === before ? requestAnimationFrame(look) :
          done(document.querySelector("#text").classList.contains("stale")));
      look();
    }));
    check(grey, "the old text is grey beside the new headline");
    await until(page, () => !document.querySelector("#text.stale"), "the text of the new answer is shown");
    check((await page.locator("#text").textContent()) !== before, "the new text differs from the old one");
  },

  "after a stop, no part of the old answer is shown": async () => {
    const page = await open();
    await page.click("#text-box summary");
    await page.click("#picture-box summary");
    const faulty = JSON.parse(readFileSync(data("tasks/bracket_tray.json"), "utf8"));
    faulty.fixels[1].radius = -2;
    await answered(page, () => drop(page, "faulty.json", JSON.stringify(faulty)));
    await drop(page, "long.json", longTask());
    await page.waitForSelector("#busy:not([hidden])", {timeout: 8000});
    await page.click("#stop");
    equal(await headline(page), "Stopped before the answer was known", "the headline");
    equal(await page.locator("#answer").getAttribute("data-verdict"), "unknown", "the verdict");
    equal(await page.locator("#mark").textContent(), "?", "the mark");
    equal(await page.locator(".field-fault, #json-faults li").count(), 0, "faults");
    for (const id of ["took", "text", "picture"])
      equal(await page.locator(`#${id}`).textContent(), "", id);
    check(await page.locator("#warnings").isHidden(), "warnings");
    await page.click("#ask-again");
    await page.waitForSelector("#busy:not([hidden])", {timeout: 8000});
    await page.click("#stop");
  },
});
