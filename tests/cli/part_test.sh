#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests pawl part, and tasks whose part is a drawing. Both must give the same part and the same plan, byte for byte. Usage:
# part_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
drawings=$2/tests/data/drawings
cd "$scratch" || exit 1
cp "$drawings"/* .

# part_of FILE: prints the value of "part" with the same line breaks as in the file.
part_of() {
  sed -n '/^  "part": /,/^  "units": /p' "$1" | sed -e '1s/^  "part": //' -e '/^  "units": /d' | sed '$s/,$//'
}

expect 0 '"area": 2240.0' part plate_R2010.dxf
expect 0 '\{"what": "CIRCLE \(layer \\"HOLES\\"\)", "count": 1\}' part plate_R2018.dxf --layer outline
expect 0 'plate_R2010: an outline, 2 holes, in mm' part plate_R2010.dxf --format text
expect 0 '"length": "cm"' part plate_inkscape.svg --unit cm
expect 0 'its lengths are converted to cm, as requested' part plate_inkscape.svg --unit cm
expect 2 '^--unit: the drawing states no unit' part plate_R12.dxf
expect 2 '^--layer: walls: the drawing has nothing on this layer; it has ' part plate_R2010.dxf --layer walls
expect 2 '^--loop: 4: the drawing has 3 loops' part plate_R2010.dxf --loop 4
expect 2 '^--deviation: 0: must be a finite number greater than 0' part curves_R2000.dxf --deviation 0
expect 2 '^--set: applies to JSON inputs' part plate_R2010.dxf --set friction=1
expect 2 '--unit: furlong: must be m, mm, cm or in' part plate_R2010.dxf --unit furlong
expect 2 '^plate_R2010.json: the file cannot be opened' part plate_R2010.json
expect 2 '^--out: plate_R2010.dxf: is also the input' part plate_R2010.dxf --out plate_R2010.dxf
expect 2 'DRAWING is required' part
head -c 9000 plate_R2010.dxf >cut.dxf
expect 2 '^cut.dxf: line [0-9]+: .*cut off' part cut.dxf
"$pawl" part - <plate_R2010.dxf | grep -q '"name": "-"' || failed "a drawing on standard input"

# Options select the layers to read and the ends to join. The report must list the open chains.
expect 0 '"area": 1200.0' part two_layers.dxf --not-layer ENGRAVE
expect 0 '"area": 1200.0' part two_layers.dxf --layer CUT,ENGRAVE --not-layer ENGRAVE
expect 2 '^--not-layer: WALLS: the drawing has nothing on this layer' part two_layers.dxf --not-layer WALLS
expect 0 '"from": \[8.0, 20.0\]' part drill_crosses.dxf
expect 0 'left out 6 open chains: LINE' part drill_crosses.dxf --format text
expect 2 'the chain of lines is not closed' part near_closed.dxf --join 0
expect 0 '"by": "join"' part near_closed.dxf
expect 2 'bend_lines.dxf: Layer "CUT" has a closed outline: try --layer CUT$' part bend_lines.dxf --layer BEND
expect 2 'a command that reads it: pawl part bend_lines.dxf --layer CUT$' part bend_lines.dxf --layer BEND
expect 0 '"area": 1200.0' part bend_lines.dxf --layer CUT
sed 's/CUT/Cut lines/' bend_lines.dxf >blank.dxf
expect 2 "Layer \"Cut lines\" has a closed outline: try --layer 'Cut lines'\$" part blank.dxf --layer BEND
rm blank.dxf
expect 2 '^--loop: some: must be all, or a whole number' part two_parts.dxf --loop some

# Each part in a drawing with several parts becomes a task.
expect 0 '^sheet-1.json: loop 1, area 1121.46, holes 1' part two_parts.dxf --loop all --out sheet.json
expect 0 '^two_parts-2.json: loop 3, area 200, holes 0' part two_parts.dxf --loop all
for task in sheet-1 sheet-2 two_parts-1 two_parts-2; do
  expect 0 '"command":"contacts"' contacts $task.json --set '/fixels=[{"at":[0,5]}]'
done
expect 2 '^--loop: all: writes tasks and no pictures' part two_parts.dxf --loop all --svg sheet.svg

# If a drawing is refused, the message must name a command that can read it, unless no option makes it readable.
for file in *.dxf *.svg *.kicad_pcb; do
  "$pawl" part "$file" >out 2>err && continue
  named=$(sed -n 's/^.*a command that reads it: pawl \([^;]*\).*$/\1/p' err)
  case $file in
    jumping_spline.dxf | cut.dxf) [ -z "$named" ] || failed "$file: no option reads it, but $named is named" ;;
    *)
      [ -n "$named" ] || failed "$file: no command is named: $(head -c 300 err)"
      eval "\"\$pawl\" $named" >out 2>err || failed "$file: $named: $(head -c 300 err)"
      ;;
  esac
done

# A task with a drawing must give the same answers as a task with the part that `pawl part` writes. Only warnings about
# the drawing may differ.
quiet='--no-warn drawing-dropped --no-warn drawing-joined --no-warn drawing-left-out --no-warn drawing-note --no-warn drawing-rounded --no-warn drawing-turned'
pins='"friction": 0.1, "fixels": [{"at": [15, -2], "radius": 2}, {"at": [45, -2], "radius": 2}, {"at": [-2, 20], "radius": 2}]'
for case in 'plate_R2000.dxf' 'plate_R2018.dxf:OUTLINE' 'belt_R2010.dxf' 'curves_R2000.dxf'; do
  file=${case%:*} layer=${case#"$file"}
  layer=${layer#:}
  "$pawl" part "$file" ${layer:+--layer $layer} --out part.json || failed "pawl part $file"
  case $file in
    belt*) pins='"contact_tolerance": 0.5, "friction": 0.1, "fixels": [{"at": [90, 40]}, {"at": [140, 40]}, {"at": [80, 60]}]' ;;
  esac
  mkdir -p tasks drawings
  cp "$file" drawings/
  echo "{\"pawl\": 1, \"units\": {\"length\": \"mm\"}, $pins, \"part\": {\"drawing\": \"../drawings/$file\"${layer:+, \"layer\": \"$layer\"}}}" >tasks/drawn.json
  echo "{\"pawl\": 1, \"units\": {\"length\": \"mm\"}, $pins, \"part\": $(part_of part.json)}" >tasks/stated.json
  for command in contacts plan 'simulate --set /scatter={"starts":20}'; do
    for task in drawn stated; do
      "$pawl" ${command%% *} tasks/$task.json ${command#"${command%% *}"} --no-timing $quiet >$task.out 2>$task.err
      echo "exit $?" >>$task.out
      sed "s/^tasks.$task/task/" $task.err >>$task.out
    done
    # All commands must answer for the plates. The other parts cannot touch all of these pins at once, so only
    # `contacts` answers for them.
    case $file,$command in
      plate*,* | *,contacts) grep -q '"results"' drawn.out || failed "$file, $command: not answered: $(head -c 300 drawn.out)" ;;
    esac
    cmp -s drawn.out stated.out || failed "$file, $command: the drawn task answers $(head -c 300 drawn.out), the stated one $(head -c 300 stated.out)"
  done
done

# A command must report the changes that it makes to a drawing while it reads it.
echo '{"pawl": 1, "units": {"length": "mm"}, "friction": 0.1, "part": {"drawing": "../drawings/plate_R2018.dxf", "layer": "OUTLINE"},
  "fixels": [{"at": [15, -2], "radius": 2}, {"at": [45, -2], "radius": 2}, {"at": [-2, 20], "radius": 2}]}' >tasks/told.json
for command in contacts plan; do
  expect 0 '"code":"drawing-left-out","pointer":"/part/drawing"' $command tasks/told.json
done

# A task may take its part from a KiCad board, or from selected layers of a drawing. The lower edge of the board is at y
# = -140.
cp board.kicad_pcb two_layers.dxf bend_lines.dxf drawings/
echo '{"pawl": 1, "units": {"length": "mm"}, "friction": 0.1, "fixels": [{"at": [130, -140]}],
  "part": {"drawing": "../drawings/board.kicad_pcb"}}' >tasks/board.json
expect 0 '"state":"touching","point":\[130.0,-140.0\].*"feature":"edge 2"' contacts tasks/board.json
expect 2 '/part/not_layer' contacts tasks/board.json --set /part/not_layer=WALLS
expect 0 '"results":' contacts tasks/board.json --set /part/drawing=../drawings/two_layers.dxf --set /part/not_layer=ENGRAVE --set '/fixels=[{"at":[20,0]}]'
expect 2 'it is read with "layer": "CUT"' contacts tasks/board.json --set /part/drawing=../drawings/bend_lines.dxf --set /part/layer=BEND

# With --set, another function reads the task; and verify reads the task a second time.
echo '{"pawl": 1, "units": {"length": "mm"}, "friction": 0.1, "part": {"drawing": "../drawings/plate_R2000.dxf"},
  "fixels": [{"at": [15, -2], "radius": 2}, {"at": [45, -2], "radius": 2}, {"at": [-2, 20], "radius": 2}]}' >tasks/drawn.json
expect 0 '"friction":0.3' contacts tasks/drawn.json --set friction=0.3
"$pawl" plan tasks/drawn.json >answer.json || failed "a plan for the drawn plate"
expect 0 '"accepted":true' verify answer.json --task tasks/drawn.json
expect 2 '^tasks/drawn.json: /part/drawing: "missing.dxf": the file cannot be opened' contacts tasks/drawn.json --set /part/drawing=missing.dxf
# The last fixel is at the centre of a round hole, so that no point of the hole's edge is nearest to it.
expect 2 '/fixels/3' contacts tasks/drawn.json --set '/fixels=[{"at":[15,-2],"radius":2},{"at":[45,-2],"radius":2},{"at":[-2,20],"radius":2},{"at":[18,20]}]'

finish
