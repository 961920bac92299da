// SPDX-License-Identifier: MIT
// Tests of live_test.mjs: walls and holes are drawn, loaded and edited. Every test runs at two widths, with light and
// with dark colours.
import {readFileSync} from "node:fs";

import {everywhere} from "./everywhere.mjs";

export const bodyTests = ({open, check, equal, until, answered, headline, example, drop, shot, data}) => {
  const atAllSizes = everywhere({open, shot, check});
  const taskOf = async (page) => {
    if (!await page.locator("#json-box").evaluate((box) => box.open)) await page.click("#json-box summary");
    await until(page, () => document.querySelector("#json").value !== "", "the text of the task");
    await page.locator("#fields").click({position: {x: 2, y: 2}});
    return JSON.parse(await page.locator("#json").inputValue());
  };
  const numbers = (page, box) => page.locator(`${box} table input`).evaluateAll((all) => all.map(({value}) => Number(value)));
  return {
    "a hole is drawn, its corners are edited, and it is removed": atAllSizes("hole", async (page) => {
      await answered(page, () => drop(page, "square.txt", "0 0\n100 0\n100 100\n0 100"));
      await page.click("#close-welcome");
      await page.waitForTimeout(200);
      const {x, y, width, height} = await page.locator("#stage .part").boundingBox();
      await page.click("#add-hole");
      const corners = [[0.4, 0.4], [0.6, 0.4], [0.6, 0.6], [0.4, 0.6]];
      for (const [u, v] of corners) await page.mouse.click(x + u * width, y + v * height);
      await answered(page, () => page.mouse.click(x + 0.4 * width + 1, y + 0.4 * height + 1));
      equal(await page.locator("#hole-fields details").count(), 1, "a hole");
      const drawn = await numbers(page, "#hole-fields");
      [40, 60, 60, 60, 60, 40, 40, 40].forEach(
          (value, i) => check(Math.abs(drawn[i] - value) < 1, `number ${i} of the corners: ${drawn[i]}`));
      equal((await page.locator("#stage .part").getAttribute("d")).split("M").length, 3, "the hole is drawn");
      await page.locator("#hole-fields summary").click();
      await answered(page, () => page.locator("#hole-fields table input").first().fill("35"));
      equal((await taskOf(page)).part.outline.holes[0].polygon[0][0], 35, "a corner is moved");
      await answered(page, () => page.locator("#hole-fields button", {hasText: "+"}).first().click());
      equal((await numbers(page, "#hole-fields")).length, 10, "a corner is added");
      await answered(page, () => page.locator("#hole-fields button", {hasText: "✕"}).nth(1).click());
      equal((await numbers(page, "#hole-fields")).length, 8, "a corner is removed");
      await answered(page, () => page.locator("#hole-fields table input").first().fill("350"));
      check((await headline(page)).startsWith("The task has"), "a hole outside the part is a fault");
      check(
          await page.locator("#hole-fields .field-fault, #hole-fields + .field-fault, .field-fault").count() > 0,
          "the fault is shown at a field");
      await answered(page, () => page.click("#undo"));
      await answered(page, () => page.locator("#hole-fields button", {hasText: "Remove hole 1"}).click());
      equal(await page.locator("#hole-fields details").count(), 0, "no hole");
      check((await taskOf(page)).part.outline.holes === undefined, "the task has no hole");
      await answered(page, () => page.click("#undo"));
      equal(await page.locator("#hole-fields details").count(), 1, "undo");
    }),

    "corners, pose and friction of a wall are edited": atAllSizes("wall", async (page) => {
      await answered(page, () => page.locator("#first-examples button", {hasText: "Casting"}).click());
      equal(await headline(page), "One tilt seats the part", "the headline for a part in its pocket");
      await page.locator("#wall-fields summary").click();
      equal((await numbers(page, "#wall-fields")).length, 16, "corners of the wall and of its opening");
      const friction = page.locator("#wall-fields input[data-at='/walls/0/friction']");
      await answered(page, () => friction.fill("0.1–0.3"));
      equal(JSON.stringify((await taskOf(page)).walls[0].friction), "[0.1,0.3]", "the friction of the wall");
      await answered(page, () => friction.fill(""));
      check(!("friction" in (await taskOf(page)).walls[0]), "an empty field means the friction of the task");
      const corner = page.locator("#wall-fields table").nth(1).locator("input").first();
      const was = Number(await corner.inputValue());
      await answered(page, () => corner.fill(String(was - 5)));
      equal((await taskOf(page)).walls[0].outline.holes[0].polygon[0][0], was - 5, "a corner of the opening");
      await answered(page, () => page.locator("#wall-fields .triple input").nth(1).fill("-2"));
      equal((await taskOf(page)).walls[0].pose[0], -2, "the pose of the wall");
      check((await page.locator("#wall-fields .field-fault").textContent()).length > 0, "a wall that overlaps the part is a fault");
      equal(await page.locator("#wall-fields details[aria-invalid=true]").count(), 1, "the wall is marked");
    }),

    "an outline is added as a wall, in the units of the task": async () => {
      const page = await open();
      await answered(page, () => page.selectOption("#unit-length", "cm"));
      await page.click("#open");
      await page.selectOption("#open-as", "wall");
      await page.fill(
          "#open-text",
          '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40"><rect x="0" y="0" width="60" height="40"/><circle cx="18" cy="20" r="4"/></svg>');
      await answered(page, () => page.click("#open-this"));
      check((await page.locator("#hint").textContent()).endsWith("It is wall 1. Drag it to its place."), "the message");
      const task = await taskOf(page);
      equal(JSON.stringify(task.walls[0].outline.holes[0]), '{"disc":{"center":[1.8,-2],"radius":0.4}}', "a hole in cm");
      equal(task.fixels.length, 3, "the pins stay");
      check(await page.locator("#choose-part").isHidden(), "the part has no drawing");
      await page.click("#open");
      equal(await page.locator("#open-as").inputValue(), "part", "the next outline is the part again");
      await page.fill("#open-text", "0 0\n60, 0\n60 20\n0 20\n");
      await answered(page, () => page.click("#open-this"));
      check(await page.locator("#no-pins").isVisible(), "another part");
    },

    "discs and arcs keep their form when they are edited": async () => {
      const page = await open();
      await answered(page, () => drop(page, "plate.dxf", readFileSync(data("drawings/plate.dxf"), "utf8")));
      equal(await page.locator("#hole-fields details").count(), 2, "holes of a drawing");
      await page.locator("#hole-fields summary").first().click();
      await answered(page, () => page.locator("#hole-fields details").first().locator("input").nth(2).fill("5"));
      await page.locator("#hole-fields summary").nth(1).click();
      await answered(page, () => page.locator("#hole-fields details").nth(1).locator("table input").first().fill("36"));
      const {part} = await taskOf(page);
      equal(JSON.stringify(part.outline.holes[0]), '{"disc":{"center":[18,20],"radius":5}}', "the disc");
      equal(
          JSON.stringify(part.outline.holes[1].path),
          '[[36,17],[47,17],{"to":[47,23],"bulge":1},[37,23],{"to":[36,17],"bulge":1}]', "the slot stays closed");
      equal(part.drawing_digest, undefined, "the part no longer has the outline of its drawing");
    },
  };
};
