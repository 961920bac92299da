# SPDX-License-Identifier: MIT
"""The independent checker tools/check_certificate.py must accept the certificates of the command, and refuse changed
certificates."""
from __future__ import annotations

import copy
import functools
import importlib.util
import json
import math
import random
import subprocess
import sys
import types

import pytest

from conftest import ROOT

PROGRAM = ROOT / "tools/check_certificate.py"
spec = importlib.util.spec_from_file_location("check_certificate", PROGRAM)
checker = importlib.util.module_from_spec(spec)
spec.loader.exec_module(checker)

TASKS = ["block_stop", "bracket_tray", "casting_in_pocket", "plate_on_diamond_pin", "plate_on_hole", "shaft_keyway", "block_spring"]
TOLERANCES = [
    ("bracket_tray", "--tolerance-fixels", "1e-5"), ("bracket_tray", "--tolerance-outline", "1e-3"),
    ("bracket_tray", "--tolerance-friction", ".05"), ("casting_in_pocket", "--tolerance-fixels", "1e-3"),
    ("plate_on_diamond_pin", "--tolerance-fixels", "1e-5"), ("block_spring", "--tolerance-outline", "1e-3"),
]
TWISTS = {"m": 1, "n": 3}


def status(certificate, tmp_path) -> tuple[int, str]:
    """Runs the program on a certificate, and returns its exit status and its output, which is one line."""
    path = tmp_path / "changed.json"
    path.write_text(certificate if isinstance(certificate, str) else json.dumps(certificate))
    done = subprocess.run([sys.executable, str(PROGRAM), str(path)], capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.fixture(scope="module")
def certificate(command, tmp_path_factory):
    """Returns a function that makes a certificate of a task: an energy certificate or, with the option --from, a certificate
    of rest regions."""
    @functools.cache
    def make(task: str, *options: str):
        path = tmp_path_factory.mktemp("certificates") / f"{task}.json"
        arguments = [command, "plan", ROOT / f"data/tasks/{task}.json", "--certificate", path, "--quiet", *options]
        done = subprocess.run(list(map(str, arguments)), capture_output=True, text=True, timeout=300)
        assert path.exists(), done.stderr
        return json.loads(path.read_text())

    return lambda *arguments: copy.deepcopy(make(*arguments))


def relabel(step, letter, new, chosen):
    """Gives a leaf another letter, and removes the twists of its box."""
    nodes = [node for node, each in enumerate(step["tree"]) if each == letter]
    node = nodes[int(chosen * len(nodes))]
    twists = " ".join(step["twists"]).split()
    first = 3 * sum(TWISTS.get(each, 0) for each in step["tree"][:node])
    del twists[first:first + 3 * TWISTS.get(letter, 0)]
    step["tree"], step["twists"] = step["tree"][:node] + new + step["tree"][node + 1:], [" ".join(twists)]


@pytest.mark.parametrize("arguments", [(task,) for task in TASKS] + TOLERANCES, ids=" ".join)
def test_accepts_energy_certificates(arguments, certificate, tmp_path):
    code, line = status(certificate(*arguments), tmp_path)
    assert code == 0, line
    assert "accepted: depth" in line


def turn(force, angle):
    return [force[0] * math.cos(angle) - force[1] * math.sin(angle), force[0] * math.sin(angle) + force[1] * math.cos(angle)]


CHANGES = {
    "a box near the goal marked as not reached": lambda value: relabel(value, "n", "b", 0.5),
    "a box of the component marked as not reached": lambda value: relabel(value, "m", "b", 0.5),
    "a box of the component marked as above the depth": lambda value: relabel(value, "m", "a", 0.3),
    "a greater depth": lambda value: value.update(depth=1.3 * value["depth"]),
    "another force": lambda value: value["problem"].update(force=turn(value["problem"]["force"], 0.3)),
    "a greater force": lambda value: value["problem"].update(force=[1.1 * each for each in value["problem"]["force"]]),
    "a fixel moved": lambda value: value["problem"]["fixels"][2].__setitem__(0, value["problem"]["fixels"][2][0] + 0.01),
    "more friction": lambda value: value["problem"]["fixels"][0].__setitem__(3, 3.0),
    "a larger tolerance of the fixels": lambda value: value["problem"].update(fixel_tolerance=0.02),
    "a shorter tree": lambda value: value.update(tree=value["tree"][:-1]),
    "a longer tree": lambda value: value.update(tree=value["tree"] + "b"),
    "an unknown letter": lambda value: value.update(tree=value["tree"].replace("m", "k", 1)),
    "too many twists": lambda value: value["twists"].append("1 0 0"),
    "too few twists": lambda value: value["twists"].__setitem__(-1, " ".join(value["twists"][-1].split()[:-3])),
    "another part": lambda value: value["problem"].update(mass=2),
    "an outline that touches itself": lambda value: value["problem"]["outline"]["sides"].insert(3, [-2, 0, 0]),
    "a domain that is too small": lambda value: value.update(half=[each / 8 for each in value["half"]]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_refuses_changed_certificates(change, certificate, tmp_path):
    value = certificate("block_stop")
    CHANGES[change](value)
    code, line = status(value, tmp_path)
    assert (code, "refused: " in line) == (1, True), line


def test_refuses_a_certificate_whose_twists_prove_nothing(certificate, tmp_path):
    value = certificate("block_stop")
    twists = " ".join(value["twists"]).split()
    value["twists"] = [" ".join(word if i % 3 else "0" for i, word in enumerate(twists))]
    assert status(value, tmp_path)[0] == 1


@pytest.mark.parametrize("change", [
    lambda text: text.replace('"depth"', '"deep"'), lambda text: text.replace('"torque": ', '"torque": NaN, "x": '),
    lambda text: text.replace('"mass": 1', '"mass": NaN'), lambda text: text[:-1], lambda text: text.replace('"pawl": 1', '"pawl": 9'),
    lambda text: text.replace('"depth": ', '"depth": 1e999, "depth": '), lambda text: "[]",
])
def test_reports_files_that_are_not_certificates(change, certificate, tmp_path):
    assert status(change(json.dumps(certificate("block_stop"))), tmp_path)[0] == 2


FROM = "--from", ".2mm,.2deg"
REGIONS = [
    ("bracket_tray", *FROM), ("block_in_pocket", *FROM), ("plate_on_diamond_pin", *FROM, "--tolerance-direction", ".5"),
    ("block_in_pocket", *FROM, "--tolerance-fixels", "1e-4"), ("block_in_pocket", *FROM, "--tolerance-outline", "1e-4"),
    ("casting_in_pocket", *FROM, "--tolerance-center", "1e-3"), ("shaft_keyway", *FROM, "--residual-energy", "1e-6"),
]


@pytest.mark.parametrize("arguments", REGIONS, ids=" ".join)
def test_accepts_region_certificates(arguments, certificate, tmp_path):
    code, line = status(certificate(*arguments), tmp_path)
    assert code == 0, line
    assert "accepted: displacement" in line


def the_load(value):
    return value["steps"][0]["load"]


REGION_CHANGES = {
    "a box of the rest region marked as outside": lambda value: relabel(value["steps"][0], "r", "o", 0.5),
    "a box of the rest region marked as colliding": lambda value: relabel(value["steps"][0], "r", "c", 0.5),
    "an inside box marked as outside": lambda value: relabel(value["steps"][0], "m", "o", 0.5),
    "a smaller displacement": lambda value: value.update(displacement=0.3 * value["displacement"]),
    "a larger start region": lambda value: value["start"].update(half=[30 * each for each in value["start"]["half"]]),
    "more energy at the start": lambda value: value["start"].update(energy=100),
    "another force": lambda value: the_load(value).update(force=turn(the_load(value)["force"], 0.4)),
    "a larger tolerance of the force's direction": lambda value: the_load(value).update(direction_tolerance=0.8),
    "a larger tolerance of the centre of mass": lambda value: the_load(value).update(at_tolerance=15),
    "more friction of the support": lambda value: the_load(value).update(support=0.9, support_radius=10),
    "more friction": lambda value: value["problem"]["fixels"][0].__setitem__(3, 3.0),
    "a fixel moved": lambda value: value["problem"]["fixels"][0].__setitem__(1, -13.3),
    "residual energy after each step": lambda value: value.update(residual_energy=0.01),
}


@pytest.mark.parametrize("change", REGION_CHANGES)
def test_refuses_changed_region_certificates(change, certificate, tmp_path):
    value = certificate("bracket_tray", *FROM)
    REGION_CHANGES[change](value)
    code, line = status(value, tmp_path)
    assert (code, "refused: " in line) == (1, True), line


@pytest.mark.parametrize("change", [lambda value: value.pop("swept"), lambda value: value.update(swept=2),
                                    lambda value: value["steps"][0].update(sweep={}), lambda value: the_load(value).pop("at")])
def test_reports_incomplete_region_certificates(change, certificate, tmp_path):
    value = certificate("bracket_tray", *FROM)
    change(value)
    assert status(value, tmp_path)[0] == 2


def body(sides, holes=(), tolerance=0.0, pose=(0.0, 0.0, 0.0)):
    return checker.Body("", tolerance, {"sides": sides, "holes": list(holes)}, pose)


def gap(of, x, y):
    return checker.gap(of.segments, complex(x, y))


SQUARE = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]]


@pytest.mark.parametrize("sides, holes", [
    ([[0, 0, 0], [4, 4, 0], [4, 0, 0], [0, 4, 0]], []),  # Edges that cross.
    ([[0, 0, 0], [4, 0, 0], [2, 0, 0], [0, 4, 0]], []),  # An edge that turns back.
    ([[0, 0, 0], [4, 0, -2], [4, 4, 0], [0, 4, 0]], []),  # An arc that crosses an edge.
    ([[0, 0, 0.5], [4, 0, 0.5], [0, 0, 0]], []),  # A vertex that is given twice.
    ([[0, 0, 0], [4, 0, 0], [4, 4, 0], [2, 0, 0], [0, 4, 0]], []),  # A vertex on an edge.
    (SQUARE, [{"disc": [2, 2, 2]}]), (SQUARE, [{"disc": [6, 2, 1]}]),  # A hole that touches the outline, or lies outside.
    (SQUARE, [{"disc": [2, 2, 1.5]}, {"disc": [2, 2, 1]}]),  # A hole in a hole.
])
def test_refuses_invalid_outlines(sides, holes):
    with pytest.raises(checker.Refused):
        body(sides, holes)


def test_distances_are_negative_inside_the_material():
    lens = body([[0, 0, 0.2], [4, 0, 0], [4, 4, 0], [0, 4, -0.3]], [{"sides": [[2, 1, 1], [2, 2, 1]]}])
    assert gap(lens, 2, 0) < 0  # On the chord of a convex arc.
    assert gap(lens, 2, -0.399) < 0 < gap(lens, 2, -0.401)
    assert gap(lens, 0.001, 2) > 0  # On the chord of a concave arc.
    assert gap(lens, 2, 1.5) == pytest.approx(0.5)
    turned = body([[x, y, -b] for x, y, b in [[0, 0, -0.3], [0, 4, 0], [4, 4, 0], [4, 0, 0.2]]], [{"disc": [2, 1.5, 0.5]}])
    points = random.Random(1)
    for _ in range(200):
        x, y = points.uniform(-1, 5), points.uniform(-1, 5)
        assert gap(turned, x, y) == pytest.approx(gap(lens, x, y), abs=1e-12)


def vertices(of):
    return {each.at: each for each in of.features if not each.along and not each.radius}


def test_a_vertex_within_a_straight_edge_has_one_normal_without_a_tolerance_and_a_range_with_one():
    sides = [[0, 0, 0], [1, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]]
    assert vertices(body(sides))[1].half == pytest.approx(0, abs=1e-12)
    assert vertices(body(sides))[1].normal == pytest.approx(-math.pi / 2)
    assert vertices(body(sides, tolerance=0.01))[1].half >= math.asin(0.02)
    with pytest.raises(checker.Refused):
        body(sides, tolerance=0.6)


def test_concave_corners_are_not_features():
    bracket = body([[0, 0, 0], [4, 0, 0], [4, 1, 0], [1, 1, 0], [1, 4, 0], [0, 4, 0]])
    assert 1 + 1j not in vertices(bracket)
    assert len(vertices(bracket)) == 5


def make_problem(sides, walls):
    return checker.Problem([{"centre": [0, 0, 0], "half": [9, 9, 1]}], {"sides": sides}, [], walls, 1, 1, [0, 0], 0, 0)


def two_corners(angle):
    """Returns the contacts of a pair of corners at a pose: the corner of a square part, and the corner of a square wall near
    it."""
    problem = make_problem([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], [
        {"outline": {"sides": [[-4, -4, 0], [0, -4, 0], [0, 0, 0], [-4, 0, 0]]}, "pose": [0, 0, 0], "friction": 0.1}])
    corner = -math.cos(angle) + math.sin(angle), -math.sin(angle) - math.cos(angle)
    pose = checker.Box(-corner[0], -corner[1], angle, 0, 0, 0)
    pairs = [pair for pair in problem.pairs if not pair[0].along and not pair[1].along]
    return [contact[0] for pair in pairs if (contact := problem.contact(pair, pose))]


def test_a_contact_of_two_corners_has_the_normals_common_to_both():
    (middle, half), = two_corners(0.0)
    assert (middle, half) == pytest.approx((math.pi / 4, math.pi / 4), abs=1e-9)
    (middle, half), = two_corners(0.3)
    assert (middle - half, middle + half) == pytest.approx((0.3, math.pi / 2), abs=1e-9)


@pytest.mark.parametrize("anchor", [None, [5.0, 2.0]])
def test_bounds_of_the_load_hold_at_all_poses_of_a_box(anchor):
    some = random.Random(2)
    for _ in range(100):
        point, angle = [some.gauss(0, 1), some.gauss(0, 1)], some.uniform(-9, 9)
        force = [math.cos(angle), math.sin(angle)]
        if anchor:
            away = math.dist(anchor, point)
            force = [(anchor[0] - point[0]) / away, (anchor[1] - point[1]) / away]
        torque = 0.0 if anchor else some.gauss(0, 1)
        size = math.hypot(*force, torque + point[0] * force[1] - point[1] * force[0])
        unit = [each / size for each in force]
        load = checker.Load("", types.SimpleNamespace(length=10.0, gyration=1.0), unit, torque / size, point, anchor, 0.0)
        box = checker.Box(*(some.gauss(0, 3) for _ in range(3)), *(some.uniform(0, 2) for _ in range(3)))
        vx, vy, w = (some.gauss(0, 1) for _ in range(3))
        twist = complex(vx, vy), w
        low, high = load.bounds(box)
        for _ in range(20):
            pose = [box.sides[i] + some.uniform(-1, 1) * box.sides[i + 3] for i in range(3)]
            first, last = load.bounds(checker.Box(*pose, 0, 0, 0))
            assert low - 1e-9 <= first <= last <= high + 1e-9
            assert load.power(box, twist) <= load.power(checker.Box(*pose, 0, 0, 0), twist) + 1e-9
            step = 1e-6
            moved = load.bounds(checker.Box(*(p + step * v for p, v in zip(pose, (vx, vy, w))), 0, 0, 0))[0]
            assert (first - moved) / step == pytest.approx(load.power(checker.Box(*pose, 0, 0, 0), twist), abs=1e-4)


def test_a_tree_finds_all_leaves_that_touch_a_box():
    some = random.Random(3)
    letters = ""
    open_nodes = 1
    while open_nodes:
        split = some.random() < (0.9 if len(letters) < 40 else 0.4)
        letters += some.choice("xyt" if split else "mnbbca")
        open_nodes += 1 if split else -1
    problem = make_problem(SQUARE, [])
    problem.collides = problem.proves = lambda *_: True
    value = {"centre": [0, 0, 0], "half": [1, 2, 3], "tree": letters, "twists": []}
    tree = checker.Tree(problem, value, "", "ab", "mn")
    for leaf in tree.leaves:
        found = list(tree.near(leaf))
        for other in tree.leaves:
            one, two = leaf.sides, other.sides
            touch = all(abs(one[i] - two[i]) <= one[i + 3] + two[i + 3] + 1e-9 for i in range(3))
            assert (other in found) == (touch and other.letter != "c")


def grid_tree(letter_of, low=(0, 0, 0), size=(8, 8, 8)):
    """Returns a tree of 8 x 8 x 8 cells with the letters letter_of(i, j, k)."""
    if max(size) == 1:
        return letter_of(*low)
    axis = size.index(max(size))
    half = tuple(n // 2 if i == axis else n for i, n in enumerate(size))
    upper = tuple(n + half[axis] if i == axis else n for i, n in enumerate(low))
    return "xyt"[axis] + grid_tree(letter_of, low, half) + grid_tree(letter_of, upper, half)


def test_connected_inside_boxes_have_the_same_level():
    problem = make_problem(SQUARE, [])
    cells = {(i, 2, 3): "m" for i in range(2, 6)} | {(2, 6, 3): "m"}  # A row of boxes, and a separate box.
    value = {"centre": [0, 0, 0], "half": [4, 4, 1], "tree": grid_tree(lambda *cell: cells.get(cell, "o")), "twists": []}
    tree = checker.Tree(problem, value, "", "o", "m")
    start = checker.Box(-1.5, -1.5, -0.125, 0.1, 0.1, 0.01)  # In the first box of the row.
    reached = []
    tree.require_closed([(start, 7.0)], lambda box, level: reached.append((box.at, level)) or True)
    assert {level for _, level in reached} == {7.0}
    assert len(reached) == 6 * 3 * 3 - 4
    with pytest.raises(checker.Refused, match="may be reached with the energy 7"):
        tree.require_closed([(start, 7.0)], lambda box, level: box.at != 2.5 - 0.5j)  # The box at the end of the row.
    with pytest.raises(checker.Refused, match="may be reached with the energy 2"):
        tree.require_closed([(checker.Box(3.5, 0, 0, 0.1, 0.1, 0.01), 2.0), (start, 7.0)], lambda box, level: level > 2)
    with pytest.raises(checker.Refused, match="no start is free"):
        checker.Tree(problem, value, "", "o", "m").require_closed([], lambda *_: True)
    with pytest.raises(checker.Refused, match="outside the domain"):
        tree.require_closed([(checker.Box(4, 0, 0, 0.1, 0.1, 0.01), 2.0)], lambda *_: True)
    cells[0, 2, 3] = "m"
    value["tree"] = grid_tree(lambda *cell: cells.get(cell, "o"))
    with pytest.raises(checker.Refused, match="reaches the end of the domain"):
        checker.Tree(problem, value, "", "o", "m").require_closed([(start, 7.0)], lambda *_: True)
