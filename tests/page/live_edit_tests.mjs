// SPDX-License-Identifier: MIT
// Tests of live_test.mjs: typed or drawn input must not be lost or changed without a message.
import {readFileSync} from "node:fs";

export const editTests = ({open, check, equal, until, answered, headline, openSaving}) => {
  /** Opens the task file and returns its text field. */
  const taskFile = async (page) => {
    await page.click("#json-box summary");
    await until(page, () => document.querySelector("#json").value !== "", "the task's text");
    return page.locator("#json").inputValue();
  };
  return ({
  "a field shows the task's number after it loses the focus": async () => {
    const page = await open();
    const x = page.locator('tr[data-at="/fixels/1"] input').first();
    const was = await x.inputValue();
    for (const typed of ["", "5O", "1,000.5", "0x20", "1e999", "Infinity"]) {
      await x.fill(typed);
      check(await x.evaluate((input) => input.classList.contains("unread")), `${typed} is marked while it is typed`);
      await x.blur();
      equal(await x.inputValue(), was, `after ${JSON.stringify(typed)}`);
    }
    await answered(page, () => x.fill("−4,5"));
    await x.blur();
    equal(await x.inputValue(), "-4.5", "a number with a comma");
  },

  "a text is accepted even if the field loses the focus at once": async () => {
    const page = await open();
    const text = await taskFile(page);
    await answered(page, () => page.evaluate((edited) => {
      const area = document.querySelector("#json");
      area.focus();
      area.value = edited;
      area.dispatchEvent(new Event("input"));
      area.blur();
    }, text.replace('"name": "', '"name": "My ')));
    check((await page.locator("#title").textContent()).startsWith("My "), "the last typed text is accepted");
    check((await page.locator("#json").inputValue()).includes('"name": "My '), "and stays");
  },

  "a faulty task file is saved unchanged, and nothing discards it": async () => {
    const page = await open();
    const text = '{"pawl": 1,\n "friction" 2}';
    await page.click("#json-box summary");
    await answered(page, () => page.locator("#json").fill(text));
    check(await page.locator("#locked").isVisible(), "the reason for locked fields is shown");
    equal(await page.locator("#fields .column[inert]").count(), 2, "locked columns");
    await page.locator('[data-handle="pin-0"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("a");
    await page.waitForTimeout(100);
    equal(await page.locator("#json").inputValue(), text, "keys do not change the text");
    await openSaving(page);
    check((await page.locator("#saved").textContent()).startsWith("The task file has faults"), "the sentence");
    equal(await page.locator("#link").inputValue(), "", "no link");
    equal(await page.locator("#command").inputValue(), "", "no command");
    check(await page.locator("#copy-link").isDisabled(), "no link can be copied");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#save-task")]);
    equal(saved.suggestedFilename(), "task.json", "its name");
    equal(readFileSync(await saved.path(), "utf8"), text, "the unchanged text");
    await page.keyboard.press("Escape");
    await answered(page, () => page.click("#undo"));
    equal(await page.locator("#fields .column[inert]").count(), 0, "after undo");
    check(await page.locator("#locked").isHidden(), "no field is locked after undo");
  },

  "keys that refer to fixel numbers are not dropped without a message": async () => {
    const page = await open();
    const text = await taskFile(page);
    await answered(page, () => page.locator("#json").fill(text.replace('"actuator"', '"modes": ["nnn"], "actuator"')));
    await answered(page, () => page.click("#add-pin"));
    equal(
        await page.locator("#hint").textContent(),
        "Removed “modes”, because it refers to fixels by number. Undo restores everything.", "the sentence");
    check(!(await page.locator("#json").inputValue()).includes("modes"), "the modes were removed");
    await answered(page, () => page.click("#undo"));
    check((await page.locator("#json").inputValue()).includes("modes"), "and back");
  },

  "moving the part does not change its angle": async () => {
    const page = await open();
    const angle = page.locator("#pose-fields input").nth(2);
    await answered(page, () => angle.fill("30.05"));
    await angle.blur();
    await page.locator("#part").focus();
    await answered(page, () => page.keyboard.press("ArrowRight"));
    check(await page.locator("#pose-fields input").first().inputValue() !== "0", "the part moves");
    equal(await angle.inputValue(), "30.05", "its angle");
    await answered(page, () => page.keyboard.press("["));
    equal(await angle.inputValue(), "30.2", "the angle of a turned part is rounded");
  },

  "reloading the page loses nothing": async () => {
    const page = await open();
    equal(await page.evaluate(() => location.hash), "", "nothing was edited");
    await answered(page, () => page.click("#add-pin"));
    await until(page, () => location.hash.startsWith("#t="), "the address holds the task");
    const kept = await page.evaluate(() => location.hash);
    await answered(page, () => page.selectOption("#question", "modes"));
    await until(page, (old) => location.hash !== old, "the address holds the question", kept);
    const said = await headline(page);
    await page.reload();
    await until(page, () => document.querySelectorAll("#pin-rows tr.field-row").length === 4, "the task is restored");
    equal(await page.locator("#question").inputValue(), "modes", "the question is restored");
    await until(page, (old) => document.querySelector("#headline").textContent === old, "the answer is restored", said);
  },

  "leaving a faulty text needs a confirmation": async () => {
    const page = await open();
    const asks = () => page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", {cancelable: true})));
    check(!await asks(), "the text is still unchanged");
    await page.click("#json-box summary");
    await answered(page, () => page.locator("#json").fill("{"));
    check(await asks(), "the question");
    await answered(page, () => page.click("#undo"));
    check(!await asks(), "no confirmation after the task is restored");
  },

  "a wall is drawn with keys, moved and removed": async () => {
    const page = await open();
    const walls = async () => JSON.parse(await taskFile(page)).walls;
    equal(await walls(), undefined, "number of walls at the beginning");
    await page.keyboard.press("w");
    for (const key of ["Enter", "Shift+ArrowRight", "Enter", "Shift+ArrowDown", "Enter"]) await page.keyboard.press(key);
    await answered(page, () => page.keyboard.press("c"));
    equal((await walls())?.length, 1, "walls");
    const press = async (key) => {
      await page.locator('[data-handle="wall-0"]').focus();  // because reading the task file has moved the focus
      await answered(page, () => page.keyboard.press(key));
    };
    // The text of the task file is updated later than the answer.
    const soon = async (holds, what) => {
      let found = false;
      for (let i = 0; i < 60 && !found; ++i) {
        found = holds(await walls());
        if (!found) await page.waitForTimeout(50);
      }
      check(found, what);
    };
    await press("Shift+ArrowLeft");
    await soon((all) => all?.[0].pose?.[0] < 0, "the wall moves to the left");
    await press("[");
    await soon((all) => Math.abs(all?.[0].pose?.[2] ?? 0) > 0, "it turns");
    await press("Delete");
    await soon((all) => all === undefined, "number of walls at the end");
  },

  "undo removes the last corner of an outline that is being drawn": async () => {
    const page = await open();
    await answered(page, () => page.click("#add-pin"));
    const pins = () => page.locator("#pin-rows tr.field-row").count();
    const corners = () => page.locator("#stage .sketch .line").getAttribute("d");
    equal(await pins(), 4, "pins");
    await page.keyboard.press("d");
    for (const key of ["Enter", "Shift+ArrowRight", "Enter"]) await page.keyboard.press(key);
    equal((await corners()).split("L").length, 3, "two corners and the mark of the pointer");
    await page.keyboard.press("Control+z");
    equal((await corners()).split("L").length, 2, "one corner");
    await page.click("#undo");
    equal(await corners(), "", "none");
    await page.keyboard.press("Control+z");
    await page.waitForTimeout(100);
    equal(await pins(), 4, "the task itself is unchanged");
    await page.keyboard.press("Escape");
  },
});
};
