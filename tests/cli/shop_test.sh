#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests the files for the workshop: --plate, --holes and --sheet of pawl fixture and pawl report. Usage: shop_test.sh PAWL
# SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
here=$(cd "$(dirname "$0")" && pwd)
tasks=$2/data/tasks
drawings=$2/data/drawings
cd "$scratch" || exit 1
few="--set /fixture/depth_for=1"
# Selects a Python that has ezdxf, if there is one.
python=python3
for one in python3 /usr/bin/python3; do
  "$one" -c 'import ezdxf' 2>/dev/null && python=$one && break
done
search="--tray --friction .1,.2 --pins 6mm $few"

# `pawl part` must read exactly the part's outline from the plate, for straight edges and for arcs.
for drawing in plate.dxf bent_bracket.dxf; do
  expect 0 '' fixture "$drawings/$drawing" --layer OUTLINE $search --task-out best.json --plate plate.dxf --holes holes.csv \
    --sheet sheet.pdf --no-timing --out found.json --quiet
  "$pawl" part plate.dxf --layer PART --out read.json --no-timing --quiet 2>/dev/null || failed "$drawing: the plate is not read"
  [ "$(jq -c .part.outline read.json)" = "$(jq -c .part.outline best.json)" ] || failed "$drawing: another outline in the plate"
  [ "$(jq -r .units.length read.json)" = mm ] || failed "the plate is not in mm"
  "$python" "$here/plate_by_ezdxf.py" plate.dxf best.json || failed "$drawing: ezdxf disagrees"
  # The holes in the table must have the positions of the pins in the task.
  jq -r '.fixels | to_entries[] | "\(.key + 1) \(.value.at[0]) \(.value.at[1]) \(2 * .value.radius)"' best.json >pins.txt
  tail -n +3 holes.csv | awk -F, '{print $1, $2, $3, $4}' >csv.txt
  paste -d' ' pins.txt csv.txt | awk 'NF != 8 || $1 != $5 || ($2-$6)^2 + ($3-$7)^2 + ($4-$8)^2 > 1e-8 {bad = 1} END {exit bad || NR != 3}' ||
    failed "$drawing: the holes are not the pins: $(cat pins.txt holes.csv)"
  [ "$(sed -n 2p holes.csv)" = number,x,y,diameter,fit,depth ] || failed "the columns of the holes"
  [ "$(head -c 5 sheet.pdf)" = %PDF- ] || failed "no PDF"

  # `pawl report` of the task that the search wrote must give the same files as the search.
  expect 0 '' report best.json --plate again.dxf --holes again.csv --sheet again.pdf --quiet --out /dev/null
  cmp -s plate.dxf again.dxf || failed "$drawing: another plate from the written task"
  cmp -s holes.csv again.csv || failed "$drawing: other holes from the written task"
  if command -v pdftotext >/dev/null; then
    pdftotext -layout sheet.pdf sheet.txt && pdftotext -layout again.pdf again.txt && cmp -s sheet.txt again.txt ||
      failed "$drawing: another sheet from the written task: $(diff sheet.txt again.txt | head -20)"
    [ "$(pdfinfo sheet.pdf | sed -n 's/^Pages: *//p')" = 1 ] || failed "the sheet has several pages"
    grep -q 'left out' sheet.txt && failed "$drawing: a label of the sheet was left out"
  fi

  # The sheet must contain the name of the certificate.
  expect 0 '' plan best.json --certificate proof.json --quiet --out /dev/null
  if command -v pdftotext >/dev/null; then
    grep -q "$(sha256sum <proof.json | cut -c1-16)" sheet.txt || failed "$drawing: the sheet does not name the certificate"
  fi
done

# The outline in the SVG plate must equal that in the DXF plate, except that arcs are rounded.
expect 0 '' report best.json --plate plate.svg --quiet --out /dev/null
"$pawl" part plate.svg --layer PART --out svg.json --no-timing --quiet 2>/dev/null || failed "the SVG plate is not read"
jq -e --slurpfile dxf read.json '(.report.area / $dxf[0].report.area - 1 | fabs) < 1e-9 and
  (.report.loops | length) == ($dxf[0].report.loops | length) and .units.length == "mm"' svg.json >/dev/null ||
  failed "another outline in the SVG plate"

# The plate of a fixture on a lattice also has holes without pins. All holes must be on the lattice.
expect 0 '' fixture "$tasks/plate_modular.json" $few --plate modular.dxf --holes modular.csv --sheet modular.pdf --task-out modular.json \
  --quiet --out /dev/null
"$pawl" part modular.dxf --layer HOLES --loop 1 --quiet --out - --format json >holes.json 2>/dev/null || failed "no holes"
[ "$(jq '.report.loops | length' holes.json)" -gt 20 ] || failed "the lattice has few holes"
pitch=$(jq '.fixture.candidates.lattice.pitch' modular.json)
jq -e --argjson p "$pitch" --slurpfile t modular.json '$t[0].fixels[0].at as $o | [.report.loops[].disc.center |
  ((.[0] - $o[0]) / $p), ((.[1] - $o[1]) / $p)] | all((. - round) | fabs < 1e-6)' holes.json >/dev/null || failed "holes off the lattice"

# A datum rotates and shifts the coordinates. The distances between holes must not change.
expect 0 '' report best.json --holes datum.csv --datum 1,2 --quiet --out /dev/null
head -1 datum.csv | grep -q 'datum A (edge 1), x = 0 where datum B (edge 2)' || failed "the datum is not stated: $(head -1 datum.csv)"
distances() { tail -n +3 "$1" | awk -F, '{x[NR] = $2; y[NR] = $3} END {for (i = 1; i < NR; ++i) printf "%.2f\n", sqrt((x[i]-x[i+1])^2 + (y[i]-y[i+1])^2)}'; }
[ "$(distances datum.csv)" = "$(distances holes.csv)" ] || failed "the datum changes distances"

# Tests the options for the plate, the holes and the paper.
expect 0 '' report best.json --plate big.dxf --plate-size 300x200 --quiet --out /dev/null
"$pawl" part big.dxf --layer PLATE --quiet --format json --out - | jq -e '.report.area == 60000' >/dev/null || failed "the plate is not 300 x 200"
expect 0 '' report best.json --holes fit.csv --hole-fit F7 --hole-depth 12 --quiet --out /dev/null
[ "$(tail -n +3 fit.csv | cut -d, -f5,6 | sort -u)" = F7,12 ] || failed "fit and depth: $(cat fit.csv)"
expect 0 '' report best.json --sheet a3.pdf --paper A3 --date '3 May 2031' --quiet --out /dev/null
if command -v pdftotext >/dev/null; then
  pdfinfo a3.pdf | grep -qE 'Page size: +(1190.*841|841.*1190)' || failed "not A3: $(pdfinfo a3.pdf)"
  pdftotext a3.pdf - | grep -q '3 May 2031' || failed "the date is missing"
  pdftotext again.pdf - | grep -q '20[0-9][0-9]-' && failed "a date nobody gave"
fi

# The plate must show a diamond pin with its flats. The table of holes must state the direction of the flats.
expect 0 '' fixture "$tasks/plate_on_diamond_pin.json" --set /fixture/thresholds/pins_in_holes=2 --task-out in_holes.json \
  --plate diamond.dxf --holes diamond.csv --sheet diamond.pdf --quiet --out /dev/null
head -1 diamond.csv | grep -q 'pin 2 is a diamond pin with flats 2.013 mm apart, which face along 0°' ||
  failed "the diamond pin is not stated: $(head -1 diamond.csv)"
"$pawl" part diamond.dxf --layer PINS --loop 1 --quiet --format json --out - 2>/dev/null |
  jq -e '[.report.loops[].segments] | sort == [1, 4]' >/dev/null || failed "no circle and diamond on the plate"

# Walls must be on a layer of their own.
expect 0 '' report "$tasks/casting_in_pocket.json" --plate walls.dxf --sheet walls.pdf --quiet --out /dev/null
"$pawl" part walls.dxf --layer WALLS --quiet --format json --out walls.json 2>/dev/null || failed "the walls are not read"
jq -e --slurpfile task "$tasks/casting_in_pocket.json" '.part.outline.polygon | length == ($task[0].walls[0].outline.polygon | length)' walls.json \
  >/dev/null || failed "another wall on the plate: $(jq -c .part.outline walls.json)"
if command -v pdftotext >/dev/null; then
  pdftotext -layout walls.pdf - | grep -q 'wall ' || failed "the sheet has no row for a wall"
fi

# The plate must have enough material around the hole of each pin.
expect 2 'plate-margin.*at least its diameter is needed' report best.json --plate p.dxf --plate-margin 1
expect 2 'fixels.*holes would overlap' report in_holes.json --plate p.dxf --set '/fixels/1={"at":[16,20],"radius":2}' --set '/fixels/0/radius=1' --set '/fixels/0/at=[14.5,20]' 

# Invalid values of options must be refused.
expect 2 'plate.*expected FILE.dxf or FILE.svg' report best.json --plate plate.pdf
expect 2 'plate-size.*must be WIDTHxHEIGHT' report best.json --plate p.dxf --plate-size 200
expect 2 'plate-size.*pin . would be' report best.json --plate p.dxf --plate-size 20x20
expect 2 'has no effect without --sheet' report best.json --paper A3
expect 2 'cannot be combined' report best.json --plate p.dxf --plate-size 20x20 --plate-margin 3
expect 2 'datum.*two edges' report best.json --holes h.csv --datum 1
expect 2 'datum.*from 1 to' report best.json --holes h.csv --datum 1,99
expect 2 'datum.*parallel' report best.json --holes h.csv --datum 1,1
expect 2 'a pin needs a radius.*--pins' report "$tasks/block_stop.json" --plate p.dxf
expect 2 'fixels.*none given' report "$drawings/plate.dxf" --layer OUTLINE --plate p.dxf
expect 2 'has no effect without --sheet' fixture "$tasks/plate_fixture.json" --date today
[ ! -e p.dxf ] || failed "a refused plate was written"
# If the search finds no fixture, no file must be written.
expect 1 '' fixture "$tasks/plate_fixture.json" --set /fixture/thresholds/margin_deg=70 --plate p.dxf --quiet --out /dev/null
[ ! -e p.dxf ] || failed "a plate without fixture"
finish
