// SPDX-License-Identifier: MIT
// Tests of the live editor's modules that work without a browser, compared with the library's answers (run.mjs).
import {readdirSync, readFileSync} from "node:fs";

import {Advice, changeOf} from "../src/advice";
import {Boundary, boundaryOf, plainOutline, toBody} from "../src/boundary";
import {canBeDrawn} from "../src/drawable";
import {addPin, dragPin, frictionOf, placeOf, removePin, setActuator, setFriction, setPose, walkPin} from "../src/edits";
import {requestOf} from "../src/answer";
import {frictionOfText, frictionText} from "../src/friction_field";
import {checkedQuestion, fragmentOf, fromFragment} from "../src/link";
import type {Response} from "../src/protocol";
import {pinFigures} from "../src/pin_figure";
import {addCorner, addHole, canAddCorner, changeWall, cornersOf, holesOf, moveCorner, removeCorner, removeHole} from "../src/outline_edits";
import {commandLine, fileName, optionsOf, PLAIN} from "../src/question";
import {choicesIn} from "../src/read_drawing";
import {sevenBits} from "../seven_bits.mjs";
import {readText, taskOfPart} from "../src/read_text";
import {bytesOf} from "../src/seven_bits";
import {Store} from "../src/store";
import {svgTree, textOf} from "../src/strokes";
import {Friction, Point, poseOf, Task} from "../src/task";
import {placeInText, taskText} from "../src/task_text";
import {toleranceWords} from "../src/tolerance";
import {inUnits, wrenchIn} from "../src/units";
import {addWall, moveWall, removeWall, turnWall} from "../src/wall_edits";

declare const ask: (request: object) => Promise<Response>;
declare const check: (holds: boolean, what: string) => void;
declare const equal: (value: unknown, wanted: unknown, what: string) => void;
declare const source: string;

const tasks = (): [string, Task][] =>
    readdirSync(`${source}/data/tasks`)
        .map((file) => [file, JSON.parse(readFileSync(`${source}/data/tasks/${file}`, "utf8")) as Task]);
const task = (name: string): Task => JSON.parse(readFileSync(`${source}/data/tasks/${name}.json`, "utf8")) as Task;

interface Seen {
  contacts: {gap: number; point: Point; state: string}[];
}
async function seen(of: Task): Promise<Seen> {
  const {answer, faults} = await ask({command: "contacts", task: of});
  if (!answer) throw new Error(JSON.stringify(faults));
  return answer.results as Seen;
}

/** Returns a generator of pseudorandom numbers that are the same in every run. */
function numbers(): () => number {
  let state = 12345;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

const near = (a: number, b: number, off: number): boolean =>
    Math.abs(a - b) <= off * Math.max(1, Math.abs(a), Math.abs(b));

export const tests: Record<string, () => Promise<void>| void> = {
  "a dragged wall snaps to the part": async () => {
    const part = {outline: {polygon: [[0, 0], [40, 0], [40, 20], [0, 20]] as Point[]}, density: 1};
    const empty: Task = {pawl: 1, units: {length: "mm", angle: "deg"}, part, friction: 0.1, goal: [1]};
    const one = addWall(empty, [[-10, -12], [60, -12], [60, -5], [-10, -5]]);
    equal(one.goal, undefined, "a goal that refers to contacts by number is removed");
    const free = moveWall(one, 0, [3, 1.5], 2);
    equal(free.walls![0].pose, [3, 1.5, 0], "a wall that is still far from the part does not snap");
    const snapped = moveWall(one, 0, [3, 3.5], 2);
    equal(snapped.walls![0].pose, [3, 5, 0], "a wall that is close to the part snaps to it");
    const {contacts} = await seen(snapped);
    equal(contacts.map(({gap}) => gap), [0, 0], "the snapped wall has two flush contacts without gaps");
    equal(moveWall(one, 0, [3, 3.5]).walls![0].pose, [3, 3.5, 0], "without a snapping distance, the wall does not snap");
    equal(moveWall(one, 0, [3, 7], 2).walls![0].pose, [3, 7, 0], "a wall that overlaps the part is left alone");
    const turnedWall = turnWall(one, 0, Math.PI / 2).walls![0].pose!;
    check(near(turnedWall[2], 90, 1e-9), `turned by ${turnedWall[2]} degrees`);
    check(near(turnedWall[0], 16.5, 1e-9) && near(turnedWall[1], -33.5, 1e-9), `about its centroid: ${turnedWall}`);
    equal(removeWall(one, 0).walls, undefined, "the key is removed with the last wall");
    // With the frame "part", the pose of the wall is relative to the part.
    const framed = moveWall({...one, frame: "part", pose: [100, 50, 90]}, 0, [0, 4], 0).walls![0].pose!;
    check(near(framed[0], 4, 1e-9) && near(framed[1], 0, 1e-9) && near(framed[2], 0, 1e-9), `in the part's frame: ${framed}`);
  },

  "walls and diamond pins in the part's frame stay at their places in the part": async () => {
    const part = {
      outline: {polygon: [[0, 0], [40, 0], [40, 20], [0, 20]] as Point[], holes: [{disc: {center: [10, 10], radius: 3}}]},
      density: 1
    };
    const floor = {outline: {polygon: [[-5, -5], [45, -5], [45, 0], [-5, 0]] as Point[]}};
    const side = {outline: {polygon: [[0, 0], [20, 0], [20, 5], [0, 5]] as Point[]}, pose: [0, 0, 90]};
    const pin = {at: [10, 10.1], radius: 2.9, diamond: [1, 0], diamond_width: 2};
    const framed = {
      pawl: 1, units: {length: "mm", angle: "deg"}, part, friction: 0.1, frame: "part", pose: [30, -20, 40], fixels: [pin],
      walls: [floor, side]
    };
    for (const fixels of [framed.fixels, undefined]) {
      const {task: read} = readText(JSON.stringify({...framed, fixels})) as {task: Task};
      equal(read.frame, undefined, "the frame");
      const [wanted, found] = [await seen({...framed, fixels} as unknown as Task), await seen(read)];
      equal(found.contacts.length, wanted.contacts.length, "the number of contacts");
      found.contacts.forEach(({gap, point, state}, i) => {
        const of = wanted.contacts[i];
        equal(state, of.state, `state of contact ${i + 1}`);
        check(near(gap, of.gap, 1e-9), `gap of contact ${i + 1}: ${gap}, not ${of.gap}`);
        check(near(point[0], of.point[0], 1e-9) && near(point[1], of.point[1], 1e-9), `contact ${i + 1} at ${point}, not ${of.point}`);
      });
    }
  },

  "gaps agree with the library": async () => {
    for (const [file, one] of tasks()) {
      const boundary = boundaryOf(one);
      if (!boundary || !one.fixels) continue;
      const found = await seen(one);
      pinFigures(one, poseOf(one)).forEach(({gap}, i) => {
        check(
            Math.abs(gap - found.contacts[i].gap) < 1e-9 * boundary.size,
            `${file} fixel ${i + 1}: gap ${gap}, not ${found.contacts[i].gap}`);
      });
    }
  },

  "dragged pins touch the part": async () => {
    const random = numbers();
    for (const [file, one] of tasks()) {
      if (!one.fixels || one.fixels.length === 0) continue;
      const {size} = boundaryOf(one)!;
      for (let i = 0; i < 8; ++i) {
        const dragged = dragPin(one, 0, [size * (2 * random() - 1), size * (2 * random() - 1)]);
        // A drag must keep a small gap. The task has only one fixel here.
        const alone:
            Task = {...dragged, fixels: [dragged.fixels![0]], goal: undefined, modes: undefined, start: undefined};
        const before = placeOf(one, 0)!.gap;
        const kept = before > 1e-9 * size && before < 0.02 * size ? before : 0;
        const {answer, faults} = await ask({command: "contacts", task: alone});
        if (faults && faults[0].message.includes("deeper")) continue;  // a round pin cannot enter this notch
        const [contact] = (answer?.results as Seen | undefined)?.contacts ?? [];
        check(
            contact !== undefined && Math.abs(contact.gap - kept) < 1e-9 * size,
            `${file}: dragged to ${JSON.stringify(alone.fixels![0].at)}: ${JSON.stringify(contact ?? faults)}`);
        const codes = (answer?.warnings ?? []).map(({code}) => code);
        check(kept > 0 || !codes.includes("nearly-touches"), `${file}: ${codes.join(" ")}`);
      }
    }
  },

  "a pin without radius touches straight edges exactly": async () => {
    const random = numbers();
    const one = task("figure4a_lla");
    for (let i = 0; i < 40; ++i) {
      const dragged = dragPin(one, 0, [0.1 * (2 * random() - 1), 0.1 * (2 * random() - 1)]);
      const alone: Task = {...dragged, fixels: [dragged.fixels![0]], modes: undefined};
      const {answer} = await ask({command: "contacts", task: alone});
      equal((answer!.results as Seen).contacts[0].gap, 0, `at ${JSON.stringify(alone.fixels![0].at)}`);
    }
  },

  "steps along the outline pass corners and reach every edge": () => {
    for (const [file, one] of tasks()) {
      const boundary = boundaryOf(one);
      if (!boundary || !one.fixels?.length) continue;
      let walked = one;
      const sides = new Set<number>();
      for (let i = 0; i < 60 * boundary.sides.length; ++i) {
        walked = walkPin(walked, 0, 25);
        sides.add(placeOf(walked, 0)!.place.side);
      }
      const {loop} = boundary.sides[placeOf(one, 0)!.place.side];
      const edges = boundary.sides.filter((side) => side.loop === loop).length;
      equal(sides.size, edges, `${file}: number of edges of the pin's loop that are reached`);
    }
  },

  "polygons, paths and discs of the same shape give the same boundary": () => {
    const square = new Boundary(plainOutline({polygon: [[0, 0], [2, 0], [2, 2], [0, 2]]}));
    const backwards = new Boundary(plainOutline({path: [[0, 0], [0, 2], [2, 2], [2, 0], [0, 0]]}));
    for (const point of [[1, -1], [3, 1], [1, 3], [-1, 1], [1, 0.2]] as Point[]) {
      equal(square.nearest(point).point, backwards.nearest(point).point, "the nearest point, for both orientations");
      equal(
          square.nearest(point).normal.map((x) => x + 0), backwards.nearest(point).normal.map((x) => x + 0),
          "its outward normal");
    }
    equal(square.holds([1, 1]) && !square.holds([3, 1]), true, "points inside and outside");
    const disc = new Boundary(plainOutline({disc: {radius: 2}}));
    const circle = new Boundary(plainOutline({path: [[2, 0], {to: [-2, 0], bulge: 1}, {to: [2, 0], bulge: 1}]}));
    const half = new Boundary(plainOutline({path: [[2, 0], {to: [-2, 0], bulge: 1}]}));
    for (const angle of [0.1, 1, 2, 3, 4, 5, 6]) {
      const point: Point = [3 * Math.cos(angle), 3 * Math.sin(angle)];
      for (const one of [disc, circle]) check(near(one.nearest(point).distance, 1, 1e-12), `a circle at ${angle}`);
      check(
          near(half.nearest(point).distance, angle < Math.PI ? 1 : NaN, 1e-12) || angle > Math.PI,
          `half a disc at ${angle}`);
    }
    check(near(half.length, 2 * Math.PI + 4, 1e-12), "the length of half a disc");
  },

  "pins touch the edges of holes, from inside": () => {
    const square = {polygon: [[0, 0], [4, 0], [4, 4], [0, 4]] as Point[]};
    const plate = new Boundary(plainOutline(square), [plainOutline({disc: {center: [1, 2], radius: 0.5}})]);
    const touch = plate.nearest([1.2, 2]);
    check(near(touch.distance, 0.3, 1e-12), "the distance to the hole");
    check(near(touch.normal[0], -1, 1e-12), "the normal out of the material points into the hole");
    equal(plate.holds([1, 2]), false, "a hole is not part of the plate");
    equal(plate.holds([3, 3]), true, "the plate");
    check(plate.centroid[0] > 2 && near(plate.centroid[1], 2, 1e-12), "the centroid without the hole");
  },

  "a task in other units has the same answers": async () => {
    for (const [file, one] of tasks()) {
      if (!one.fixels && !one.contacts) continue;
      for (const [length, metre] of [["m", 1], ["mm", 1000], ["cm", 100]] as const) {
        const [here, there] = [inUnits(one, "m", "rad"), inUnits(one, length, "deg")];
        const [a, b] = [await ask({command: "plan", task: here}), await ask({command: "plan", task: there})];
        const steps = ({answer}: Response) =>
            ((answer?.results as {steps?: {margin_deg: number; wrench: number[]}[]})?.steps ?? []);
        equal(steps(a).length, steps(b).length, `${file} in ${length}: steps ${JSON.stringify(b.faults ?? "")}`);
        steps(a).forEach((step, i) => {
          check(
              near(step.margin_deg, steps(b)[i].margin_deg, 1e-6),
              `${file} in ${length}: margin ${step.margin_deg}, ${steps(b)[i].margin_deg}`);
          // A wrench has unit length in the units of its task. A pure torque has no lever arm.
          const force = ([fx, fy]: number[]): number => Math.hypot(fx, fy);
          const [u, v] = [step.wrench, steps(b)[i].wrench];
          check(near(u[2] * metre * force(v), v[2] * force(u), 1e-6), `${file} in ${length}: torque`);
        });
      }
    }
    const bracket = task("bracket_tray");
    equal(wrenchIn([0.3, -1, 25], bracket, "m"), [0.3, -1, 0.025], "the torque of the question is converted from N mm to N m");
    equal(inUnits(inUnits(bracket, "m", "rad"), "mm", "deg"), bracket, "conversion to m and back changes nothing");
  },

  "an unknown unit is replaced without changing numbers": () => {
    const strange = {...task("bracket_tray"), units: {length: "furlong", angle: "gon"}} as unknown as Task;
    equal(inUnits(strange, "mm", "deg"), task("bracket_tray"), "the units furlong and gon are replaced by mm and deg");
  },

  "edits make valid tasks": async () => {
    const block = task("block_stop");
    for (const kind of ["free", "tray", "push", "spring"] as const) {
      const {faults} = await ask({command: "plan", task: setActuator(block, kind)});
      equal(faults, undefined, `actuator ${kind}`);
    }
    const {faults} = await ask({command: "plan", task: setFriction(block, [0.1, 0.3])});
    equal(faults, undefined, "a range of friction gives a valid task");
    equal((removePin(block, 1).fixels ?? []).length, 2, "one pin of three is removed");
    equal(removePin(block, 1).modes, undefined, "modes of three letters are removed with the third pin");
    let bare: Task = {...task("plate_fixture")};
    const {side, t} = placeOf(addPin({...bare, fixels: []}), 0)!.place;
    const lengths = boundaryOf(bare)!.sides.map(({length}) => length);
    equal(t, 0.5, "the first pin is in the middle of an edge");
    equal(lengths[side], Math.max(...lengths), "the edge of the first pin is the longest one");
    for (let i = 0; i < 3; ++i) bare = addPin(bare);
    equal((await ask({command: "contacts", task: bare})).faults, undefined, "three pins on a bare plate");
    const rod = setFriction(task("painleve_rod"), 1);
    equal(rod.contacts![0].friction, 1, "the friction of stated contacts is changed");
    const moved = setPose(block, [0.25, 0.125, 0.3], true);
    const gaps = (await seen(moved)).contacts.map(({gap}) => gap);
    check(
        gaps.every((gap, i) => Math.abs(gap - [0, 0, 0.01][i]) < 1e-9),
        `gaps of pins that move with the part: ${JSON.stringify(gaps)}`);
  },

  "undo reverts a whole drag, or all moves of a slider, in one step": () => {
    const first = {task: task("block_stop"), question: PLAIN, text: null};
    const store = new Store(first);
    store.beginDrag();
    for (let i = 0; i < 10; ++i) store.edit((one) => walkPin(one, 0, 1));
    store.endDrag();
    store.edit((one) => setFriction(one, 0.3), "friction");
    store.edit((one) => setFriction(one, 0.35), "friction");
    store.undo();
    equal(store.task.friction, 0.2, "undo reverts all moves of a slider in one step");
    store.undo();
    check(store.task === first.task && !store.canUndo && store.canRedo, "undo reverts a whole drag in one step");
    store.redo();
    store.redo();
    equal(store.task.friction, 0.35, "redo");
    store.edit((one) => setFriction(one, 0.1));
    check(!store.canRedo, "an edit clears the steps of redo");
  },

  "links contain the task and the question, and bad links are rejected": async () => {
    const question = {...PLAIN, command: "check" as const, mode: "rra"};
    for (const [file, one] of tasks()) {
      const fragment = await fragmentOf(one, question);
      check(/^#t=[\w-]+$/.test(fragment), `${file}: ${fragment.slice(0, 40)}`);
      equal(await fromFragment(fragment), {task: one, question}, file);
    }
    const orient = {by: "fence" as const, friction: [0.1, 0.3] as [number, number], step: 5, to: -90};
    const oriented = {...PLAIN, command: "orient" as const, orient};
    equal((await fromFragment(await fragmentOf(task("bracket"), oriented)))?.question, oriented, "the options of orient are kept in a link");
    equal(
        checkedQuestion({...oriented, orient: {by: "saw", friction: [1], step: "5", to: null}}).orient, PLAIN.orient,
        "invalid options of orient");
    const {orient: _, ...old} = PLAIN;
    equal(checkedQuestion(old), PLAIN, "a question in an old link, without the options of orient");
    equal(await fromFragment("#other"), null, "a fragment that is not a link");
    equal(
        await fromFragment(await fragmentOf({pawl: 1, part: {outline: {polygon: "x"}}} as never, PLAIN)), null,
        "a link without a valid task");
    equal(
        checkedQuestion({command: "rm", mode: "$(ls)", wrench: [1, "2", 3], require: {}}), PLAIN,
        "an invalid question");
    let refused = false;
    await fromFragment("#t=AAAA").catch(() => (refused = true));
    check(refused, "a text that cannot be decompressed");
  },

  "bytes are encoded as text that HTML does not change, and decoded": () => {
    const random = numbers();
    for (const size of [0, 1, 6, 7, 8, 9, 1000, 20000]) {
      const bytes = Uint8Array.from({length: size}, () => Math.floor(256 * random()));
      const text = sevenBits(bytes);
      check(!/[\0\n\r<]/.test(text), `${size} bytes: characters that HTML would change`);
      equal([...bytesOf(text, size)], [...bytes], `${size} bytes`);
    }
    for (const byte of [0, 10, 13, 60, 255]) {
      const bytes = new Uint8Array(50).fill(byte);
      equal([...bytesOf(sevenBits(bytes), 50)], [...bytes], `bytes ${byte}`);
    }
  },

  "shorthands of a task are written out": () => {
    const read = (task: object): unknown => (readText(JSON.stringify(task)) as {task: unknown}).task;
    const part = {outline: {polygon: [[0, 0], [60, 0], [60, 40], [0, 40]]}, mass: .24};
    const units = {length: "mm", angle: "deg"};
    const brief = {
      pawl: 1, name: "6 mm", units, friction: .2, pose: ["1 cm", 0, "0.5 rad"], actuator: "tray",
      part: {...part, mass: "240 g"}, fixels: [[10, "-0.3 cm"], {at: [50, -3], diameter: "6 mm"}, {at: [63, 20], radius: 3}]
    };
    const whole = {
      pawl: 1, name: "6 mm", units, friction: .2, pose: [10, 0, 28.6478897565], actuator: {tray: {}}, part,
      fixels: [{at: [10, -3]}, {at: [50, -3], radius: 3}, {at: [63, 20], radius: 3}]
    };
    equal(read(brief), whole, "written out");
    check(canBeDrawn(read(brief)), "it can be drawn");
    const still = {...whole, pose: [0, 0, 0]};
    equal(read(still), still, "a task without shorthands stays unchanged");
    equal(read({...still, fixels: [[1, 2, 3], null]}), {...still, fixels: [[1, 2, 3], null]}, "values with faults are left unchanged");
  },

  "the kind of a text is recognized": () => {
    const kind = (text: string): string => Object.keys(readText(text)).join();
    equal(kind(JSON.stringify(task("bracket"))), "task", "a task");
    equal(kind('{"outline": {"disc": {"radius": 1}}}'), "part", "a part");
    equal(kind("[[0, 0], [1, 0], [0, 1]]"), "part", "points as JSON");
    equal(
        readText("0 0; 1, 0; 0 1; 0 0"), {part: {outline: {polygon: [[0, 0], [1, 0], [0, 1]]}}},
        "points as text, the last of which repeats the first");
    equal(kind(readFileSync(`${source}/data/drawings/plate.dxf`, "utf8")), "drawing,kind", "DXF");
    equal(kind(readFileSync(`${source}/data/drawings/lever.svg`, "utf8")), "drawing,kind", "SVG");
    equal(kind(readFileSync(`${source}/data/scenes/peg.scene.json`, "utf8")), "scene", "a scene");
    for (const text of ["", "hello", "{", "[1, 2]", "null", "1, 2\n3, 4"])
      equal(kind(text), "faulty", JSON.stringify(text));
  },

  "messages about lists of points name the wrong line": () => {
    const faulty = (text: string): string => (readText(text) as {faulty: string}).faulty;
    check(faulty("x,y\n0,0\n1,0\n0,1").startsWith("Line 1: “x,y”: not a point"), "a header");
    check(faulty("0,0\n1,0,5\n0,1").startsWith("Line 2: “1,0,5”: not a point"), "a third column");
    check(faulty("0,0\n1,0").includes("three points"), "two points");
    check(faulty("[[0, 0], [1, 0").startsWith("This is not valid JSON"), "broken JSON");
  },

  "the fields show the task's friction": () => {
    const block = task("block_stop");
    const own = (...frictions: Friction[]): Task =>
        ({...block, friction: undefined, fixels: block.fixels!.map((one, i) => ({...one, friction: frictions[i]}))});
    equal(frictionOf(block), 0.2, "the friction of the task");
    equal(frictionOf(own(0.1, 0.2, 0.3)), null, "frictions that differ");
    equal(frictionOf(own([0.1, 0.3], [0.1, 0.3], [0.1, 0.3])), [0.1, 0.3], "equal frictions of all fixels");
    const all = setFriction(own(0.1, 0.2, 0.3), 0.5).fixels!.map(({friction}) => friction);
    equal(all, [0.5, 0.5, 0.5], "the slider sets the friction of all fixels");
    for (const [text, friction] of [
           ["0.1–0.3", [0.1, 0.3]], ["0.1-0.3", [0.1, 0.3]], ["0,1 … 0,3", [0.1, 0.3]], ["1e-3", 0.001], ["0.25", 0.25],
           ["5O", null], ["0x20", null], ["0.1–", null], ["-1", null]
         ] as [string, Friction|null][])
      equal(frictionOfText(text), friction, text);
    equal(frictionText([0.1, 0.3]), "0.1–0.3", "the text of a range");
  },

  "a note warns about a part that is hardly larger than the tolerance": () => {
    const block = task("block_stop");
    equal(toleranceWords(block), null, "a block");
    const tiny = inUnits({...block, part: {outline: {polygon: [[0, 0], [1e-6, 0], [0, 1e-6]]}}}, "mm", "rad");
    check(
        toleranceWords(tiny)?.includes("0.001 mm long, and fixels within 0.001 mm") ?? false, "the note about a part of 1e-6 m");
    equal(toleranceWords({...tiny, contact_tolerance: 1e-9}), null, "a task with a smaller tolerance");
  },

  "a task without \"pawl\" is read completely": async () => {
    const {pawl: _, ...bare} = task("bracket_tray");
    const read = readText(JSON.stringify(bare));
    equal(read, {task: bare}, "it is a task");
    check(canBeDrawn(bare), "it can be drawn");
    equal((await ask({command: "plan", task: bare})).faults, [{at: "/pawl", message: "missing"}], "the library reports that the key is missing");
  },

  "an answer of pawl part is read as a part in its own unit": async () => {
    const drawing = readFileSync(`${source}/data/drawings/plate.dxf`, "utf8");
    const {answer} = await ask({command: "part", name: "plate", part: {drawing, kind: "dxf"}});
    const read = readText(JSON.stringify(answer));
    check("part" in read, "a part");
    if ("part" in read) equal(taskOfPart(task("block_stop"), read)!.units, {angle: "rad", length: "mm"}, "units");
  },

  "tasks that cannot be drawn are recognized": () => {
    const part = {outline: {polygon: [[0, 0], [1, 0], [0, 1]]}};
    const pin = {at: [0, 0]};
    check(canBeDrawn({pawl: 1, part, fixels: [pin]}), "a valid task can be drawn");
    const circle = Array.from({length: 250000}, (_, i) => [Math.cos(i), Math.sin(i)]);
    const bad: {[what: string]: object} = {
      "a contact that is null": {pawl: 1, part: {}, contacts: [null]},
      "a name that is a number": {pawl: 1, part, name: 5},
      "coordinates that are too large": {pawl: 1, part: {outline: {polygon: [[0, 0], [1e308, 0], [0, 1]]}}},
      "an infinite pose": {pawl: 1, part, pose: JSON.parse("[0, 0, 1e999]") as unknown},
      "an infinite number elsewhere": {pawl: 1, part, scatter: {seed: Infinity}},
      "an outline of equal points": {pawl: 1, part: {outline: {polygon: [[1, 1], [1, 1], [1, 1]]}}},
      "a bulge that is a text": {pawl: 1, part: {outline: {path: [[0, 0], {to: [1, 0], bulge: "x"}]}}},
      "too many points": {pawl: 1, part: {outline: {polygon: circle}}},
      "a radius that is a text": {pawl: 1, part, fixels: [{...pin, radius: "1"}]},
      "friction that is a text": {pawl: 1, part, friction: "0.2"},
      "a centre of mass that is null": {pawl: 1, part: {...part, center_of_mass: null}},
    };
    for (const [what, one] of Object.entries(bad)) check(!canBeDrawn(one), what);
  },

  "requests contain the original text until the task is edited": async () => {
    const text = '{"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [1, 0], [0, 1]]}}, "fixels": [],\n' +
        '"friction": 0.1, "friction": 0.3}';
    const read = readText(text) as {task: Task};
    const state = {task: read.task, question: PLAIN, text: null};
    const {faults} = await ask(requestOf(state));
    check(faults?.[0].at === "/friction" && faults[0].message.startsWith("duplicate key"), JSON.stringify(faults));
    equal(requestOf({...state, task: setFriction(read.task, 0.2)}).text, undefined, "the text of an edited task");
  },

  "the text of a task gives the same task, and pointers are found in it": () => {
    for (const [file, one] of tasks()) equal(JSON.parse(taskText(one)), one, file);
    const text = taskText(task("bracket_tray"));
    equal(text.slice(placeInText(text, "/fixels/1/at/0")).slice(0, 2), "50", "a number");
    equal(text.slice(placeInText(text, "/part/mass")).slice(0, 4), "0.05", "a member");
    equal(
        text.slice(placeInText(text, "/part/nothing")).slice(0, 12),
        '{"outline": ', "the parent of a missing member");
    const hostile = '{"a/b": {"~": [1, "x]}", {"\\"": 7}]}}';
    equal(hostile.slice(placeInText(hostile, '/a~1b/~0/2/"'))[0], "7", "escaped keys");
    for (const broken of ["", "{", '{"a"', '[1, {"b":', '{"a": "'])
      check(placeInText(broken, "/a/b") <= broken.length, broken);
  },

  "the command line is equivalent to the question": () => {
    equal(commandLine(task("bracket"), PLAIN), "pawl plan l-bracket-on-a-tray.json", "a plan");
    equal(
        commandLine({pawl: 1, name: "'; rm -rf /"}, {...PLAIN, command: "check", wrench: [0.3, -1, 0]}),
        "pawl check rm-rf.json --wrench 0.3,-1,0", "quotes in a name");
    equal(
        commandLine({pawl: 1}, {...PLAIN, command: "cone", mode: "l**"}), "pawl cone task.json --mode 'l**'",
        "a mode that needs quotes in a shell");
    const orient = {by: "squeeze" as const, friction: [0.1, 0.3] as [number, number], step: 5, to: -90};
    const line = (change: object): string =>
        commandLine({pawl: 1}, {...PLAIN, command: "orient", orient: {...orient, ...change}});
    equal(line(PLAIN.orient), "pawl orient task.json", "orient without options");
    equal(line({}), "pawl orient task.json --jaw-friction 0.1,0.3 --angle-step 5 --to -90", "squeezes");
    equal(line({by: "fence", step: null, to: 0}), "pawl orient task.json --by fence --to 0", "a fence has no friction");
    equal(fileName({pawl: 1, name: "\u00dcber"}), "u-ber.json", "a name with accents");
  },

  "every advised change has the effect that is stated": async () => {
    const asked: [Task, "" | "energy"][] = [
      [task("figure4c_peg_lra"), ""], [task("figure4c_peg_lra"), "energy"], [{...task("bracket_tray"), friction: 5}, ""],
      [{...task("bracket"), friction: [0.15, 3]}, ""], [task("ratchet_pawl_tray"), "energy"], [{...task("block_stop"), friction: 1}, ""],
    ];
    let made = 0;
    for (const [of, require] of asked) {
      const state = {task: of, question: {...PLAIN, require}, text: null};
      const {answer} = await ask({command: "plan", task: of, options: {...optionsOf(state.question), advice: true}});
      const {found, advice} = answer!.results as {found: boolean, advice?: Advice[]};
      check(!found && advice !== undefined && advice.length > 0, `${of.name}: there is advice`);
      for (const {options, effect} of advice ?? []) {
        const change = changeOf(state, options);
        check(change !== null, `${of.name}: the page can make the change ${options}`);
        if (!change) continue;
        const after = await ask({command: "plan", task: change.state.task, options: optionsOf(change.state.question)});
        const {steps, guarantee} = after.answer!.results as {steps: unknown[], guarantee: string};
        const [, count, stated] = /(\d+) steps? seats? it, guarantee (.*)$/.exec(effect) ?? [];
        equal([String(steps.length), guarantee], [count, stated], `${of.name}: ${options}`);
        ++made;
      }
    }
    check(made >= 10, `${made} changes`);
    const state = {task: task("bracket_tray"), question: PLAIN, text: null};
    equal(changeOf(state, "--limit-cells 800"), null, "no change of the page, because only the command has this option");
    equal(changeOf(state, "--friction 0.1,0.2")?.name, "Lower the friction to 0.1–0.2", "a range");
  },

  "corners of polygons and paths are moved, added and removed": () => {
    const square = {polygon: [[0, 0], [4, 0], [4, 4], [0, 4]] as Point[]};
    equal(moveCorner(square, 2, [5, 5]).polygon![2], [5, 5], "a moved corner");
    equal(addCorner(square, 3).polygon, [[0, 0], [4, 0], [4, 4], [0, 4], [0, 2]], "a corner on the last edge");
    equal(removeCorner(square, 0).polygon, [[4, 0], [4, 4], [0, 4]], "a removed corner");
    const closed = {path: [[0, 0], [4, 0], {to: [4, 4] as Point, bulge: 1}, [0, 4], {to: [0, 0] as Point, bulge: 0.5}] as (Point | {to: Point, bulge: number})[]};
    equal(cornersOf(closed).length, 4, "the last entry repeats the first corner");
    equal([0, 1, 2, 3].map((corner) => canAddCorner(closed, corner)), [true, false, true, false], "corners can be added on straight edges");
    equal(moveCorner(closed, 0, [1, 1]).path!.filter((_, i) => i % 4 === 0), [[1, 1], {to: [1, 1], bulge: 0.5}], "both ends are moved");
    equal(removeCorner(closed, 0).path!.at(-1), {to: [4, 0], bulge: 0.5}, "the path stays closed");
    const open = {path: closed.path.slice(0, 4)};
    equal(addCorner(open, 3).path!.at(-1), [0, 2], "the last edge of a path that does not repeat its first point");
    const part = {pawl: 1, part: {outline: {polygon: [[0, 0], [100, 0], [100, 100], [0, 100]] as Point[]}, drawing_digest: "sha256:0"}} as Task;
    const holed = addHole({...part, pose: [10, 0, 0]}, [[30, 20], [40, 20], [40, 30]]);
    equal(holesOf(holed)[0].polygon, [[20, 20], [30, 20], [30, 30]], "a hole in the frame of the part");
    equal(holed.part!.drawing_digest, undefined, "the digest of the drawing is removed");
    equal(removeHole(holed, 0).part!.outline!.holes, undefined, "no hole");
    const walled = addWall(part, square.polygon);
    equal(changeWall(walled, 0, {friction: 0.3}).walls![0].friction, 0.3, "the friction of a wall");
    equal("friction" in changeWall(changeWall(walled, 0, {friction: 0.3}), 0, {friction: undefined}).walls![0], false, "no friction");
  },

  "the choices of refused drawings are those of the library": () => {
    const fault = (message: string) => ({at: "", message});
    equal(
        choicesIn([fault("begins loop 1, 40 x 30, area 1200. There are 2 outlines."), fault("begins loop 3, 20 x 10, area 200."), fault('it is read with "loop": 1')]),
        [{choice: {loop: 1}, size: "40 × 30"}, {choice: {loop: 3}, size: "20 × 10"}], "two outlines");
    equal(choicesIn([fault('it is read with "not_layer": "A, B", "join": 0.05')]), [{choice: {"not-layer": "A, B", join: 0.05}, size: ""}], "options");
    equal(choicesIn([fault("is an entity that is not read")]), [], "no choice");
  },

  "colours of the page are those of the library": async () => {
    const theme = await ask({command: "theme"}) as unknown as Record<string, Record<string, string>>;
    for (const [style, name] of [["style", "light"], ["dark", "dark"]]) {
      const css = readFileSync(`${source}/apps/web/live/src/${style}.css`, "utf8");
      for (const [ink, colour] of Object.entries(theme[name])) {
        equal(
            new RegExp(`--ink-${ink.replaceAll("_", "-")}: (#[0-9a-f]{6})`).exec(css)?.[1], colour, `${name}: ${ink}`);
      }
    }
  },

  "pictures are converted to SVG with escaped texts": async () => {
    const hostile = {...task("bracket_tray"), name: "<script>alert(1)</script> & \u0001"};
    const {picture} = await ask({command: "plan", task: hostile, picture: {width: 640, height: 480, of: "answer"}});
    const text = textOf(svgTree(picture!, () => "#123456", "p"));
    check(text.includes("&#60;script&#62;") && !text.includes("<script"), "a name with markup is escaped");
    check(/<path d="M/.test(text) && !text.includes("NaN") && !text.includes("undefined"), "valid paths");
  },
};
