#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests rest regions and the play of parts with the options that users give. Usage: regions_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
tasks=$2/data/tasks
cd "$scratch" || exit 1
bracket=$tasks/bracket_tray.json ratchet=$tasks/ratchet_pawl_tray.json peg=$tasks/peg_above_socket.json
echo '{"steps": [{"wrench": [0.1736, -0.9848, 0]}, {"wrench": [0.2588, -0.9659, 0]}]}' >tilts.json

# A plan for rest regions may come from the search with contact states, from the task itself, or from the search by rest
# regions.
expect 0 '"found":true,"status":"found","guarantee":"region",.*"displacement":[0-9.e-]+,"reference":\{"pose":\[.*\],"seated":true\},"steps":\[\{"wrench":.*"searched":false' plan "$bracket" --from 1mm,1deg
expect 0 '"within":0.1,.*"searched":true' plan "$bracket" --from 1mm,1deg --within 0.1
expect 0 '"status":"found".*"steps":\[\{.*"rest_region".*\},\{.*"rest_region"' plan "$ratchet" --from 0.05mm,0.06deg --plan tilts.json
expect 1 '"found":false,"status":"may leave","guarantee":null,.*"leaves":\{"step":1,.*"smaller_start":null' plan "$ratchet" --from 0.05mm,0.06deg
expect 1 '"status":"not found",.*"searched":true' plan "$ratchet" --from 0.2mm,0.2deg --within 1e-6 --limit-boxes 2000
expect 1 '"status":"may leave".*"smaller_start":0.[0-9]+' plan "$bracket" --from 30mm,20deg

# If the rest region is not proved to be small, the answer must contain a trial in which the part comes to rest far from
# its place.
expect 0 '"witness":\{"displacement":\[.*\],"largest":0.0008[0-9]*,"fixels":\[1,2\],"trials":[1-6]\}' plan "$ratchet" --from 0.05mm,0.06deg --plan tilts.json
expect 1 'trial +released there, the part rests with a point' plan "$ratchet" --from 0.05mm,0.06deg --plan tilts.json --within 0.0001 --format text
expect 0 '"projections":\{"cells":40,"x_y":\[\[0,[0-9]+,0,[0-9]+\],' plan "$ratchet" --from 0.05mm,0.06deg --plan tilts.json
if "$pawl" plan "$bracket" --from 1mm,1deg | grep -q '"witness"'; then failed "a region of rounding errors needs no trial"; fi

# If the part may still move after a step, the text has another heading. The text must also state the assumptions of a
# step in which the part may leave.
expect 0 'Where the part may be after each step' plan "$bracket" --from 0.1mm,0.1deg --residual-energy 1e-7 --format text
expect 1 '"leaves":\{"step":2,.*"in_sweep":true.*"a wrench changes to the next one through' plan "$ratchet" --from 0.05mm,0.06deg --plan tilts.json --swept --residual-energy 1e-8

# The task may state the start region and the tolerance.
expect 0 '"start_region":\{"translation":1.5,"rotation_deg":[0-9.]+,"energy":0.0,"at":\[0.0,19.0,0.0\]\},"within":0.5,' plan "$peg" --certificate peg.json
expect 0 '"accepted":true' verify peg.json
expect 0 '"accepted":true' verify peg.json --task "$peg"
expect 1 '"accepted":false' verify peg.json --task "$bracket"
sed 's/"displacement":[0-9.e-]*/"displacement":0.1/' peg.json >forged.json
expect 1 '"accepted":false.*"refused":"' verify forged.json

# verify computes a saved answer about rest regions again.
"$pawl" plan "$ratchet" --from 0.05mm,0.06deg --plan tilts.json --swept --tolerance-direction 1 >answer.json || failed "an answer"
expect 0 '"accepted":true' verify answer.json --task "$ratchet"
sed 's/"x_y":\[\[0,/"x_y":[[1,/' answer.json >forged.json
expect 1 '"refused":"/results/steps/0/projections' verify forged.json --task "$ratchet"
sed 's/"trials":1/"trials":2/' answer.json >forged.json
expect 1 '"refused":"/results/witness' verify forged.json --task "$ratchet"
sed 's/"displacement":0.00[0-9]*/"displacement":0.0001/' answer.json >forged.json
expect 1 '"accepted":false' verify forged.json --task "$ratchet"

# Tests the texts for people.
expect 0 '^✓ 1 tilt from any start within ±1 mm and ±1° *: every point of the' plan "$bracket" --from 1mm,1deg --format text
expect 1 'the part may leave from any start within' plan "$ratchet" --from 0.05mm,0.06deg --format text

# The picture must show where the part starts and where it rests. A saved answer must have the same picture.
expect 0 '"found":true' plan "$peg" --svg peg.svg
grep -q 'at rest, no point is off by more than' peg.svg || failed "a picture of rest regions"
"$pawl" plan "$peg" >peg_answer.json || failed "an answer about the peg"
expect 0 'corners of the region where the part comes to rest' draw "$peg" --answer peg_answer.json --svg -
expect 2 'the answer belongs to another task' draw "$bracket" --answer peg_answer.json --svg -

# Tests invalid values of options.
expect 2 '^--from: 1: must be the half-widths T,R of the start region' plan "$bracket" --from 1
expect 2 '^--from: 1,2,3,4: ' plan "$bracket" --from 1,2,3,4
expect 2 '^--from: -1,2: .*must be from 0' plan "$bracket" --from=-1,2
expect 2 '/start/region/rotation: .*must be at most 2.5 rad' plan "$bracket" --from 1mm,170deg
expect 2 '^--from: missing: --within and --plan need the start region' plan "$bracket" --within 0.1
expect 2 '^--swept: has no effect without a start region' plan "$bracket" --swept
expect 2 '^--by-graph: cannot be combined with a start region' plan "$bracket" --from 1mm,1deg --by-graph
expect 2 'tolerances/direction: .*must be below a quarter turn' plan "$bracket" --from 1mm,1deg --tolerance-direction 90
expect 2 '/plan/steps/0/wrench: is not a wrench that the task.s actuator can apply' plan "$bracket" --from 1mm,1deg --plan <(echo '{"steps": [{"wrench": [0, -1, 5]}]}')
echo '{"pawl": 1, "contacts": [], "start": {"region": {"translation": -1}}, "goal_tolerance": 0}' >bad.json
expect 2 '/start/region/translation: -1: must be from 0' plan bad.json
expect 2 '/goal_tolerance: 0: must be' plan bad.json

# Tests the option --play.
expect 0 '"play":\{"caged":true,"from":"seat","cage":\{"translation":\[\[-10' contacts "$tasks/casting_in_pocket.json" --play
expect 0 '"play":\{"caged":false,"from":"seat","cage":null,"displacement":null' contacts "$bracket" --play
expect 0 'no point moves by more than|no *$' contacts "$tasks/plate_on_diamond_pin.json" --play --format text
"$pawl" contacts "$tasks/plate_on_diamond_pin.json" --play >play.json || failed "a play"
expect 0 '"accepted":true' verify play.json --task "$tasks/plate_on_diamond_pin.json"
finish
