#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests drawings in place of tasks, task values given as options, --task-out, and the advice after a negative answer.
# one_line_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
cp "$2"/data/drawings/plate.dxf "$2"/tests/data/drawings/plate_R12.dxf "$2"/tests/data/drawings/plate_inkscape.svg "$scratch"
cd "$scratch" || exit 1
plate=(plate.dxf --layer OUTLINE --quiet)
pins=(--pin 10,-3,6 --pin 50,-3,6mm --pin 6.3cm,20,.6cm)

# The same task is given as options on the command line and as a file. All commands must give the same answers for both.
"$pawl" part plate.dxf --layer OUTLINE --out part.json
jq '. + {friction: [0.1, 0.3], actuator: {tray: {}}, units: {length: "mm", angle: "deg"},
         fixels: [{at: [10, -3], radius: 3}, {at: [50, -3], radius: 3}, {at: [63, 20], radius: 3}]}' part.json >task.json
for command in contacts modes cone 'check --wrench 0,-1,0' 'forward --wrench 0,-1,0' plan; do
  # shellcheck disable=SC2086
  "$pawl" $command "${plate[@]}" "${pins[@]}" --tray --friction 0.1,0.3 --no-timing --task-out asked.json \
    --no-warn drawing-left-out >drawn.json 2>message
  drawn=$?
  # shellcheck disable=SC2086
  "$pawl" $command task.json --quiet --no-timing >filed.json
  [ $drawn -eq $? ] && cmp -s drawn.json filed.json || failed "$command: of a drawing $(head -c 300 drawn.json), of a file $(head -c 300 filed.json), $(cat message)"
  # shellcheck disable=SC2086
  "$pawl" $command asked.json --quiet --no-timing >asked_again.json
  cmp -s drawn.json asked_again.json || failed "$command: the task of --task-out has another answer"
  rm -f asked.json
done

# An option replaces the value of a task file. If the value of an option cannot be read, the message must name the
# option.
expect 0 '"steps":' plan task.json --friction 0.2 --actuator free --quiet
expect 0 '"mass":0.24,|"found":true' plan task.json --mass 240g --quiet
expect 0 '"found":true' plan task.json --density 7.85g/cm3 --thickness 6mm --quiet
expect 2 '^--friction: 0.1,x: must be a coefficient or two' plan task.json --friction 0.1,x
expect 2 '^--pin: 1: must be X,Y or X,Y,DIAMETER' plan task.json --pin 1
expect 2 '^--pin: "6 ft": must be a number without quotes, or a text such as "6 mm"' plan task.json --pin '1,2,6 ft'
expect 2 '^--density: "7.85 g/cm3": needs the part.s "thickness"' plan task.json --density '7.85 g/cm3'
expect 2 '^--mass: "2 lb": must be a number without quotes' plan task.json --mass '2 lb'
expect 2 '^--actuator: "trey": must be "free", "tray"' plan task.json --actuator trey
expect 2 '^--actuator: free: contradicts --tray' plan task.json --tray --actuator free
expect 2 '^--layer: WALLS: the drawing has nothing on this layer' plan plate.dxf --layer WALLS --tray
expect 2 '^--unit: plate_R12.dxf: the drawing states no unit' plan plate_R12.dxf --tray
expect 0 '"length":"in"' contacts plate_R12.dxf --unit in --pin 30,-1 --quiet
expect 0 '"length":"cm"' contacts plate_inkscape.svg --unit cm --pin 3,100 --quiet
expect 2 '^--task-out: task.json: is also the input' plan task.json --task-out task.json
expect 2 '^--task-out: .*one task' plan task.json task.json --task-out out.json
"$pawl" plan - <plate.dxf >/dev/null 2>message && failed "a drawing on standard input is a task"

# One command line starts a fixture search. The task that it writes must contain the outline and have the same plan.
expect 0 '"found":true|"fixtures":' fixture "${plate[@]}" --tray --friction .1,.2 --pins 6mm --limit 60 \
  --set /fixture/candidates/points/per_edge=2 --task-out best.json
jq -e '.part.outline.path and (.fixels | length) == 3 and .fixels[0].radius == 3' best.json >/dev/null || failed "the task of a fixture: $(head -c 400 best.json)"
expect 0 '"found":true' plan best.json --quiet

# Certificates contain the digest of the drawing, also for the task of a fixture. With another drawing, the check must
# report a fault.
digest=sha256:$(sha256sum plate.dxf | cut -d ' ' -f 1)
[ "$(jq -r .part.drawing_digest best.json)" = "$digest" ] || failed "the task of a fixture names $(jq -r .part.drawing_digest best.json), expected $digest"
"$pawl" plan best.json --quiet --certificate proof.json >/dev/null
[ "$(jq -r .drawing proof.json)" = "$digest" ] || failed "the certificate names $(jq -r .drawing proof.json), expected $digest"
expect 0 "\"drawing\":\"$digest\"" verify proof.json --task best.json
jq '.part.drawing_digest = "sha256:0f"' best.json >other.json
expect 1 'the drawing is not' verify proof.json --task other.json
expect 2 '/drawing_digest: "sha256:0f": differs from the digest of the drawing file' contacts "${plate[@]}" "${pins[@]}" --set /part/drawing_digest=sha256:0f

# If the part has a profile tolerance, the guarantee of a plan and its certificate must cover all parts in the profile
# zone.
expect 0 '"zone":\{"tolerance":0.1,"holds":true,' plan task.json --quiet --part-tolerance 0.1mm
expect 0 '^ +zone +the plan also seats all parts' plan task.json --quiet --part-tolerance 0.1mm --format text
expect 0 '"zone":\{"tolerance":20.0,"holds":false,.*"reason":' plan task.json --quiet --part-tolerance 20
expect 2 '^--part-tolerance: -1: must be from 0 to 1e9' plan task.json --part-tolerance -1
cp "$2"/data/tasks/bracket_tray.json bracket.json
jq '.part.tolerance = 0.1' bracket.json >zone.json
"$pawl" plan bracket.json --quiet --certificate stated.json >/dev/null
"$pawl" plan zone.json --quiet --certificate zone_proof.json >/dev/null
expect 0 '"accepted":true' verify zone_proof.json --task zone.json
expect 1 'the profile tolerance is not' verify stated.json --task zone.json

# Makes each change that the advice proposes, and checks that it helps.
none=(block.json --no-timing --quiet)
cat >block.json <<'TASK'
{"pawl": 1, "units": {"length": "mm", "angle": "deg"}, "friction": 1.5, "actuator": "tray",
 "part": {"outline": {"polygon": [[0, 0], [60, 0], [60, 40], [0, 40]]}},
 "fixels": [[10, 0], [50, 0], [60, 30]]}
TASK
expect 1 '"status":"none"' plan "${none[@]}" --advice
"$pawl" plan "${none[@]}" --advice >none.json
[ "$(jq '.results.advice | length' none.json)" -ge 1 ] || failed "no advice: $(cat none.json)"
"$pawl" verify none.json --task block.json >/dev/null || failed "the answer with advice is not verified"
jq -r '.results.advice[].options' none.json >options
helps() {  # PATTERN ARGS...: runs the command with each change in the file options
  local pattern=$1 change
  shift
  while read -r line; do
    eval "change=($line)"
    expect 0 "$pattern" "$@" "${change[@]}"
  done <options
}
helps '"found":true' plan "${none[@]}"
# The advice can propose to move a pin, to state a known start, or to raise a limit of cells.
peg=("$2/data/tasks/figure4c_peg_lra.json" --quiet --no-timing)
"$pawl" plan "${peg[@]}" --advice | jq -r '.results.advice[].options' >options
[ "$(wc -l <options)" -eq 3 ] && grep -q 'fixels/0' options && grep -q 'start/states' options || failed "advice for the peg: $(cat options)"
helps '"found":true' plan "${peg[@]}"
tray=("$2/data/tasks/ratchet_pawl_tray.json" --quiet --no-timing)
expect 3 '^ +try +--limit-cells ' plan "${tray[@]}" --limit-cells 10 --format text
"$pawl" plan "${tray[@]}" --limit-cells 10 --advice 2>/dev/null | jq -r '.results.advice[].options' >options
[ "$(head -n 1 options)" = "--limit-cells 88" ] || failed "advice for a search that was stopped: $(cat options)"
helps '"found":true' plan "${tray[@]}"
# If the fixture has walls, the advice must not propose a search for pins.
"$pawl" plan "$2/data/tasks/block_in_pocket.json" --friction 3 --format text --quiet >walls.txt
! grep -q 'pawl fixture' walls.txt || failed "a task with walls: $(cat walls.txt)"
expect 1 '^ +try +--friction ' plan block.json --format text --quiet

cp "$2"/data/tasks/ratchet_pawl_tray.json pawl.json
trials=(pawl.json --quiet --no-timing --set 'scatter={"starts":20,"translation":0.002,"rotation":0.03}')
expect 1 '"advice":\[\{"options":"--' simulate "${trials[@]}" --advice
"$pawl" simulate "${trials[@]}" --advice | jq -r '.results.advice[].options' >options
helps '"seated":20,' simulate "${trials[@]}"

# The option --scatter states the distribution of starts, with units. With --task-out, its values must be in the written
# task.
expect 0 '"starts":5,"seated":5' simulate task.json --scatter 0.5mm,1deg,5 --quiet --task-out scattered.json
jq -e '.scatter == {starts: 5, translation: 0.5, rotation: 1}' scattered.json >/dev/null || failed "--scatter wrote $(jq -c .scatter scattered.json)"
expect 0 '"starts":1000,' simulate task.json --scatter 0.5 --quiet
expect 2 '^--scatter: 0: must be a whole number from 1 to' simulate task.json --scatter 1,1,0

finish
