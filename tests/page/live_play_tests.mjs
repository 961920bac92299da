// SPDX-License-Identifier: MIT
// Tests of live_test.mjs: plans and scenes are played, and everything that the page plays or saves must belong to the
// displayed answer.
import {readFileSync} from "node:fs";

import {longTask} from "./live_answer_tests.mjs";

export const playTests = ({open, check, equal, until, answered, headline, pins, openSaving, drop, shot, data}) => ({
  "a link contains the task, and files are saved": async () => {
    const page = await open();
    await answered(page, () => page.locator('tr[data-at="/fixels/2"] input').nth(1).fill("12"));
    await answered(page, () => page.selectOption("#question", "check"));
    await page.locator("#mode").focus();
    await answered(page, () => page.keyboard.type("adadaa"));
    equal(await page.locator("#pin-rows tr.field-row").count(), 3, "typed letters do not act as shortcuts");
    await answered(page, () => page.fill("#mode", "nnn"));
    await page.click("#show-help");
    await page.click("#help form button");
    check(await page.locator("#help").isHidden(), "a dialog closes by its button");
    await openSaving(page);
    await until(page, () => document.querySelector("#link").value.includes("#t="), "the link");
    const link = await page.locator("#link").inputValue();
    equal(
        await page.locator("#command").inputValue(), "pawl check l-bracket-of-60-by.json --mode nnn",
        "the command line");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#save-task")]);
    const task = JSON.parse(readFileSync(await saved.path(), "utf8"));
    equal(JSON.stringify(task.fixels[2].at), "[-1.5,12]", "the saved task");
    const [picture] = await Promise.all([page.waitForEvent("download"), page.click("#save-task-svg")]);
    const svg = readFileSync(await picture.path(), "utf8");
    check(svg.startsWith("<svg") && svg.includes("#3c4650"), "the picture contains its colours");
    const other = await open({hash: link.slice(link.indexOf("#"))});
    await until(other, () => document.querySelector("#mode").value === "nnn", "the link's question");
    await other.waitForTimeout(300);
    equal((await pins(other, 2))[1], "12", "the task of the link");
    equal(await other.locator("#mode").inputValue(), "nnn", "the question of the link");
    equal(await headline(other), await headline(page), "the same answer");
    const broken = await open({hash: "#t=nonsense"});
    equal(await headline(broken), "One tilt seats the part", "with a broken link the page shows the first task");
  },

  "a plan is played": async () => {
    const page = await open();
    await page.click("#play");
    await page.waitForSelector("#transport:not([hidden])");
    equal(await page.locator("#outcome").textContent(), "Start 1: seated. ", "the outcome");
    const at = () => page.locator("#stage .part").getAttribute("transform");
    const end = await at();
    await page.locator("#time").focus();
    await page.keyboard.press("Home");
    await until(
        page, (last) => document.querySelector("#stage .part").getAttribute("transform") !== last, "the part moves",
        end);
    await page.keyboard.press("Escape");
    check(await page.locator("#transport").isHidden(), "Esc ends the play");
    await page.click("#basin");
    await until(
        page, () => document.querySelector("#steps-area").textContent.includes("the basin reaches"), "the basin");
    await openSaving(page);
    equal(
        await page.locator("#command").inputValue(), "pawl plan l-bracket-of-60-by.json --certify",
        "the command of a basin");
  },

  "a scene file is dropped on the page and simulated, and its friction is changed": async () => {
    const page = await open();
    await drop(page, "peg.json", readFileSync(data("scenes/peg.scene.json"), "utf8"));
    await until(
        page, () => document.querySelector("#scene-said").textContent.startsWith("200 steps"), "the scene is stepped");
    const end = () => page.locator("#scene-stage path").nth(2).getAttribute("transform");
    const jammed = await end();
    await page.locator("#scene-friction").focus();
    for (let i = 0; i < 10; ++i) await page.keyboard.press("ArrowLeft");
    await until(
        page, (last) => document.querySelectorAll("#scene-stage path")[2].getAttribute("transform") !== last,
        "without friction the peg falls through the hole", jammed);
    await shot(page, "live-scene");
    await page.keyboard.press("Escape");
    check(await page.locator("#scene-box").isHidden(), "Esc closes the box of the scene");
  },

  "another start has another number, even if the task has no scatter": async () => {
    const page = await open();
    await page.click("#play");
    await page.waitForSelector("#transport:not([hidden])");
    for (const start of [2, 3]) {
      await page.click("#play-again");
      await until(
          page, (number) => document.querySelector("#outcome").textContent.startsWith(`Start ${number}:`),
          `start ${start}`, start);
    }
    equal(await page.locator("#hint").textContent(), "", "no fault is reported");
  },

  "playing ends when another question is selected": async () => {
    const page = await open();
    await page.click("#play");
    await page.waitForSelector("#transport:not([hidden])");
    await answered(page, () => page.selectOption("#question", "modes"));
    check(await page.locator("#transport").isHidden(), "the motion is no longer played");
  },

  "saving a picture without an answer is refused with a message": async () => {
    const page = await open();
    await drop(page, "long.json", longTask());
    await page.waitForSelector("#busy:not([hidden])", {timeout: 8000});
    await openSaving(page);
    await page.click("#save-svg");
    equal(
        await page.locator("#saved").textContent(), "The answer is not complete yet; wait and try again.",
        "the sentence");
    await page.keyboard.press("Escape");
    await answered(page, () => page.click("#undo"));
    await openSaving(page);
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("#save-svg")]);
    check(file.suggestedFilename().endsWith(".svg"), "the complete picture is saved");
    await until(page, () => document.querySelector("#saved").textContent === "", "no message remains");
  },
});
