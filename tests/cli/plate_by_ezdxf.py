# SPDX-License-Identifier: MIT
"""Reads a fixture plate with ezdxf and compares it with its task. Usage: plate_by_ezdxf.py PLATE.dxf TASK.json

Without ezdxf, prints a line and succeeds."""
import json
import sys

try:
    import ezdxf
except ImportError:
    print("ezdxf is not installed: the plate was not read by it")
    sys.exit(0)

LAYERS = {"PART", "PINS", "HOLES", "PLATE", "CLAMP", "TEXT"}

document = ezdxf.readfile(sys.argv[1])
with open(sys.argv[2], encoding="utf-8") as file:
    task = json.load(file)
audit = document.audit()
assert not audit.errors and not audit.fixes, [str(error.message) for error in audit.errors + audit.fixes]
assert document.dxfversion == "AC1015" and document.units == 4, (document.dxfversion, document.units)
space = document.modelspace()
assert {entity.dxf.layer for entity in space} <= LAYERS and LAYERS <= {layer.dxf.name for layer in document.layers}
assert task["units"]["length"] == "mm"


def circles(layer):
    return [(c.dxf.center.x, c.dxf.center.y, 2 * c.dxf.radius) for c in space.query(f'CIRCLE[layer=="{layer}"]')]


pins = [(*fixel["at"], 2 * fixel["radius"]) for fixel in task["fixels"]]
assert circles("PINS") == pins, (circles("PINS"), pins)
assert set(pins) <= set(circles("HOLES"))
(part,) = space.query('LWPOLYLINE[layer=="PART"]')
outline = task["part"]["outline"]
points = [(x, y) for x, y in part.get_points("xy")]
if task.get("pose", [0, 0, 0]) == [0, 0, 0]:
    stated = outline.get("polygon") or [entry.get("to", entry) if isinstance(entry, dict) else entry for entry in outline["path"]]
    assert {tuple(point) for point in stated} == set(points), (stated, points)
(plate,) = space.query('LWPOLYLINE[layer=="PLATE"]')
corners = list(plate.get_points("xy"))
assert plate.closed and len(corners) == 4
for x, y, diameter in pins:
    assert min(c[0] for c in corners) + diameter <= x <= max(c[0] for c in corners) - diameter
    assert min(c[1] for c in corners) + diameter <= y <= max(c[1] for c in corners) - diameter
numbers = sorted(text.dxf.text for text in space.query('TEXT[layer=="TEXT"]'))
assert numbers[: len(pins)] == [str(k + 1) for k in range(len(pins))], numbers
