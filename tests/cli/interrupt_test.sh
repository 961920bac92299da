#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# SIGINT or SIGTERM during a long command ends it with what is there, exit status 3. interrupt_test.sh PAWL
set -u
set -m  # background jobs without it ignore SIGINT
pawl=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. "$(dirname "$0")/expect.sh"
cd "$scratch" || exit 1

# catches PID: whether the process has a handler for SIGINT by now (bit 1 of what it catches).
catches() {
  local mask
  mask=$(sed -n 's/^SigCgt:\s*//p' "/proc/$1/status" 2>/dev/null) || return 1
  [ -n "$mask" ] && ((0x$mask & 2))
}

# ends SIGNAL PATTERN ARGS...: the command runs until the signal and then ends with status 3, the pattern in its answer.
ends() {
  local signal=$1 pattern=$2 pid
  shift 2
  "$pawl" "$@" --out answer 2>message </dev/null &
  pid=$!
  for _ in {1..600}; do
    catches "$pid" && break
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

# A plan that takes minutes, and a problem with 2^40 solutions.
cat >plan.json <<'TASK'
{"pawl": 1, "start": {"states": [[3]]}, "contacts": [
  {"point": [0.25, -1], "normal": [0, 1], "friction": [0.302, 0.698]},
  {"point": [1, 0], "normal": [-1, 0], "friction": [0.002, 0.398]},
  {"point": [0, 1], "normal": [0, -1], "friction": [0.002, 0.398]}]}
TASK
row() {
  for ((j = 0; j < 40; ++j)); do printf '%s' "$([ "$j" -eq "$1" ] && echo -1 || echo 0)$([ "$j" -lt 39 ] && echo ,)"; done
}
{ echo '{"pawl": 1, "M": ['
  for ((i = 0; i < 40; ++i)); do echo "[$(row "$i")]$([ "$i" -lt 39 ] && echo ,)"; done
  echo "], \"q\": [$(yes 1 | head -40 | paste -sd,)]}"; } >lcp.json

for signal in INT TERM; do
  ends $signal '"status":"stopped"' plan plan.json
  ends $signal '"complete":false' lcp --all lcp.json
done

# A command that is not long leaves signals as they were, and so does one whose caller ignores them.
(trap '' INT TERM; exec "$pawl" plan plan.json --limit 2 >answer 2>message) &
sleep 0.5
kill -s INT $!
kill -s TERM $! || failed "an ignored signal ended the command"
wait $!
[ $? -eq 3 ] && grep -q '"status":"stopped"' answer || failed "ignored signals: $(cat answer message)"

finish
