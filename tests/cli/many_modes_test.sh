#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests contact sets whose modes do not fit in memory. The command must write the modes while it searches, count them, and end
# the list at a limit. Usage: many_modes_test.sh PAWL
set -u
. "$(dirname "$0")/expect.sh"
cd "$scratch" || exit 1

# gaps COUNT: prints a task with COUNT contacts that all have gaps. The rows of their Jacobian are in general position.
gaps() {
  awk -v n="$1" 'BEGIN {
    printf "{\"pawl\": 1, \"part\": {\"inertia\": 1}, \"contacts\": ["
    for (i = 1; i <= n; ++i) {
      x = i * 0.754877666 % 1; y = i * 0.569840291 % 1; a = 6.283185307 * (i * i * 0.618033989 % 1)
      printf "%s{\"point\": [%.4f, %.4f], \"normal\": [%.4f, %.4f], \"friction\": 0.3, \"gap\": 0.01}\n",
        (i > 1 ? "," : ""), 2 * x - 1, 2 * y - 1, cos(a), sin(a)
    }
    print "]}" }'
}
gaps 12 >12.json
gaps 150 >150.json
gaps 1000 >1000.json

# The test limits the address space. It cannot do this under the sanitizers, which reserve terabytes of it.
limit="ulimit -v 100000"
grep -qE '__(asan|tsan)_init' "$pawl" && limit=true
$limit

# In general position, m planes through one point divide space into m (m - 1) + 2 cells, and each cell has one mode. If
# no acceleration opens all gaps, the part at rest has an additional mode, because the letter s permits the acceleration
# 0.
expect 0 '"results":\{"count":135,"certified":true\}' modes 12.json --count
expect 0 '"results":\{"count":135,"modes":\[\{"mode":"a' modes 12.json
expect 0 '"results":\{"count":135\}' cone 12.json --count
expect 0 '"results":\{"count":22353,"certified":true\}' modes 150.json --count
"$pawl" modes 150.json --out modes.json || failed "modes of 150 gaps"
[ "$(tr , '\n' <modes.json | grep -c '"motion_dimension"')" -eq 22353 ] || failed "150 gaps do not have 22353 modes"
tr , '\n' <modes.json | grep -oE '"mode":"[as]+"' | LC_ALL=C sort -cu || failed "modes of 150 gaps are not sorted, or one comes twice"
tail -c 400 modes.json | grep -qE '\],"count":22353,"certified":true\},.*"elapsed_ms"' || failed "modes of 150 gaps: $(tail -c 100 modes.json)"
[ "$("$pawl" modes 12.json --pretty | grep -c '"mode": "')" -eq 135 ] || failed "modes --pretty"
[ "$("$pawl" cone 12.json | grep -o '"feasible":true' | wc -l)" -eq 135 ] || failed "cones of 12 gaps"
expect 0 '"results":\{"count":1\}' cone 12.json --count --mode ssssssssssss
count() { "$pawl" cone 12.json --count --mode "$1" | sed 's/.*"count":\([0-9]*\).*/\1/'; }
[ $(($(count 'a***********') + $(count 's*****a*****') + $(count 's*****s*****'))) -eq 135 ] || failed "counts by patterns"

# With a million modes, a limit ends the search early. The list of the modes so far must be valid JSON, sorted, and
# marked as stopped.
expect 3 'pawl: stopped: the limit was reached' modes 1000.json --count --limit 0
expect 3 '"results":\[\],"stopped":true' cone 1000.json --limit 0
expect 3 '"results":\{"modes":\[\],"count":0\},"stopped":true' modes 1000.json --limit 0
for command in modes cone; do
  "$pawl" $command 1000.json --limit 2 --out some.json 2>message
  [ $? -eq 3 ] && grep -q 'stopped' message || failed "$command of 1000 gaps: $(cat message)"
  tr , '\n' <some.json | grep -oE '"mode":"[as]{1000}"' >some
  [ -s some ] && LC_ALL=C sort -cu some || failed "$command of 1000 gaps up to a limit"
  tail -c 400 some.json | grep -qE '"stopped":true,.*"elapsed_ms":[0-9.e+]+\}$' || failed "$command: $(tail -c 400 some.json)"
done
timeout --preserve-status 1 "$pawl" modes 1000.json --out some.json 2>message
[ $? -eq 3 ] && grep -q 'stopped: interrupted' message && tail -c 400 some.json | grep -q '"stopped":true' ||
  failed "modes of 1000 gaps, interrupted: $(cat message)"
expect 2 'limit' modes 12.json --limit inf

finish
