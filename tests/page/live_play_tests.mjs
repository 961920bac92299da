// SPDX-License-Identifier: MIT
// Of live_test.mjs: what is played or saved is of the answer that is shown.
import {longTask} from "./live_answer_tests.mjs";

export const playTests = ({open, check, equal, until, answered, drop}) => ({
  "another start is another one, without a scatter of the task's own too": async () => {
    const page = await open();
    await page.click("#play");
    await page.waitForSelector("#transport:not([hidden])");
    for (const start of [2, 3]) {
      await page.click("#play-again");
      await until(
          page, (number) => document.querySelector("#outcome").textContent.startsWith(`Start ${number}:`),
          `start ${start}`, start);
    }
    equal(await page.locator("#hint").textContent(), "", "no fault is told");
  },

  "a play ends under another question": async () => {
    const page = await open();
    await page.click("#play");
    await page.waitForSelector("#transport:not([hidden])");
    await answered(page, () => page.selectOption("#question", "modes"));
    check(await page.locator("#transport").isHidden(), "the play is over");
  },

  "a picture of an answer that is not there is refused in words": async () => {
    const page = await open();
    await drop(page, "long.json", longTask());
    await page.waitForSelector("#busy:not([hidden])", {timeout: 8000});
    await page.click("#save");
    await page.click("#save-svg");
    equal(await page.locator("#saved").textContent(), "There is no answer to be drawn yet.", "the sentence");
    await page.keyboard.press("Escape");
    await answered(page, () => page.click("#undo"));
    await page.click("#save");
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("#save-svg")]);
    check(file.suggestedFilename().endsWith(".svg"), "then it is saved");
    await until(page, () => document.querySelector("#saved").textContent === "", "nothing more to be said");
  },
});
