#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests warnings, and the options that all commands share: --quiet, --no-warn, --no-timing, --set, several tasks, units.
# Usage: warning_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
tasks=$2/data/tasks
cd "$scratch" || exit 1

# A plate of 60 x 40 mm on pins with a diameter of 3 mm. No friction coefficients are given.
cat >plate.json <<'TASK'
{"pawl": 1, "units": {"length": "mm", "angle": "deg"},
 "part": {"outline": {"polygon": [[0, 0], [60, 0], [60, 40], [0, 40]]}, "mass": 0.5},
 "fixels": [{"at": [10, -3], "radius": 3}, {"at": [50, -3], "radius": 3}, {"at": [63, 20], "radius": 3}]}
TASK
warning='^plate.json: /friction: warning: missing: 0 is assumed; .* \[friction-defaulted\]$'
for command in contacts modes cone plan 'check --mode nnn --wrench 1,-1,0' 'forward --wrench 1,-1,0'; do
  expect 0 "$warning" ${command} plate.json
  expect 0 '"warnings":\[\{"code":"friction-defaulted","pointer":"/friction","message":"[^"]*\\"friction\\"[^"]*"\}\],"elapsed_ms":[0-9.e+-]+\}$' ${command} plate.json
  "$pawl" $command plate.json --quiet 2>message >answer
  [ ! -s message ] && grep -q '"warnings"' answer || failed "$command --quiet: $(cat message)"
  "$pawl" $command plate.json --no-warn friction-defaulted 2>message >answer
  [ ! -s message ] && ! grep -q '"warnings"' answer || failed "$command --no-warn: $(cat message)"
  "$pawl" $command plate.json --set friction=.2 2>message >answer
  grep -q 'friction-defaulted' message && failed "$command --set friction=.2: $(cat message)"
  for _ in 1 2; do "$pawl" $command plate.json --no-timing 2>/dev/null; done | uniq | wc -l | grep -qx 1 || failed "$command --no-timing"
  expect 0 '"units":\{"length":"mm","angle":"deg"\},"conventions":"[^"]*"' $command plate.json
done
expect 2 'nonsense: unknown warning code; the codes are angle-in-degrees, ' plan plate.json --no-warn nonsense
expect 2 'friction: must be KEY=VALUE' plan plate.json --set friction
expect 2 '^plate.json: /fixels/7: this entry does not exist: the array has 3 entries, counted from 0$' plan plate.json --set /fixels/7/at=[1,2]
expect 2 '^plate.json: /fricton: 0.3: unknown key; did you mean "friction"[?]' plan plate.json --set fricton=.3

# If the unit of length is mm, a force in N must still give the right acceleration: 1 N on .5 kg gives 2 m/s^2. The
# torque is in N mm, and the angle in degrees.
expect 0 '"verdict":"one","solutions":\[\{"mode":"aaa"|"acceleration":\[-2000.0,0.0,0.0\]' forward plate.json --wrench=-1,0,0
"$pawl" forward plate.json --set 'fixels=[]' --wrench 1,0,1 --quiet >mm
"$pawl" forward plate.json --set 'fixels=[]' --set 'units={}' --set '/part/outline/polygon=[[0,0],[0.06,0],[0.06,0.04],[0,0.04]]' --wrench 1,0,0.001 --quiet >m
entry() { sed -E 's/.*"acceleration":\[([^]]*)\].*/\1/' "$1" | cut -d, -f"$2"; }
awk -v x="$(entry mm 1)" -v X="$(entry m 1)" -v w="$(entry mm 3)" -v W="$(entry m 3)" 'BEGIN {
  exit !(x == 2000 && X == 2 && (w - W * 45 / atan2(1, 1)) ^ 2 < 1e-18 * w * w && w > 0) }' || failed "accelerations in mm: $(cat mm m)"

# A task that is converted from metres to millimetres must have the same plan and the same trials.
sed 's/"pawl": 1,/"pawl": 1, "friction": 0.2, "scatter": {"starts": 20, "translation": 0.5, "rotation": 0.5},/' plate.json >mm.json
sed 's/"length": "mm", "angle": "deg"//; s/"translation": 0.5, "rotation": 0.5/"translation": 0.0005, "rotation": 0.008726646259971648/
  s/\[60, 0\], \[60, 40\], \[0, 40\]/[0.06, 0], [0.06, 0.04], [0, 0.04]/; s/\[10, -3\]/[0.01, -0.003]/; s/\[50, -3\]/[0.05, -0.003]/
  s/\[63, 20\]/[0.063, 0.02]/; s/"radius": 3/"radius": 0.003/g' mm.json >m.json
field() { grep -oE "\"$2\":[^,}]*" "$1" | head -1; }
for file in mm m; do
  "$pawl" plan $file.json --certify --quiet >$file.plan || failed "plan of $file: $(cat $file.plan)"
  "$pawl" simulate $file.json --quiet >$file.trials || failed "trials of $file: $(cut -c1-400 $file.trials)"
done
awk -v a="$(field mm.plan margin_deg | cut -d: -f2)" -v b="$(field m.plan margin_deg | cut -d: -f2)" \
  'BEGIN { exit !(a > 1 && (a - b) ^ 2 < 1e-18) }' || failed "plans of mm and m differ"
awk -v a="$(field mm.plan depth | cut -d: -f2)" -v b="$(field m.plan depth | cut -d: -f2)" \
  -v s="$(field mm.plan speed | cut -d: -f2)" -v t="$(field m.plan speed | cut -d: -f2)" 'BEGIN {
  exit !(a > 0 && (a - 1000 * b) ^ 2 < .01 * a * a && (s - 1000 * t) ^ 2 < .01 * s * s) }' ||
  failed "depths of mm and m: $(field mm.plan depth) $(field m.plan depth) $(field mm.plan speed) $(field m.plan speed)"
[ "$(field mm.trials seated)" = "$(field m.trials seated)" ] || failed "trials of mm and m differ"

# An answer states its units. If the task has other units, the plan of the answer must be converted. A plan without
# units is in the units of the task. torque FILE: prints the torque per 1 N of force.
torque() { sed -E 's/.*"steps":\[\{"wrench":\[([^,]*),[^,]*,([^]]*)\].*/\1 \2/' "$1" | awk '{ print $2 / $1 }'; }
for pair in 'mm m' 'm mm'; do
  read -r task plan <<<"$pair"
  "$pawl" simulate $task.json --plan $plan.plan --quiet >other.trials || failed "the plan of $plan in $task: $(cut -c1-400 other.trials)"
  awk -v a="$(torque other.trials)" -v b="$(torque $task.plan)" 'BEGIN { exit !(b != 0 && (a - b) ^ 2 < 1e-8 * b * b) }' ||
    failed "the plan of $plan in $task has torque $(torque other.trials), not $(torque $task.plan)"
  expect 1 '"unchecked":\["/results/steps/0/energy/depth".*"refused":null' verify $plan.plan --task $task.json
  expect 0 '"accepted":true' verify $plan.plan --task $task.json --partial
  "$pawl" check $plan.json --mode rra --set '/fixels/2/at=[1000,0]' --quiet >$plan.check
  expect 0 '"accepted":true,"checked":\["safe wrench 1' verify $plan.check --task $task.json --set '/fixels/2/at=[1000,0]'
done
echo "{\"steps\": [{\"wrench\": [1, -1, 2]}]}" >bare.json
expect 0 '"steps":\[\{"wrench":\[1.0,-1.0,2.0\]' simulate mm.json --plan bare.json
sed 's/"length":"mm"/"length":"ft"/' mm.plan >feet.plan
expect 2 '/units/length: "ft": must be "m", "mm", "cm" or "in"' simulate mm.json --plan feet.plan
expect 2 '/units/length: "ft": must be "m", "mm", "cm" or "in"' verify feet.plan --task mm.json
sed 's/"units":{[^}]*}/"units":"mm"/' mm.plan >word.plan
expect 2 '/units: "mm": must be an object' simulate mm.json --plan word.plan
expect 2 '/units: "mm": must be an object' verify word.plan --task mm.json

# With several tasks, the command prints one line per task, in the order of the tasks, with their file names. If one
# task is invalid, the others must still get answers.
"$pawl" check "$tasks/block_stop.json" plate.json --wrench 0.3,-1,0 --quiet >answers
[ $? -le 1 ] && [ "$(wc -l <answers)" -eq 2 ] && sed -n 2p answers | grep -q '"file":"plate.json"' || failed "several tasks: $(cut -c1-200 answers)"
echo '{"pawl": 1' >bad.json
expect 2 '^bad.json: ' plan plate.json bad.json
[ "$("$pawl" plan plate.json bad.json 2>/dev/null | wc -l)" -eq 1 ] || failed "a task beside a bad one is not answered"
expect 2 '^--certificate: works for one task' plan plate.json plate.json --certificate proof.json
expect 0 '"file":"plate.json".*' check "$tasks/figure4c_peg_lra.json" plate.json --mode '***'
"$pawl" cone "$tasks/disc_na.json" "$tasks/figure4d_peg_nn.json" --out cones.json && [ "$(wc -l <cones.json)" -eq 2 ] || failed "cones of two tasks"

# Texts contain notes only with --verbose, and no warnings at all with --quiet. JSON answers contain notes and warnings
# in any case.
drawn="$2/data/drawings/lever.svg --tray --friction .2 --pin=-3,20,6"
"$pawl" contacts $drawn >answer 2>message
grep -q '"code":"drawing-turned"' answer || failed "no note in JSON: $(cut -c1-300 answer)"
! grep -q 'turned up' message && grep -q 'no-seat' message || failed "a note as a warning: $(cat message)"
"$pawl" contacts $drawn --verbose 2>&1 >answer | grep -q 'y is turned up.*\[drawing-turned\]$' || failed "no note with --verbose"
"$pawl" contacts $drawn --format text 2>/dev/null >answer
grep -q '^ ! ' answer && ! grep -q 'turned up' answer || failed "warnings of a text: $(cat answer)"
"$pawl" contacts $drawn --format text --verbose 2>/dev/null | grep -q 'turned up' || failed "no note in a text with --verbose"
"$pawl" contacts $drawn --format text --quiet --svg quiet.svg >answer 2>message
[ ! -s message ] && ! grep -q '^ ! ' answer || failed "--quiet with a text: $(cat answer message)"
"$pawl" contacts $drawn --svg loud.svg >/dev/null 2>&1
[ "$(grep -c 'cannot be reached' loud.svg)" -ge 1 ] && ! grep -q 'cannot be reached' quiet.svg || failed "--quiet with a picture"
"$pawl" contacts $drawn --quiet | grep -q '"code":"no-seat"' || failed "--quiet changed the JSON answer"

finish
