#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests pawl fixture: its files, its exit statuses, and the commands that use its answers. Usage: fixture_test.sh PAWL
# SOURCE_DIR
set -u
set -m  # without this option, background jobs ignore SIGINT
. "$(dirname "$0")/expect.sh"
tasks=$2/data/tasks
drawings=$2/data/drawings
cd "$scratch" || exit 1

# has FILE EXPRESSION: checks that a jq expression is true for a JSON file.
has() { jq -e "$2" "$1" >/dev/null || failed "$1: not $2: $(head -c 300 "$1")"; }

# The command writes the answer, a file of all candidates, and a task with the best fixture. The bytes must be the same
# in a second run, and with other numbers of threads.
few="--set /fixture/depth_for=3 --set /fixture/top=3"
expect 0 '' fixture "$tasks/plate_fixture.json" $few --out found.json --all all.jsonl --task-out best.json --no-timing
[ "$(wc -l <all.jsonl)" -eq 816 ] || failed "$(wc -l <all.jsonl) lines of candidates"
[ "$(jq -r .candidate all.jsonl | sort -n | uniq | wc -l)" -eq 816 ] || failed "candidates are told twice, or not"
has found.json '.results | .status == "found" and .candidates == 816 and .measured == 3 and .kept == (.fixtures | length)'
for end in kept dominated missed; do
  counted=$(jq ".results | if \"$end\" == \"kept\" then .kept else ([.out.$end[]] | add // 0) end" found.json)
  [ "$(jq -r .end all.jsonl | grep -cx "$end")" -eq "$counted" ] || failed "$end: the lines are not those that are counted"
done
expect 0 '' fixture "$tasks/plate_fixture.json" $few --out again.json --all again.jsonl --no-timing
cmp -s found.json again.json && cmp -s all.jsonl again.jsonl || failed "another answer the second time"

# The fixels of the task must have no effect on the answer, even if they do not touch the part.
expect 0 '' fixture "$tasks/plate_fixture.json" $few --out again.json --no-timing \
  --set 'fixels=[{"at":[20,20]},{"at":[1,5]}]' --set 'goal=[1,2,3]' --set 'start={"states":[[7]]}' --set 'modes=["zz"]' --set plan=3
cmp -s found.json again.json || failed "another answer with fixels in the task: $(head -c 300 again.json)"
expect 2 'contacts' fixture "$tasks/plate_fixture.json" --set 'contacts=[{"at":[0,0],"normal":[0,1]}]'

for top in -1 0 1.5 3000000000; do
  expect 2 'must be a whole number from 1 to 2147483647' fixture "$tasks/plate_fixture.json" --top "$top"
done

# The table of tolerances must have one row per locator. It must also have the worst case and the root sum of squares,
# for the point that moves most.
has found.json '.results.fixtures | all(.points | all((.rss * .rss - ([.of_fixel[][] | . * .] | add)) | fabs < 1e-12))'
has found.json '.results.fixtures | all(.points | all(.rss <= .worst and .worst <= 1.7321 * .rss))'
for contributor in 'pin 1, or profile of edge [0-9]+ +0.0' 'all pins, worst case +0.0' 'all pins, root sum of squares +0.0'; do
  expect 0 "$contributor" fixture "$tasks/plate_fixture.json" $few --format text
done

# A fixture on a lattice has a clamp. The answer must state the forces for the position of this clamp.
expect 0 '' fixture "$tasks/plate_modular.json" --set /fixture/depth_for=2 --out clamped.json --task-out clamped_task.json
has clamped.json '.results.fixtures | length > 0 and all(.clamp_forces | has("all"))'
has clamped.json '.results.fixtures | all(.clamp.locator.edge == .clamp_forces.edge and .clamp.locator.along == .clamp_forces.along)'

# A part far from its origin must give an answer, not faults at fixels, which the file does not have. The answer
# contains the designs that are certified in spite of rounding, if any.
for far in 1e7 9e8; do
  cat >far.json <<END
{"pawl":1,"part":{"outline":{"polygon":[[$far,$far],[$(jq -n "$far+3"),$far],[$far,$(jq -n "$far+2")]]}},"friction":0.2,"actuator":{"tray":{}},
 "fixture":{"candidates":{"lattice":{"pitch":1,"pin_radius":0.1}},"depth_for":2,"clamp":true}}
END
  "$pawl" fixture far.json --out far_found.json 2>far.txt
  [ $? -ne 2 ] || failed "a part at $far: $(cat far.txt)"
done

# In the task of the best fixture, the pins must touch the part and locate it. The plan of this task must equal the plan
# in the answer of the search.
"$pawl" plan best.json --out plan.json --quiet || failed "the best fixture has no plan"
jq -e --slurpfile found found.json '.results.steps[0].wrench == $found[0].results.fixtures[0].plan.steps[0].wrench and
  .results.steps[0].margin_deg == $found[0].results.fixtures[0].margin_deg' plan.json >/dev/null ||
  failed "the plan of the best is another: $(head -c 300 plan.json)"
"$pawl" contacts best.json --quiet | jq -e '.results.located and ([.results.contacts[].state] == ["touching", "touching", "touching"])' \
  >/dev/null || failed "the best is not located"

# Makes a task for each fixture of the answer with jq, as docs/fixture.md describes.
for k in 0 1; do
  jq --slurpfile found found.json ". * (\$found[0].results.fixtures[$k] | {pose, fixels, plan})" "$tasks/plate_fixture.json" >one.json
  expect 0 '"seated":20' simulate one.json --set 'scatter={"starts":20,"translation":0.2,"rotation":0.005}'
done

# The written task must contain the outline in place of the drawing, because it may be in another folder. If the part is
# turned, the push must turn with it.
mkdir -p elsewhere
cat >drawn.json <<TASK
{"pawl": 1, "name": "drawn", "units": {"length": "mm", "angle": "deg"}, "part": {"drawing": "plate.dxf", "layer": "OUTLINE", "mass": 0.2},
 "friction": 0.1, "actuator": {"push": {"at": [0, 0], "directions": [200, 250]}}, "goal": [1], "fixels": [{"at": [40, -3], "radius": 3}],
 "fixture": {"candidates": {"points": {"per_edge": 2}}, "depth_for": 1}}
TASK
cp "$drawings/plate.dxf" .
"$pawl" fixture drawn.json --quiet --out drawn.answer --task-out elsewhere/fixed.json
[ $? -le 1 ] || failed "a drawn part: $(head -c 300 drawn.answer)"
if [ -e elsewhere/fixed.json ]; then
  has elsewhere/fixed.json '.part.outline and (.part.drawing == null) and (.part.mass == 0.2) and (.goal == null)'
  expect 0 '"located":true' contacts elsewhere/fixed.json --quiet
fi

# A picture option and a saved answer must give the same bytes. The answer to another task must be refused.
expect 0 '' fixture "$tasks/plate_fixture.json" --set /fixture/depth_for=2 --out two.json --svg option.svg --quiet
expect 0 '' draw "$tasks/plate_fixture.json" --answer two.json --svg answer.svg
cmp -s option.svg answer.svg || failed "option and answer differ"
grep -q 'Fixture 1, candidate' option.svg || failed "no fixture is drawn"
jq '.results.fixtures[0].fixels[0].at[0] += 1' two.json >moved.json
expect 2 '/results/fixtures/0/(pose_error|plan|fixels)' draw "$tasks/plate_fixture.json" --answer moved.json --svg no.svg
jq '.results.fixtures[0].plan.steps[0].wrench[1] += 1' two.json >pushed.json
expect 2 '/results/fixtures/0/plan' draw "$tasks/plate_fixture.json" --answer pushed.json --svg no.svg
jq '.results.fixtures[0].pose_error.worst /= 2' two.json >precise.json
expect 2 '/results/fixtures/0/pose_error/worst' draw "$tasks/plate_fixture.json" --answer precise.json --svg no.svg
[ ! -e no.svg ] || failed "a refused answer was drawn"
expect 0 '' fixture "$tasks/plate_fixture.json" --set /fixture/depth_for=1 --html page.html --quiet --out /dev/null
grep -q '<html' page.html || failed "no page"

# If no fixture exists ("none"), the exit status must be 1, and the answer must state a change that helps. If the search
# was stopped or did not examine all candidates, the exit status must be 3.
expect 0 '"release":{"pose"' fixture "$tasks/plate_fixture.json" --set '/fixture/thresholds={"loads":"above"}' --set '/fixture/objectives=["loads"]'
expect 3 '"threshold":"clearance","bound":5.0,"would_do":' fixture "$tasks/plate_fixture.json" --set '/fixture/thresholds={"loads":"above","clearance":5}'
expect 0 '"loadable":true' fixture "$tasks/plate_fixture.json" --set '/fixture/thresholds={"loads":"plane"}'
expect 2 'must be one of above, plane' fixture "$tasks/plate_fixture.json" --set '/fixture/thresholds={"loads":"below"}'
expect 1 '"threshold":"margin_deg","bound":70.0,"would_do":64.' fixture "$tasks/plate_fixture.json" --set /fixture/thresholds/margin_deg=70
expect 1 'the options allow no candidates' fixture "$tasks/plate_fixture.json" --set '/fixture/forbidden_edges=[1,2,3,4,5,6]'
expect 1 'none locates the part' fixture "$tasks/disc_na.json"
expect 3 '"status":"undecided"' fixture "$tasks/plate_fixture.json" --set /fixture/thresholds/depth=1000 --set /fixture/depth_for=1
expect 3 'stopped after' fixture "$tasks/plate_fixture.json" --limit 0
expect 0 'best first' fixture "$tasks/plate_fixture.json" $few --format text

# After an interrupt, the answer contains the results so far. With eighty points per edge, there are 18 million triples.
"$pawl" fixture "$tasks/plate_fixture.json" --set 'fixture={"candidates":{"points":{"per_edge":80}}}' --out cut.json --all cut.jsonl 2>message &
pid=$!
sleep 1.5
kill -s INT $pid
wait $pid
status=$?
[ $status -eq 3 ] || failed "interrupted: status $status, $(cat message)"
has cut.json '.results.status == "stopped" and .results.candidates > 100 and (.results.fixtures | length) > 0'
[ "$(wc -l <cut.jsonl)" -eq "$(jq .results.candidates cut.json)" ] || failed "interrupted: not every candidate has its line"

# One vertex is at 40000 instead of 40, so that the part has the largest permitted size in pitches of the lattice. A
# time limit, and SIGTERM, must end the search.
echo '{"pawl": 1, "units": {"length": "mm"}, "part": {"outline": {"polygon": [[0, 0], [120, 0], [120, 40], [40, 40000],
  [40, 80], [0, 80]]}, "mass": 0.4}, "friction": 0.2, "actuator": {"tray": {}},
  "fixture": {"candidates": {"lattice": {"pitch": 25, "pin_radius": 6}}}}' >far.json
start=$SECONDS
expect 3 '"status":"stopped"' fixture far.json --limit 1
((SECONDS - start < 15)) || failed "--limit 1 took $((SECONDS - start)) s"
"$pawl" fixture far.json --out far.out --quiet &
pid=$!
sleep 2
kill -s TERM $pid
for _ in {1..100}; do
  kill -0 $pid 2>/dev/null || break
  sleep 0.1
done
kill -s KILL $pid 2>/dev/null && failed "SIGTERM did not end the search"
wait $pid
[ $? -eq 3 ] && has far.out '.results.status == "stopped"'

# Tests pins in holes. For a part with two round holes, fixtures with a round pin and a diamond pin are also listed; all
# are sorted by their errors. If the thresholds require pins in holes, the search must write a task. The play in this
# task must be within the bounds of the answer.
plate="$tasks/plate_on_diamond_pin.json"
expect 0 '' fixture "$plate" --set /fixture/depth_for=1 --out holes.json
has holes.json '.results.comparison | [.fixtures[].total.worst] == ([.fixtures[].total.worst] | sort) and .no_two_holes == null and
  ([.fixtures[].pins_in_holes] | unique) == [0, 1, 2] and .tolerance == 0.01'
expect 0 '' fixture "$plate" --set /fixture/thresholds/pins_in_holes=2 --task-out in_holes.json --out two.json
has two.json '.results | .status == "found" and (.fixtures | length) == 0 and (.comparison.fixtures | all(.pins_in_holes == 2))'
has in_holes.json '.fixels | length == 2 and .[1].diamond_width > 0'
expect 0 '' contacts in_holes.json --play --quiet --out play.json
jq -e --slurpfile two two.json '.results.play.displacement as $moved | $two[0].results.comparison.fixtures[0] |
  $moved > .play.worst and $moved < 2 * .play.worst' play.json >/dev/null ||
  failed "the play of the written task: $(jq -c .results.play play.json)"
expect 1 'two round holes, and the part has one' fixture "$drawings/gear.dxf" --tray --friction .2 --set /fixture/thresholds/pins_in_holes=2
expect 1 'the part has no holes' fixture "$drawings/bent_bracket.dxf" --layer OUTLINE --tray --friction .2 --set /fixture/thresholds/pins_in_holes=1
# If the task names datum edges and a least edge length, the pins must be on the datum edges, and on edges of at least
# this length.
expect 0 '' fixture "$tasks/plate_fixture.json" --set 'fixture={"datums":{"A":1,"B":4}}' --out datums.json
has datums.json '.results.fixtures | length > 0 and all([.locators[].edge] | sort == [1, 1, 4])'
expect 0 '' fixture "$tasks/plate_fixture.json" --set 'fixture={"objectives":["edge_length","pose_error"],"thresholds":{"edge_length":20}}' --out long.json
has long.json '.results.fixtures | length > 0 and all(.edge_length >= 20)'

# The memory must grow with the number of kept fixtures, not with the number of candidates.
if "$pawl" fixture "$tasks/plate_fixture.json" --limit 0 >/dev/null 2>&1; [ $? -eq 3 ] && (ulimit -v 500000; "$pawl" --version) >/dev/null 2>&1; then
  for task in "$tasks/ratchet_pawl.json" far.json; do
    output=$(ulimit -v 500000; "$pawl" fixture "$task" --limit 8 --quiet 2>&1)
    status=$?
    [ $status -eq 0 ] || [ $status -eq 3 ] && grep -q '"candidates"' <<<"$output" ||
      failed "500 MB of addresses, $task: status $status, ${output:0:300}"
  done
fi

finish
