#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the command in the way that users call it: its answers, exit statuses and messages. Usage: command_test.sh PAWL
# SOURCE_DIR WITH_CDDLIB
set -u
. "$(dirname "$0")/expect.sh"
tasks=$2/data/tasks
with_cddlib=$3

expect 0 '"mode":"na","feasible":true' cone "$tasks/disc_na.json"
expect 0 '"excluded":\[\[0\]\]' cone "$tasks/disc_na.json"
expect 0 '"count":8' modes "$tasks/disc_na.json"
expect 0 '"consistent":true' cone "$tasks/disc_na.json" --wrench 1,0,-1
expect 0 '"in_cone":false' cone "$tasks/disc_na.json" --wrench -1,0,2
expect 0 '"in_cone":false' cone "$tasks/disc_na.json" --wrench=-1,0,2
expect 0 '"K":\[\[0.0,-1.0,-1.0\],\[-1.0,0.2,-0.2\],\[0.0,0.4,-0.4\]\]' cone "$tasks/disc_na.json" --matrices
expect 0 '"frame":"world"' cone "$tasks/disc_na.json" --exact
expect 0 '"mode":"ls".*"mode":"ns"' cone "$tasks/disc_na.json" --mode '*s'
expect 0 '"margin_deg": 27' cone "$tasks/ratchet_pawl.json" --pretty
expect 1 '"feasible":false,"cone":null' cone "$tasks/figure4c_peg_lra.json" --mode lla
expect 2 '^--mode: "aa": fixel 1 touches' cone "$tasks/disc_na.json" --mode aa
expect 2 '^--wrench: nan,0,0: must be three finite' cone "$tasks/disc_na.json" --wrench nan,0,0
expect 2 'must be three finite' cone "$tasks/disc_na.json" --wrench 1,2
expect 2 'must be three finite' cone "$tasks/disc_na.json" --wrench 1,2,1e400
expect 2 'no.such.json: the file cannot be opened' cone "$scratch/no such.json"
expect 2 'directory|cannot be' cone "$scratch"
expect 2 '^pawl: unknown command "nonsense"; the commands are contacts, cone, .* and help$' nonsense
expect 2 '' cone
expect 0 'Usage' --help
expect 0 'pawl 0' --version
expect 0 'Add whether wrench' cone --help
expect 1 '"verdict":"wholly ambiguous".*"rivals":\[\{"mode":"nns","jam":true,"covers":"all"\}\],"safe":\[\],"force_closure":true,"closure_contacts":\[1,2\]' check "$tasks/figure4c_peg_lra.json" --mode lra
expect 0 '"verdict":"determinate".*"covers":"boundary".*"margin_deg":28.0' check "$tasks/block_stop.json" --mode rra
expect 0 '"verdict":"determinate","jam":false,"strongly_stable":false,"modes":\["rra"\],"distance_deg":5.389' check "$tasks/block_stop.json" --wrench 0.3,-1,0
expect 1 '"jam":true,"strongly_stable":true,"modes":\["nns"\]' check "$tasks/block_stop.json" --wrench 0,-1,0
expect 0 '"desired":true' check "$tasks/block_stop.json" --wrench 0,-1,0 --mode nns
expect 1 '"desired":false' check "$tasks/block_stop.json" --wrench 0,-1,0 --mode rra
expect 0 '"desired":\[\{"mode":"rra".*"mode":"rss"' check "$tasks/block_stop.json" --mode 'r**'
expect 1 '"feasible":false,"verdict":"infeasible","cone":null' check "$tasks/block_stop.json" --mode lrs
expect 2 '^--mode: missing; expected one desired mode' check "$tasks/block_stop.json"
expect 2 '^--mode: "rr": has 2 letters' check "$tasks/block_stop.json" --mode rr
expect 0 'Mode to check' check --help
expect 0 '"steps":\[\{"wrench":\[-0.03617.*"window_deg":\[-101.3099324.*"after":\[\[1,2,3\]\],"window_deg":\[-78.69' plan "$tasks/ratchet_pawl_tray.json"
expect 0 '"found":true,"status":"found","guarantee":"energy","located":true,"seated_pose":\[0.000225,0.0,0.0\],"steps":\[\{"wrench".*"certified":true' plan "$tasks/ratchet_pawl.json"
expect 0 '"friction_limit":\{"this_plan":0.1902.*"any_plan":0.70' plan "$tasks/block_stop.json" --friction-limit
expect 0 '"window_deg":\[-65.99' plan "$tasks/block_spring.json"
expect 1 '"status":"none".*"reason":"every wrench that holds.*nns.*"certificate":\{"beliefs":\[\[\[1\]' plan "$tasks/figure4c_peg_lra.json"
expect 0 '"guarantee":"energy"' plan "$tasks/block_stop.json" --require-impact-safe
expect 1 '"status":"none"' plan "$tasks/ratchet_pawl_tray.json" --require-impact-safe
expect 1 '"status":"none"' plan "$tasks/ratchet_pawl_tray.json" --require keeps
expect 0 '"guarantee":"energy".*"margin_full_deg":19.34.*"kappa":1.75.*"fixels":\[1,2\],"kappa":1.0' plan "$tasks/block_stop.json" --require energy
expect 1 '"status":"none".*"reason":"no wrench of the actuator.*"certificate":null' plan "$tasks/ratchet_pawl_tray.json" --require energy
sed 's|"actuator".*|"goal": [1, 2]|' "$tasks/block_spring.json" >"$scratch/two.json"
expect 2 '/goal: no plan to this goal can have the guarantee "energy": it does not contain all contacts' plan "$scratch/two.json" --require energy
expect 2 '/goal: no plan to this goal can have the guarantee "energy": it does not contain all contacts' plan "$scratch/two.json" --certify
expect 0 '"guarantee":"at rest"' plan "$tasks/ratchet_pawl.json" --by-graph
expect 2 '^--by-graph: cannot be combined with --require energy' plan "$tasks/ratchet_pawl.json" --by-graph --require energy
expect 2 '--require: strong: must be keeps or energy' plan "$tasks/block_stop.json" --require strong
expect 3 '"found":false,"status":"stopped"' plan "$tasks/ratchet_pawl_tray.json" --limit-cells 10
expect 3 'pawl: stopped: the limit was reached' plan "$tasks/block_stop.json" --limit 0
expect 0 'sensorless|--friction-limit' plan --help
expect 0 '"depth":0.08[34].*"basin":\{"translation":\[\[-0\..*"end":"spills","spill":\{"displacement".*"fixels":\[1,3\]' plan "$tasks/block_stop.json" --certificate "$scratch/proof.json"
expect 0 '"accepted":true.*"refused":null,"depth":0.08[34]' verify "$scratch/proof.json"
expect 0 '"accepted":true,"checked":\["it is of the task' verify "$scratch/proof.json" --task "$tasks/block_stop.json"
expect 0 '"part":\{"name":"[^"]*","digest":"sha256:[0-9a-f]{64}","mass":' verify "$scratch/proof.json"
sed 's/"pawl":1/"pawl":2/' "$scratch/proof.json" >"$scratch/other.json"
expect 2 '/pawl: 2: unknown version; expected 1' verify "$scratch/other.json"
sed 's/"depth":/"depht":1,"depth":/' "$scratch/proof.json" >"$scratch/other.json"
expect 2 '/depht: 1: unknown key' verify "$scratch/other.json"
expect 1 '"refused":"/problem: the force is not the task.s"' verify "$scratch/proof.json" --task "$tasks/block_spring.json"
expect 1 '"refused":"/problem: the outline is not the task.s"' verify "$scratch/proof.json" --task "$tasks/ratchet_pawl.json"
sed 's/\("depth":0.0\)8/\19/' "$scratch/proof.json" >"$scratch/deeper.json"
expect 1 '"accepted":false,"checked":\[\],"refused":"the box around ' verify "$scratch/deeper.json"
expect 0 '"end":"enough"' plan "$tasks/block_stop.json" --certify-depth 0.02
expect 0 '"depth":0.0[1-8]' plan "$tasks/block_stop.json" --certify --tolerance-friction 0.1 --tolerance-fixels 0.001
expect 1 '"depth":null,"basin":null.*"radius":\{"displacement":0.00068.*"radius":\{"displacement":0.00068' plan "$tasks/ratchet_pawl_tray.json" --certify
expect 0 '"radius":null' plan "$tasks/block_spring.json" --certify
expect 3 '"depth":null.*"end":"stopped","spill":null,"depth_at_most":null' plan "$tasks/block_stop.json" --certify --limit-boxes 10
expect 0 '"end":"enough","spill":null,"depth_at_most":null' plan "$tasks/block_stop.json" --certify-depth 0.01
expect 0 '"end":"spills".*"depth_at_most":0.0[89]' plan "$tasks/block_stop.json" --certify
expect 2 'must be a finite number of at least 0' plan "$tasks/block_stop.json" --certify-depth -1
expect 2 '/certificate: missing or malformed; expected as in a certificate' verify "$tasks/block_stop.json"
cat >"$scratch/cage.json" <<'END'
{"pawl": 1, "part": {"outline": {"polygon": [[-1.25, -0.75], [1.75, -0.75], [1.75, 0.25], [-0.25, 0.25], [-0.25, 1.25], [-1.25, 1.25]]}},
 "friction": 0.2, "fixels": [{"at": [1, -0.75]}, {"at": [-0.25, 0.5]}, {"at": [-1.25, 1]}], "actuator": {"tray": {}}}
END
expect 0 '"loadable":true,"loading":\{"path":\[\[0.01,0.0,0.0\],.*"cage":null' plan "$tasks/block_stop.json" --loadable
expect 0 '"loadable":false,"loading":\{"path":null,"least_gap":null,"cage":\{"translation":\[\[-0.1' plan "$scratch/cage.json" --loadable
cat >"$scratch/turned.json" <<'END'
{"pawl": 1, "units": {"length": "mm", "angle": "deg"}, "pose": [0, 0, 90],
 "part": {"outline": {"polygon": [[-10, -5], [10, -5], [10, 5], [-10, 5]]}}, "friction": 0.2,
 "fixels": [{"at": [5, -5]}, {"at": [5, 5]}, {"at": [2.5, 10]}], "actuator": {"tray": {}}}
END
expect 0 '"loadable":true,"loading":\{"path":\[\[0.0,0.0,90.0\],\[-[0-9.]*,-[0-9.]*,90.0\]\]' plan "$scratch/turned.json" --loadable
expect 0 'loadable +no: in the plane, the fixels cage the part' plan "$scratch/cage.json" --loadable --format text
expect 1 'radius +starting at rest, this holds up to 0.0006817 m and 0.9° from the seat' plan "$tasks/ratchet_pawl_tray.json" --certify --format text
expect 3 '"loadable":null.*' plan "$scratch/cage.json" --loadable --limit-boxes 50
expect 2 '/part/outline: missing: whether the part can leave' plan "$tasks/painleve_rod.json" --loadable
for task in block_stop block_spring ratchet_pawl_tray figure4c_peg_lra; do
  "$pawl" plan "$tasks/$task.json" >"$scratch/plan.json"
  expect 0 '"accepted":true' verify "$scratch/plan.json" --task "$tasks/$task.json"
done
expect 1 '"accepted":false.*"/results/certificate: some wrench leads out' verify "$scratch/plan.json" --task "$tasks/ratchet_pawl_tray.json"
displaced='"friction": 3, "actuator": {"tray": {}}, "start": {"displacements": [[-1, 1, 0]]}'
cat >"$scratch/displaced.json" <<END
{"pawl": 1, "part": {"outline": {"polygon": [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]}},
 "fixels": [{"at": [-0.5, -0.5]}, {"at": [0.5, -0.5]}, {"at": [1, -0.25]}], $displaced}
END
"$pawl" plan "$scratch/displaced.json" >"$scratch/plan.json"
expect 0 '"accepted":true,"checked":\["no wrench leads out' verify "$scratch/plan.json" --task "$scratch/displaced.json"
sed 's/"beliefs":\[\[\[\]\],/"beliefs":[/' "$scratch/plan.json" >"$scratch/other.json"
expect 1 '"/results/certificate: some wrench leads out' verify "$scratch/other.json" --task "$scratch/displaced.json"
cat >"$scratch/tilt.json" <<'END'
{"pawl": 1, "part": {"outline": {"polygon": [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]}}, "friction": 0.2,
 "fixels": [{"at": [-0.5, -0.5]}, {"at": [0.5, -0.5]}, {"at": [1, -0.25]}], "actuator": {"tray": {}},
 "simulate": {"support": {"law": "ellipsoid", "friction": 0.1}}}
END
expect 0 '"margin_full_deg":13.87.*"least_tilt_deg":22.63' plan "$scratch/tilt.json"
"$pawl" check "$tasks/block_stop.json" --mode 'r**' >"$scratch/check.json"
expect 0 '"checked":\["safe wrench 1 allows r' verify "$scratch/check.json" --task "$tasks/block_stop.json"
sed 's/"wrench":\[/"wrench":[-/; s/\[--/[/' "$scratch/check.json" >"$scratch/other.json"
expect 1 '"refused":"/results/safe/0/wrench: allows ' verify "$scratch/other.json" --task "$tasks/block_stop.json"
"$pawl" check "$tasks/block_stop.json" --mode lra >"$scratch/check.json"
expect 0 '"accepted":true,"checked":\["no motion has the letters lra","/results/mode",.*"unchecked":\[\]' verify "$scratch/check.json" --task "$tasks/block_stop.json"
sed 's/"mode":"lra"/"mode":"r\*\*"/' "$scratch/check.json" >"$scratch/other.json"
expect 1 '"refused":"/results/verdict: some motion has these letters"' verify "$scratch/other.json" --task "$tasks/block_stop.json"
sed 's/"infeasible"/"wholly ambiguous"/' "$scratch/check.json" >"$scratch/other.json"
expect 1 '"refused":"/results/verdict: does not follow from the modes. cones"' verify "$scratch/other.json" --task "$tasks/block_stop.json"
"$pawl" check "$tasks/figure4c_peg_lra.json" --mode lra >"$scratch/check.json"
expect 0 '"accepted":true,"checked":\["the rivals are all modes that share wrenches with lra",.*"unchecked":\[\]' verify "$scratch/check.json" --task "$tasks/figure4c_peg_lra.json"
sed 's/"rivals":\[.*\],"safe"/"rivals":[],"safe"/' "$scratch/check.json" >"$scratch/other.json"
expect 1 '"refused":"/results/rivals: nns is missing"' verify "$scratch/other.json" --task "$tasks/figure4c_peg_lra.json"
"$pawl" check "$tasks/block_stop.json" --mode 'r**' >"$scratch/check.json"
sed 's/{"mode":"nns",[^}]*},//' "$scratch/check.json" >"$scratch/other.json"
expect 1 '"refused":"/results/rivals: nns is missing"' verify "$scratch/other.json" --task "$tasks/block_stop.json"
sed 's/{"mode":"nns",/{"mode":"lla",/' "$scratch/check.json" >"$scratch/other.json"
expect 1 '"refused":"/results/rivals' verify "$scratch/other.json" --task "$tasks/block_stop.json"
sed 's/"determinate"/"partly ambiguous"/' "$scratch/check.json" >"$scratch/other.json"
expect 1 '"refused":"/results/verdict: does not follow from the modes. cones"' verify "$scratch/other.json" --task "$tasks/block_stop.json"
"$pawl" check "$tasks/block_stop.json" --wrench 0,-1,0 >"$scratch/check.json"
expect 0 '"checked":\["the modes are those' verify "$scratch/check.json" --task "$tasks/block_stop.json"
sed 's/"modes":\["nns"/"modes":["rra"/' "$scratch/check.json" >"$scratch/other.json"
expect 1 '"refused":"/results/modes' verify "$scratch/other.json" --task "$tasks/block_stop.json"
lcp=$2/tests/data/lcp/pv_001_14_m2.5.txt
"$pawl" lcp --proof "$lcp" >"$scratch/lcp.json"
expect 0 '"checked":\["the proof.s leaves hold' verify "$scratch/lcp.json" --task "$lcp"
sed 's/"4398046511104"/"-4398046511104"/' "$scratch/lcp.json" >"$scratch/other.json"
expect 1 '"refused":"/results/0/proof' verify "$scratch/other.json" --task "$lcp"
"$pawl" modes "$tasks/disc_na.json" >"$scratch/modes.json"
expect 0 '"accepted":true,"checked":\["/results/count","/results/modes","/results/certified"\],"unchecked":\[\],"refused":null' verify "$scratch/modes.json" --task "$tasks/disc_na.json"
sed 's/"motion_dimension":3/"motion_dimension":2/' "$scratch/modes.json" >"$scratch/other.json"
expect 1 '"refused":"/results/modes/6/motion_dimension: 2: differs from what the task gives; expected 3"' verify "$scratch/other.json" --task "$tasks/disc_na.json"
"$pawl" plan "$tasks/block_stop.json" --certify >"$scratch/plan.json"
expect 1 '"accepted":false,.*"unchecked":\["/results/steps/0/energy/depth",.*\],"refused":null' verify "$scratch/plan.json" --task "$tasks/block_stop.json"
expect 0 '"accepted":true,.*"unchecked":\["/results/steps/0/energy/depth",' verify "$scratch/plan.json" --task "$tasks/block_stop.json" --partial
expect 1 '"refused":"/name: ' verify "$scratch/plan.json" --task "$tasks/block_stop.json" --set name=other --partial
"$pawl" simulate "$tasks/block_spring.json" >"$scratch/trials.json"
expect 1 '"accepted":false,"checked":\[\],"unchecked":\["/results"\],"refused":null' verify "$scratch/trials.json" --task "$tasks/block_spring.json"
"$pawl" plan "$tasks/ratchet_pawl_tray.json" --require energy >"$scratch/plan.json"
expect 0 '"accepted":true,"checked":\["no wrench of the actuator satisfies the energy conditions"' verify "$scratch/plan.json" --task "$tasks/ratchet_pawl_tray.json"
sed 's/,"require":"energy"//' "$scratch/plan.json" >"$scratch/other.json"
expect 1 '"refused":"/results/certificate: missing' verify "$scratch/other.json" --task "$tasks/ratchet_pawl_tray.json"
# The command orient writes a task whose pose has the final orientation. A plan that inserts the part into the fixels of
# this task starts at this pose.
expect 0 '"pose":\[0.0,0.0,90.0\]' orient "$tasks/bracket.json" --to 90 --task-out "$scratch/oriented.json"
grep -q '"pose": \[0,0,90\]' "$scratch/oriented.json" || failed "orient --task-out wrote $(cat "$scratch/oriented.json")"
expect 2 '/goal: .*these fixels cannot touch' plan "$scratch/oriented.json"
rm "$scratch/oriented.json"
expect 0 '"pose":\[0.0,0.0,-90.0\]' orient "$tasks/bracket.json" --by fence --to -90
expect 0 '"final_deg":\[270.0\]' orient "$tasks/bracket.json" --by fence --to -90
expect 0 '"final_deg":\[270.0\]' orient "$tasks/bracket.json" --by fence --to 270
for angle in 1e300 -360.5 nan inf; do
  expect 2 '^--to: .*must be (from -360 to 360 degrees|a number)' orient "$tasks/bracket.json" --to "$angle"
done
expect 2 '^--angle-step: 7.0: must divide 360 degrees' orient "$tasks/bracket.json" --angle-step 7
expect 2 '^--center-error: 1.0: .*applies only with --by fence' orient "$tasks/bracket.json" --center-error 1
expect 1 '"found":false' orient "$tasks/bracket.json" --jaw-friction 5 --task-out "$scratch/oriented.json"
[ ! -e "$scratch/oriented.json" ] || failed "orient --task-out wrote a task without a plan"
expect 0 '"found":true' orient "$tasks/bracket.json" --by fence --task-out "$scratch/oriented.json"
expect 0 '"found":true' plan "$scratch/oriented.json"
expect 2 '^--task-out: .*one task' orient "$tasks/bracket.json" "$tasks/disc_na.json" --task-out "$scratch/oriented.json"

for asked in '--by squeeze' '--to 33' '--angle-step 5 --to 2.5' '--jaw-friction 0.05,0.1' '--jaw-friction 5' \
  '--by fence --center-error 2' '--by fence --angle-step 180'; do
  # shellcheck disable=SC2086
  "$pawl" orient "$tasks/bracket.json" $asked >"$scratch/orient.json"
  expect 0 '"accepted":true,"checked":\["/results/by",.*"unchecked":\[\],"refused":null' verify "$scratch/orient.json" --task "$tasks/bracket.json"
done
"$pawl" orient "$tasks/bracket.json" --angle-step 5 >"$scratch/orient.json"
sed 's/"angle_deg":[0-9.]*/"angle_deg":12.0/' "$scratch/orient.json" >"$scratch/other.json"
expect 1 '"refused":"/results/steps/0/angle_deg: 12.0: differs from what the task gives; expected [0-9.]*"' verify "$scratch/other.json" --task "$tasks/bracket.json"
sed 's/"off_deg":/"margin":1,"off_deg":/' "$scratch/orient.json" >"$scratch/other.json"
expect 1 '"refused":"/results/margin: 1: unknown field' verify "$scratch/other.json" --task "$tasks/bracket.json"
sed 's/"angle_step_deg":5.0/"angle_step_deg":7/' "$scratch/orient.json" >"$scratch/other.json"
expect 2 '/results/angle_step_deg: 7.0: must divide 360 degrees' verify "$scratch/other.json" --task "$tasks/bracket.json"
expect 1 '"refused":"/name: ' verify "$scratch/orient.json" --task "$tasks/disc_na.json"
"$pawl" orient "$tasks/bracket.json" --limit 0 >"$scratch/other.json" 2>"$scratch/errors.txt"
expect 1 '"refused":"/stopped: true: the answer was cut short' verify "$scratch/other.json" --task "$tasks/bracket.json"
echo '{"pawl": 1, "command": "part", "results": {}}' >"$scratch/other.json"
expect 2 '/command: "part": cannot be verified; expected an answer of plan, check, contacts' verify "$scratch/other.json" --task "$tasks/block_stop.json"
"$pawl" plan "$tasks/block_stop.json" | sed 's/"wrench":\[0.5/"wrench":[-0.5/' >"$scratch/plan.json"
expect 1 '"refused":"/results/steps/0/wrench: the goal is not the only lowest point"' verify "$scratch/plan.json" --task "$tasks/block_stop.json"
cat >"$scratch/slot.json" <<'END'
{"pawl": 1, "part": {}, "contacts": [{"point": [0, -1], "normal": [0, 1]}, {"point": [-1, 0.5], "normal": [1, 0]},
  {"point": [-1, -0.5], "normal": [1, 0]}, {"point": [1, 0], "normal": [-1, 0]}]}
END
expect 0 '"guarantee":"keeps".*"margin_deg":90.0,.*"planes":1,' plan "$scratch/slot.json"
cat >"$scratch/narrow.json" <<'END'
{"pawl": 1, "part": {}, "start": {"states": [[3]]}, "contacts": [
  {"point": [0.25, -1], "normal": [0, 1], "friction": [0.302, 0.698]},
  {"point": [1, 0], "normal": [-1, 0], "friction": [0.002, 0.398]},
  {"point": [0, 1], "normal": [0, -1], "friction": [0.002, 0.398]}]}
END
expect 0 '"guarantee":"at rest".*"margin_deg":0.12.*"margin_deg":21.66' plan "$scratch/narrow.json"
sed -E 's/\[0\.302, 0\.698\]/0.5/; s/\[0\.002, 0\.398\]/0.2/' "$scratch/narrow.json" >"$scratch/nominal.json"
expect 0 '"friction_limit":\{"this_plan":0.17.*"any_plan":0.199' plan "$scratch/nominal.json" --friction-limit
sed 's|"actuator".*|"start": {"states": [[1], [2, 3]]}, "goal": [4]|' "$tasks/block_spring.json" >"$scratch/goal.json"
expect 2 '/goal' plan "$scratch/goal.json"
sed 's|0.05|3|' "$tasks/block_spring.json" >"$scratch/spring.json"
expect 2 '/actuator/spring/anchor: .*the direction of the force is unknown' plan "$scratch/spring.json"
"$pawl" plan "$tasks/block_stop.json" --graphviz "$scratch/whole.dot" --whole-graph >/dev/null && grep -q 'label="escape"' "$scratch/whole.dot" || { echo "FAILED: --whole-graph"; failures=$((failures + 1)); }
expect 2 '^--whole-graph: has no effect without --graphviz' plan "$tasks/block_stop.json" --whole-graph
"$pawl" plan "$tasks/block_stop.json" --graphviz "$scratch/graph.dot" >/dev/null && grep -q 'label="{1 2 3}", peripheries=2' "$scratch/graph.dot" || { echo "FAILED: --graphviz"; failures=$((failures + 1)); }
expect 0 '"verdict":"one","solutions":\[\{"mode":"nns","acceleration":\[0.0,0.0,0.0\]' forward "$tasks/block_stop.json" --wrench 0,-1,0
expect 1 '"verdict":"none","solutions":\[\]' forward "$tasks/painleve_rod.json" --wrench 0,-1,0
echo '{"pawl": 1, "part": {"mass": 1, "inertia": 0.25}, "twist": [0, 0, -1], "contacts": [
  {"point": [-1, 0], "normal": [-1, 0], "friction": 0.5}, {"point": [-1, 0], "normal": [1, 0], "friction": 0}]}' >"$scratch/wedged.json"
expect 0 '"acceleration_range":\[\[1.0,null,-10.0\],\[1.0,0.0,null\]\]' forward "$scratch/wedged.json" --wrench -3,0,-2.5
expect 2 '^--wrench: missing; expected the external wrench' forward "$tasks/block_stop.json"
expect 0 'External wrench fx,fy,tau' forward --help
expect 0 '"verdict":"one","contacts":\[.*"efforts":\[-0.38.*"pins":\[\[1.24' forward "$2/data/scenes/crank.scene.json"
echo '{"pawl": 1, "duration": 1, "simulate": {"step": 0.001}, "bodies": [], "joints": [{"kind": "revolute", "anchor": [0, 0],
  "velocity": 1, "acceleration": 0, "mass": 2, "inertia": 0.01, "center_of_mass": [0.5, 0]}]}' >"$scratch/lift.scene.json"
expect 0 '"joints":\[\{"position":1.0[0-9]*,"velocity":1.0,"effort":5.304' simulate "$scratch/lift.scene.json"
echo '{"pawl": 1, "part": {"outline": {"polygon": [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]}}, "friction": 0.2, "fixels":
  [{"at": [-0.5, -0.5]}, {"at": [0.5, -0.5]}, {"at": [1, -0.25]}], "start": {"states": [[1, 2], [1, 2, 3]]}, "actuator":
  {"push": {"at": [0, 0.5], "directions": [-1.62, -1.52]}}}' >"$scratch/beside.json"
expect 1 '"status":"none"' plan "$scratch/beside.json"
expect 0 '"status":"found".*"after":\[\[1,2\],\[1,2,3\]\]' plan "$scratch/beside.json" --set '/goal={"mode": "nn*"}'
expect 2 '/goal/mode: "?nnl"?: permits only l at fixel 3' plan "$scratch/beside.json" --set '/goal={"mode": "nnl"}'
expect 2 '--wrench: applies to tasks' forward "$2/data/scenes/crank.scene.json" --wrench 0,-1,0
expect 2 '--quasistatic: applies to scenes' forward "$tasks/block_stop.json" --wrench 0,-1,0 --quasistatic
# Tests foolproof fixtures: the wrong placements, the exit status, and the check of a saved answer.
expect 1 '"foolproof":\{"foolproof":false,.*"wrong":\[\{"turned_over":(true|false),' contacts "$tasks/plate_on_hole.json" --foolproof
expect 0 '"foolproof":\{"foolproof":true,.*"near_miss":\{"turned_over"' contacts "$tasks/plate_on_diamond_pin.json" --foolproof
expect 1 '^ +foolproof +no: the fixture also accepts' contacts "$tasks/plate_on_hole.json" --foolproof --format text
expect 2 '^--misfit: 0: must be a positive length' contacts "$tasks/plate_on_hole.json" --foolproof --misfit 0
expect 2 '^--misfit: 0.1: needs --foolproof' contacts "$tasks/plate_on_hole.json" --misfit 0.1
"$pawl" contacts "$tasks/plate_on_hole.json" --foolproof --quiet --out wrong.json
expect 0 '"accepted":true' verify wrong.json --task "$tasks/plate_on_hole.json"
expect 0 '"finger":\{"edges":\[\{"edge":3,.*"from_exact":"5/52","to_exact":"35/52"' contacts "$tasks/figure4b_nnn.json" --finger force-closure --finger-replaces 3
expect 2 '^--finger-wrench: 1,x,2: must be three finite numbers' contacts "$tasks/figure4b_nnn.json" --finger nnnn --finger-wrench 1,x,2
expect 2 '^--finger-wrench: missing' contacts "$tasks/figure4b_nnn.json" --finger strongly-stable
expect 2 '^--finger-friction: has no effect without --finger' contacts "$tasks/figure4b_nnn.json" --finger-friction 0.2
expect 0 '"union":\{"convex":true' check "$tasks/disc_na.json" --mode 'k*'
if [ "$with_cddlib" = 1 ]; then
  expect 0 '"certified":true' cone "$tasks/ratchet_pawl.json" --route enrsv
  expect 0 '"K_F":\[\[1.0,0.0,-2.5\],\[0.0,2.0,-1.0\],\[1.0,0.0,2.5\]\],"F":\[\[2.5,1.0,2.5\]' cone "$tasks/disc_na.json" --matrices --route enrsv
else
  expect 2 'no cddlib' cone "$tasks/ratchet_pawl.json" --route enrsv
fi

echo '{"pawl": 1, "fricton": 1, "contacts": []}' >"$scratch/bad.json"
expect 2 'bad.json: /fricton: 1: unknown key' modes "$scratch/bad.json"
# If one input is invalid, the commands must still answer for the other inputs.
good=$(dirname "$0")/../../data/tasks/disc_na.json
for command in modes contacts simulate; do
  answers=$("$pawl" $command "$scratch/bad.json" "$good" 2>"$scratch/message")
  [ $? -eq 2 ] && [ "$(grep -c "\"command\":\"$command\"" <<<"$answers")" -eq 1 ] && grep -q 'bad.json: /fricton' "$scratch/message" ||
    { echo "FAILED: $command with one bad input of two"; failures=$((failures + 1)); }
done
"$pawl" cone "$scratch/bad.json" --out "$scratch/out.json" 2>/dev/null
[ -e "$scratch/out.json" ] && { echo "FAILED: bad input made an output file"; failures=$((failures + 1)); }
[ -z "$("$pawl" cone "$scratch/bad.json" 2>/dev/null)" ] || { echo "FAILED: bad input printed an answer"; failures=$((failures + 1)); }
"$pawl" cone "$tasks/disc_na.json" --out "$scratch/out.json" && [ -s "$scratch/out.json" ] || { echo "FAILED: --out"; failures=$((failures + 1)); }
[ "$("$pawl" modes - <"$tasks/disc_na.json" | grep -c '"count":8')" = 1 ] || { echo "FAILED: standard input"; failures=$((failures + 1)); }

# A complementarity problem may be given as JSON. A contact problem may also be given as text.
lcps=$2/tests/data/lcp
expect 0 '"status":"solved"' lcp "$lcps/acc_016_1_rest_m1.5.txt"
expect 0 '"solutions":\[\[[0-9.]+\],\[0.0\]\]|"solutions":\[\[0.0\],\[[0-9.]+\]\]' lcp --all "$lcps/pv_001_13_m2.5.txt"
expect 0 '"solutions":\[\[0.0\]\],"complete":true' lcp --all "$lcps/pv_001_3_m0.4.txt"
expect 1 '"status":"none","z":null' lcp "$lcps/pv_001_14_m2.5.txt"
expect 1 '"status":"solved".*"status":"none"' lcp "$lcps/pv_001_3_m0.4.txt" "$lcps/acc_002_1_ladder_m1.5.txt"
expect 1 '"proof":\[\{"multipliers":\[\[0,"[0-9/]+"\]\]\}\],"proof_variables":1' lcp --proof "$lcps/pv_001_14_m2.5.txt"
expect 3 '"status":"undecided"' lcp --limit 0 "$lcps/acc_050_2_mix_m0.8.txt"
# Tests large problems: 2048 variables, which is the limit, and 600 contacts.
awk 'BEGIN { printf "{\"pawl\": 1, \"M\": ["; for (i = 0; i < 2048; ++i) { printf i ? ",[" : "["; for (j = 0; j < 2048; ++j)
  printf "%s%d", j ? "," : "", i == j; printf "]" } printf "], \"q\": ["; for (i = 0; i < 2048; ++i)
  printf "%s1", i ? "," : ""; print "]}" }' >"$scratch/large.json"
expect 0 '"status":"solved"' lcp "$scratch/large.json"
awk 'BEGIN { print "pc1 acc many"; print "600 600 0.5 0"; for (i = 0; i < 600; ++i) print "1 20"
  for (i = 0; i < 600; ++i) print -1, i, "0 1 0 0 0 -0.1 0 -9.81 0.3" }' >"$scratch/many.txt"
expect 0 '"status":"solved"' lcp "$scratch/many.txt"
expect 2 '' lcp
echo '{"pawl": 1, "M": [[2, 1], [1, 2]], "q": [-5, -6]}' >"$scratch/lcp.json"
expect 0 '"z":\[1.3333333333333333,2.333333333333333[0-9]*\]' lcp "$scratch/lcp.json"
expect 0 '"complete": true' lcp --all "$scratch/lcp.json" --pretty
echo '{"pawl": 1, "M": [[-1]], "q": [-1]}' >"$scratch/none.json"
expect 1 '"status":"none"' lcp "$scratch/none.json"
echo '{"pawl": 1, "M": [[1, 0], [1]], "q": [1, 1e400], "Q": []}' >"$scratch/faults.json"
expect 2 'faults.json: /Q: \[\]: unknown key' lcp "$scratch/faults.json"
expect 2 'faults.json: /q/1: 1e400: must be a finite' lcp "$scratch/faults.json"
echo '{"pawl": 1, "M": [[1, 0], [1]], "q": [1, 1]}' >"$scratch/ragged.json"
expect 2 'ragged.json: /M/1: \[1\]: has 1 entries; must have 2' lcp "$scratch/ragged.json"
sed '3s/.*/1 nan/' "$lcps/pv_001_3_m0.4.txt" >"$scratch/nan.txt"
expect 2 'nan.txt: line 3: nan: must be a finite number' lcp "$scratch/nan.txt"
head -3 "$lcps/pv_001_3_m0.4.txt" >"$scratch/short.txt"
expect 2 'short.txt: line 4: the text ends' lcp "$scratch/short.txt"
expect 2 '"status":"solved"' lcp "$lcps/pv_001_3_m0.4.txt" "$scratch/short.txt"
expect 2 'short.txt: line 4: the text ends' lcp "$lcps/pv_001_3_m0.4.txt" "$scratch/short.txt"
[ -z "$("$pawl" lcp "$scratch/short.txt" "$scratch/nan.txt" 2>/dev/null)" ] ||
  { echo "FAILED: bad files alone printed an answer"; failures=$((failures + 1)); }

# The same input must give the same output, byte by byte, except for elapsed times.
for _ in 1 2; do "$pawl" cone "$tasks/ratchet_pawl.json" --mode '***' | sed 's/"elapsed_ms".*//' | cksum; done | uniq | wc -l | grep -qx 1 ||
  { echo "FAILED: two runs differ"; failures=$((failures + 1)); }

# A file of 100 MB that is not a task must be refused with well under 200 MB of memory. The test limits the address
# space. It cannot do this under the sanitizers, which reserve terabytes of it.
limit="ulimit -v 400000"
grep -qE '__(asan|tsan)_init' "$pawl" && limit=true
for text in '[' '"a' "$(printf '\\x8f\\x01')"; do
  yes "$text" | tr -d '\n' | head -c 100000000 >"$scratch/huge.json"
  for how in file stdin; do
    if [ $how = file ]; then output=$($limit; "$pawl" cone "$scratch/huge.json" 2>&1); else output=$($limit; "$pawl" cone - <"$scratch/huge.json" 2>&1); fi
    [ $? -eq 2 ] || { echo "FAILED: huge input ($how): $output"; failures=$((failures + 1)); }
  done
done

# A task of 55 MB, whose strings have the largest permitted length, must be read with little more than 110 MB of memory.
[ "$limit" = true ] || limit="ulimit -v 180000"
string="\"$(yes a | tr -d '\n' | head -c 1000000)\""
{ echo '{"pawl": 1, "contacts": [], "x-strings": [0'; for _ in $(seq 55); do echo ",$string"; done; echo ']}'; } >"$scratch/huge.json"
output=$($limit; "$pawl" modes "$scratch/huge.json" 2>&1)
[ $? -eq 0 ] || { echo "FAILED: a task of long strings: $output"; failures=$((failures + 1)); }

finish
