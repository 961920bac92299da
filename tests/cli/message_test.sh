#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the command says about what it cannot use: the place, the bound, the reason. message_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
tasks=$2/data/tasks

cd "$scratch" || exit 1
disc='"part": {"outline": {"disc": {"radius": 1}}}'

# No fixels, where some are needed; a free part is answered everywhere else.
echo "{\"pawl\": 1, $disc}" >missing.json
echo "{\"pawl\": 1, $disc, \"fixels\": []}" >none.json
echo '{"pawl": 1, "contacts": []}' >stated.json
for file in missing none; do
  expect 2 "^$file.json: /fixels: none given; a plan needs from 1 to 127$" plan $file.json
  expect 2 "^$file.json: /fixels: none given, so there is no mode to check; --wrench" check $file.json
done
expect 2 '^stated.json: /contacts: none given; a plan needs from 1 to 127$' plan stated.json
for file in missing none stated; do
  expect 0 '"count":1' modes $file.json
  expect 0 '"feasible":true' cone $file.json
  expect 0 '"verdict":"determinate"' check $file.json --wrench 1,0,0
  expect 0 '"verdict":"one"' forward $file.json --wrench 1,0,0
done

# As many fixels as a plan takes, and one more, on one straight edge.
for count in 127 128; do
  { echo '{"pawl": 1, "contacts": ['
    for ((k = 1; k <= count; ++k)); do echo "{\"point\": [$k, 0], \"normal\": [0, 1]},"; done | sed '$s/,$//'
    echo ']}'; } >"$count.json"
done
expect 2 '^128.json: /contacts: 128 given; a plan needs from 1 to 127$' plan 128.json
expect 3 '"status":"stopped"' plan 127.json --limit-cells 0

# Files that cannot be read: the reason.
expect 2 '^nowhere.json: the file cannot be opened for reading: No such file or directory$' cone nowhere.json
expect 2 '^none.json/x: the file cannot be opened for reading: Not a directory$' cone none.json/x
expect 2 '^\.: is a directory; expected a file$' cone .
expect 2 '^nowhere.json: the file cannot be opened for reading: No such file' lcp nowhere.json
ln -s loop.json loop.json
expect 2 '^loop.json: the file cannot be opened for reading: Too many levels of symbolic links' cone loop.json
if [ "$(id -u)" != 0 ]; then
  chmod 0 stated.json
  expect 2 '^stated.json: the file cannot be opened for reading: Permission denied$' cone stated.json
fi
[ ! -r /proc/self/mem ] || expect 2 '^/proc/self/mem: cannot be read to its end: Input/output error' cone /proc/self/mem

# Words that are no command.
expect 2 '^pawl: coen: is no command; did you mean cone\?$' coen none.json
expect 2 '^pawl: Plan: is no command; did you mean plan\?$' Plan none.json
expect 2 '^pawl: mode: is no command; did you mean modes\?$' mode
expect 2 '^pawl: chekc: is no command; did you mean check\?$' chekc
for word in sheet x '' "$(printf 'a%.0s' {1..5000})"; do
  expect 2 ': is no command; the commands are contacts, cone, check, forward, plan, lcp, modes, simulate, fixture, draw, verify, part, completion and man$' "$word"
done

# Outlines of lines and arcs that are none; parts of a task that say nothing.
echo '{"pawl": 1, "part": {"outline": {"path": [{"line": [0, 1]}]}}, "fixels": []}' >path.json
expect 2 '^path.json: /part/outline/path: .*: a path has from 2 to 10001 entries$' cone path.json
echo '{"pawl": 1, "part": {"outline": {"path": [[0, 0], {"to": [2, 0], "bulge": -1}, [2, 1], [0, 1]]}}, "fixels": []}' >path.json
expect 2 '^path.json: /part/outline/path: arc 0 from \[0,0\] to \[2,0\] touches edge 2 from \[2,1\] to \[0,1\]: ' cone path.json
echo "{\"pawl\": 1, $disc, \"fixels\": [{\"at\": [0, -1]}], \"start\": {}}" >start.json
expect 2 '^start.json: /start: \{\}: must have states, displacements or both$' plan start.json
echo "{\"\$schema\": \"https://example.org/task.schema.json\", \"pawl\": 1, $disc, \"fixels\": []}" >schema.json
expect 0 '"count":1' modes schema.json

# Wrenches: every command answers up to the bound, as it does for the same direction at a usual size.
verdict() {
  "$pawl" "$@" | sed -E 's/.*("verdict":"[^"]*"|"wrench":\{[^}]*\}).*/\1/'
}
echo "{\"pawl\": 1, $disc, \"pose\": [0, 0, 0.785], \"fixels\": [{\"at\": [0, -1]}]}" >turned.json
block=$tasks/block_stop.json
for command in cone check forward; do
  usual=$(verdict $command "$block" --wrench 0.3,-1,0)
  for power in -300 -30 30 99; do
    got=$(verdict $command "$block" --wrench 0.3e$power,-1e$power,0)
    [ "$got" = "$usual" ] && [ -n "$got" ] || failed "$command at 1e$power: $got, else $usual"
  done
  for wrench in 1e100,0,0 -1e100,0,0 0,-1e100,0 0,0,1e100 1e100,1e100,-1e100; do
    "$pawl" $command "$block" --wrench $wrench >answer 2>&1
    [ $? -le 1 ] || failed "$command --wrench $wrench: $(cat answer)"
  done
  for wrench in 1e100,1e100,-1e100 1e100,-1e100,1e100; do
    "$pawl" $command turned.json --wrench $wrench >answer 2>&1
    [ $? -le 1 ] || failed "$command, turned, --wrench $wrench: $(cat answer)"
  done
  for wrench in 1.0001e100,0,0 0,-1e200,0 0,0,1e308 -1e101,1,1; do
    expect 2 "^--wrench: $wrench: must be from -1e100 to 1e100 \(N, N, N length\)$" $command "$block" --wrench $wrench
  done
  for wrench in inf,0,0 0,nan,0 0x10,0,0 0,0,1e400 1,2 1,2,3,4 1,,3 '1, 2,3' 1,2,3x; do
    expect 2 '^--wrench: .*: must be three finite numbers' $command "$block" "--wrench=$wrench"
  done
done

finish
