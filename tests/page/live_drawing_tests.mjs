// SPDX-License-Identifier: MIT
// Tests of live_test.mjs: drawings with several layers or parts, and drawings that cannot be read. Every test runs at
// two widths, with light and with dark colours.
import {readFileSync} from "node:fs";

import {everywhere} from "./everywhere.mjs";

export const drawingTests = ({open, check, equal, until, answered, drop, shot, data}) => {
  const atAllSizes = everywhere({open, shot, check});
  const dropDrawing = (page, name) => drop(page, name, readFileSync(data(`../tests/data/drawings/${name}`), "utf8"));
  const loops = (page) => page.locator("#stage .part").getAttribute("d").then((path) => path.split("M").length - 1);
  return {
    "the part of a drawing with several parts is chosen by its picture": atAllSizes("parts", async (page) => {
      await dropDrawing(page, "two_parts.dxf");
      await page.waitForSelector("#drawing-box[open]");
      await until(page, () => document.querySelectorAll("#drawing-parts svg").length === 2, "two pictures");
      equal(await page.locator("#drawing-heading").textContent(), "two_parts", "the name of the drawing");
      equal(
          (await page.locator("#drawing-parts button").allTextContents()).join("; "), "outline 140 × 30; outline 320 × 10",
          "the parts and their sizes");
      check(await page.locator("#drawing-layers").isHidden(), "there is one layer");
      await answered(page, () => page.locator("#drawing-parts button").nth(1).click());
      check(await page.locator("#drawing-box").isHidden(), "the dialog is closed");
      equal(await page.locator("#title").textContent(), "two_parts", "the task");
      equal(await loops(page), 1, "the small part has no hole");
      await page.click("#choose-part");
      await until(
          page, () => document.querySelectorAll("#drawing-parts svg").length === 2,
          "the pictures of the parts are shown again");
      await shot(page, `live-parts-chosen`);
      await answered(page, () => page.locator("#drawing-parts button").first().click());
      equal(await loops(page), 2, "the large part has a hole");
      await answered(page, () => page.locator("#first-examples button").first().click());
      check(await page.locator("#choose-part").isHidden(), "another task has no choice of parts");
    }),

    "the layers of a drawing are chosen": atAllSizes("layers", async (page) => {
      await answered(page, () => drop(page, "plate.dxf", readFileSync(data("drawings/plate.dxf"), "utf8")));
      equal(await loops(page), 3, "all layers are read");
      await page.click("#choose-part");
      await page.waitForSelector("#drawing-parts svg");
      equal((await page.locator("#drawing-layers label").allTextContents()).join(), "OUTLINE,HOLES", "the layers");
      await page.locator("#drawing-layers input").nth(1).uncheck();
      await until(
          page, () => document.querySelector("#drawing-parts path")?.getAttribute("d").split("M").length === 2,
          "only the outline is read");
      await page.locator("#drawing-layers input").first().uncheck();
      equal(await page.locator("#drawing-said").textContent(), "Select at least one layer.", "no layer");
      await page.locator("#drawing-layers input").first().check();
      await page.waitForSelector("#drawing-parts svg");
      await shot(page, `live-layers-chosen`);
      await answered(page, () => page.locator("#drawing-parts button").click());
      equal(await loops(page), 1, "the holes are left out");
    }),

    "a drawing that cannot be read gives the reasons, and the choices that work": atAllSizes("refused", async (page) => {
      await dropDrawing(page, "two_layers.dxf");
      await page.waitForSelector("#drawing-parts svg");
      check((await page.locator("#drawing-reasons").textContent()).includes("the outline branches at [20,10]"), "the reason");
      equal(await page.locator("#drawing-parts button").textContent(), "only layer CUT", "the choice that works");
      await answered(page, () => page.locator("#drawing-parts button").click());
      equal(await loops(page), 1, "the outline of the layer");
      await dropDrawing(page, "outline_with_gap.dxf");
      await page.waitForSelector("#drawing-parts svg");
      equal(await page.locator("#drawing-parts button").textContent(), "gaps up to 0.05 closed", "a gap");
      await page.keyboard.press("Escape");
      await dropDrawing(page, "solid.dxf");
      await until(page, () => document.querySelector("#drawing-parts b")?.textContent === "without layer DIMENSIONS", "a layer");
      await page.waitForSelector("#drawing-parts svg");
      await page.keyboard.press("Escape");
      await dropDrawing(page, "jumping_spline.dxf");
      await until(page, () => document.querySelector("#drawing-heading").textContent === "jumping_spline", "another drawing");
      equal(await page.locator("#drawing-said").textContent(), "This drawing cannot be read:", "no part");
      check((await page.locator("#drawing-reasons").textContent()).includes("repeats knot 1"), "the reason");
      equal(await page.locator("#drawing-parts button").count(), 0, "nothing can be chosen");
    }),
  };
};
