#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the numbers in texts: rounding noise is written as 0, and counts are written with all digits. Usage: numbers_test.sh
# PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
tasks=$2/data/tasks

noise='[0-9]e-(1[2-9]|[2-9][0-9])'
long='[0-9]e\+[0-9]+'
texts=0
# plain ARGS…: checks the text of a command. It must contain neither rounding noise nor a number in scientific notation.
plain() {
  "$pawl" "$@" --format text >"$scratch/text" 2>/dev/null
  [ $? -le 1 ] || return 0 # skips tasks without the data that the command needs
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

# This plate is rotated by 0.3 rad in its own frame, so that all coordinates are rounded. The JSON answer must state the
# gaps with all digits.
cat >"$scratch/turned.json" <<'TASK'
{"pawl": 1, "units": {"length": "mm"}, "friction": 0.1,
 "part": {"outline": {"polygon": [[0.0, 0.0], [57.320189347536356, 17.731212399680373], [45.499381081082774, 55.94467196470461], [-11.820808266453582, 38.21345956502424]]}},
 "fixels": [{"at": [10.439925511240078, 0.08919259923657741], "radius": 3}, {"at": [48.653385076264314, 11.91000086569016], "radius": 3}, {"at": [54.275794681686385, 37.72450280217651], "radius": 3}]}
TASK
for pose in '[0,0,0]' '[-0.1,0.1,0.001]'; do
  plain contacts "$scratch/turned.json" --set "pose=$pose"
  plain plan "$scratch/turned.json" --set "pose=$pose"
done
"$pawl" contacts "$scratch/turned.json" --format text 2>/dev/null >"$scratch/text"
[ "$(grep -c '^ [123]  *touching  0  ' "$scratch/text")" -eq 3 ] || failed "gaps: $(cat "$scratch/text")"
"$pawl" contacts "$scratch/turned.json" --set 'pose=[-0.1,0.1,0.001]' --format text 2>/dev/null | grep -q '^  seated   at (0, 0, 0) mm, rad$' ||
  failed "the seat is not written as 0"
"$pawl" contacts "$scratch/turned.json" 2>/dev/null | grep -qE '"gap":[0-9.]+e-16' || failed "the JSON answer lost its digits"

# A count above 9999 must be written with all its digits.
"$pawl" simulate "$tasks/ratchet_pawl_trials.json" --set '/scatter={"starts":12345,"translation":0}' --format text 2>/dev/null >"$scratch/text"
grep -q '^. 12345 of 12345 starts' "$scratch/text" || failed "12345 starts: $(head -2 "$scratch/text")"
finish
