#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests --html, which writes the page of an answer. The page of a saved answer must be the same, except for an additional
# warning. Usage: page_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
tasks=$2/data/tasks
cd "$scratch" || exit 1

# Checks that the page in the file (first argument) contains a text (second argument).
says() { grep -qF "$2" "$1" || failed "$1 does not say \"$2\""; }

sed 's/"translation": 0.0002, "rotation": 0.01/"translation": 0.003, "rotation": 0.1/' "$tasks/ratchet_pawl_trials.json" >wide.json
while read -r task command; do
  "$pawl" $command "$task" --quiet --out answer.json --html option.html
  [ $? -le 1 ] || failed "$command with a page"
  "$pawl" draw "$task" --answer answer.json --html answer.html || failed "$command: a page of its answer"
  sed 's|<p class="warning">[^<]*</p>||' answer.html | cmp -s option.html - || failed "$command: the pages of option and answer differ"
  [ "$(head -c 15 option.html)" = '<!DOCTYPE html>' ] || failed "$command: no page"
done <<END
$tasks/block_stop.json plan
$tasks/figure4a_lla.json check --mode lla
$tasks/disc_na.json cone
$tasks/disc_na.json contacts
wide.json simulate
wide.json simulate --replay 3
END
says option.html 'jammed under wrench 1 of 1'
says answer.html "Saved answer: its starts were drawn again from this task&#39;s scatter"

# Each page has a security policy that permits no script other than its own. The policy contains the hash of this
# script, and precedes all scripts.
for page in option.html answer.html; do
  python3 - "$page" <<'END' || failed "$page: its content security policy"
import base64, hashlib, re, sys
text = open(sys.argv[1], encoding="utf-8").read()
policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
scripts = re.findall(r"<script>(.*?)</script>", text, re.S)
hashed = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
parts = dict(part.strip().split(" ", 1) for part in policy[1].split(";"))
sound = (len(scripts) == 1 and policy.start() < text.index("<style") and policy.start() < text.index("<link")
         and parts["default-src"] == "'none'" and parts["script-src"] == f"'sha256-{hashed}'" and parts["base-uri"] == "'none'")
sys.exit(not sound)
END
done

# The page of a long simulation contains only some of its time steps.
expect 0 '' simulate "$tasks/ratchet_pawl_trials.json" --replay 0 --set 'simulate={"force":0.0004,"step":1e-6}' --quiet --out /dev/null --html thin.html
says thin.html 'long runs keep only one of'

# A search that was stopped proves nothing. The page of a saved answer must state which parts of the answer were not
# verified.
"$pawl" plan "$tasks/block_stop.json" --quiet --out option.plan
expect 3 '' plan "$tasks/ratchet_pawl_tray.json" --limit-cells 1 --quiet --out stopped.json --html stopped.html
expect 0 '' draw "$tasks/ratchet_pawl_tray.json" --answer stopped.json --html saved.html
for page in stopped.html saved.html; do
  says $page 'Not known: the search was stopped: the limit was reached'
  grep -q 'No plan' $page && failed "$page: a search cut short is called a proof"
done
says saved.html 'This saved answer was cut short'
sed -e 's/"margin_deg":[0-9.e-]*/"margin_deg":1/' option.plan >margins.json
expect 0 '' draw "$tasks/block_stop.json" --answer margins.json --html margins.html
says margins.html 'Not everything could be checked: the steps of this saved answer were confirmed, but'
expect 1 '' plan "$tasks/figure4c_peg_lra.json" --quiet --out /dev/null --html none.html
says none.html 'No plan exists: proved for this model.'

# Tests the themes of pages.
for scheme in light dark; do
  expect 0 '' draw "$tasks/disc_na.json" --html theme.html --theme $scheme --quiet
  says theme.html "<meta name=\"color-scheme\" content=\"$scheme\">"
  expect 0 '' simulate "$2/data/scenes/peg.scene.json" --quiet --out /dev/null --html theme.html --theme $scheme
  says theme.html "<meta name=\"color-scheme\" content=\"$scheme\">"
done
expect 0 '' draw "$tasks/disc_na.json" --html theme.html --quiet
says theme.html '<meta name="color-scheme" content="light dark">'

# One command writes a page together with pictures and other files. Each file must have the right content.
expect 0 '' plan "$tasks/block_stop.json" --quiet --out /dev/null --svg p.svg --html p.html --graphviz p.dot
[ "$(head -c 5 p.svg)$(head -c 9 p.html)$(head -c 7 p.dot)" = '<?xml<!DOCTYPEdigraph' ] || failed "files are mixed up"
expect 0 '' draw "$tasks/disc_na.json" --svg d.svg --html d.html --quiet
[ "$(head -c 5 d.svg)$(head -c 9 d.html)" = '<?xml<!DOCTYPE' ] || failed "files of draw are mixed up"

# A page can play the trace of a scene.
expect 0 '' simulate "$2/data/scenes/peg.scene.json" --quiet --out /dev/null --trace peg.trace --html peg.html
[ "$(wc -l <peg.trace)" = 201 ] || failed "the trace beside a page"
says peg.html 'Simulated scene with time steps'

# For an answer without a plan, the page must show no motion and must state that a plan is missing. An answer to another
# task must be refused.
"$pawl" plan "$tasks/figure4b_nnn.json" --set /actuator='{"tray": {}}' --quiet --out none.json --html none.html
[ $? = 1 ] && says none.html 'shown at rest'
expect 2 'another task' draw "$tasks/disc_na.json" --answer answer.json --html other.html
[ -e other.html ] && failed "a page of another task's answer"

"$pawl" simulate wide.json --quiet --out wide.answer
expect 2 '/results/failures/0/outcome: "jammed": differs from the answer of .pawl simulate. to this task; expected "seated"' draw "$tasks/ratchet_pawl_trials.json" --answer wide.answer --html other.html
[ -e other.html ] && failed "a page of the trials of another task"
expect 2 'must be 7, the number of starts of this task' draw wide.json --set /scatter/starts=7 --answer wide.answer --html other.html
[ -e other.html ] && failed "a page of trials with other starts"
expect 2 'for one task' simulate wide.json "$tasks/ratchet_pawl_trials.json" --html a.html
expect 2 'either random or adversarial choices' simulate wide.json --both --html a.html
expect 2 'html' simulate wide.json --out a.json --html ./a.json
[ -e a.html ] && failed "a refused command wrote a page"

if "$pawl" plan "$tasks/block_stop.json" --quiet --out /dev/null --html none/a.html 2>/dev/null; then failed "a folder that is not there"; fi
finish
