#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the numbers of texts: rounding noise is written as 0, and counts are written in full.
# Usage: numbers_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
tasks=$2/data/tasks

noise='[0-9]e-(1[2-9]|[2-9][0-9])'
long='[0-9]e\+[0-9]+'
texts=0
# plain ARGS…: the text of a command has no noise, and no number in powers of ten.
plain() {
  "$pawl" "$@" --format text >"$scratch/text" 2>/dev/null
  [ $? -le 1 ] || return 0 # tasks without what the command needs
  texts=$((texts + 1))
  ! grep -nE -- "$noise|$long" "$scratch/text" >"$scratch/found" || failed "pawl $*: $(head -3 "$scratch/found")"
}
for task in "$tasks"/*.json; do
  plain contacts "$task"
  plain modes "$task"
  plain cone "$task"
  plain forward "$task" --wrench .3,-1,.01
  plain check "$task" --wrench .3,-1,.01
  plain plan "$task" --limit 20
  plain simulate "$task" --set '/scatter={"starts":10}' --limit 20
done
[ $texts -ge 60 ] || failed "only $texts texts"

# Noise of a seat that is computed: the pins are turned by an angle that no double has, and JSON keeps the digits.
cat >"$scratch/turned.json" <<'TASK'
{"pawl": 1, "units": {"length": "mm", "angle": "deg"}, "friction": 0.1, "pose": [0.1, 0.1, 0.03],
 "part": {"outline": {"polygon": [[0, 0], [60, 0], [60, 40], [0, 40]]}},
 "fixels": [{"at": [10.1, -3], "radius": 3}, {"at": [50.3, -3], "radius": 3}, {"at": [63, 20.7], "radius": 3}]}
TASK
plain contacts "$scratch/turned.json"
plain plan "$scratch/turned.json"
"$pawl" contacts "$scratch/turned.json" --format text 2>/dev/null | grep -q '^  seated   at (0, 0, 0) mm, deg$' || failed "seat: $("$pawl" contacts "$scratch/turned.json" --format text 2>&1)"
"$pawl" contacts "$scratch/turned.json" 2>/dev/null | grep -qE '"seated_pose":\[.*e-1[0-9]' || failed "the JSON answer lost its digits"

# Counts above 9999 are written in full.
"$pawl" simulate "$tasks/ratchet_pawl_trials.json" --set '/scatter={"starts":12345,"translation":0}' --format text 2>/dev/null >"$scratch/text"
grep -q '^. 12345 of 12345 starts' "$scratch/text" || failed "12345 starts: $(head -2 "$scratch/text")"
finish
