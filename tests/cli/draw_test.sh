#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests pawl draw, and the picture options of the other commands.
# Usage: draw_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
tasks=$2/data/tasks
cd "$scratch" || exit 1

# kind FILE BEGINNING: checks that a picture file begins with these bytes.
kind() { [ "$(head -c ${#2} "$1")" = "$2" ] || failed "$1 begins with $(head -c 8 "$1")"; }

# A task can be drawn in all three formats. The SVG file must be XML and contain the texts of the task.
expect 0 '' draw "$tasks/disc_na.json" --svg disc.svg --png disc.png --pdf disc.pdf --quiet
kind disc.svg '<?xml'
kind disc.pdf '%PDF-1.'
[ "$(head -c 4 disc.png | od -An -tx1 | tr -d ' ')" = 89504e47 ] || failed "disc.png is no PNG"
grep -q '<title>disc between two fixels</title>' disc.svg || failed "disc.svg has no title"
grep -q 'gap 0.0005 m (enlarged)' disc.svg || failed "disc.svg does not say that a gap is enlarged"
if command -v python3 >/dev/null; then
  sed 's|disc between two fixels|</svg><script>alert(1)</script> \&amp; \\u0001\\ud800|' "$tasks/disc_na.json" >evil.json
  sed -i 's|\\ud800||' evil.json
  "$pawl" draw evil.json --svg evil.svg --quiet || failed "a name with markup"
  python3 -c 'import sys, xml.dom.minidom as m
for f in sys.argv[1:]:
    d = m.parse(f); assert not d.getElementsByTagName("script"), f' disc.svg evil.svg || failed "an SVG is no XML"
fi

# The picture must have the same bytes in three cases: from the picture option of a command, from a second run, and from
# the saved answer.
for command in cone contacts modes 'check --mode na' 'forward --wrench 0,-1,0' plan; do
  "$pawl" $command "$tasks/disc_na.json" --quiet --out answer.json --svg option.svg --png option.png --pdf option.pdf
  [ $? -le 1 ] || failed "$command with pictures"
  expect 0 '' draw "$tasks/disc_na.json" --answer answer.json --svg answer.svg --png answer.png --pdf answer.pdf --quiet
  for form in svg png pdf; do cmp -s option.$form answer.$form || failed "$command: option and answer differ as $form"; done
  "$pawl" $command "$tasks/disc_na.json" --quiet --no-timing --out with.json --svg again.svg
  "$pawl" $command "$tasks/disc_na.json" --quiet --no-timing --out without.json
  cmp -s with.json without.json || failed "$command: the answer differs where a picture is asked for"
  cmp -s option.svg again.svg || failed "$command: another picture the second time"
done

# The pictures of the four problems of [BTG02, figure 4] must agree with that paper. It states: "the wrench cone for
# figure 4d has six generators", of which two "are pure moments". In figure 4a, the generators g1 and g2 lie on friction
# cone edges, and g3 turns the part.
drawn() {
  "$pawl" cone "$tasks/$1" --mode "${2%%:*}" --quiet --out /dev/null --svg cone.svg || failed "cone $1"
  grep -q "mode $2" cone.svg || failed "$1: the picture does not say mode $2: $(grep -o 'mode [a-z]*: [^<]*' cone.svg | head -1)"
}
drawn figure4a_lla.json 'lla: 3 generators<'
drawn figure4b_nnn.json 'nnn: 6 generators, including 2 pure moments; every wrench<'
drawn figure4c_peg_lra.json 'lra: 3 generators<'
drawn figure4d_peg_nn.json 'nn: 6 generators, including 2 pure moments; every wrench<'

# Draws cones of every dimension, with lines and without. The cones belong to one contact, or to none.
for task in '"contacts":[{"point":[0,1],"normal":[0,-1]}]' '"contacts":[{"point":[0,1],"normal":[0,-1],"friction":0.3}]' \
  '"contacts":[{"point":[0,1],"normal":[0,-1]},{"point":[0,-1],"normal":[0,1]}]' \
  '"contacts":[{"point":[0,1],"normal":[0,-1],"friction":1},{"point":[0,1],"normal":[0,-1]}]'; do
  echo "{\"pawl\":1,$task}" >cone.json
  for mode in $("$pawl" modes cone.json --quiet | grep -o '"mode":"[a-z]*"' | cut -d'"' -f4); do
    expect 0 '' cone cone.json --mode "$mode" --quiet --svg cone.svg --picture-size 390x700
    grep -q "mode $mode: " cone.svg || failed "cone.json: no picture of mode $mode with $task"
  done
done

# Tests themes and sizes.
expect 0 '' draw "$tasks/bracket.json" --svg narrow.svg --picture-size 390x600 --theme dark --quiet
grep -q 'viewBox="0 0 390 600"' narrow.svg || failed "the picture is not 390 by 600"
expect 2 '--picture-size: 100x100: must be WIDTHxHEIGHT' draw "$tasks/bracket.json" --svg x.svg --picture-size 100x100
expect 2 '--theme' draw "$tasks/bracket.json" --svg x.svg --theme blue

# A faulty command line must be reported, and must leave no file.
expect 2 'no output file is given; expected --svg, --png, --pdf or --html' draw "$tasks/bracket.json"
expect 2 'pawl simulate accepts' draw "$2/data/scenes/peg.scene.json" --svg x.svg
expect 2 '--png: x.svg: is also the file of --svg' draw "$tasks/bracket.json" --svg x.svg --png x.svg
expect 2 'for one task' plan "$tasks/bracket.json" "$tasks/disc_na.json" --svg x.svg
echo '[1' >broken.json
expect 2 'broken.json: not valid JSON' draw "$tasks/bracket.json" --answer broken.json --svg x.svg
echo '{"results": 1}' >broken.json
expect 2 'broken.json: /command: is missing' draw "$tasks/bracket.json" --answer broken.json --svg x.svg
"$pawl" cone "$tasks/disc_na.json" --quiet --out answer.json
expect 2 'the answer belongs to another task' draw "$tasks/bracket.json" --answer answer.json --svg x.svg
sed 's/"rays":\[\[[^]]*\]/"rays":[[1e300,1,0]/' answer.json >broken.json
expect 2 'broken.json|is no unit vector' draw "$tasks/disc_na.json" --answer broken.json --svg x.svg
for broken in '"results":[[1]]' '"results":{"a":1}' '"results":[{"mode":7}]' '"name":3'; do
  sed "s/\"results\":.*/$broken}/" answer.json >broken.json
  "$pawl" draw "$tasks/disc_na.json" --answer broken.json --svg y.svg >said 2>&1
  [ $? -le 2 ] || failed "an answer with $broken: $(cat said)"
done
expect 3 '' draw "$tasks/bracket.json" --svg missing/x.svg --quiet
[ -e x.svg ] && failed "a refused picture left a file"

# A saved answer is compared with its task before it is drawn: `check` is computed again, a plan is verified, and some
# trials are run again.
held() {  # STATUS PATTERN TASK ANSWER OPTIONS...
  local status=$1 pattern=$2 task=$3 saved=$4
  shift 4
  expect "$status" "$pattern" draw "$task" --answer "$saved" --svg held.svg --quiet "$@"
}
tray=$tasks/bracket_tray.json
"$pawl" plan "$tray" --quiet --out plan.json
held 0 '' "$tray" plan.json
grep -q 'saved answer' held.svg && failed "a plan that is found again is doubted"
held 2 'plan.json: /results/steps/0/wrench: .pawl verify. refuses' "$tray" plan.json --set friction=1e9
held 0 '' "$tray" plan.json --set friction=0.15
grep -q 'confirmed, but not its margins' held.svg || failed "a plan of another friction is drawn as this task's"
"$pawl" cone "$tray" --mode '***' --quiet --out cone.json
held 2 '/results/0/cone/rays.*differs from the answer of .pawl cone.' "$tray" cone.json --set friction=0.3
"$pawl" check "$tasks/disc_na.json" --mode na --quiet --out check.json
held 2 'differs from the answer of .pawl check.' "$tasks/disc_na.json" check.json --set friction=0.01
trials=$tasks/ratchet_pawl_trials.json
"$pawl" simulate "$trials" --quiet --out trials.json
held 0 '' "$trials" trials.json
held 2 'must include start 0, which fails in this task \(jammed\)' "$trials" trials.json --set friction=0.9
sed 's/"starts":[0-9]*/"starts":7/' trials.json >broken.json
held 2 '/results/starts: 7: must be .*, the number of starts of this task' "$trials" broken.json
while IFS='|' read -r edit said; do
  sed "$edit" plan.json >broken.json
  cmp -s plan.json broken.json && failed "$edit changes nothing"
  held 2 "broken.json: $said" "$tray" broken.json
done <<'END'
s/"pawl":1/"pawl":2/|/pawl: 2: must be 1
s/"command":"plan"/"command":"dance"/|/command: "dance"
s/"results":.*/"results":null}/|/results: null
s/"found":true/"found":false/|/results/found: false: contradicts
s/"status":"found"/"status":"none"/|/results/found: true: contradicts
s/"steps":.*,"states"/"steps":[],"states"/|/results/steps: 0 steps
s/"guarantee":"[a-z ]*"/"guarantee":"surely"/|/results/guarantee: "surely"
s/"actuator":"tray"/"actuator":"push"/|/results/actuator: "push": differs from the answer
s/"margin_deg":/"margin_deg":-/|/results/steps/0/margin_deg: -
s/"window_deg":\[[^]]*\]/"window_deg":[1,2]/|/results/steps/0/window_deg: \[1,2\]: must contain
s/"wrench":\[[^]]*\]/"wrench":[0,0,0]/|/results/steps/0/wrench: .* must not be zero
END

# Replaces each value of a saved answer by several other values. The command must either draw the answer, or refuse it
# and report the fault.
for words in "block_stop.json plan" "disc_na.json cone" "figure4a_lla.json check --mode lla" "disc_na.json contacts" "disc_na.json modes"; do
  read -r task command <<<"$words"
  "$pawl" $command "$tasks/$task" --quiet --out whole.json
  jq -c 'path(..) | select(length > 0 and length < 3)' whole.json | head -n 24 >paths
  while read -r path; do
    for shape in 5 '"x"' '[5]' '{"0": 5}'; do
      jq "setpath($path; $shape)" whole.json >bent.json
      "$pawl" draw "$tasks/$task" --answer bent.json --svg bent.svg >said 2>&1
      status=$?
      [ $status -eq 0 ] || { [ $status -eq 2 ] && grep -q '^[^ ]*: ' said; } ||
        failed "draw --answer with $shape at $path of $command: status $status, $(head -c 300 said)"
    done
  done <paths
done

# All answers have the same members besides "results". These members must be valid.
"$pawl" plan "$tasks/block_stop.json" --quiet --out whole.json
for bend in '.warnings = 5' '.warnings = {}' '.warnings = [5]' '.warnings = [{"code": 1, "pointer": "", "message": ""}]' '.name = 5' \
  '.units = {"length": 5, "angle": "rad"}' '.units = [1]'; do
  jq "$bend" whole.json >bent.json
  pointer=$(sed 's/^\.\([a-z]*\).*/\1/' <<<"$bend")
  expect 2 "^bent.json: /$pointer" draw "$tasks/block_stop.json" --answer bent.json --svg no.svg
done

finish
