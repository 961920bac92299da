#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests simulations of scenes with many bodies in the way that users run them. Usage: simulate_test.sh PAWL SOURCE_DIR
set -u
set -m  # without this option, background jobs ignore SIGINT
. "$(dirname "$0")/expect.sh"
scenes=$2/data/scenes
cd "$scratch" || exit 1

# The answer has the keys of every answer. The bodies are in the order of the file.
expect 0 '^\{"pawl":1,"command":"simulate","name":"peg","results":\{"steps":200,"time":2.0,"bodies":\[\{"pose":\[-0.551,-1.0,0.0\],"twist":\[0.0,0.0,0.0\]\},' simulate "$scenes/peg.scene.json"
expect 0 '"worst_penetration":[0-9.e-]+,"energy":[0-9.e-]+,"unsolved":0,"substeps":[0-9]+\},"units":\{"length":"m","angle":"rad"\},"conventions":"[^"]*","elapsed_ms":' simulate "$scenes/peg.scene.json"
"$pawl" simulate - <"$scenes/incline.scene.json" | grep -q '"steps":100,"time":1.0' || failed "standard input"
for scene in "$scenes"/*; do
  [ "$scene" = "$scenes/pile.scene.json" ] || expect 0 '"unsolved":0' simulate "$scene"
done

# A trace must begin with the outlines and the units, followed by one line per step.
"$pawl" simulate "$scenes/incline.scene.json" --trace trace >answer || failed "a trace"
[ "$(wc -l <trace)" = 101 ] || failed "a trace of 100 steps has $(wc -l <trace) lines"
head -n 1 trace | grep -qE '"units":\{"length":"m","angle":"rad"\}.*"outlines":\[\{"polygon":' || failed "head of a trace"
sed -n 2p trace | grep -qE '^\{"t":0.01,"poses":\[\[.*\],"contacts":\[\{"a":"body 1","b":"body 2","point":\[.*\],"normal":\[.*\],"gap":[0-9.e-]+,"force":\[.*\],"mode":"n"\}.*"energy":' ||
  failed "a step of a trace: $(sed -n 2p trace)"
"$pawl" simulate "$scenes/incline.scene.json" --trace - --out answer | cmp -s - trace || failed "a trace on standard output"
expect 2 '^--trace: -: ' simulate "$scenes/incline.scene.json" --trace -
cp "$scenes/incline.scene.json" scene.json
expect 2 '^--trace: scene.json: is also the input' simulate scene.json --trace scene.json
expect 2 '^--trace: same: ' simulate scene.json --trace same --out same
expect 3 'no/such: cannot be written' simulate scene.json --trace no/such
[ ! -w /dev/full ] || expect 3 '/dev/full: cannot be written' simulate scene.json --trace /dev/full
[ ! -w /dev/full ] || expect 3 '/dev/full: cannot be written' simulate scene.json --out /dev/full

# Faults must be reported with JSON pointers.
disc='{"outline": {"disc": {"radius": 1}}'
echo "{\"pawl\": 1, \"bodies\": [$disc, \"mass\": -1, \"fricton\": 1}]}" >bad.json
expect 2 '^bad.json: /bodies/0/mass: -1: must be greater than 0$' simulate bad.json
expect 2 '^bad.json: /bodies/0/fricton: 1: unknown key; did you mean "friction"[?]' simulate bad.json
echo "{\"pawl\": 1, \"bodies\": [$disc}, $disc, \"pose\": [1.5, 0, 0]}]}" >overlap.json
expect 2 '^overlap.json: /bodies/1: overlaps body 1 by more than 1e-8 m$' simulate overlap.json
echo "{\"pawl\": 1, \"bodies\": [$disc}], \"simulate\": {\"viscosity\": 1}}" >model.json
expect 2 '^model.json: /simulate/viscosity: is not a parameter of the model "coulomb"; it belongs to "viscous", "coulomb-viscous"$' simulate model.json
echo "{\"pawl\": 1, \"bodies\": [$disc}], \"simulate\": {\"model\": \"viscous\"}}" >model.json
expect 0 '"unsolved":0' simulate model.json
for model in viscous no-slip cone-complementarity compliant; do
  sed 's/"simulate": {/"simulate": {"model": "'$model'", /' "$scenes/incline.scene.json" >model.json
  expect 0 '"unsolved":0' simulate model.json
done

# For cone complementarity, the answer must state the work of the solver. It must also state if the iteration towards
# Coulomb's law did not converge.
relaxed='s/"simulate": {/"simulate": {"model": "cone-complementarity", /; s/"friction": [0-9.]*/"friction": 0.1/g'
sed "$relaxed" "$scenes/incline.scene.json" >model.json
expect 0 '"cone":\{"problems":[1-9][0-9]*,"methods":\{"active-set":[0-9]+\},"delta":0.0,"iterations":[0-9]+,"residual":[0-9.e-]+,"not_solved":0\}' simulate model.json
sed 's/"cone-complementarity", /&"coulomb_iterations": 50, /' model.json >iterated.json
expect 0 '"not_solved":0,"coulomb":\{"limit":50,"largest":[1-9][0-9]*,"total":[0-9]+\}' simulate iterated.json
sed 's/"cone-complementarity", /&"coulomb_iterations": 1, /' model.json >short.json
expect 3 '/simulate/coulomb_iterations: 1: the iteration towards Coulomb.s law did not converge to a residual of 1e-08 in [0-9]+ problems? .largest residual [0-9.e-]+.; allow more iterations, or use the model "coulomb"' simulate short.json
sed 's/"cone-complementarity", /&"coulomb_iterations": -1, /' model.json >wrong.json
expect 2 '^wrong.json: /simulate/coulomb_iterations: -1: ' simulate wrong.json
sed 's/"simulate": {/"simulate": {"coulomb_iterations": 5, /' "$scenes/incline.scene.json" >wrong.json
expect 2 '^wrong.json: /simulate/coulomb_iterations: is not a parameter of the model "coulomb"; it belongs to "cone-complementarity"$' simulate wrong.json
expect 0 '"pins":\[\[-?[0-9.]+,-?[0-9.]+\],\[-?[0-9.]+,-?[0-9.]+\]\]' simulate "$scenes/crank.scene.json"

# The effort of a joint may depend on time. With the effort 4 t, a mass of 2 kg has the speed t^2.
joint='{"pawl": 1, "bodies": [], "simulate": {"step": 0.1}, "joints": [{"kind": "prismatic", "mass": 2, "effort":'
echo "$joint [[0, 0], [1, 4]]}]}" >ramp.json
expect 0 '"joints":\[\{"position":0.33[0-9]*,"velocity":(1.0|1.000000000[0-9]*|0.999999999[0-9]*),"effort":3.(8|7999999[0-9]*|8000000[0-9]*)\}' simulate ramp.json
echo "$joint [[0, 0], [2, 4], [1, 3]]}]}" >wrong.json
expect 2 '^wrong.json: /joints/0/effort/2/0: 1: must be greater than the time of the point before it, 2 s$' simulate wrong.json
expect 2 '^nowhere.json: the file cannot be opened' simulate nowhere.json

# Warnings must be part of the answer, and must not change the exit status.
echo "{\"pawl\": 1, \"bodies\": [$disc, \"fixed\": true}, $disc, \"pose\": [0, 2, 0]}]}" >bare.json
expect 0 '^bare.json: /bodies/0/friction: warning: body 1, body 2 state no friction.*\[friction-defaulted\]$' simulate bare.json
expect 0 '"warnings":\[\{"code":"friction-defaulted","pointer":"/bodies/0/friction","message":"body 1, body 2 state no friction[^"]*"\}\],"elapsed_ms":' simulate bare.json

# After an interrupt, the answer of a long run contains the steps that were finished.
sed 's/"duration": 10/"duration": 1e5/' "$scenes/pile.scene.json" >long.json
"$pawl" simulate long.json --trace long.trace >answer 2>message &
pid=$!
for _ in {1..300}; do [ -s .pawl-0.part ] && break; sleep 0.1; done
sleep 0.2
kill -INT $pid
wait $pid
[ $? -eq 3 ] || failed "an interrupted run did not end with status 3"
grep -q '"stopped":true' answer && grep -q '^pawl: stopped: interrupted after [0-9]* of 10000000 steps' message ||
  failed "an interrupted run: $(head -c 300 answer) $(cat message)"
steps=$(grep -oE '"steps":[0-9]+' answer | cut -d: -f2)
[ "$(wc -l <long.trace)" = $((steps + 1)) ] || failed "an interrupted trace has not the $steps steps that were made"

finish
