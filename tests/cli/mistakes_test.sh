#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the mistakes of mistakes.txt. Each mistake must be reported with its place and a remedy. Usage: mistakes_test.sh PAWL
# SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
table=$2/tests/cli/mistakes.txt
cd "$scratch" || exit 1
pawl() { "$pawl" "$@"; }

cat >plate.json <<'TASK'
{"pawl": 1, "units": {"length": "mm", "angle": "deg"}, "friction": 0.2,
 "part": {"outline": {"polygon": [[0, 0], [60, 0], [60, 40], [0, 40]]}, "mass": 0.5},
 "fixels": [{"at": [10, -3], "radius": 3}, {"at": [50, -3], "radius": 3}, {"at": [63, 20], "radius": 3}]}
TASK
cat >scene.json <<'SCENE'
{"pawl": 1, "duration": 0.01, "bodies": [
 {"outline": {"polygon": [[-1, -1], [1, -1], [1, 0], [-1, 0]]}, "fixed": true},
 {"outline": {"polygon": [[-0.1, 0], [0.1, 0], [0.1, 0.2], [-0.1, 0.2]]}}]}
SCENE
echo '{"pawl": 1, "contacts": [{"point": [0, -1], "normal": [0, 1], "friction": 0.2}]}' >stated.json
cp "$2/data/drawings/plate.dxf" .
printf '\x89PNG\r\n\x1a\n\0\0\0\rIHDR' >a.png
printf '\xff\xd8\xff\xe0' >a.jpg
printf '%%PDF-1.4\n' >a.pdf
echo 'ISO-10303-21;' >a.step
printf 'solid part\n facet normal 0 0 1\n' >a.stl
printf 'AC1027\0\0' >a.dwg
printf 'PK\x03\x04' >a.zip
printf '\x1f\x8b\x08' >a.svgz
: >empty.dxf
: >empty.json
"$pawl" plan plate.json >/dev/null 2>message && [ ! -s message ] || failed "the plate without a mistake: $(cat message)"

count=0
while IFS= read -r line; do
  case $line in '#'* | '') continue ;; esac
  status=${line%% | *}
  rest=${line#* | }
  typed=${rest%% | *}
  pattern=${rest#* | }
  typed=${typed//\\|/|}
  count=$((count + 1))
  answer=$(eval "$typed" 2>message)
  got=$?
  [ $got -eq "$status" ] || failed "$typed: status $got (expected $status): $(head -c 300 message)"
  grep -qE -- "$pattern" message || failed "$typed: not told /$pattern/ but: $(head -c 400 message)"
  [ $got -ne 2 ] || [ -z "$answer" ] || failed "$typed: an answer beside a fault"
done <"$table"
[ $count -ge 150 ] || failed "only $count mistakes"

finish
