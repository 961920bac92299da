#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests three parts in the way that users draw them, in millimetres and degrees. Checks the texts of the answers, and the
# messages for mistakes. Usage: stumble_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
tasks=$2/data/tasks
cd "$scratch" || exit 1
export LC_ALL=C.UTF-8 COLUMNS=80

# seats TASK PATTERN...: checks that the text of a plan matches the patterns, and that nothing is written to standard
# error.
seats() {
  local task=$1
  shift
  "$pawl" plan "$tasks/$task.json" --format text >answer 2>message || failed "$task has no plan: $(cat answer message)"
  [ ! -s message ] || failed "$task warns: $(cat message)"
  for words in "$@"; do grep -qF -- "$words" answer || failed "$task: no '$words' in $(cat answer)"; done
}
# stumbles TASK COMMAND CODE WORDS EDIT...: checks that the edited task gives a warning with this code and these words,
# and that the unchanged task does not.
stumbles() {
  local task=$1 command=$2 code=$3 words=$4 edits=() edit
  shift 4
  for edit in "$@"; do edits+=(--set "$edit"); done
  "$pawl" $command "$tasks/$task.json" "${edits[@]}" >answer 2>message
  grep -F -- "[$code]" message | grep -qF -- "$words" || failed "$task, $*: no warning $code with '$words': $(cat message)"
  grep -qF "\"code\":\"$code\"" answer || failed "$task, $*: no $code in the answer"
  "$pawl" $command "$tasks/$task.json" 2>&1 | grep -qF "[$code]" && failed "$task warns of $code as it is"
}

seats bracket_tray '✓ 1 tilt seats the part on 1 2 3 from any contact state' '-114.5°' '-127.6°…-101.3°' \
  "Seated pose: (0, 0, 0) mm, deg. The goal's contacts locate the part (rank 3)."
seats plate_corners '✓ 1 push seats the part on 1 2 3' '-46.2°' 'mm, deg. The goal'
seats shaft_keyway '✓ 1 push seats the part on 1 2 3' '-41.5°' 'mm, deg. The goal'
"$pawl" contacts "$tasks/plate_corners.json" --set '/fixels/0/at=[0.2, -1.4]' --format text >answer 2>/dev/null
grep -qE '^ 1 .* arc 8 ' answer || failed "a pin at a rounded corner: $(cat answer)"

# Mistakes with the bracket: a pin .3 mm away from the part, no friction, no unit, the diameter of a pin in place of its
# radius, and all pins on one leg.
stumbles bracket_tray contacts nearly-touches 'fixel 3 is 0.3 mm off the part and does not count as touching' '/fixels/2/at=[-1.8, 30]'
sed 's/"friction": 0.2,//' "$tasks/bracket_tray.json" >frictionless.json
expect 0 '^frictionless.json: /friction: warning: missing: 0 is assumed' plan frictionless.json
sed 's/"units".*//' "$tasks/bracket_tray.json" >metres.json
expect 0 '^metres.json: /part/outline: warning: the part is 72.1[0-9]* m across; if its lengths are in other units, state them' plan metres.json
stumbles bracket_tray plan goal-not-located 'its 3 fixels fix 2 of 3 motions' '/fixels/2/at=[30, -1.5]'
expect 2 '/fixels/0: \[10,-1.5\]: the fixel is 1.5 mm inside the part' plan "$tasks/bracket_tray.json" --set /fixels/0/radius=3
stumbles bracket_tray contacts pins-overlap 'overlaps fixel 1: the centres are 2 mm apart, less than the sum of the radii, 3' '/fixels/1/at=[12, -1.5]'

# Mistakes with the plate: degrees without the unit, radians with the unit deg, a push whose point is beside the plate,
# and a restitution, which plans do not model.
sed 's/, "angle": "deg"//' "$tasks/plate_corners.json" >radians.json
expect 0 '/actuator/push/directions/0: warning: -90 rad look like degrees; write -1.5708, or "units": \{"angle": "deg"\}' plan radians.json
stumbles plate_corners plan angle-in-radians 'looks like an angle' '/actuator/push/directions=[-1.5708, -0.0001]'
stumbles plate_corners plan point-off-part 'is 1.5 mm off the part; it must be in world coordinates' '/actuator/push/at=[-1.5, 25]'
stumbles plate_corners plan not-modelled '/simulate/restitution' /simulate/restitution=.3

# Mistakes with the shaft: a goal of two fixels, a pin that is too far away to be seated, and friction near the limit of
# the plan.
stumbles shaft_keyway plan goal-not-located 'its 2 fixels fix 2 of 3 motions' '/fixels/2/at=[50, 50]' 'goal=[1, 2]'
expect 2 '/goal: \[1,2,3\]: .* mm, more than seat_distance \(0.2[0-9]* mm\); the largest gap is .* mm, at fixel 3' plan "$tasks/shaft_keyway.json" --set '/fixels/2/at=[6, 11]'
stumbles shaft_keyway plan friction-near-limit 'if friction is larger by a tenth' friction=.3

finish
