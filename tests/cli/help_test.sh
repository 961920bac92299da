#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the command's own documentation: help, manual pages, completion.
# Usage: help_test.sh PAWL SOURCE_DIR WITH_CDDLIB
set -u
. "$(dirname "$0")/expect.sh"
source_dir=$2

commands=$("$pawl" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z]*\)  .*/\1/p')
[ "$(wc -w <<<"$commands")" -ge 10 ] || failed "the help names only: $commands"

# The help of each command must contain two examples, the exit statuses, and the name of an existing documentation page.
# If an example uses files of the project, it must run.
for command in $commands; do
  help=$("$pawl" "$command" --help) || failed "pawl $command --help"
  [ "$(sed -n '/^Examples:/,/^$/p' <<<"$help" | grep -c '^  .*pawl')" -ge 2 ] || failed "$command --help has no two examples"
  grep -q '^Exit status:$' <<<"$help" && grep -q '^  2  bad input' <<<"$help" || failed "$command --help does not tell its exit statuses"
  page=$(sed -n 's/^More: \(docs\/[a-z-]*\.md\).*/\1/p' <<<"$help")
  [ -f "$source_dir/$page" ] || failed "$command --help names '$page', which there is not"
done

# No line may be wider than the terminal. The command's own options must precede the options that commands have in
# common.
for width in 60 80; do
  for command in plan simulate fixture; do
    COLUMNS=$width "$pawl" $command --help </dev/null | sed '/^Examples:/,$d' >"$scratch/help"
    [ "$(wc -L <"$scratch/help")" -le $width ] || failed "$command --help is wider than $width: $(wc -L <"$scratch/help")"
    [ "$(grep -oE '^(Options|Values of the task|Drawings|Output|Pictures):' "$scratch/help" | tr -d '\n')" = "Options:Values of the task:Drawings:Output:Pictures:" ] ||
      failed "groups of $command --help: $(grep '^[A-Z].*:' "$scratch/help")"
  done
done
sed -n '/^Options:/,/^$/p' "$scratch/help" | grep -q -- '--top' || failed "fixture --help does not list --top under Options"

# complete WORDS…: requests completions from the bash script. The last word is the one that the user is typing.
"$pawl" completion bash >"$scratch/pawl.bash" || failed "pawl completion bash"
complete_words() {
  (
    complete() { :; }
    compopt() { :; }
    . "$scratch/pawl.bash"
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _pawl
    echo "${COMPREPLY[*]}"
  )
}
completes() {
  local expected=$1 got
  shift
  got=$(complete_words "$@")
  [[ "$got" == "$expected" ]] || failed "completing '$*' gives '$got', expected '$expected'"
}
completes "verify" pawl ve
completes "--matrices" pawl cone --mat
completes "sum enrsv" pawl cone --route ""
completes "keeps energy" pawl plan task.json --require ""
completes "text json" pawl check task.json --format ""
completes "angle-in-degrees angle-in-radians" pawl check task.json --no-warn angle
completes "" pawl check task.json --mode ""
completes "bash" pawl completion b
completes "--version" pawl --v
touch "$scratch/part.json"
completes "$scratch/part.json" pawl plan "$scratch/par"
completes "$scratch/part.json" pawl verify --task "$scratch/par"

# The scripts for zsh and fish must contain the name of each command and option. If the shell is installed, it must
# accept its script.
for shell in zsh fish; do
  "$pawl" completion $shell >"$scratch/pawl.$shell" || failed "pawl completion $shell"
  for word in $commands friction-limit replay; do
    grep -q -- "$word" "$scratch/pawl.$shell" || failed "the $shell completion does not name $word"
  done
  if command -v $shell >/dev/null; then $shell -n "$scratch/pawl.$shell" || failed "$shell does not read its completion"; fi
done
expect 2 'SHELL' completion tcsh

# Each command must have a manual page. If man is installed, it must format the page without a warning.
for command in "" $commands; do
  "$pawl" man $command >"$scratch/page.1" || failed "pawl man $command"
  grep -q '^\.SH NAME' "$scratch/page.1" && grep -q '^\.SH OPTIONS' "$scratch/page.1" || failed "pawl man $command is no page"
  if command -v groff >/dev/null; then
    warnings=$(groff -man -Tutf8 -ww "$scratch/page.1" 2>&1 >/dev/null)
    [ -z "$warnings" ] || failed "groff of pawl man $command: $warnings"
  fi
done
expect 0 'friction\\-limit' man plan
expect 2 'unknown command "nonsense"' man nonsense

finish
