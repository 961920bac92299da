#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests `pawl report`: its sections, its files, and its exit status. report_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
cp "$2"/data/drawings/plate.dxf "$2"/data/drawings/lever.svg "$2"/data/tasks/bracket_tray.json "$scratch"
cd "$scratch" || exit 1

"$pawl" report bracket_tray.json --quiet --no-timing --out report.txt --pdf report.pdf --html report.html || failed "a report"
for section in '^CONTACTS AND ACCURACY$' '^PLAN AND CERTIFICATE$' '^TRIALS$' '^WARNINGS AND LIMITATIONS$' 'accuracy if every fixel' \
  '1 tilt seats the part' 'depth ' 'Assumed: 200 starts' 'of 200 starts end at the goal' 'step 1 +at the goal: sticks on 1 2 3'; do
  grep -qE -- "$section" report.txt || failed "the text has no /$section/: $(cat report.txt)"
done
# Counts the pages of a PDF file, whose objects may be compressed.
pages=$(python3 - report.pdf <<'END'
import re, sys, zlib
data = open(sys.argv[1], "rb").read()
texts = [data]
for start in re.finditer(rb"stream\r?\n", data):
    try:
        texts.append(zlib.decompressobj().decompress(data[start.end():]))
    except zlib.error:
        pass
print(sum(len(re.findall(rb"/Type\s*/Page\b", text)) for text in texts))
END
)
[ "$pages" -ge 2 ] && [ "$pages" -le 4 ] || failed "the PDF has $pages pages"
[ "$(grep -c '<svg ' report.html)" -ge 4 ] || failed "the page has too few pictures"
grep -qE '(src|href)="(http|//)' report.html && failed "the page needs the network"
for text in 'CONTACTS AND ACCURACY' '1 tilt seats the part' 'prefers-color-scheme: *dark'; do
  grep -qE "$text" report.html || failed "the page has no $text"
done
[ "$(grep -oE ' id="[^"]*"' report.html | sort | uniq -d | wc -l)" -eq 0 ] || failed "ids of the page are not unique"

# The same task must give the same bytes. A date must be printed only if it is given.
"$pawl" report bracket_tray.json --quiet --no-timing --out /dev/null --pdf again.pdf --html again.html
cmp -s report.pdf again.pdf && cmp -s report.html again.html || failed "two reports of one task differ"
expect 0 '3 May 2031$' report bracket_tray.json --date '3 May 2031' --quiet

# The JSON report must contain complete answers, which other commands accept.
"$pawl" report bracket_tray.json --quiet --no-timing --format json >report.json
jq -e '.command == "report" and (.results.checks | length) == 1 and .results.unanswered == []' report.json >/dev/null || failed "JSON"
jq .results.plan report.json >plan.json
"$pawl" verify plan.json --partial --task bracket_tray.json >/dev/null || failed "the plan of a report is not verified"

# Tests a report of a drawing with all values on the command line, of a task without pins, of a negative answer with
# advice, and of several tasks.
expect 0 'of 200 starts|PLAN' report plate.dxf --layer OUTLINE --tray --friction .1,.2 --pin 10,-3,6 --pin 50,-3,6 --pin 63,20,6 \
  --quiet --pdf drawn.pdf
[ "$(head -c 5 drawn.pdf)" = %PDF- ] || failed "no PDF of a drawing"
expect 2 'pawl fixture lever.svg' report lever.svg --tray --friction .1 --quiet
expect 1 'no plan exists' report bracket_tray.json --friction 3 --quiet
expect 1 '^ +try ' report bracket_tray.json --friction 3 --quiet
expect 2 'one task' report bracket_tray.json bracket_tray.json --pdf two.pdf

finish
