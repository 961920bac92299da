#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests trials of plans in the way that users run them. Usage: trials_test.sh PAWL SOURCE_DIR
set -u
set -m  # without this option, background jobs ignore SIGINT
. "$(dirname "$0")/expect.sh"
tasks=$2/data/tasks
cd "$scratch" || exit 1
shipped=$tasks/ratchet_pawl_trials.json
good=$scratch/good.json  # the shipped task with fewer starts
sed 's/"starts": 100/"starts": 20/' "$shipped" >"$good"

# with KEYS [FILE]: prints a task, by default that of the ratchet pawl, with additional keys at its top level.
with() { sed "s/^  \"pawl\": 1,$/  \"pawl\": 1, $1,/" "${2:-$good}"; }

# untimed ARGS...: runs the command, and prints its answer without the elapsed time.
untimed() { "$pawl" "$@" --no-timing | sed 's/,"units":.*//;s/$/}/'; }

# The part starts far from its seat. It ends seated from some starts, and jams from others.
sed 's/"translation": 0.0002, "rotation": 0.01/"translation": 0.003, "rotation": 0.1/' "$good" >wide.json
# This wrench lifts the part off the pins.
sed 's/"wrench": \[.*\]}\]/"wrench": [0, 1, 0]}]/' "$good" >away.json

# The exit status must be 0 if all trials end seated, and 1 otherwise.
expect 0 '^\{"pawl":1,"command":"simulate","name":"[^"]*","results":\{"starts":100,"seated":100,"fraction":1.0,"interval95":\[0.96378330735482[0-9]*,1.0\],"outcomes":\{"seated":100,"rolling":0,"jammed":0,"bounced":0,"escaped":0,"timed out":0,"unsolved":0\},"displacement":\{"50":[-+.e0-9]+,"90":[-+.e0-9]+,"99":[-+.e0-9]+,"100":[-+.e0-9]+\},"choices":0,"redrawn":[0-9]+,"steps":\[\{"wrench":\[0.3143543482211263,-0.9492135928967672,-0.01322493154921057\]\}\],"failures":\[\]\},"units":\{"length":"m","angle":"rad"\},"conventions":"[^"]*","elapsed_ms":' simulate "$shipped"
expect 1 '"fraction":0.[0-9]+,.*"failures":\[\{"start":\[.*\],"friction":\[.*\],"end":\[.*\],"displacement":0.00[0-9]+,"contacts":\[.*\],"outcome":"jammed","why":"jammed under wrench 1 of 1 after [0-9.]+ s","replay":[0-9]+\}' simulate wide.json
expect 1 '"seated":0,"fraction":0.0,"interval95":\[0.0,0.16843347098308[0-9]*\].*"escaped":20' simulate away.json
expect 0 '"starts":1,"seated":1' simulate "$tasks/ratchet_pawl.json"  # a plan is computed, and the start is the seat
expect 2 "^[^:]*figure4c_peg_lra.json: /plan: no plan to test: " simulate "$tasks/figure4c_peg_lra.json"
[ ! -w /dev/full ] || expect 3 '/dev/full: cannot be written' simulate "$good" --out /dev/full
"$pawl" simulate - <"$good" | grep -q '"seated":20' || failed "standard input"

# A disc that turns forever is at its goal, but never rests.
sed 's/"friction": 0.2/"friction": 0, "plan": {"steps": [{"wrench": [0.7, -0.7, 0.5]}]}, "simulate": {"max_time": 1}/; s/, *"modes": \[[^]]*\]//' "$tasks/disc_na.json" >rolling.json
expect 0 '"seated":1,.*"outcomes":\{"seated":0,"rolling":1,' simulate rolling.json
with '"simulate": {"max_time": 0.002}' >short.json
expect 1 '"timed out":20' simulate short.json
with '"simulate": {"confidence": 0.99}' >confident.json
expect 0 '"interval95":\[0.83156652901[0-9]*,1.0\],"interval":\[0.76727[0-9]*,1.0\]' simulate confident.json

# The same file must give the same bytes. Another seed must give other bytes.
for task in "$good" wide.json; do
  [ "$(untimed simulate "$task")" = "$(untimed simulate "$task")" ] || failed "$task twice: two answers"
done
sed 's/"seed": 1/"seed": 2/' wide.json >seed.json
[ "$(untimed simulate wide.json)" != "$(untimed simulate seed.json)" ] || failed "two seeds give one answer"

# The answer counts the time steps in which one of several solutions was chosen. A second run must make the same
# choices. Problems whose solutions could not be enumerated are counted separately.
for solutions in random adversarial; do
  with "\"simulate\": {\"solutions\": \"$solutions\"}" >"$solutions.json"
  expect 0 '"unsolved":0\},"displacement":\{[^}]*\},"choices":[0-9]+,"unseen":0,"redrawn":' simulate "$solutions.json"
  [ "$(untimed simulate "$solutions.json")" = "$(untimed simulate "$solutions.json")" ] || failed "$solutions twice: two answers"
done

# Under the other contact laws, the part must also end seated. The exception is the law under which the part cannot
# slide.
for model in viscous cone-complementarity compliant; do
  with "\"simulate\": {\"model\": \"$model\"}" >model.json
  expect 0 '"seated":20,' simulate model.json
done

# The answer contains the work of the solver for cone complementarity over all trials. Each problem was solved by one of
# the methods. The answers for other laws do not contain the work.
with '"simulate": {"model": "cone-complementarity"}' >model.json
expect 0 '"cone":\{"problems":[1-9][0-9]*,"methods":\{("[a-z-]+":[0-9]+,?)+\},"delta":[0-9.e-]+,"iterations":[1-9][0-9]*,"residual":[0-9.e-]+,"not_solved":0\}' simulate model.json
work=$(untimed simulate model.json | grep -oE '"cone":\{[^}]*\}[^}]*\}')
[ "$work" = "$(untimed simulate model.json | grep -oE '"cone":\{[^}]*\}[^}]*\}')" ] || failed "the same trials: other work"
problems=$(grep -oE '"problems":[0-9]+' <<<"$work" | cut -d: -f2)
solved=$(grep -oE '"methods":\{[^}]*\}' <<<"$work" | grep -oE ':[0-9]+' | tr -d : | { sum=0; while read -r n; do sum=$((sum + n)); done; echo $sum; })
[ "$problems" = "$solved" ] || failed "$problems problems, but the methods solved $solved: $work"
with '"simulate": {"model": "compliant"}' >model.json
if untimed simulate model.json | grep -q '"cone":'; then failed "the law compliant: work of the solver for cones"; fi

with '"simulate": {"model": "no-slip"}' >model.json
expect 1 '"jammed":(19|20),.*"unsolved":0\}' simulate model.json

# A replay must repeat a failed trial with the same numbers. Its exit status must be that of the failure.
untimed simulate wide.json | grep -oE '\{"start":[^{}]*\}' >failures
[ -s failures ] || failed "no failures to replay"
head -n 3 failures | while read -r failure; do
  k=$(grep -oE '"replay":[0-9]+' <<<"$failure" | cut -d: -f2)
  "$pawl" simulate wide.json --replay "$k" >replay
  [ $? -eq 1 ] && grep -qF "\"results\":${failure%\}},\"choices\":0,\"time\":" replay || echo "start $k: $failure, replayed: $(cat replay)"
done >differences
[ ! -s differences ] || failed "replays: $(cat differences)"
expect 0 '"outcome":"seated","why":"","replay":5,"choices":0,"time":[0-9.e-]+,"simulated_steps":[0-9]+,"steps":\[\{"wrench":' simulate "$good" --replay 5

# The trace of a replay must have one line per time step. Its last state must be the final state of the replay.
"$pawl" simulate "$good" --replay 5 --trace trace >replay || failed "a trace"
steps=$(grep -oE '"simulated_steps":[0-9]+' replay | cut -d: -f2)
[ "$(grep -c '^{"t":[0-9.e-]*,"poses":\[\[.*\]\],"contacts":\[.*\]' trace)" = "$steps" ] || failed "a trace of $steps steps has $(wc -l <trace) lines"
tail -n 1 trace | grep -qE '"contacts":\[\{"fixel":[123],"point":\[.*\],"normal":\[.*\],"gap":[0-9.e-]+,"force":\[' || failed "end of a trace: $(tail -n 1 trace)"
"$pawl" simulate "$good" --replay 5 --trace - --out answer | cmp -s - trace || failed "a trace on standard output"
expect 2 '--trace: .*needs --replay K$' simulate "$good" --trace trace
expect 2 '^--trace: -: ' simulate "$good" --replay 5 --trace -
expect 3 'no/such: cannot be written' simulate "$good" --replay 5 --trace no/such

# --plan accepts an answer of `pawl plan`, a task with a plan, or the steps alone. This plan replaces that of the task.
"$pawl" plan "$tasks/ratchet_pawl.json" >plan.json || failed "a plan"
[ "$(untimed simulate "$good" --plan plan.json)" = "$(untimed simulate "$good")" ] || failed "a saved plan gives other trials"
[ "$(untimed simulate away.json --plan "$good")" = "$(untimed simulate "$good")" ] || failed "the plan of another task gives other trials"
echo '{"steps": [{"wrench": [0, 1, 0]}]}' >up.json
expect 1 '"escaped":20' simulate "$good" --plan up.json
"$pawl" plan --pretty "$tasks/ratchet_pawl_tray.json" >tray_plan.json || failed "a plan of two steps"
expect 0 '"seated":1,.*"steps":\[\{"wrench":\[[^]]*\]\},\{"wrench":\[[^]]*\]\}\]' simulate "$tasks/ratchet_pawl_tray.json" --plan tray_plan.json

# broken PATTERN TEXT: checks that a plan file with this text is refused with a message that matches the pattern.
broken() {
  echo "$2" >broken.json
  expect 2 "/plan$1" simulate "$good" --plan broken.json
}
broken ': broken.json: is not a JSON object; expected \{"steps": ' '[]'
broken ': broken.json: is not a JSON object' '{'
broken ': broken.json: has no steps' '{"pawl": 1}'
broken ': broken.json: has a step without a wrench of three numbers' '{"steps": [{"wrench": [1, 2]}]}'
broken ': broken.json: has a wrench with an entry that is not a number' '{"steps": [{"wrench": [1, 2, "3"]}]}'
broken '/steps: \[\]: must contain at least one wrench' '{"steps": []}'
broken '/steps/1/wrench: .*must be finite, not zero, and no entry beyond 1e100' '{"steps": [{"wrench": [1, 0, 0]}, {"wrench": [0, 0, 0]}]}'
expect 2 'cannot be opened' simulate "$good" --plan nowhere.json
expect 2 '^[^:]*peg.scene.json: --plan: applies to tasks; this input is a scene$' simulate "$2/data/scenes/peg.scene.json" --plan plan.json
expect 2 '^[^:]*peg.scene.json: --replay: applies to tasks; this input is a scene$' simulate "$2/data/scenes/peg.scene.json" --replay 1

# Invalid options of trials must be refused with JSON pointers or names of options.
echo '{"pawl": 1, "contacts": [{"point": [0, 0], "normal": [0, 1]}], "plan": {"steps": [{"wrench": [0, -1, 0]}]}}' >contacts.json
expect 2 '^contacts.json: /part/outline: .*trials need the part.s outline' simulate contacts.json
sed 's/"wrench": \[.*\]}\]/"wrench": [0, 0, 0]}]/' "$good" >zero.json
expect 2 '^zero.json: /plan/steps/0/wrench: ' simulate zero.json

# refused PATTERN KEYS: checks that "simulate" with these keys is refused, with a message that matches the pattern.
refused() {
  with "\"simulate\": {$2}" >refused.json
  expect 2 "^refused.json: /simulate/$1" simulate refused.json
}
refused 'step: 0: must be greater than 0$' '"step": 0'
refused 'max_time: -1: must be greater than 0$' '"max_time": -1'
refused 'force: 0: must be greater than 0$' '"force": 0'
refused 'restitution: 2: must be from 0 to 1$' '"restitution": 2'
refused 'confidence: 1: must be greater than 0 and less than 1$' '"confidence": 1'
refused 'rest/speed: 0: must be greater than 0$' '"rest": {"speed": 0}'
refused 'escape: "far": must be a number' '"escape": "far"'
refused 'viscos: 1: unknown key; expected one of model, ' '"viscos": 1'
refused 'scheme: is not a parameter of the model "viscous"; it belongs to "coulomb"$' '"model": "viscous", "scheme": "one-stage"'
refused 'stiffness: is not a parameter of the model "no-slip"; ' '"model": "no-slip", "stiffness": 1'
refused 'solutions: "all": must be one of first, random, adversarial' '"solutions": "all"'
refused 'support/friction: -1: must be ' '"support": {"law": "ellipsoid", "friction": -1}'
refused 'tray/tilt: 0: must be greater than 0 and below a quarter turn, because a level tray does not move the part$' '"tray": {}'
for keys in '"shape": -1' '"fixels": -1' '"center_of_mass": -1' '"distribution": "round"'; do
  sed "s/\"seed\": 1/\"seed\": 1, $keys/" "$good" >scatter.json
  key=$(cut -d'"' -f2 <<<"$keys")
  expect 2 "^scatter.json: /scatter/$key: " simulate scatter.json
done
sed 's/"seed": 1/"seed": 1, "shape": 1e-5, "fixels": 1e-5, "center_of_mass": 1e-4, "distribution": "normal"/' "$good" >full.json
"$pawl" simulate full.json | grep -q '"starts":20,"seated":[0-9]*,.*"unsolved":0' || failed "every kind of scatter"

# The output of --help must mark the options that apply to tasks.
help=$("$pawl" simulate --help | tr -s ' \n' ' ')
for pattern in '--plan .*to try instead of the task.s own' '--replay .*Run only start K, counted from 0' '--trace .*one line of JSON per step'; do
  grep -qE -- "$pattern" <<<"$help" || failed "simulate --help does not say '$pattern'"
done

# --both must give the same results as two separate runs, one with random and one with adversarial choices.
both=$(untimed simulate wide.json --both)
for solutions in random adversarial; do
  with "\"simulate\": {\"solutions\": \"$solutions\"}" wide.json >"$solutions.json"
  alone=$(untimed simulate "$solutions.json" | sed 's/.*"results":\(.*\)}$/\1/')
  [[ ${#alone} -gt 200 && $both == *"\"$solutions\":$alone"* ]] || failed "--both is not $solutions alone: $alone, $both"
done
expect 1 '"results":\{"random":\{"starts":20,.*\},"adversarial":\{"starts":20,' simulate wide.json --both
expect 2 '--both: cannot be combined with --replay' simulate wide.json --both --replay 1
expect 2 '--both: applies to tasks' simulate "$2/data/scenes/incline.scene.json" --both
with '"simulate": {"model": "viscous"}' >viscous.json
expect 2 "--both: needs the model coulomb" simulate viscous.json --both

# After an interrupt, the answer contains the trials that were finished. On a busy machine, there may be none after one
# second.
sed 's/"starts": 20/"starts": 1000000/' wide.json >long.json
for signal in INT TERM; do
  for seconds in 1 5 20; do
    "$pawl" simulate long.json >answer 2>message &
    pid=$!
    for _ in {1..300}; do
      mask=$(sed -n 's/^SigCgt:\s*//p' "/proc/$pid/status" 2>/dev/null)
      [ -n "$mask" ] && ((0x$mask & 2)) && break
      sleep 0.1
    done
    sleep $seconds
    kill -s $signal $pid
    wait $pid
    [ $? -eq 3 ] || failed "trials interrupted by $signal did not end with status 3"
    grep -q '"starts":0,' answer || break
  done
  grep -qE '"starts":[1-9][0-9]*,.*"stopped":true' answer && grep -q '^pawl: stopped: interrupted' message ||
    failed "interrupted trials: $(head -c 300 answer) $(cat message)"
done

finish
