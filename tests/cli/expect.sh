# SPDX-License-Identifier: MIT
# Functions shared by the tests of the command, sourced by a test whose first argument is the command. Sets $pawl, and
# the folder $scratch, which is removed at the end.
pawl=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

failed() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# expect STATUS PATTERN ARGS...: runs the command and checks its exit status. Searches standard output and standard
# error, taken together, for the pattern.
expect() {
  local status=$1 pattern=$2 output got
  shift 2
  output=$("$pawl" "$@" 2>&1 </dev/null)
  got=$?
  if [ "$got" -ne "$status" ] || ! grep -qE -- "$pattern" <<<"$output"; then
    failed "pawl $* gave status $got (expected $status), output: ${output:0:400} (expected /$pattern/)"
  fi
}

# finish: must be called on the last line of every test.
finish() {
  [ "$failures" -eq 0 ] && echo "the command answers as it should"
  exit "$failures"
}
