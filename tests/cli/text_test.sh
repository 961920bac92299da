#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests answers as text for people: their facts, widths, colours, and characters, and the cases in which the output is JSON
# instead. Usage: text_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
data=$2/data
tasks=$data/tasks
cd "$scratch" || exit 1
export LC_ALL=C.UTF-8 COLUMNS=80
unset NO_COLOR

# text STATUS FILE ARGS...: checks that the command has this exit status and prints the content of FILE.
text() {
  local status=$1 wanted=$2 got
  shift 2
  "$pawl" "$@" --format text --quiet >answer 2>message
  got=$?
  [ $got -eq "$status" ] && cmp -s answer "$wanted" ||
    failed "pawl $* gave status $got (expected $status): $(diff "$wanted" answer | head -20) $(cat message)"
}

cat >wanted <<'TEXT'
✓ 2 tilts seat the part on 1 2 3 from any contact state
    tilt downhill toward  allowed         margin  then touches
 1  -92.1°                -101.3°…-82.8°  9.2°    2 3 or all
 2  -61.0°                -78.7°…-43.3°   17.7°   all
 Hold each tilt until the part stops. Angles: counterclockwise from the world's
 x axis.
 Seated pose: (0.000225, 0, 0) m, rad. The goal's contacts locate the part (rank
 3).
 ! Go slowly in both steps: the impact of a new contact may take another one
   away.
 Guarantee: at rest. It ends seated if it stops after each contact that it
 gains, and no impact takes a contact away again.
 Not modelled: impacts, velocity, and friction with the surface that the part
 lies on.
 More: --certify, --friction-limit, pawl simulate, --format json
TEXT
text 0 wanted plan "$tasks/ratchet_pawl_tray.json"
cat >wanted <<'TEXT'
✗ lra: no wrench is safe (wholly ambiguous)
  try      less friction, or contacts farther apart
  desired  slides left on 1, slides right on 2, approaches 3
  rival    nns JAM: sticks on 1 2, off 3; possible for every wrench of the
           desired mode
  cause    wedging between 1 and 2: each lies in the other's friction cone
  closure  force: yes (1, 2)   form: no
TEXT
text 1 wanted check "$tasks/figure4c_peg_lra.json" --mode lra
cat >wanted <<'TEXT'
✗ lrs: impossible: no motion has these letters (infeasible)
  desired  slides left on 1, slides right on 2, off 3
  closure  force: no   form: no
TEXT
text 1 wanted check "$tasks/block_stop.json" --mode lrs
expect 1 '"verdict":"infeasible"' check "$tasks/block_stop.json" --mode lrs
# A jam is a success if it is the desired mode.
cat >wanted <<'TEXT'
✓ wrench (0, -1, 0) produces nns, as desired
  mode     nns: sticks on 1 2, off 3
  margin   the answer may change if the wrench's direction is off by 11.3°
TEXT
text 0 wanted check "$tasks/block_stop.json" --wrench 0,-1,0 --mode nns
cat >wanted <<'TEXT'
✗ wrench (0, -1, 0) holds the part: nothing moves (strongly stable)
  mode     nns: sticks on 1 2, off 3
  margin   the answer may change if the wrench's direction is off by 11.3°
TEXT
text 1 wanted check "$tasks/block_stop.json" --wrench 0,-1,0
cat >wanted <<'TEXT'
✓ na: sticks on 1, approaches 2
  from     a cone of wrenches
  rays     (-0.1925, -0.9623, -0.1925)
           (0.1925, -0.9623, 0.1925)
           (0.7071, 0, -0.7071)
  best     (0.1857, -0.9649, -0.1857), margin 15.2° (wide)
 Wrenches: (fx, fy, torque), N and N m, torque about the centre of mass.
TEXT
text 0 wanted cone "$tasks/disc_na.json"
cat >wanted <<'TEXT'
✓ wrench (0.5, -1, 0.2) has one solution
  rra      slides right on 1 2, approaches 3
           acceleration (0.3, 0, 0) m/s², rad/s²
           forces on the part, N: 1: 0.6 normal, 0.12 tangential; 2: 0.4 normal,
           0.08 tangential
 Normals point into the part. A tangential force is positive 90°
 counterclockwise from the normal.
TEXT
text 0 wanted forward "$tasks/block_stop.json" --wrench .5,-1,.2
cat >wanted <<'TEXT'
✓ 3 contacts; the goal locates the part (rank 3)
 fixel  state     gap m  point m       normal  on      friction
 1      touching  0      (-0.5, -0.5)  90.0°   edge 1  0.2
 2      touching  0      (0.5, -0.5)   90.0°   edge 1  0.2
 3      apart     0.01   (1, -0.25)    180.0°  edge 2  0.2
  seated   at (0.01, 0, 0) m, rad
  accuracy if every fixel is off by e, the worst point moves by up to 3.214 e
           (rms 2.16 e); the fixels turn the part by -1, 1, 0 rad per m
  gyration radius 0.6455 m
  mass     1 kg
 Normals point from the fixel into the part; angles are counterclockwise from
 the world's x axis. Edges, arcs and vertices count from 1.
TEXT
text 0 wanted contacts "$tasks/block_stop.json" --no-warn nearly-touches
"$pawl" modes "$tasks/disc_na.json" --format text >answer && grep -q '^✓ 8 feasible modes$' answer && [ "$(wc -l <answer)" -eq 10 ] || failed "modes: $(cat answer)"
"$pawl" simulate "$tasks/ratchet_pawl_trials.json" --format text >answer && grep -q '^✓ 100 of 100 starts end at the goal$' answer || failed "trials: $(cat answer)"
"$pawl" simulate "$data/scenes/incline.scene.json" --format text >answer && grep -qE '^✓ [0-9]+ steps, ' answer || failed "scene: $(cat answer)"
"$pawl" plan "$tasks/block_stop.json" --certificate proof.json --format text >answer && grep -qE '^  depth    0.08' answer || failed "depth: $(cat answer)"
"$pawl" verify proof.json --format text >answer && grep -q "^✓ proof.json: accepted" answer && grep -q "^  depth .* N times the task.s unit of length, for a load of 1 N" answer || failed "verify: $(cat answer)"
"$pawl" plan "$tasks/figure4c_peg_lra.json" --format text >answer
[ $? -eq 1 ] && grep -q '^✗ no plan exists: proved' answer || failed "no plan: $(cat answer)"
cp "$2/tests/data/lcp/acc_002_1_ladder_m1.5.txt" ladder.txt
"$pawl" lcp ladder.txt --format text >answer
[ $? -eq 1 ] && grep -q 'has no solution: proved$' answer || failed "no solution: $(cat answer)"

# No line may be wider than the terminal, or than 100 columns. A narrower terminal may change only blanks and line
# breaks.
all() {
  for command in plan contacts modes cone "check --mode rra"; do "$pawl" $command "$tasks/block_stop.json" --format text 2>/dev/null; done
}
columns() { wc -L <answer; }
words() { tr -s ' \n' '\n\n' <answer | cksum; }
all >answer
known=$(words)
for width in 60 80 200; do
  COLUMNS=$width all >answer
  [ "$(columns)" -le $((width < 100 ? width : 100)) ] || failed "$width columns: $(columns)"
  [ $width -eq 60 ] || [ "$(words)" = "$known" ] || failed "$width columns: other words"
done

COLUMNS=60 "$pawl" contacts "$tasks/block_stop.json" --format text 2>/dev/null | grep -q '^   fixel 3, state apart, gap m 0.01, ' || failed "a table that is too wide"

# If the locale is not UTF-8, the text must be ASCII. A terminal gets colours unless NO_COLOR is set or TERM is dumb;
# other outputs never get colours.
LC_ALL=C all >answer
LC_ALL=C grep -q '[^ -~]' answer && failed "not ASCII: $(LC_ALL=C grep '[^ -~]' answer | head -3)"
grep -q '^ok 1 wrench seats the part' answer && grep -q '19.3 deg' answer || failed "ASCII: $(head -5 answer)"
all | grep -q "$(printf '\033')" && failed "colour in a pipe"
"$pawl" plan "$tasks/block_stop.json" | cat >answer
grep -q '^{"pawl":1,"command":"plan"' answer || failed "a pipe gets no JSON: $(head -c 200 answer)"
if command -v script >/dev/null; then
  on_terminal() { script -qec "$*" /dev/null </dev/null | tr -d '\r'; }
  export TERM=xterm
  on_terminal "$pawl plan $tasks/block_stop.json" >answer
  grep -q "^$(printf '\033')\[32m✓$(printf '\033')\[0m 1 wrench seats the part" answer || failed "a terminal gets no coloured text: $(head -c 300 answer)"
  NO_COLOR=1 on_terminal "$pawl plan $tasks/block_stop.json" >answer
  grep -q '^✓ 1 wrench seats the part' answer || failed "NO_COLOR: $(head -c 300 answer)"
  TERM=dumb on_terminal "$pawl plan $tasks/block_stop.json" >answer
  grep -q '^✓ 1 wrench seats the part' answer || failed "a dumb terminal: $(head -c 300 answer)"
  for json in '--format json' --pretty; do
    on_terminal "$pawl plan $tasks/block_stop.json $json" >answer
    grep -q '"command":' answer || failed "$json on a terminal: $(head -c 300 answer)"
  done
  on_terminal "$pawl contacts $tasks/ratchet_pawl_tray.json" >answer
  [ "$(grep -c 'does not count as touching' answer)" -eq 1 ] || failed "a warning is to be seen once on a terminal: $(cat answer)"
fi
expect 2 'xml' plan "$tasks/block_stop.json" --format xml

# The first character of the text (✓, ✗ or ?) must agree with the exit status. Text in a file must have no colours.
"$pawl" plan "$tasks/block_stop.json" --certify --limit-boxes 1 --format text >answer 2>/dev/null
status=$?
grep -qE "^$([ $status -eq 1 ] && echo ✗ || echo '\?') 1 wrench seats the part" answer || failed "no depth, status $status: $(head -1 answer)"
"$pawl" contacts "$tasks/disc_na.json" --format text 2>/dev/null | grep -q '^✓ 2 contacts; the goal does not locate the part: it fixes 2 of 3 motions$' || failed "contacts that do not locate"
if command -v script >/dev/null; then
  on_terminal "$pawl plan $tasks/block_stop.json --format text --out answer" >message
  grep -q '^✓ 1 wrench' answer || failed "colour in a file: $(head -1 answer)"
fi

# The name of a file must not be able to control the terminal.
printf '{"pawl": 1, "M": [[1]], "q": [1]}' >"$(printf 'a\033[2Jb.json')"
"$pawl" lcp "$(printf 'a\033[2Jb.json')" --format text >answer
grep -q "$(printf '\033')" answer && failed "an escape sequence of a file's name"

finish
