#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the command's output files. An existing file must be kept unless the whole answer replaces it, and a failed write must
# give exit status 3. Usage: output_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
source=$2

cd "$scratch" || exit 1
# fresh: makes a task file in an empty folder, and links that are other paths to this file.
fresh() {
  find . -mindepth 1 -delete
  cp "$source/data/tasks/block_stop.json" task.json
  mkdir folder
  ln -s task.json link.json
  ln task.json hard.json
  ln -s ../task.json folder/link.json
}
# unharmed NAME...: checks that the task file is unchanged and that no temporary file is left. NAME describes the test.
unharmed() {
  cmp -s task.json "$source/data/tasks/block_stop.json" || failed "$*: the input was overwritten"
  [ -z "$(find . -name '.pawl-*')" ] || failed "$*: left $(find . -name '.pawl-*')"
}
# holds PATTERN FILE WHAT...: checks that a file contains a pattern.
holds() {
  grep -qsE -- "$1" "$2" || failed "${*:3}: $2 has no /$1/: $(head -c 200 "$2" 2>&1)"
}

# An output must not be an input file, even under another path.
for out in task.json ./task.json "$scratch/task.json" folder/../task.json link.json hard.json folder/link.json; do
  for command in cone modes check\ --mode=rra forward\ --wrench=0,-1,0 plan; do
    fresh
    expect 2 "^--out: $out: is also the input \(task.json\)" $command task.json --out "$out"
    output=$("$pawl" $command - --out "$out" 2>&1 <task.json)
    [ $? -eq 2 ] && grep -q -- "^--out: $out: is also the input (-)" <<<"$output" || failed "$command - --out $out: $output"
    unharmed "$command --out $out"
  done
  expect 2 "^--graphviz: $out: is also the input" plan task.json --graphviz "$out"
  expect 2 "^--out: task.json: is also the input" modes "$out" --out task.json
  unharmed "--graphviz $out"
done
cp "$source"/tests/data/lcp/pv_001_*.txt .
expect 2 '^--out: ./pv_001_14_m2.5.txt: is also the input' lcp pv_001_*.txt --out ./pv_001_14_m2.5.txt
output=$("$pawl" modes task.json 2>&1 >>task.json)
[ $? -eq 2 ] && grep -q -- '--out: -: is also the input' <<<"$output" || failed "standard output onto the input: $output"
unharmed "standard output onto the input"

# An output must not be a file that the task refers to, either.
mkdir -p named
cp "$source/data/drawings/plate.dxf" named/plate.dxf
cp named/plate.dxf plate.dxf
echo '{"pawl": 1, "units": {"length": "mm"}, "part": {"drawing": "named/plate.dxf", "mass": 1}, "friction": 0.2,
  "fixels": [{"at": [15, 0]}, {"at": [45, 0]}, {"at": [0, 20]}]}' >drawn.json
"$pawl" plan drawn.json --no-timing --quiet --out saved
"$pawl" plan drawn.json --certificate proof --quiet --out other
ln -sf named/plate.dxf sketch
for command in 'modes --out' 'cone --out' 'check --mode=*** --out' 'forward --wrench=0,-1,0 --out' 'contacts --out' 'plan --out' \
  'plan --graphviz' 'plan --certificate' 'simulate --out' 'simulate --replay=0 --trace' 'fixture --limit=1 --out' \
  'fixture --limit=1 --all' 'fixture --limit=1 --task-out' 'verify saved --out' 'verify proof --out' 'draw --svg' \
  'draw --answer=saved --svg' 'plan --svg' 'modes --png' 'cone --pdf' 'plan --html' 'simulate --html'; do
  for out in named/plate.dxf sketch; do
    option=${command##* }
    arguments=(${command% *} drawn.json)
    [[ $command == verify* ]] && arguments=(${command% *} --task drawn.json)
    [[ $command == *--svg || $command == *--p* || $command == *--html ]] && [[ $command != draw* ]] && arguments+=(--out answer)
    expect 2 "^$option: $out: is also the input \\(named/plate.dxf\\)" "${arguments[@]}" "$option" "$out"
    cmp -s plate.dxf named/plate.dxf || failed "pawl $command $out: the drawing was overwritten"
    cp plate.dxf named/plate.dxf
  done
done

# Two outputs must not be the same file, no matter whether the file exists.
for pair in 'a.out a.out' './a.out a.out' 'folder/../a.out a.out' 'dangling a.out' '- -' '- /dev/stdout' '/dev/stdout -'; do
  for there in no yes; do
    fresh
    ln -s a.out dangling
    [ $there = yes ] && echo old >a.out
    expect 2 '^--graphviz: .*: is also the file of --out' plan task.json --out ${pair% *} --graphviz ${pair#* }
    [ $there = no ] || holds '^old$' a.out "two outputs: $pair"
    unharmed "two outputs: $pair"
  done
done
expect 0 '' plan task.json --out /dev/null --graphviz /dev/null
expect 2 '^--out: "": must be a file name' modes task.json --out ''

# One output may be standard output, as - or /dev/stdout, while another output is a file.
fresh
[ "$("$pawl" modes task.json --out - | grep -c '"command":"modes"')" = 1 ] || failed "--out -"
[ -e ./- ] && failed "--out - made a file"
"$pawl" modes task.json --out /dev/stdout | grep -q '"command":"modes"' || failed "--out /dev/stdout"
"$pawl" plan task.json --out answer --graphviz - | grep -q '^digraph' || failed "--graphviz -"
holds '"found":true' answer "--graphviz - --out answer"
"$pawl" plan task.json --graphviz graph | grep -q '"found":true' || failed "--graphviz graph"
holds '^digraph' graph "--graphviz graph"

# A file is replaced in one step. The new file must have the old permissions, and a symbolic link to it must remain.
fresh
echo old >answer
chmod 640 answer
ln -s answer way
"$pawl" modes task.json --out way || failed "--out to a link"
holds '"command":"modes"' answer "--out to a link"
[ -L way ] && [ "$(stat -c %a answer)" = 640 ] || failed "--out lost a link or permissions"
echo old >one-name
ln one-name other-name
"$pawl" cone task.json --out one-name || failed "--out to a file with two names"
holds '"command":"cone"' one-name "--out to a file with two names"
holds '^old$' other-name "the other name of a file that --out replaced"

# The temporary file must never have more permissions than the file that it replaces. For a new file, it must not have
# more than the umask permits.
awk 'BEGIN {
  print "{\"pawl\": 1, \"contacts\": ["
  for (k = 0; k < 600; ++k) {
    printf "%s{\"point\": [%.6f, %.6f], \"normal\": [%.6f, %.6f], \"gap\": 0.01}\n", k ? "," : "",
      cos(k), sin(k) + k / 600, -cos(2 * k), -sin(2 * k)
  }
  print "]}" }' >many.json
for wanted in '600 old' '640 old' '600 new'; do
  rm -f secret
  [[ $wanted == *old ]] && { echo old >secret; chmod "${wanted% *}" secret; }
  [ "$(id -u)" = 0 ] && [[ $wanted == *old ]] && chown 65534:65534 secret
  (umask 077; exec "$pawl" modes many.json --limit 1.5 --quiet --out secret) &
  for _ in {1..100}; do
    temporary=$(find . -name '.pawl-*')
    [ -n "$temporary" ] && break
    sleep 0.05
  done
  during=$(stat -c '%a %u' "$temporary")
  wait $!
  after=$(stat -c '%a %u' secret)
  [ "${during% *}" = "${wanted% *}" ] && [ "$during" = "$after" ] || failed "--out over a file of mode $wanted: $during, then $after"
  [ "$(id -u)" = 0 ] && [[ $wanted == *old ]] && [ "${after#* }" != 65534 ] && failed "--out lost the owner of a file"
done

# If the new file cannot have the owner of the old file, the command must write into the old file instead.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  mkdir -m 777 shared
  echo old >shared/answer
  chmod 666 shared/answer
  chmod 755 .
  setpriv --reuid 65534 --regid 65534 --clear-groups "$pawl" modes - --out shared/answer <task.json || failed "--out to a file of another user"
  holds '"command":"modes"' shared/answer "--out to a file of another user"
  [ "$(stat -c '%u %a' shared/answer)" = '0 666' ] && [ -z "$(find shared -name '.pawl-*')" ] || failed "--out to a file of another user: $(ls -la shared)"
fi
"$pawl" cone task.json --out answer --mode xyz 2>/dev/null
holds '"command":"modes"' answer "bad input"
echo '{' >bad.json
for command in cone modes check\ --mode=rra forward\ --wrench=0,-1,0 plan\ --graphviz=graph lcp; do
  expect 2 'bad.json' $command bad.json --out new
  [ -e new ] || [ -e graph ] && failed "$command: bad input made a file"
  expect 2 'bad.json' $command bad.json --out answer
  holds '"command":"modes"' answer "$command: bad input"
done
unharmed "bad input"

# For every output, a failed write must give exit status 3 and a message with the reason.
expect 3 '^pawl: nowhere/x: cannot be written: No such file' modes task.json --out nowhere/x
expect 3 '^pawl: folder: cannot be written: Is a directory' modes task.json --out folder
expect 3 'cannot be written: Not a directory' modes task.json --out task.json/x
expect 3 'nowhere/x: cannot be written' plan task.json --graphviz nowhere/x
if [ -w /dev/full ]; then
  full='cannot be written: No space left on device'
  expect 3 "^pawl: /dev/full: $full" modes task.json --out /dev/full
  expect 3 "^pawl: /dev/full: $full" plan task.json --graphviz /dev/full
  echo old >answer
  expect 3 "$full" plan task.json --out answer --graphviz /dev/full
  holds '^old$' answer "the other output failed"
  for arguments in 'modes task.json' '--help' 'plan --help' '--version' 'plan task.json --graphviz=graph'; do
    output=$("$pawl" $arguments 2>&1 >/dev/full)
    [ $? -eq 3 ] && grep -q "standard output: $full" <<<"$output" || failed "$arguments >/dev/full: $output"
  done
  [ -e graph ] && failed "an output stayed though the other was lost"
fi
output=$("$pawl" modes task.json 2>&1 >&-)
[ $? -eq 3 ] && grep -q 'standard output: cannot be written' <<<"$output" || failed "standard output closed: $output"
"$pawl" modes task.json --out answer >&- || failed "--out with standard output closed"
holds '"command":"modes"' answer "standard output closed"
mkfifo pipe
sh -c 'exec <pipe; exec <&-' &
sleep 0.2
{ sleep 1; "$pawl" modes task.json 2>message; echo $? >status; } >pipe
wait
[ "$(cat status)" = 3 ] && grep -q 'Broken pipe' message || failed "a reader that left: $(cat status message)"
output=$(ulimit -f 0; "$pawl" modes task.json --out small 2>&1)
[ $? -eq 3 ] && grep -q 'small: cannot be written: File too large' <<<"$output" || failed "a file that may not grow: $output"
[ -e small ] && failed "a file that may not grow: it was made"
if [ "$(id -u)" != 0 ]; then
  chmod 400 answer
  expect 3 '^pawl: .*answer: cannot be written: Permission denied' modes task.json --out answer
fi
unharmed "failed writes"

# The value of --limit must be a number in plain notation.
for seconds in inf -inf nan 0x10 -1 1e400 ' 1' 1s 1,5 infinity -0x1p3; do
  expect 2 'must be a finite number of seconds of at least 0' plan task.json "--limit=$seconds"
  expect 2 'must be a finite number of seconds of at least 0' lcp pv.txt "--limit=$seconds"
done
for cells in -1 1.5 0x10 inf nan ' 1' +1 18446744073709551616 1e3; do
  expect 2 'must be a whole number of at least 0' plan task.json "--limit-cells=$cells"
done
expect 2 'must be a whole number of at least 0' plan task.json --limit-cells -1
for limit in --limit=60 --limit=6e1 --limit=60. --limit=+60.5 --limit-cells=18446744073709551615; do
  expect 0 '"found":true' plan task.json $limit
done
expect 3 '"status":"stopped"' plan task.json --limit .0
sed 's|"fixels"|"actuator": {"push": {"at": [0, 0], "directions": [0, 1]}}, "fixels"|' task.json >pushed.json
expect 3 '"status":"stopped"' plan pushed.json --limit-cells 0

finish
