// SPDX-License-Identifier: MIT
// The main program of the player. It reads the data and shows one instant at a time.
import {Play, play, readBook} from "./data";
import {EnergyPlot} from "./energy";
import {Forces, forceScale} from "./forces";
import {listen} from "./keys";
import {Player} from "./player";
import {PlayList} from "./plays";
import {PushArrow, pushAt} from "./push";
import {nameOf, Readout, under} from "./readout";
import {drawScales} from "./scales";
import {Stage} from "./stage";
import {Picked, Tables} from "./tables";
import {Transport} from "./transport";
import {bodyLines, contactLines} from "./words";

const TABLE_EVERY = 200;  // the tables are updated at this interval during playing, ms, so that they remain readable

const book = readBook();
const help = document.querySelector<HTMLDialogElement>("#help")!;
const stage = new Stage(() => draw());
const forces = new Forces(stage);
const pushArrow = new PushArrow(stage, forces);
const readout = new Readout(stage);
const tables = new Tables(book, (what) => pick(what));
const player: Player = new Player(frame, changed);
const transport = new Transport(player);
const energy = new EnergyPlot(book, (time) => {
  player.playing = false;
  player.seek(time);
});
const list = new PlayList(book, open);
let picked: Picked = null;
let tablesSet = 0;

function current(): Play {
  return player.play!;
}

function draw(): void {
  if (!player.play) return;
  const poses = player.poses();
  const push = pushAt(current(), player.time);
  stage.draw(poses);
  forces.draw(current(), current().contacts[player.instant]);
  pushArrow.draw(current(), push, poses[0]);
  drawScales(stage, forces, book);
  if (picked) showPicked(poses);
}

function frame(): void {
  draw();
  transport.frame();
  energy.cursor(player.time, player.instant);
  const now = performance.now();
  if (!player.playing || now - tablesSet > TABLE_EVERY) setTables(now);
}

function changed(): void {
  frame();
  transport.changed();
}

function setTables(now: number): void {
  tablesSet = now;
  const push = pushAt(current(), player.time);
  document.querySelector("#step")!.textContent = push ? push.label : "";
  tables.set(current(), player.instant, player.poses());
}

function open(index: number): void {
  const next = play(book, index);
  pick(null);
  tables.show(next);
  energy.show(next);
  player.play = next;
  stage.show(next);
  forces.scale = forceScale(next, stage.bodyPixels());
  player.load(next);
  transport.load();
  changed();
  list.mark(index);
  document.querySelector("#why")!.textContent = next.why;
  stage.element.setAttribute("aria-label", `${book.title}, ${next.name}: the bodies and the forces between them`);
}

function pick(what: Picked): void {
  picked = what;
  tables.mark(what);
  if (!what)
    readout.hide();
  else
    showPicked(player.poses());
}

function showPicked(poses: [number, number, number][]): void {
  const contacts = current().contacts[player.instant];
  if (!picked || ("contact" in picked && picked.contact >= contacts.length)) return readout.hide();
  const title = nameOf(picked, current());
  if ("contact" in picked) {
    const contact = contacts[picked.contact];
    readout.show(title, contactLines(contact, current(), book), stage.pixel(contact.x, contact.y), true);
  } else {
    const pose = poses[picked.body];
    const lines = bodyLines(pose, book, current().bodies[picked.body].role === "part");
    readout.show(title, lines, stage.pixel(pose[0], pose[1]), false);
  }
}

function toggleHelp(): void {
  if (help.open)
    help.close();
  else
    help.showModal();
}

function step(by: number): void {
  player.playing = false;
  player.goTo(player.instant + by);
}

stage.element.addEventListener("pointermove", (event) => {
  if (event.pointerType === "mouse" && event.buttons > 0) return;
  pick(under(event, stage, current().contacts[player.instant]));
});
stage.element.addEventListener("pointerdown", (event) => {
  if (event.pointerType !== "mouse") pick(under(event, stage, current().contacts[player.instant]));
});
stage.element.addEventListener("pointerleave", () => pick(null));
document.querySelector("#zoom-in")!.addEventListener("click", () => stage.zoomBy(1.5));
document.querySelector("#zoom-out")!.addEventListener("click", () => stage.zoomBy(1 / 1.5));
document.querySelector("#fit")!.addEventListener("click", () => stage.fit());
document.querySelector("#show-help")!.addEventListener("click", toggleHelp);

listen({
  " ": () => player.toggle(),
  arrowleft: (large) => step(large ? -10 : -1),
  arrowright: (large) => step(large ? 10 : 1),
  home: () => step(-Infinity),
  end: () => step(Infinity),
  "[": () => player.changeSpeed(-1),
  "]": () => player.changeSpeed(1),
  "+": () => stage.zoomBy(1.5),
  "=": () => stage.zoomBy(1.5),
  "-": () => stage.zoomBy(1 / 1.5),
  "0": () => stage.fit(),
  n: () => list.step(1),
  p: () => list.step(-1),
  f: () => list.nextFailure(),
  "?": toggleHelp,
});

open(book.first);
if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) player.start();
