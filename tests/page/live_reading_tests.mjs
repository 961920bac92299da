// SPDX-License-Identifier: MIT
// Tests of live_test.mjs: files, texts and numbers must be accepted unchanged, or refused with a message.
import {readFileSync} from "node:fs";

export const readingTests = ({open, check, equal, until, answered, headline, pins, example, drop, data}) => ({
  "drawings, outlines and lists of points become parts": async () => {
    const page = await open();
    await answered(page, () => drop(page, "plate.dxf", readFileSync(data("drawings/plate.dxf"), "utf8")));
    equal(await page.locator("#title").textContent(), "plate", "the drawing's name");
    await answered(page, () => drop(page, "lever.svg", readFileSync(data("drawings/lever.svg"), "utf8")));
    equal(await page.locator("#title").textContent(), "lever", "an SVG's name");
    check((await headline(page)).startsWith("The task has a fault"), "a part without pins has no plan");
    for (let i = 0; i < 3; ++i) await answered(page, () => page.click("#add-pin"));
    equal(await page.locator("#pin-rows tr.field-row").count(), 3, "pins");
    await page.click("#open");
    await page.fill("#open-text", "0 0\n60, 0\n60 20\n0 20\n");
    await answered(page, () => page.click("#open-this"));
    check(await page.locator("#no-pins").isVisible(), "a list of points is a part without pins");
    await page.click("#open");
    await page.fill("#open-text", "nonsense");
    await page.click("#open-this");
    check((await page.locator("#open-fault").textContent()).startsWith("Unknown format"), "an invalid task is refused");
    await page.keyboard.press("Escape");
    await page.click("#draw-outline");
    const {x, y} = await page.locator("#stage").boundingBox();
    for (const [u, v] of [[200, 120], [500, 120], [500, 300], [200, 300]]) await page.mouse.click(x + u, y + v);
    await answered(page, () => page.mouse.click(x + 201, y + 121));
    const outline = await page.evaluate(() => document.querySelector("#stage .part").getAttribute("d"));
    equal(outline.split("L").length, 5, "an outline drawn by clicking");
    equal(await page.locator("#title").textContent(), "Drawn part", "its name");
    await page.keyboard.press("d");
    for (const key of ["Enter", "Shift+ArrowRight", "Shift+ArrowRight", "Enter", "Shift+ArrowUp", "Enter"])
      await page.keyboard.press(key);
    await answered(page, () => page.keyboard.press("c"));
    equal(
        (await page.evaluate(() => document.querySelector("#stage .part").getAttribute("d"))).split("L").length, 4,
        "an outline drawn by keys");
  },

  "a drawing is read in its own unit, and its reading is reported": async () => {
    const page = await open();
    const hint = () => page.locator("#hint").textContent();
    const dxf = readFileSync(data("drawings/plate.dxf"), "utf8");
    await example(page, "Block with a side stop");
    equal(await page.locator("#unit-length").inputValue(), "m", "the previous task is in metres");
    await answered(page, () => drop(page, "plate.dxf", dxf));
    equal(await page.locator("#unit-length").inputValue(), "mm", "the drawing's unit");
    equal(
        await hint(), "plate: It is in mm, the unit that it states. Left out: 1 TEXT (no outline).", "the report");
    await example(page, "Block with a side stop");
    const metric = dxf.replace(/(\$INSUNITS\s+70\s+)4/, "$10");
    await answered(page, () => drop(page, "plate.dxf", metric));
    equal(await page.locator("#unit-length").inputValue(), "mm", "a metric drawing");
    check((await hint()).includes("$MEASUREMENT"), await hint());
    await example(page, "Block with a side stop");
    await answered(page, () => drop(page, "plate.dxf", metric.replace("$MEASUREMENT", "$$LUNITS")));
    equal(await page.locator("#unit-length").inputValue(), "m", "without a unit of its own, the drawing gets that of the previous task");
    check((await hint()).includes("states no unit, and was read in m"), await hint());
    await page.click("#open");
    await page.fill("#open-text", "x,y\n0,0\n60,0\n60,20");
    await page.click("#open-this");
    check((await page.locator("#open-fault").textContent()).startsWith("Line 1: "), "the line of a header");
    await page.fill("#open-text", "0,0\n60,0\n60,20");
    await answered(page, () => page.click("#open-this"));
    check((await hint()).includes("read in m, the unit of the previous task"), await hint());
  },

  "a faulty file gives an answer that names its fault, and no invalid number is drawn": async () => {
    const page = await open();
    const circle = Array.from({length: 250000}, (_, i) => [Math.cos(i / 4e4), Math.sin(i / 4e4)].map((x) => Number(x.toFixed(5))));
    const part = {outline: {polygon: [[0, 0], [1, 0], [0, 1]]}};
    const files = {
      "a contact that is null": '{"pawl": 1, "part": {}, "contacts": [null]}',
      "a name that is a number": JSON.stringify({pawl: 1, part, name: 5}),
      "coordinates too large to draw": '{"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [1e308, 0], [0, 1e308]]}}}',
      "an infinite pose": `{"pawl": 1, "part": ${JSON.stringify(part)}, "pose": [0, 0, 1e999]}`,
      "an outline of a single point": '{"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [0, 0], [0, 0]]}}}',
      "two frictions": `{"pawl": 1, "part": ${JSON.stringify(part)}, "friction": 0.1, "friction": 0.2, "fixels": []}`,
      "no \"pawl\"": JSON.stringify({part, friction: 0.3, fixels: [{at: [0.5, 0]}]}),
      "250 000 points": JSON.stringify({pawl: 1, part: {outline: {polygon: circle}}, fixels: []}),
    };
    const said = {};
    for (const [what, text] of Object.entries(files)) {
      await answered(page, () => drop(page, "faulty.json", text));
      check((await headline(page)).startsWith("The task has"), `${what}: ${await headline(page)}`);
      said[what] = await page.locator("#answer").textContent();
      const drawn = await page.locator("#stage").innerHTML();
      check(!drawn.includes("NaN") && !drawn.includes("Infinity"), `${what}: the picture`);
    }
    check(said["an infinite pose"].includes("1e999"), `as it is written: ${said["an infinite pose"]}`);
    check(said["two frictions"].includes("duplicate key"), said["two frictions"]);
    check(said["no \"pawl\""].includes("/pawl"), said["no \"pawl\""]);
    await drop(page, "scene.json", '{"bodies": [null]}');
    await until(page, () => document.querySelector("#scene-said").textContent.includes("/bodies/0"), "a scene's fault");
  },

  "numbers too large to draw can be typed": async () => {
    const page = await open();
    const fields = {
      "a place": page.locator('tr[data-at="/fixels/0"] input').nth(0),
      "a radius": page.locator('tr[data-at="/fixels/1"] input').nth(2),
      "a pose": page.locator("#pose-fields input").nth(0),
    };
    for (const [what, field] of Object.entries(fields)) {
      await answered(page, () => field.fill("1e300"));
      check((await headline(page)).startsWith("The task has"), `${what}: ${await headline(page)}`);
      const drawn = await page.locator("#stage").innerHTML();
      check(!/NaN|Infinity|e\+\d\d\d/.test(drawn), `${what}: the picture`);
      await field.blur();
      await answered(page, () => page.click("#undo"));
      equal(await headline(page), "One tilt seats the part", `${what}: undone`);
    }
    const friction = page.locator("#friction-fields input[type=text]").first();
    await answered(page, () => friction.fill("1e9"));
    equal(await headline(page), "No sequence of tilts seats the part", "the largest friction");
    await answered(page, () => friction.fill("1e300"));
    equal(await headline(page), "The task has a fault", "a friction beyond its bound");
  },

  "friction of fixels is shown unchanged": async () => {
    const page = await open();
    const task = JSON.parse(readFileSync(data("tasks/bracket_tray.json"), "utf8"));
    delete task.friction;
    task.fixels.forEach((fixel, i) => (fixel.friction = i === 0 ? [0.1, 0.3] : 0.2));
    await answered(page, () => drop(page, "own.json", JSON.stringify(task)));
    equal((await pins(page, 0))[3], "0.1–0.3", "a range");
    const all = page.locator("#friction-fields input[type=text]").first();
    equal(await all.inputValue(), "", "fixels with different friction have no common number");
    check(await page.locator("#own-friction").isVisible(), "a note states that fixels have their own friction");
    await answered(page, () => page.locator('tr[data-at="/fixels/0"] input').nth(3).fill("0.1–0.4"));
    await page.click("#json-box summary");
    await until(page, () => document.querySelector("#json").value.includes("[0.1, 0.4]"), "a range is accepted");
    await answered(page, () => all.fill("0.2"));
    equal((await pins(page, 0))[3], "0.2", "one friction for all fixels");
  },
});
