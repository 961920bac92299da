// SPDX-License-Identifier: MIT
// Checks the claims of the gallery's sentences with the library. Usage: gallery_test.mjs PAWL_WEB_ANSWERS
import {readdirSync, readFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";

import {check, finish} from "../../../../tests/page/checks.mjs";
import {Answers} from "../../../../tests/page/live_server.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const data = join(here, "../../../../data");
const examples = JSON.parse(readFileSync(join(here, "../gallery.json"), "utf8"));
const answers = new Answers(process.argv[2]);

function put(task, pointer, value) {
  const parts = pointer.split("/").slice(1);
  const last = parts.pop();
  parts.reduce((object, part) => object[part], task)[last] = value;
}

const at = (value, pointer) => pointer.split("/").slice(1).reduce((object, part) => object?.[part], value);
/**
 * Returns whether a stated value agrees with the computed one. For tasks, the values are angles with one decimal. For
 * scenes, they are lengths in metres with two or three decimals.
 */
const same = (found, said, off) => typeof said === "number" && typeof found === "number" ?
    Math.abs(found - said) <= off :
    JSON.stringify(found) === JSON.stringify(said);

async function ask(task, question, play) {
  const {command, mode, wrench} = question;
  const options = {...(mode ? {mode} : {}), ...(wrench ? {wrench} : {})};
  if (play === undefined) return JSON.parse(await answers.ask(JSON.stringify({command, task, options})));
  const {answer} = JSON.parse(await answers.ask(JSON.stringify({command: "plan", task})));
  // Makes the plan from the answer as the live editor does.
  const plan = {steps: answer.results.steps.map((step) => ({wrench: step.wrench}))};
  return JSON.parse(
      await answers.ask(JSON.stringify({command: "simulate", task: {...task, plan}, options: {replay: play}})));
}

for (const {file, title, tries, question, checks: claims} of examples) {
  check(tries.length === 3 && title !== "", `${file}: expected a title and three sentences`);
  check(claims.length > 0, `${file}: expected checks of its sentences`);
  for (const sentence of tries) {
    const fine = /\bdrag\b[^.:]*\bto (\(|[xy] = −?\d*\.)/i.test(sentence) || /\bdrag them: at \(/.test(sentence);
    check(!fine, `${file}: a pin cannot be dragged to a position this exactly: “${sentence}”`);
  }
  const kind = file.endsWith(".scene.json") ? "scenes" : "tasks";
  for (const {set, friction, question: other, play, expect} of claims) {
    const task = JSON.parse(readFileSync(join(data, kind, file), "utf8"));
    for (const body of task.bodies ?? [])
      if (friction !== undefined && body.friction !== undefined) body.friction = friction;
    for (const [pointer, value] of Object.entries(set ?? {})) put(task, pointer, value);
    const {answer, faults, exit} =
        await ask(task, other ?? {command: kind === "scenes" ? "simulate" : "plan", ...question}, play);
    for (const [pointer, said] of Object.entries(expect)) {
      const found = at({...answer, exit}, pointer);
      check(
          same(found, said, kind === "scenes" ? 0.0051 : 0.051),
          `${file} ${JSON.stringify(set ?? friction ?? {})}: ${pointer} is ${JSON.stringify(found ?? faults)}, expected ${
              JSON.stringify(said)}`);
    }
  }
}
for (const file of readdirSync(join(data, "tasks"))) {
  check(examples.some((example) => example.file === file), `${file} is not in the gallery`);
}
answers.end();
finish();
