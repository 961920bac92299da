# SPDX-License-Identifier: MIT
# Functions for scripts/demo, scripts/test, .ci/run and other scripts, which source this file. Sets the working directory to the
# project's root.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=$(nproc 2>/dev/null || echo 2)
export CTEST_PARALLEL_LEVEL=$jobs CMAKE_BUILD_PARALLEL_LEVEL=$jobs
# Debian installs the modules of Emscripten here. Only Debian's own node searches this folder by default.
export NODE_PATH=${NODE_PATH:-/usr/share/nodejs}

# quietly COMMAND…: runs a command. Shows the last lines of its output if it fails, and nothing otherwise.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 </dev/null || status=$?
  ((status == 0)) || { echo "failed: $*"; tail -n 200 "$log"; } >&2
  rm -f "$log"
  return "$status"
}

# build PRESET [cmake options…]: configures and builds a CMake preset.
build() {
  local preset=$1 start=$SECONDS
  shift
  quietly cmake --preset "$preset" "$@" && quietly cmake --build --preset "$preset" || return
  echo "$preset: built in $((SECONDS - start)) s"
}

# run_tests PRESET [ctest options…]: runs the tests of a preset. Prints ctest's summary or, if a test fails, the whole
# output.
run_tests() {
  local preset=$1 start=$SECONDS log status=0
  shift
  log=$(mktemp)
  ctest --preset "$preset" "$@" >"$log" 2>&1 </dev/null || status=$?
  if ((status == 0)); then
    grep 'tests passed' "$log" || status=1
  else
    cat "$log"
  fi
  rm -f "$log"
  echo "$preset: tested in $((SECONDS - start)) s"
  return "$status"
}
