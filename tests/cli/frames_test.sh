#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests pictures of answers: the picture option and a saved answer give the same bytes, the picture states a negative answer,
# and answers of other tasks are refused. Usage: frames_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
tasks=$2/data/tasks
cd "$scratch" || exit 1

# same STATUS TASK COMMAND...: checks that the picture option of a command and the command's saved answer give the same
# picture, at two page widths.
same() {
  local status=$1 task=$2 got
  shift 2
  for size in 1280x800 390x800; do
    "$pawl" "$@" "$task" --quiet --out answer.json --svg option.svg --picture-size $size 2>message
    got=$?
    [ $got -eq "$status" ] || failed "pawl $*: status $got, expected $status: $(cat message)"
    "$pawl" draw "$task" --answer answer.json --svg answer.svg --picture-size $size --quiet || failed "draw the answer of $*"
    cmp -s option.svg answer.svg || failed "pawl $*: another picture from the saved answer"
  done
}

# Checks that the last picture contains the text that is its argument.
says() { grep -qF "$1" option.svg || failed "the picture does not say: $1"; }

sed 's/"starts": 100/"starts": 30/; s/"translation": 0.0002, "rotation": 0.01/"translation": 0.004, "rotation": 0.3/' \
  "$tasks/ratchet_pawl_trials.json" >wide.json
same 0 "$tasks/ratchet_pawl_tray.json" plan
says 'Step 2: tilt downhill toward -61.0°'
says '2 tilts seat the part on 1 2 3 from any contact state'
same 0 "$tasks/bracket_tray.json" plan --certify
says 'pass at 1 2'
same 1 "$tasks/figure4c_peg_lra.json" plan
says 'no plan exists: proved for this model'
same 3 "$tasks/ratchet_pawl_tray.json" plan --limit-cells 1
says 'not known'
same 1 "$tasks/figure4c_peg_lra.json" check --mode lra
says 'no wrench is safe (wholly ambiguous)'
says 'nns: jam, all wrenches'
same 1 "$tasks/figure4b_nnn.json" check
says 'safest wrench, margin 48.2°'
same 1 "$tasks/block_stop.json" check --mode lra
says 'impossible: no motion has these letters'
same 0 "$tasks/block_stop.json" check --wrench 0.3,-1,0
same 0 "$tasks/block_stop.json" check --mode 'rr*'
same 0 "$tasks/block_stop.json" forward --wrench 0.3,-1,0
says 'rra: accelerates'
same 1 "$tasks/painleve_rod.json" forward --wrench 0,-1,0
says 'no solution: no motion satisfies'
same 0 "$tasks/bracket.json" modes
same 0 "$tasks/ratchet_pawl_trials.json" simulate
says '100 of 100 starts end at the goal'
same 1 wide.json simulate
says 'end of a failed start'
same 1 wide.json simulate --replay 9
says 'start 9: jammed'
same 0 "$tasks/ratchet_pawl_trials.json" simulate --replay 0
same 1 wide.json simulate --both

# The pictures of scenes show the last frame and the energy over time.
same 0 "$2/data/scenes/crank.scene.json" simulate
same 0 "$2/data/scenes/peg.scene.json" simulate
says 'kinetic and potential energy'
expect 2 '/name: .*the answer belongs to another scene' \
  draw "$2/data/scenes/crank.scene.json" --answer answer.json --svg other.svg --quiet
expect 2 'expected a task' draw "$2/data/scenes/peg.scene.json" --svg other.svg

# An answer must not be drawn for another task. The name, the fixels, the seat or the starts reveal that the task is
# another one.
rm -f other.svg
"$pawl" plan "$tasks/ratchet_pawl_tray.json" --quiet --out plan.json
expect 2 '/name: .*the answer belongs to another task' draw "$tasks/bracket_tray.json" --answer plan.json --svg other.svg --quiet
sed 's/"at": \[0.015, 0\]/"at": [0.015, -0.0002]/' "$tasks/ratchet_pawl_tray.json" >moved.json
expect 2 "/results/seated_pose: .*is not the seated pose of this task" draw moved.json --answer plan.json --svg other.svg --quiet
"$pawl" check "$tasks/block_stop.json" --mode rra --quiet --out check.json
sed 's/"name": "block on two fixels with a side stop",/"name": "block on two fixels with a side stop", "x-1": 0,/; s/, {"at": \[1.01, -0.25\]}//; s/"modes": .*$/"modes": []/' \
  "$tasks/block_stop.json" >fewer.json
expect 2 '/results/mode: "rra": has 3 letters, but there are 2 fixels' draw fewer.json --answer check.json --svg other.svg --quiet
"$pawl" simulate wide.json --quiet --out trials.json
expect 2 '/results/starts: 30: must be 100, the number of starts of this task' draw "$tasks/ratchet_pawl_trials.json" --answer trials.json --svg other.svg --quiet
"$pawl" simulate wide.json --replay 9 --quiet --out replay.json
expect 2 '/results/end: .*must be where this start ends' draw "$tasks/ratchet_pawl_trials.json" --answer replay.json --svg other.svg --quiet
# Here the two tasks differ in friction only. Values that depend on friction must reveal this.
sed 's/"friction": 0.2/"friction": 0.5/' "$tasks/ratchet_pawl_tray.json" >rough.json
expect 2 '/results/steps: .pawl verify. refuses the answer for this task: the part may end elsewhere from some start' draw rough.json --answer plan.json --svg other.svg --quiet
sed 's/"friction": 0.2/"friction": 0.25/' "$tasks/block_stop.json" >rough.json
expect 2 '/results/cone/rays/0/0: .*differs from the answer of .pawl check. to this task' draw rough.json --answer check.json --svg other.svg --quiet
"$pawl" forward "$tasks/block_stop.json" --wrench 0.3,-1,0 --quiet --out forward.json
expect 2 'differs from the answer of .pawl forward. to this task' draw rough.json --answer forward.json --svg other.svg --quiet
[ ! -e other.svg ] || failed "an answer of another task was drawn"

# The tests below check the content of pictures. drawn STATUS COMMAND... makes a picture. The next two functions search
# this picture for a PATTERN.
drawn() {
  local status=$1
  shift
  "$pawl" "$@" --quiet --out out.json --svg seen.svg 2>/dev/null
  [ $? = "$status" ] || failed "pawl $* gave another status than $status"
  shown="$*"
}
says() { grep -qE -- "$1" seen.svg || failed "$shown: the picture does not say $1"; }
lacks() { grep -qE -- "$1" seen.svg && failed "$shown: the picture says $1"; }
# If a rival's cone has an area on the map, the rival must be on the map. Its name must then occur twice: on the map and
# above its own panel.
drawn 1 check "$tasks/figure4d_peg_nn.json"
[ "$(grep -c '>ss</text>' seen.svg)" = 1 ] || failed "rival ss is not on the map"
drawn 3 cone "$tasks/block_stop.json" --mode nns --set friction=1e9
says 'warning: mode nns is not certified'
# The dashed outline shows the acceleration. If the part already moves, the picture must state that it does not show the
# motion.
drawn 0 forward "$tasks/block_stop.json" --set 'twist=[-1,0,0]' --wrench=0,-1,0
says 'The part moves with twist \(-1, 0, 0\) m/s'
says 'acceleration, not motion'
lacks 'first motion'
drawn 0 forward "$tasks/block_stop.json" --wrench=0,-1,0
lacks 'with the twist'
drawn 1 simulate wide.json --both
says 'Charts and bars show the run with adversarial choices'
says 'of the centre of mass'
drawn 0 plan "$tasks/block_spring.json"
says '>-?[0-9.]+° to -?[0-9.]+°<'
"$pawl" plan "$tasks/block_stop.json" --certify --quiet --out whole.json
sed 's/"end":"[a-z]*"/"end":"stopped"/' whole.json >cut.json
expect 0 '' draw "$tasks/block_stop.json" --answer cut.json --svg seen.svg --quiet
shown='a basin cut short'
says 'The depth is at least this: the limit was reached'
says 'Basin, at least'
drawn 0 modes "$tasks/block_stop.json" --set /fixels/2/at=[1e6,-0.25]
says ">3 s far off<"
lacks "labels? left out"
# A state before the goal in which the part may come to rest is drawn with a double ring.
"$pawl" plan "$tasks/bracket.json" --by-graph --set friction=0.9 --quiet --out rests.json --svg rests.svg
sed 's/"rests":true/"rests":false/' rests.json >moves.json
cmp -s rests.json moves.json && failed "a plan that is none because the part may rest"
"$pawl" draw "$tasks/bracket.json" --set friction=0.9 --answer moves.json --svg moves.svg --quiet
[ "$(grep -c '<path' rests.svg)" -gt "$(grep -c '<path' moves.svg)" ] || failed "no double ring where the part may rest"
expect 2 'each from 300 to 16384' draw "$tasks/bracket.json" --svg x.svg --picture-size 200x200
expect 0 '' draw "$tasks/bracket.json" --svg x.svg --picture-size 300x300 --quiet
"$pawl" simulate "$2/data/scenes/peg.scene.json" --quiet --out peg.json --svg seen.svg
shown='a scene'
says '>2</text>'
finish
