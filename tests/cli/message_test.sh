#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the command's messages about invalid input: the place, the bound, the reason.
# Usage: message_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
tasks=$2/data/tasks

cd "$scratch" || exit 1
disc='"part": {"outline": {"disc": {"radius": 1}}}'

# If a command needs fixels, it is a fault that the task has none. The other commands treat such a part as free, and
# answer.
echo "{\"pawl\": 1, $disc}" >missing.json
echo "{\"pawl\": 1, $disc, \"fixels\": []}" >none.json
echo '{"pawl": 1, "contacts": []}' >stated.json
for file in missing none; do
  expect 2 "^$file.json: /fixels: none given; a plan needs 1 to 127; state where the pins are, or let .pawl fixture. search for them$" plan $file.json
  expect 2 "^$file.json: /fixels: must not be empty for a mode to be checked; a free part accepts --wrench" check $file.json
done
expect 2 '^stated.json: /contacts: none given; a plan needs 1 to 127$' plan stated.json
for file in missing none stated; do
  expect 0 '"count":1' modes $file.json
  expect 0 '"feasible":true' cone $file.json
  expect 0 '"verdict":"determinate"' check $file.json --wrench 1,0,0
  expect 0 '"verdict":"one"' forward $file.json --wrench 1,0,0
done

# Tests plans with the largest permitted number of fixels, and with one more. All fixels are on one straight edge.
for count in 127 128; do
  { echo '{"pawl": 1, "contacts": ['
    for ((k = 1; k <= count; ++k)); do echo "{\"point\": [$k, 0], \"normal\": [0, 1]},"; done | sed '$s/,$//'
    echo ']}'; } >"$count.json"
done
expect 2 '^128.json: /contacts: 128 given; a plan needs 1 to 127$' plan 128.json
expect 3 '"status":"stopped"' plan 127.json --limit-cells 0

# If a file cannot be read, the reason is reported.
expect 2 '^nowhere.json: the file cannot be opened for reading: No such file or directory$' cone nowhere.json
expect 2 '^none.json/x: the file cannot be opened for reading: Not a directory$' cone none.json/x
expect 2 '^\.: is a directory; expected a file$' cone .
expect 2 '^nowhere.json: the file cannot be opened for reading: No such file' lcp nowhere.json
ln -s loop.json loop.json
expect 2 '^loop.json: the file cannot be opened for reading: Too many levels of symbolic links' cone loop.json
if [ "$(id -u)" != 0 ]; then
  chmod 0 stated.json
  expect 2 '^stated.json: the file cannot be opened for reading: Permission denied$' cone stated.json
fi
[ ! -r /proc/self/mem ] || expect 2 '^/proc/self/mem: cannot be read to its end: Input/output error' cone /proc/self/mem

# Arguments, file names and files must not be able to change the terminal, and JSON must be UTF-8. clean WHAT...: checks
# that the files output and message contain only printable UTF-8 characters.
clean() {
  cat output message >both
  iconv -f UTF-8 -t UTF-16LE both >/dev/null 2>&1 || failed "$*: not UTF-8: $(head -c 300 both | od -c | head)"
  grep -qP '[\x00-\x09\x0b-\x1f\x7f]' both && failed "$*: control characters: $(head -c 300 both)"
  # The pattern lists, as UTF-8 bytes, the C1 control characters, ALM, LRM, RLM, line separators, embeddings and
  # isolates.
  LC_ALL=C grep -qP '\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]' both &&
    failed "$*: C1 or direction controls: $(head -c 300 both)"
}
# Runs the command with the arguments of this function. Checks that its output and its messages are clean.
says() {
  "$pawl" "$@" >output 2>message </dev/null
  clean "pawl $*"
}
for hostile in $'\x1b[2J' $'\xc2\x9b31m' $'\xe2\x80\xae' $'\xe2\x81\xa7' $'caf\xe9' $'\xed\xa0\x80' $'\xf5\x80' $'\xc0\xaf' $'\x7f' $'a\nb'; do
  says "$hostile"
  says modes "$hostile"
  says modes none.json "--$hostile"
  says modes none.json --limit "$hostile"
  says plan none.json --require "$hostile"
  says cone none.json --mode "$hostile"
  says check none.json --wrench "$hostile"
  says modes none.json --set "$hostile"
  says modes none.json --set "$hostile=1"
  says modes none.json --set "/name=\"$hostile\""
  says modes none.json --no-warn "$hostile"
  says modes none.json --format "$hostile"
  says modes none.json --out "$hostile/x"
  says modes none.json --svg "$hostile/x"
  says man "$hostile"
  says completion "$hostile"
  says verify "$hostile" --task "$hostile"
  says lcp "$hostile"
  says part "$hostile" --layer "$hostile"
done
for text in '\u001b[2J' '\u009b31m' '\u202egpj' '\u2067' '\u007f' '\u0000'; do
  printf '{"pawl": 1, "name": "%s", "part": {"outline": {"polygon": [[0, 0], [2, 0], [2, 1], [0, 1]]}}, "friction": 0.2, "x-%s": 1,
    "fixels": [{"at": [0.5, 0]}, {"at": [1.5, 0]}, {"at": [0, 0.5]}]}' "$text" "$text" >hostile.json
  printf '{"pawl": 1, "name": "%s", "%s": 2}' "$text" "$text" >refused.json
  for command in contacts cone modes 'check --mode=nnn' 'forward --wrench=0,-1,0' plan simulate 'fixture --limit-plans=0 --limit=2'; do
    for format in text json; do
      says $command hostile.json --format $format
      grep -q '"command"\|[a-z]' output || failed "pawl $command hostile.json: no answer: $(cat message)"
    done
    says $command refused.json
  done
done

# Every command must accept file names that are not UTF-8.
odd=$'caf\xe9'
mkdir "$odd"
cp "$tasks/block_stop.json" "$odd/$odd.json"
cp "$2"/tests/data/lcp/pv_001_3_*.txt "$odd/$odd.txt"
cp "$2/data/drawings/lever.svg" "$odd/$odd.svg"
cp "$2/data/scenes/incline.scene.json" "$odd/$odd.scene.json"
file=$odd/$odd.json
for words in "contacts $file" "cone $file" "modes $file" "check $file --mode=rra" "forward $file --wrench=0,-1,0" "plan $file" \
  "simulate $file --replay=0" "simulate $odd/$odd.scene.json" "lcp $odd/$odd.txt" "part $odd/$odd.svg" "modes $file $file" \
  "fixture $file --limit-plans=0 --set=/fixture/depth_for=1 --task-out=$odd/task --all=$odd/all" "verify $odd/answer --task $file" \
  "plan $file --certificate=$odd/proof" "verify $odd/proof" "lcp $odd/$odd.txt $odd/$odd.txt"; do
  for format in json text; do
    says $words --format $format --quiet
    [ -s output ] && [ ! -s message ] || failed "pawl $words: $(cat message)"
  done
  [[ $words == plan* ]] && "$pawl" plan "$file" --out "$odd/answer"
done
says draw "$file" --answer "$odd/answer" --svg "$odd/o.svg" --html "$odd/o.html"
[ -s "$odd/o.svg" ] && [ -s "$odd/o.html" ] && [ ! -s message ] || failed "pawl draw of names that are not UTF-8: $(cat message)"
says part "$odd/$odd.svg" --svg "$odd/part.svg"
[ -s "$odd/part.svg" ] && iconv -f UTF-8 -t UTF-16LE "$odd/part.svg" >/dev/null || failed "pawl part: a picture that is not UTF-8"

# Tests unknown commands.
expect 2 '^pawl: unknown command "coen"; did you mean "cone"\?$' coen none.json
expect 2 '^pawl: unknown command "Plan"; did you mean "plan"\?$' Plan none.json
expect 2 '^pawl: unknown command "mode"; did you mean "modes"\?$' mode
expect 2 '^pawl: unknown command "chekc"; did you mean "check"\?$' chekc
for word in sheet x '' "$(printf 'a%.0s' {1..5000})"; do
  expect 2 '^pawl: unknown command ".*"; the commands are contacts, cone, check, forward, plan, lcp, modes, simulate, fixture, nest, orient, draw, verify, part, report, completion, man and help$' "$word"
done

# Tests invalid outlines of lines and arcs, and values of a task that would have no effect.
echo '{"pawl": 1, "part": {"outline": {"path": [{"line": [0, 1]}]}}, "fixels": []}' >path.json
expect 2 '^path.json: /part/outline/path: .*: a path has from 2 to 10001 entries$' cone path.json
echo '{"pawl": 1, "part": {"outline": {"path": [[0, 0], {"to": [2, 0], "bulge": -1}, [2, 1], [0, 1]]}}, "fixels": []}' >path.json
expect 2 '^path.json: /part/outline/path: arc 1 from \[0,0\] to \[2,0\] touches edge 3 from \[2,1\] to \[0,1\]: ' cone path.json
echo "{\"pawl\": 1, $disc, \"fixels\": [{\"at\": [0, -1]}], \"start\": {}}" >start.json
expect 2 '^start.json: /start: \{\}: must have states, displacements or a region$' plan start.json
echo "{\"\$schema\": \"https://example.org/task.schema.json\", \"pawl\": 1, $disc, \"fixels\": []}" >schema.json
expect 0 '"count":1' modes schema.json

# Tests wrenches of all permitted sizes. The result must be the same as for a wrench of usual size with the same
# direction.
verdict() {
  "$pawl" "$@" | sed -E 's/.*("verdict":"[^"]*"|"wrench":\{[^}]*\}).*/\1/'
}
echo "{\"pawl\": 1, $disc, \"pose\": [0, 0, 0.785], \"fixels\": [{\"at\": [0, -1]}]}" >turned.json
block=$tasks/block_stop.json
for command in cone check forward; do
  usual=$(verdict $command "$block" --wrench 0.3,-1,0)
  for power in -300 -30 30 99; do
    got=$(verdict $command "$block" --wrench 0.3e$power,-1e$power,0)
    [ "$got" = "$usual" ] && [ -n "$got" ] || failed "$command at 1e$power: $got, else $usual"
  done
  for wrench in 1e100,0,0 -1e100,0,0 0,-1e100,0 0,0,1e100 1e100,1e100,-1e100; do
    "$pawl" $command "$block" --wrench $wrench >answer 2>&1
    [ $? -le 1 ] || failed "$command --wrench $wrench: $(cat answer)"
  done
  for wrench in 1e100,1e100,-1e100 1e100,-1e100,1e100; do
    "$pawl" $command turned.json --wrench $wrench >answer 2>&1
    [ $? -le 1 ] || failed "$command, turned, --wrench $wrench: $(cat answer)"
  done
  for wrench in 1.0001e100,0,0 0,-1e200,0 0,0,1e308 -1e101,1,1; do
    expect 2 "^--wrench: $wrench: must be from -1e100 to 1e100 \(N, N, N times the length unit\)$" $command "$block" --wrench $wrench
  done
  for wrench in inf,0,0 0,nan,0 0x10,0,0 0,0,1e400 1,2 1,2,3,4 1,,3 '1, 2,3' 1,2,3x; do
    expect 2 '^--wrench: .*: must be three finite numbers' $command "$block" "--wrench=$wrench"
  done
done

finish
