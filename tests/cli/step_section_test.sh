#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests tools/step_section with a part that FreeCAD makes, if FreeCAD is installed. Checks the areas of its faces and
# sections.
# Usage: step_section_test.sh PAWL SOURCE_DIR
set -u
. "$(dirname "$0")/expect.sh"
tool=$2/tools/step_section
cd "$scratch" || exit 1
/usr/bin/python3 - "$tool" <<'PYTHON'
import importlib.machinery, importlib.util, sys
loader = importlib.machinery.SourceFileLoader("step_section", sys.argv[1])
tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("step_section", loader))
loader.exec_module(tool)
try:
    import FreeCAD, Part
except ImportError:
    sys.exit(77)
V = FreeCAD.Vector
plate = Part.makeBox(60, 40, 5)
plate = plate.makeFillet(6, [e for e in plate.Edges if abs(e.tangentAt(e.FirstParameter).z) > .9 and e.valueAt(e.FirstParameter).x > 30])
plate = plate.cut(Part.makeCylinder(5, 5, V(20, 20, 0)))
plate.exportStep("plate.step")
ellipse = Part.Face(Part.Wire(Part.Edge(Part.Ellipse(V(0, 0, 0), 20, 10)))).extrude(V(0, 0, 4))
ellipse.exportStep("ellipse.step")
PYTHON
status=$?
if ((status == 77)); then
  echo "skipped: FreeCAD's Python modules are not installed (freecad-python3)"
  exit 0
fi
((status == 0)) || failed "FreeCAD made no parts"

# area FILE EXPECTED RELATIVE: compares the area of the part that pawl reads from FILE, without its holes, with
# EXPECTED. The relative difference must be at most RELATIVE.
area() {
  "$pawl" part "$1" >answer.json 2>err || { failed "$1: $(head -c 300 err)"; return; }
  python3 -c 'import json, sys; a = json.load(open("answer.json"))["report"]["area"]; e = float(sys.argv[1])
sys.exit(abs(a - e) > float(sys.argv[2]) * e)' "$2" "$3" || failed "$1: expected the area $2: $(grep -m1 '"area"' answer.json)"
}
plate=$(python3 -c 'from math import pi; print(repr(60 * 40 - 2 * (36 - 9 * pi) - 25 * pi))')
"$tool" plate.step --height 2.5 --out section.dxf 2>err || failed "a section: $(cat err)"
area section.dxf "$plate" 1e-12
number=$("$tool" plate.step | sed -n 's/^face \([0-9]*\): normal (.*, 1), height 5, .*$/\1/p')
"$tool" plate.step --face "${number:-0}" --out face.dxf 2>err || failed "the upper face: $(cat err)"
area face.dxf "$plate" 1e-12
"$tool" ellipse.step --height 2 --out ellipse.dxf 2>err || failed "an ellipse: $(cat err)"
area ellipse.dxf "$(python3 -c 'from math import pi; print(200 * pi)')" 1e-4
"$tool" plate.step --height 7 --out none.dxf 2>err && failed "a section above the part was written"
grep -q 'the file reaches from 0 to 5' err || failed "above the part: $(cat err)"
"$tool" missing.step --height 1 2>err && failed "a missing file was read"
"$tool" plate.step --face 99 2>err && failed "face 99 was written"
finish
