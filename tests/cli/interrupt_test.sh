#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests that SIGINT, SIGTERM or SIGHUP ends a long command with the results so far and exit status 3.
# Usage: interrupt_test.sh PAWL
set -u
set -m  # without this option, background jobs ignore SIGINT
. "$(dirname "$0")/expect.sh"
cd "$scratch" || exit 1

# at_work PID: succeeds if the process has run for half a second. By then it has read its files.
at_work() {
  local fields
  fields=$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) || return 1
  set -- $fields
  [ $# -gt 12 ] && ((${12} * 2 >= $(getconf CLK_TCK)))
}

# ends SIGNAL PATTERN ARGS...: checks that the command runs until it gets the signal. It must then end with status 3,
# and its answer must match the pattern.
ends() {
  local signal=$1 pattern=$2 pid
  shift 2
  "$pawl" "$@" --out answer 2>message </dev/null &
  pid=$!
  for _ in {1..600}; do
    at_work "$pid" && break
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  sleep 0.2
  kill -s "$signal" "$pid" 2>/dev/null || failed "pawl $* ended before it was interrupted: $(cat message)"
  wait "$pid"
  local status=$?
  [ $status -eq 3 ] && grep -qE -- "$pattern" answer && [ -s message ] ||
    failed "pawl $*, interrupted by $signal: status $status, $(head -c 400 answer) $(cat message)"
  rm -f answer
}

# A plan with sixty pins around a curve has about 10^5 cells and takes minutes.
awk 'BEGIN {
  print "{\"pawl\": 1, \"contacts\": ["
  for (k = 0; k < 60; ++k) {
    a = 3.14159 * (1.05 + 0.9 * k / 59)
    b = a + 0.4 * sin(5 * a)
    printf "%s{\"point\": [%.6f, %.6f], \"normal\": [%.6f, %.6f], \"friction\": [0.1, 0.5]}\n", k ? "," : "",
      cos(a) * (1 + 0.3 * cos(3 * a)), sin(a), -cos(b), -sin(b)
  }
  print "]}" }' >plan.json

# Six hundred pins, all with gaps, have millions of modes.
awk 'BEGIN {
  print "{\"pawl\": 1, \"contacts\": ["
  for (k = 0; k < 600; ++k) {
    printf "%s{\"point\": [%.6f, %.6f], \"normal\": [%.6f, %.6f], \"gap\": 0.01}\n", k ? "," : "",
      cos(k), sin(k) + k / 600, -cos(2 * k), -sin(2 * k)
  }
  print "]}" }' >modes.json

# This complementarity problem has 2^40 solutions, because each z_i may be 0 or 1.
awk 'BEGIN {
  n = 40
  print "{\"pawl\": 1, \"M\": ["
  for (i = 0; i < n; ++i) {
    printf "%s", i ? ",[" : "["
    for (j = 0; j < n; ++j) printf "%s%d", j ? "," : "", -(i == j)
    print "]"
  }
  printf "], \"q\": [1"
  for (i = 1; i < n; ++i) printf ",1"
  print "]}" }' >lcp.json

for signal in INT TERM HUP; do
  ends $signal '"status":"stopped"' plan plan.json
  ends $signal '"complete":false' lcp --all --limit 1000 lcp.json
  ends $signal '"stopped":true' modes modes.json
  ends $signal '"stopped":true' cone modes.json
  ends $signal '"stopped":true' check --wrench 1,0,0 modes.json
  ends $signal '"stopped":true' forward --wrench 1,0,0 modes.json
done

# The command must remove its temporary file in two cases: a signal ends it immediately, or a second request to end
# arrives.
killed() {
  local signals=$1 pid
  shift
  "$pawl" "$@" --out answer 2>message </dev/null &
  pid=$!
  for _ in {1..600}; do
    [ -n "$(find . -name '.pawl-*')" ] && break
    sleep 0.1
  done
  [ -n "$(find . -name '.pawl-*')" ] || failed "pawl $*: has no temporary file"
  for signal in $signals; do
    kill -s "$signal" "$pid"
    sleep 0.5
  done
  wait "$pid" 2>/dev/null
  [ -z "$(find . -name '.pawl-*')" ] || failed "pawl $*, ended by $signals: left $(find . -name '.pawl-*')"
  rm -f answer .pawl-*
}
ulimit -c 0
killed QUIT modes modes.json
killed XCPU modes modes.json
killed ABRT modes modes.json
killed "HUP HUP" modes modes.json

# If the process that starts the command ignores a signal, the command must ignore this signal, too.
(trap '' INT TERM HUP; exec "$pawl" plan plan.json --limit 2 >answer 2>message) &
sleep 0.5
kill -s INT $!
kill -s HUP $!
kill -s TERM $! || failed "an ignored signal ended the command"
wait $!
[ $? -eq 3 ] && grep -q '"status":"stopped"' answer || failed "ignored signals: $(cat answer message)"

finish
