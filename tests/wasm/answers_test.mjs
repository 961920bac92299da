// SPDX-License-Identifier: MIT
// Asks the command and the library in WebAssembly the same of all of data/: they answer alike, numbers within 1e-12.
// Usage: node answers_test.mjs PAWL PAWL_WEB_JS SOURCE_DIR
import {spawnSync} from 'node:child_process';
import {createRequire} from 'node:module';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

const kClose = 1e-12; // of numbers, of their size where that is over 1
const [pawl, script, source] = process.argv.slice(2);
const library = await createRequire(import.meta.url)(script)();

// What is asked of every task: the command, its options as the page has them, and as the command line has them.
const wrench = [0.1, -1, 0.002];
const questions = [
  ['contacts', {}, []],
  ['modes', {}, []],
  ['cone', {}, []],
  ['cone', {exact: true, wrench}, ['--exact', '--wrench', wrench.join(',')]],
  ['check', {}, []],
  ['check', {wrench}, ['--wrench', wrench.join(',')]],
  ['forward', {wrench}, ['--wrench', wrench.join(',')]],
  ['plan', {}, []],
  ['plan', {'friction-limit': true, 'by-graph': true}, ['--friction-limit', '--by-graph']],
  ['plan', {certify: true, 'limit-boxes': 2000}, ['--certify', '--limit-boxes', '2000']],
];

/// Where two documents differ, as a pointer; null where they do not.
function difference(a, b, at = '') {
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= kClose * Math.max(1, Math.abs(a)) ? null : `${at}: ${a}, ${b}`;
  }
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') {
    return Object.is(a, b) ? null : `${at}: ${JSON.stringify(a)}, ${JSON.stringify(b)}`;
  }
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  for (const key of keys) {
    if (!(key in a) || !(key in b)) return `${at}/${key} is in one alone`;
    const found = difference(a[key], b[key], `${at}/${key}`);
    if (found !== null) return found;
  }
  return null;
}

function asked(command, file, options) {
  const run = spawnSync(pawl, [command, file, '--no-timing', '--format', 'json', '--quiet', ...options],
                        {encoding: 'utf8', maxBuffer: 1 << 28});
  if (run.error) throw run.error;
  return {exit: run.status, answer: run.stdout === '' ? undefined : JSON.parse(run.stdout)};
}

const folder = join(source, 'data', 'tasks');
const name = (file) => file.slice(file.lastIndexOf('/') + 1).replace(/\.json$/, '');
let count = 0;
const faults = [];
for (const file of readdirSync(folder).filter((file) => file.endsWith('.json')).sort()) {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  const task = JSON.parse(text);
  for (const [command, options, line] of questions) {
    const native = asked(command, path, line);
    const reply = JSON.parse(library.answer(JSON.stringify({command, text, name: name(path), options})));
    const found = native.answer === undefined
                      ? (reply.exit === native.exit ? null : `exit ${native.exit}, ${reply.exit}`)
                      : difference(native, {exit: reply.exit, answer: reply.answer});
    ++count;
    if (found !== null) faults.push(`${command} ${file} ${line.join(' ')}: ${found}`);
  }
}

for (const fault of faults) console.log(fault);
console.log(`${count} answers compared, ${faults.length} differ`);
process.exitCode = faults.length === 0 && count > 100 ? 0 : 1;
