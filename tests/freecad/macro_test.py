# SPDX-License-Identifier: MIT
"""Tests tools/freecad/PawlPins.FCMacro in FreeCAD: tests/freecad/run PAWL SOURCE_DIR runs this file by freecadcmd.

The pins of three parts must touch the part and be outside of it, measured by FreeCAD, and must equal those of the command for the
same outline."""
import importlib.machinery
import importlib.util
import json
import math
import os
import subprocess
import sys
import tempfile
import traceback

import FreeCAD
import Part
import Sketcher  # noqa: F401, registers the type of sketches

V = FreeCAD.Vector
pawl, source = os.environ["PAWL_COMMAND"], os.environ["PAWL_SOURCE"]
loader = importlib.machinery.SourceFileLoader("pawl_pins", source + "/tools/freecad/PawlPins.FCMacro")
macro = importlib.util.module_from_spec(importlib.util.spec_from_loader("pawl_pins", loader))
loader.exec_module(macro)

TILTED = FreeCAD.Placement(V(100, -50, 30), FreeCAD.Rotation(V(1, 2, 3), 40))


def bracket(document):
    """A sketch of an L-bracket in a body that is moved and turned."""
    body = document.addObject("PartDesign::Body", "Body")
    body.Placement = TILTED
    sketch = body.newObject("Sketcher::SketchObject", "Bracket")
    sketch.Placement = FreeCAD.Placement(V(3, 4, 5), FreeCAD.Rotation(V(0, 0, 1), 25))
    corners = [(0, 0), (60, 0), (60, 12), (14, 12), (14, 40), (0, 40)]
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1]):
        sketch.addGeometry(Part.LineSegment(V(x0, y0, 0), V(x1, y1, 0)), False)
    return sketch, "", "0 0, 60 0, 60 12, 14 12, 14 40, 0 40"


def plate(document):
    """The upper face of a plate with rounded corners and a hole."""
    solid = Part.makeBox(60, 40, 5)
    solid = solid.makeFillet(6, [e for e in solid.Edges if abs(e.tangentAt(e.FirstParameter).z) > .9])
    item = document.addObject("Part::Feature", "Plate")
    item.Shape = solid.cut(Part.makeCylinder(5, 5, V(20, 20, 0)))
    name = next(f"Face{k}" for k, face in enumerate(item.Shape.Faces, 1) if abs(face.CenterOfMass.z - 5) < 1e-9)
    return item, name, None


def wedge(document):
    """A flat face of a turned prism."""
    wire = Part.makePolygon([V(0, 0, 0), V(50, 0, 0), V(60, 25, 0), V(20, 45, 0), V(0, 30, 0), V(0, 0, 0)])
    item = document.addObject("Part::Feature", "Wedge")
    item.Shape = Part.Face(wire).extrude(V(0, 0, 8))
    item.Placement = TILTED
    return item, next(f"Face{k}" for k, face in enumerate(item.Shape.Faces, 1) if face.Area > 1000), None


def command_pins(corners, folder):
    path = os.path.join(folder, "plain.json")
    with open(path, "w", encoding="ascii") as file:
        json.dump({"pawl": 1, "units": {"length": "mm", "angle": "deg"},
                   "part": {"outline": {"polygon": [[float(x) for x in one.split()] for one in corners.split(",")]}}}, file)
    best = os.path.join(folder, "best.json")
    subprocess.run([pawl, "fixture", path, "--tray", "--friction", "0.1,0.2", "--task-out", best, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    with open(best, encoding="utf-8") as file:
        return [one["at"] for one in json.load(file)["fixels"]]


def check(make, folder):
    document = FreeCAD.newDocument()
    item, name, corners = make(document)
    document.recompute()
    sheet = os.path.join(folder, make.__name__ + ".pdf")
    group, words = macro.add_pins(item, name, macro.pawl_fixture.Request(sheet=sheet))
    assert group and "fixture" in words, words
    with open(sheet, "rb") as file:
        assert file.read(4) == b"%PDF"
    plane = macro.plane_of(item, name)
    face = Part.Face(plane.wires, "Part::FaceMakerBullseye")
    pins = [one for one in group.Group if one.isDerivedFrom("Part::Cylinder")]
    assert len(pins) == 3 and len(group.Group) > 3, [one.Label for one in group.Group]
    edges = Part.makeCompound(plane.wires)
    worst = 0
    for pin in pins:
        axis = pin.Placement.Rotation.multVec(V(0, 0, 1))
        assert abs(axis.dot(plane.normal) - 1) < 1e-9, "a pin is not perpendicular to the plane"
        base = pin.Placement.Base
        foot = base - axis * (base - plane.origin).dot(axis)
        worst = max(worst, abs(edges.distToShape(Part.Vertex(foot))[0] - pin.Radius.Value))
        assert not face.isInside(foot, 1e-6, True), "a pin is inside the part"
        assert pin.Shape.common(Part.makeLine(foot, foot + axis * 1e-3)).Length > 0 or item.isDerivedFrom("Part::Feature")
    assert worst < 2e-6, f"{make.__name__}: a pin is {worst} mm from touching the part"
    if corners:
        wanted = command_pins(corners, folder)
        got = [plane.flat(pin.Placement.Base) for pin in pins]
        assert max(math.dist(a, b) for a, b in zip(got, wanted)) < 1e-6, (got, wanted)
    again, _ = macro.add_pins(item, name, macro.pawl_fixture.Request(pin_diameter=2))
    groups = [one for one in document.Objects if one.isDerivedFrom("App::DocumentObjectGroup")]
    assert [one.Name for one in groups] == [again.Name], "a second run does not replace the pins"
    print(f"{make.__name__}: 3 pins touch the part within {worst:.1g} mm")
    FreeCAD.closeDocument(document.Name)


def refused():
    document = FreeCAD.newDocument()
    item = document.addObject("Part::Cylinder", "Round")
    document.recompute()
    for name, expected in (("", "not a sketch"), ("Face1", "not a flat face")):
        try:
            macro.add_pins(item, name, macro.pawl_fixture.Request())
        except macro.pawl_fixture.NoAnswer as error:
            assert expected in str(error), error
        else:
            raise AssertionError(f"{name or 'a solid'} was accepted")


try:
    with tempfile.TemporaryDirectory() as scratch:
        for one in (bracket, plate, wedge):
            check(one, scratch)
    refused()
    print("passed")
    sys.stdout.flush()
    os._exit(0)
except BaseException:
    traceback.print_exc()
    os._exit(1)
