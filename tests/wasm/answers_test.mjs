// SPDX-License-Identifier: MIT
// Sends the same requests about all files of data/ to the command and to the WebAssembly library. The answers must agree,
// numbers to within 1e-12.
// Usage: node answers_test.mjs PAWL PAWL_WEB_JS SOURCE_DIR
import {spawnSync} from 'node:child_process';
import {createRequire} from 'node:module';
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';

const kClose = 1e-12; // largest accepted difference of two numbers, divided by the larger of their size and 1
const [pawl, script, source] = process.argv.slice(2);
const library = await createRequire(import.meta.url)(script)();
const scratch = mkdtempSync(join(tmpdir(), 'pawl-answers-'));

// The requests for each task: a command, its options on the command line, and the same options in a request.
const wrench = [0.1, -1, 0.002];
const questions = [
  ['contacts', {}],
  ['contacts', {tolerance: 0.125, clamp: true}],
  ['modes', {}],
  ['cone', {}],
  ['cone', {exact: true, matrices: true, wrench}],
  ['check', {}],
  ['check', {wrench}],
  ['forward', {wrench}],
  ['plan', {}],
  ['plan', {'friction-limit': true, 'by-graph': true}],
  ['plan', {certify: true, 'limit-boxes': 1000}],
  ['simulate', {}],
];

/// Returns a description of the first difference between two documents, or null if they agree.
function difference(a, b, at = '') {
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= kClose * Math.max(1, Math.abs(a)) ? null : `${at}: ${a}, ${b}`;
  }
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') {
    return Object.is(a, b) ? null : `${at}: ${JSON.stringify(a)}, ${JSON.stringify(b)}`;
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (!(key in a) || !(key in b)) return `${at}/${key} is in one alone`;
    const found = difference(a[key], b[key], `${at}/${key}`);
    if (found !== null) return found;
  }
  return null;
}

function lineOf(options) {
  return Object.entries(options).flatMap(
      ([name, value]) => value === true ? [`--${name}`] : [`--${name}`, [value].flat().join(',')]);
}

let count = 0;
const faults = [];

/// Runs a command on a file with the native program and with WebAssembly, and compares the results.
function compare(command, file, options, request) {
  const run = spawnSync(pawl, [command, file, '--no-timing', '--format', 'json', '--quiet', ...lineOf(options)],
                        {encoding: 'utf8', maxBuffer: 1 << 28});
  if (run.error) throw run.error;
  const name = basename(file).replace(/(\.scene)?\.\w+$/, '');
  const reply = JSON.parse(library.answer(JSON.stringify({command, name, options, ...request})));
  const answer = run.stdout === '' ? {} : {answer: JSON.parse(run.stdout)};
  const found = difference({exit: run.status, ...answer},
                           {exit: reply.exit, ...(reply.answer === undefined ? {} : {answer: reply.answer})});
  ++count;
  if (found !== null) faults.push(`${command} ${name} ${lineOf(options).join(' ')}: ${found}`);
}

/// Changes a file of data/ such that it can be answered quickly. Writes the result to a folder that both programs can
/// read.
function shortened(path, change) {
  const document = JSON.parse(readFileSync(path, 'utf8'));
  change(document);
  const file = join(scratch, basename(path));
  writeFileSync(file, JSON.stringify(document));
  return file;
}

function filesOf(folder) {
  return readdirSync(join(source, 'data', folder)).sort().map((file) => join(source, 'data', folder, file));
}

for (const path of filesOf('tasks')) {
  const file = shortened(path, (task) => {
    if (task.scatter !== undefined) task.scatter.starts = 3;
  });
  const text = readFileSync(file, 'utf8');
  for (const [command, options] of questions) compare(command, file, options, {text});
}
for (const path of filesOf('scenes')) {
  const file = shortened(path, (scene) => {
    scene.duration = 0.05;
  });
  compare('simulate', file, {}, {text: readFileSync(file, 'utf8')});
}
for (const file of filesOf('drawings')) {
  const part = {drawing: readFileSync(file, 'utf8'), kind: file.slice(-3)};
  compare('part', file, {}, {part, options: undefined});
}
rmSync(scratch, {recursive: true});

for (const fault of faults) console.log(fault);
console.log(`${count} answers compared, ${faults.length} differ`);
process.exitCode = faults.length === 0 && count > 200 ? 0 : 1;
