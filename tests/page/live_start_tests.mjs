// SPDX-License-Identifier: MIT
// Tests of live_test.mjs: the first sight of the page, and the buttons that a new user tries first. Every test runs at
// two widths, with light and with dark colours.
import {readFileSync} from "node:fs";

import {everywhere} from "./everywhere.mjs";

export const startTests = ({open, check, equal, until, answered, headline, pins, example, drop, shot, data}) => {
  const atAllSizes = everywhere({open, shot, check});
  const isOnScreen = (page, selector) => page.locator(selector).first().evaluate((one) => {
    const {top, bottom, left} = one.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight && left >= 0 && left < innerWidth;
  });
  return {
    "the page explains what Pawl is, and shows examples, until the strip is closed": atAllSizes("welcome", async (page) => {
      check(await isOnScreen(page, "#welcome p"), "the explanation of Pawl is visible");
      equal((await page.locator("#welcome p").textContent()).match(/\.(\s|$)/g).length, 2, "two sentences");
      check(await isOnScreen(page, "#first-examples button"), "an example is visible");
      const drawn = await page.locator("#first-examples svg").evaluateAll(
          (all) => all.map((svg) => svg.querySelector(".part").getBoundingClientRect().width));
      check(drawn.length === 5 && drawn.every((width) => width > 15), `five pictures: ${drawn}`);
      await answered(page, () => page.locator("#first-examples button", {hasText: "Casting"}).click());
      check((await page.locator("#title").textContent()).startsWith("Casting"), "an example opens");
      await page.click("#undo");
      await page.click("#close-welcome");
      check(await page.locator("#welcome").isHidden(), "the strip is closed");
      // Opens another tab, because the address of the first tab already contains the example.
      const visit = await page.context().newPage();
      await visit.goto(page.url().replace(/#.*$/, ""));
      await until(visit, () => document.documentElement.dataset.answers !== undefined, "the first answer for the example");
      check(await visit.locator("#welcome").isVisible(), "a new visit shows the strip");
      await visit.close();
    }),

    "the strip is not shown for a link to a task": async () => {
      const page = await open();
      await answered(page, () => page.click("#add-pin"));
      await until(page, () => location.hash.startsWith("#t="), "the address holds the task");
      await page.reload();
      await until(page, () => document.querySelector("#welcome").hidden, "the strip is hidden");
    },

    "every example of the gallery has a picture of its own": atAllSizes("gallery", async (page) => {
      await page.click("#more-examples");
      const pictures = await page.locator("#gallery-list .thumbnail").evaluateAll((all) => all.map((svg) => ({
        wide: svg.getBoundingClientRect().width,
        inside: [...svg.children].every((shape) => {
          const [box, outer] = [shape.getBoundingClientRect(), svg.getBoundingClientRect()];
          return box.width > 0 && box.left >= outer.left - 1 && box.right <= outer.right + 1 &&
              box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1;
        }),
        text: svg.innerHTML,
      })));
      equal(pictures.length, await page.locator("#gallery-list button").count(), "one picture for each example");
      for (const {wide, inside, text} of pictures) {
        check(wide > 60, `a picture is ${wide} px wide`);
        check(inside && text.length > 0, "the picture shows all of the example");
        check(!/NaN|Infinity/.test(text), "the numbers of a picture are finite");
      }
    }),

    "“Seat it” plays the simulated plan from a start off the seat to the seat": atAllSizes("seat", async (page) => {
      /** Returns the position of the part relative to the first pin, in the task's unit of length, and the part's angle. */
      const place = () => page.evaluate(() => {
        const [a, b, , , u, v] =
            document.querySelector("#stage .part").getAttribute("transform").match(/-?[\d.]+(e-?\d+)?/g).map(Number);
        const {x, y, width, height} = document.querySelector('[data-handle="pin-0"] .body').getBoundingClientRect();
        const {left, top} = document.querySelector("#stage").getBoundingClientRect();
        const unit = Math.hypot(a, b) / 60;
        return [(u - x - width / 2 + left) / unit, (y + height / 2 - top - v) / unit, Math.atan2(-b, a)];
      });
      const apart = (one, other) => Math.hypot(...one.map((value, i) => value - other[i]));
      const seat = await place();
      check(apart(seat, [-10, 1.5, 0]) < 0.05, `the seat is the pose of the task: ${seat}`);
      equal(await page.locator("#play").textContent(), "▶ Seat it", "the button");
      await page.click("#play");
      await page.waitForSelector("#transport:not([hidden])");
      await page.waitForTimeout(100);
      check(await isOnScreen(page, "#transport"), "the motion is on the screen");
      equal(await page.locator("#outcome").textContent(), "Start 1: seated. ", "the outcome");
      check(apart(await place(), seat) < 0.1, `the motion ends at the seat: ${await place()}`);
      await page.locator("#time").focus();
      await page.keyboard.press("Home");
      await page.waitForTimeout(100);
      check(apart(await place(), seat) > 0.5, `it starts off the seat: ${await place()}`);
      check(Number(await page.locator("#time").getAttribute("max")) > 20, "every step of the simulation is played");
    }),

    "if no plan exists, the page suggests changes that help, and makes a change when its button is clicked":
        atAllSizes("advice", async (page) => {
      const peg = readFileSync(data("tasks/figure4c_peg_lra.json"), "utf8");
      const begin = async () => {
        await answered(page, () => drop(page, "peg.json", peg));
        await page.waitForSelector("#advice button");
      };
      await begin();
      equal(await headline(page), "No sequence of wrenches seats the part", "the answer");
      const advised = await page.locator("#advice button").allTextContents();
      equal(
          advised.join("; "), "Lower the friction to 0.2; Move fixel 1 to (0.01, -0.02); Start against fixel 1 alone",
          "the changes");
      const effects = await page.locator("#advice span").allTextContents();
      equal(effects[0], "1 step seats it, guarantee at rest", "the effect, as the command states it");
      for (const [k, steps] of [[0, "One wrench"], [1, "One wrench"], [2, "A sequence of 2 wrenches"]]) {
        await answered(page, () => page.locator("#advice button").nth(k).click());
        equal(await headline(page), `${steps} seats the part`, advised[k]);
        equal(await page.locator("#advice").count(), 0, "no suggestion is shown if a plan exists");
        await answered(page, () => page.click("#undo"));
        await page.waitForSelector("#advice button");
      }
    }),

    "advice for a required guarantee and for an actuator": async () => {
      const page = await open();
      await example(page, "Ratchet pawl on a tilting tray");
      await answered(page, () => page.selectOption("#require", "energy"));
      await page.waitForSelector("#advice button");
      equal(
          (await page.locator("#advice button").allTextContents()).join("; "),
          "Accept any guarantee; Lower the friction to 0.17; Allow any wrench", "the changes");
      await page.click("#text-box summary");
      await until(page, () => document.querySelector("#text").textContent.includes("✗"), "the text of the command");
      await answered(page, () => page.locator("#advice button", {hasText: "any wrench"}).click());
      equal(await page.locator("#actuator").inputValue(), "free", "the actuator");
      equal(await page.locator("#answer").getAttribute("data-verdict"), "yes", "a plan");
    },

    "a part without pins offers to find fixtures or to add a pin": atAllSizes("no-pins", async (page) => {
      await answered(page, () => page.locator("#first-examples button", {hasText: "without pins"}).click());
      await answered(page, () => page.locator("#steps-area button", {hasText: "Add a pin"}).click());
      equal(await page.locator("#pin-rows tr.field-row").count(), 1, "a pin");
      await answered(page, () => page.click("#undo"));
      await page.locator("#steps-area button", {hasText: "Find fixtures"}).click();
      await page.waitForSelector("#fixtures-list button", {timeout: 30000});
      await answered(page, () => page.locator("#fixtures-list button").first().click());
      equal(await page.locator("#answer").getAttribute("data-verdict"), "yes", "the pins that were found seat the part");
    }),
  };
};
