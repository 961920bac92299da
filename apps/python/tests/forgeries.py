# SPDX-License-Identifier: MIT
"""Forged certificates. Each of them is false, or its proof has a gap. The reason is known without a checker of certificates.

A `Base` is a valid certificate, with facts about its problem. Each function of KINDS changes a copy of the certificate and
returns the copy, or None if the function cannot show that the change makes the certificate invalid. The reasons are poses at
which the part overlaps nothing, straight paths of such poses, and poses in which the part is known to rest. This file computes
from polylines whether bodies overlap, with a margin for arcs.
"""
from __future__ import annotations

import cmath
import copy
import hashlib
import math
import struct
from collections import namedtuple

import numpy as np

Leaf = namedtuple("Leaf", "letter place twist centre half")  # A leaf of the tree. `place` is the leaf's index in the
                                                             # tree, and `twist` is the index of its first twist.
TWISTS = {"m": 1, "n": 3}
CHORDS = 256  # number of chords for each arc


def polyline(loop):
    """Returns the vertices of a loop, with points on its arcs."""
    if "disc" in loop:
        x, y, r = loop["disc"]
        return complex(x, y) + r * np.exp(2j * np.pi * np.arange(2 * CHORDS) / (2 * CHORDS))
    points = []
    sides = loop["sides"]
    for (x, y, bulge), (u, v, _) in zip(sides, sides[1:] + sides[:1]):
        start, end = complex(x, y), complex(u, v)
        points.append(start)
        if bulge:
            centre = (start + end) / 2 + 1j * (end - start) * (1 - bulge**2) / (4 * bulge)
            turns = 4 * math.atan(bulge) * np.arange(1, CHORDS) / CHORDS
            points += list(centre + (start - centre) * np.exp(1j * turns))
    return np.array(points)


def cross(a, b):
    return a.real * b.imag - a.imag * b.real


def distances(points, line):
    """Returns the distances of points from a closed polyline."""
    start, along = line, np.roll(line, -1) - line
    away = points[:, None] - start
    share = np.clip((away * along.conj()).real / np.abs(along)**2, 0, 1)
    return np.abs(away - share * along).min(axis=1)


def encloses(line, point):
    """Returns whether a closed polyline encloses a point. This is so if the polyline turns around the point by a full turn."""
    seen = line - point
    return abs(np.angle(np.roll(seen, -1) / seen).sum()) > math.pi


def crosses(one, two):
    a, b, p, q = one[:, None], np.roll(one, -1)[:, None], two, np.roll(two, -1)
    return bool(((cross(b - a, p - a) * cross(b - a, q - a) < 0) & (cross(q - p, a - p) * cross(q - p, b - p) < 0)).any())


class Scene:
    """The outlines of a problem as polylines."""

    def __init__(self, problem):
        outline = problem["outline"]
        self.part = [polyline(loop) for loop in [outline, *outline.get("holes", [])]]
        self.size = float(max(np.abs(self.part[0])))
        self.pins, self.bodies = [], []
        for x, y, r, *_ in problem["fixels"]:  # A part that does not overlap the disc of a diamond pin does not overlap the pin.
            self.pins.append((complex(x, y), r))
        for wall in problem.get("walls", []):
            x, y, angle = wall["pose"]
            outline = wall["outline"]
            self.bodies.append([complex(x, y) + cmath.rect(1, angle) * polyline(loop)
                                for loop in [outline, *outline.get("holes", [])]])
        self.margin = 1e-4 * max([self.size] + [float(max(np.abs(body[0]))) for body in self.bodies])

    def inside(self, body, point):
        return encloses(body[0], point) and not any(encloses(hole, point) for hole in body[1:])

    def clearance(self, pose):
        """Returns the distance of the part from the fixture, with an error below `margin`, or a negative number if they overlap."""
        x, y, angle = pose
        turn, shift = cmath.rect(1, angle), complex(x, y)
        least = math.inf
        for centre, radius in self.pins:
            point = (centre - shift) / turn
            if self.inside(self.part, point):
                return -1.0
            least = min(least, min(float(distances(np.array([point]), line)[0]) for line in self.part) - radius)
        part = [shift + turn * line for line in self.part]
        for body in self.bodies:
            if any(crosses(one, two) for one in part for two in body):
                return -1.0
            if self.inside(body, part[0][0]) or self.inside(part, body[0][0]):
                return -1.0
            least = min(least, *(min(float(distances(one, two).min()), float(distances(two, one).min()))
                                 for one in part for two in body))
        return least

    def is_free(self, pose):
        return self.clearance(pose) > self.margin

    def is_free_path(self, start, end):
        """Returns whether the part overlaps nothing on a straight path. Examines poses so close that the part moves less
        than its clearance between two of them."""
        start, end = np.array(start), np.array(end)
        share, whole = 0.0, math.hypot(*(end - start)[:2]) + abs(end[2] - start[2]) * self.size
        for _ in range(200):
            clearance = self.clearance(start + share * (end - start)) - self.margin
            if clearance <= 0:
                return False
            if share == 1:
                return True
            share = min(1.0, share + clearance / max(whole, 1e-300))
        return False


class Force:
    """The load of a step."""

    def __init__(self, load):
        self.force, self.at, self.torque = complex(*load["force"]), complex(*load["at"]), load["torque"]
        self.anchor = load["anchor"] and complex(*load["anchor"])

    def potential(self, pose):
        point = complex(*pose[:2]) + cmath.rect(1, pose[2]) * self.at
        if self.anchor is not None:
            return abs(self.force) * (abs(self.anchor - point) - abs(self.anchor - self.at))
        return -(self.force.conjugate() * (point - self.at)).real - self.torque * pose[2]

    def power(self, pose, twist):
        arm = cmath.rect(1, pose[2]) * self.at
        pull, force = self.anchor and self.anchor - complex(*pose[:2]) - arm, self.force
        if pull is not None:
            force = abs(self.force) * pull / abs(pull)
        return (force.conjugate() * (complex(*twist[:2]) + 1j * twist[2] * arm)).real + self.torque * twist[2]


def read_leaves(tree):
    """Returns the leaves of a tree."""
    leaves, waiting, twist = [], [(list(tree["centre"]), list(tree["half"]))], 0
    for place, letter in enumerate(tree["tree"]):
        centre, half = waiting.pop()
        if letter not in "xyt":
            leaves.append(Leaf(letter, place, twist, centre, half))
            twist += TWISTS.get(letter, 0)
            continue
        axis = "xyt".index(letter)
        for sign in (1, -1):
            middle, size = centre.copy(), half.copy()
            size[axis] /= 2
            middle[axis] += sign * size[axis]
            waiting.append((middle, size))
    return leaves


def contains(box, pose):
    return all(abs(p - c) <= h for p, c, h in zip(pose, *box))


def set_leaf(tree, leaf, letter, twists=()):
    """Gives a leaf another letter and other twists."""
    words = " ".join(tree["twists"]).split() if "twists" in tree else []
    words[3 * leaf.twist:3 * (leaf.twist + TWISTS.get(leaf.letter, 0))] = map(repr, map(float, twists))
    tree["tree"] = tree["tree"][:leaf.place] + letter + tree["tree"][leaf.place + 1:]
    if "twists" in tree:
        tree["twists"] = [" ".join(words)]


def digest(problem):
    """Returns the digest of a part without holes."""
    outline = problem["outline"]
    numbers = [problem["mass"], problem["gyration_radius"], *problem["center_of_mass"]]
    numbers += outline["disc"] if "disc" in outline else [each for side in outline["sides"] for each in side]
    return "sha256:" + hashlib.sha256(struct.pack(f"<{len(numbers)}d", *numbers)).hexdigest()


class Base:
    """A valid certificate. `farthest_rest` is the displacement of a known pose at which the part can rest, or 0 if none
    is known."""

    def __init__(self, value, farthest_rest=0.0):
        self.value, self.farthest_rest, self.is_region = value, farthest_rest, value["certificate"] == "region"
        self.scene = Scene(value["problem"])
        self.trees = value["steps"] if self.is_region else [value]
        self.leaves = [read_leaves(tree) for tree in self.trees]
        self.loads = [Force(step["load"]) for step in value["steps"]] if self.is_region else [Force(value["problem"])]
        self.start = (value["start"]["centre"], value["start"]["half"]) if self.is_region else None
        self.inside = "mr" if self.is_region else "mn"

    def copy(self):
        """Returns a copy of the certificate, and its trees."""
        value = copy.deepcopy(self.value)
        return value, value["steps"] if self.is_region else [value]


def some_leaf(base, step, letters, some):
    leaves = [leaf for leaf in base.leaves[step] if leaf.letter in letters]
    return some.choice(leaves) if leaves else None


def pose_in(box, some):
    return [c + some.uniform(-0.99, 0.99) * h for c, h in zip(*box)]


def free_pose_in(box, scene, some, tries=4):
    poses = (pose_in(box, some) for _ in range(tries))
    return next((pose for pose in poses if scene.is_free(pose)), None)


def meet(one, two):
    """Returns the box of poses that two boxes share, or None."""
    low = [max(a - b, c - d) for a, b, c, d in zip(*one, *two)]
    high = [min(a + b, c + d) for a, b, c, d in zip(*one, *two)]
    if any(p >= q for p, q in zip(low, high)):
        return None
    return [(p + q) / 2 for p, q in zip(low, high)], [(q - p) / 2 for p, q in zip(low, high)]


def start_pose(base, box, some):
    """Returns a pose of the start region that lies in a box and at which the part overlaps nothing, or None."""
    common = meet(box, base.start) if base.start else None
    return common and free_pose_in(common, base.scene, some)


def needed_box_dropped(base, some):
    """A box that contains a free start is marked as outside or as colliding."""
    leaf = some_leaf(base, 0, base.inside, some)
    if not base.is_region or not start_pose(base, leaf[3:], some):
        return None
    value, trees = base.copy()
    set_leaf(trees[0], leaf, some.choice("oc"))
    return value


def collision_invented(base, some):
    """A box that contains a free pose is marked as colliding."""
    step = some.randrange(len(base.trees))
    leaf = some_leaf(base, step, base.inside, some)
    if not free_pose_in(leaf[3:], base.scene, some):
        return None
    value, trees = base.copy()
    set_leaf(trees[step], leaf, "c")
    return value


def way_out(base, some, letters):
    """Returns poses along a free path from an inside box to a box with one of the letters, and that box. Returns None if no
    such path is found."""
    first, last = some_leaf(base, 0, base.inside, some), some_leaf(base, 0, letters, some)
    if not first or not last:
        return None
    start = start_pose(base, first[3:], some) if base.is_region else free_pose_in(first[3:], base.scene, some)
    end = start and free_pose_in(last[3:], base.scene, some)
    if not end or not base.scene.is_free_path(start, end):
        return None
    return [[p + share * (q - p) for p, q in zip(start, end)] for share in np.linspace(0, 1, 200)], last


def level_raised(base, some):
    """The depth or the start energy is raised. Then a free path below the raised level leads to a box outside. The path
    begins at a start or in a box of the set C (docs/certify.md)."""
    found = way_out(base, some, "oab")
    if not found:
        return None
    levels = [base.loads[0].potential(pose) for pose in found[0]]
    value, _ = base.copy()
    if base.is_region:
        value["start"]["energy"] += (max(levels) - levels[0]) * 1.000001 + 1e-9 * base.scene.size
    elif max(levels) > 0:
        value["depth"] = max(value["depth"], max(levels) * 1.000001)
    return value if base.is_region or value["depth"] > base.value["depth"] else None


def box_of_basin_dropped(base, some):
    """A box of the set C (docs/certify.md) is marked as not reached, or as above the depth. But a free path below the depth leads
    to it from another box of C."""
    found = None if base.is_region else way_out(base, some, "m")
    if not found or max(base.loads[0].potential(pose) for pose in found[0]) > base.value["depth"]:
        return None
    if contains(found[1][3:], found[0][0]):
        return None
    value, trees = base.copy()
    set_leaf(trees[0], found[1], some.choice("ab"))
    return value


def start_enlarged(base, some):
    """The start region is enlarged. It then contains a free pose in a box that is marked as outside."""
    leaf = some_leaf(base, 0, "o", some) if base.is_region else None
    pose = leaf and free_pose_in(leaf[3:], base.scene, some)
    if not pose:
        return None
    value, _ = base.copy()
    centre, half = base.start
    value["start"]["half"] = [max(h, abs(p - c) * 1.000001) for c, h, p in zip(centre, half, pose)]
    return value


def twist_against_load(base, some):
    """The twist of a box is reversed or replaced. At a free pose of the box, the load has a negative power for this twist."""
    step = some.randrange(len(base.trees))
    leaf = some_leaf(base, step, "m", some)
    pose = free_pose_in(leaf[3:], base.scene, some)
    words = " ".join(base.trees[step]["twists"]).split()
    twist = [-float(word) for word in words[3 * leaf.twist:3 * leaf.twist + 3]]
    if some.random() < 0.5:
        twist = [some.gauss(0, 1), some.gauss(0, 1), some.gauss(0, 1) / base.scene.size]
    if not pose or base.loads[step].power(pose, twist) > -1e-6 * math.hypot(*twist):
        return None
    value, trees = base.copy()
    set_leaf(trees[step], leaf, "m", twist)
    return value


def twist_against_contact(base, some):
    """The friction is increased. A force of a closed contact then has a negative power for a box's twist."""
    step = some.randrange(len(base.trees))
    leaf = some_leaf(base, step, "m", some)
    free, hit = free_pose_in(leaf[3:], base.scene, some), pose_in(leaf[3:], some)
    if not free or base.scene.clearance(hit) > 0 or not base.scene.pins or base.scene.bodies:
        return None
    free, hit = np.array(free), np.array(hit)
    for _ in range(40):
        middle = (free + hit) / 2
        free, hit = (middle, hit) if base.scene.clearance(middle) > 0 else (free, middle)
    shift, turn = complex(*free[:2]), cmath.rect(1, free[2])
    line = shift + turn * base.scene.part[0]
    gaps = [float(distances(np.array([centre]), line)[0]) - radius for centre, radius in base.scene.pins]
    pin = int(np.argmin(np.abs(gaps)))
    centre, radius = base.scene.pins[pin]
    if radius == 0 or len(base.scene.part) > 1 or len(base.value["problem"]["fixels"][pin]) > 4:
        return None
    along = np.roll(line, -1) - line
    feet = line + np.clip(((centre - line) * along.conj()).real / np.abs(along)**2, 0, 1) * along
    foot = complex(feet[np.argmin(np.abs(centre - feet))])
    if abs(abs(foot - centre) - radius) > 1e-6 * base.scene.size:
        return None
    normal = (foot - centre) / abs(foot - centre)
    words = " ".join(base.trees[step]["twists"]).split()
    vx, vy, w = (float(word) for word in words[3 * leaf.twist:3 * leaf.twist + 3])
    velocity = complex(vx, vy) + 1j * w * (foot - shift)
    friction = some.uniform(1, 30)
    powers = [((normal * complex(1, sign * friction)).conjugate() * velocity).real for sign in (-1, 1)]
    if min(powers) > -0.05 * abs(velocity) - 0.01 * abs(w) * base.scene.size:
        return None
    value, _ = base.copy()
    value["problem"]["fixels"][pin][3] = friction
    return value


def load_turned(base, some):
    """The force of a load is turned. The load then has a negative power for a box's twist at a free pose of the box."""
    step = some.randrange(len(base.trees))
    leaf = some_leaf(base, step, "m", some)
    pose = free_pose_in(leaf[3:], base.scene, some)
    value, trees = base.copy()
    load = trees[step]["load"] if base.is_region else value["problem"]
    if not pose or load["anchor"]:
        return None
    at, force = complex(*load["at"]), complex(*load["force"])
    turned = force * cmath.rect(1, some.uniform(-math.pi, math.pi))
    load.update(force=[turned.real, turned.imag], torque=load["torque"] + cross(at, force) - cross(at, turned))
    words = " ".join(base.trees[step]["twists"]).split()
    twist = [float(word) for word in words[3 * leaf.twist:3 * leaf.twist + 3]]
    return value if Force(load).power(pose, twist) < -1e-6 * math.hypot(*twist) else None


def fixture_changed(base, some):
    """A fixel or a wall is moved, or the radius of a fixel is changed. A box that is marked as colliding then has a free
    pose."""
    value, _ = base.copy()
    problem, far = value["problem"], base.scene.size * 10**some.uniform(-2, 0)
    solid = some.choice([*problem["fixels"], *problem.get("walls", [])])
    if isinstance(solid, dict):
        solid["pose"] = [solid["pose"][0] + some.gauss(0, far), solid["pose"][1] + some.gauss(0, far), solid["pose"][2]]
    elif some.random() < 0.2 and len(solid) == 4 and solid[2] > 0:
        solid[2] *= some.uniform(0, 0.9)
    else:
        solid[0] += some.gauss(0, far)
        solid[1] += some.gauss(0, far)
    return value if has_free_collision(base, Scene(problem), some) else None


def part_shrunk(base, some):
    """The part is made smaller, and the digest is that of the smaller part. A box that is marked as colliding then has a
    free pose."""
    value, _ = base.copy()
    problem, share = value["problem"], some.uniform(0.3, 0.97)
    if "holes" in problem["outline"] or "disc" in problem["outline"]:
        return None
    problem["outline"]["sides"] = [[share * x, share * y, bulge] for x, y, bulge in problem["outline"]["sides"]]
    value["part"] = digest(problem)
    return value if has_free_collision(base, Scene(problem), some) else None


def has_free_collision(base, scene, some):
    boxes = [some_leaf(base, some.randrange(len(base.trees)), "c", some) for _ in range(12)]
    return any(box and scene.is_free(pose_in(box[3:], some)) for box in boxes)


def seat_denied(base, some):
    """A box that contains the seat gets a twist that should prove that the part cannot rest in the box. But the
    contacts balance the load at the seat."""
    leaves = [leaf for leaf in base.leaves[0] if leaf.letter in "rn" and contains(leaf[3:], (0, 0, 0))]
    if not leaves or len(base.trees) > 1:
        return None
    value, trees = base.copy()
    leaf, twist = some.choice(leaves), [some.gauss(0, 1), some.gauss(0, 1), some.gauss(0, 1) / base.scene.size]
    if some.random() < 0.5:
        words = " ".join(trees[0]["twists"]).split()
        at = 3 * some.randrange(len(words) // 3)
        twist = [float(word) for word in words[at:at + 3]]
    set_leaf(trees[0], leaf, "m", twist)
    return value


def displacement_below_rest(base, some):
    """The stated displacement is made smaller than the displacement of a known pose at which the part can rest."""
    if not base.farthest_rest:
        return None
    value, _ = base.copy()
    value["displacement"] = base.farthest_rest * some.uniform(0.01, 0.99)
    return value


def displacement_below_start(base, some):
    """The part need not be at rest at the end of a step (`residual_energy`). The stated displacement is made smaller
    than the displacement of a start."""
    if not base.is_region or base.value["residual_energy"] is None or len(base.trees) > 1:
        return None
    pose = free_pose_in(base.start, base.scene, some, 20)
    if not pose:
        return None
    part = base.scene.part[0]
    value, _ = base.copy()
    displaced = np.abs(complex(*pose[:2]) + (cmath.rect(1, pose[2]) - 1) * part).max()
    value["displacement"] = float(displaced) * some.uniform(0.1, 0.999)
    return value


def rise_understated(base, some):
    """At a free pose that the part may reach during a sweep, the potential rises by more than the stated rise."""
    if not base.is_region or not base.value["swept"] or len(base.trees) < 2:
        return None
    step = some.randrange(1, len(base.trees))
    sweep = base.trees[step]["sweep"]
    leaf = some.choice([leaf for leaf in read_leaves(sweep) if leaf.letter == "i"])
    pose = free_pose_in(leaf[3:], base.scene, some)
    rise = pose and base.loads[step].potential(pose) - base.loads[step - 1].potential(pose)
    if not pose or rise <= 0:
        return None
    value, trees = base.copy()
    trees[step]["sweep"]["rise"] = rise * some.uniform(0, 0.9999)
    return value


def box_of_sweep_dropped(base, some):
    """A box of a sweep that contains a free pose is marked as colliding."""
    if not base.is_region or not base.value["swept"] or len(base.trees) < 2:
        return None
    step = some.randrange(1, len(base.trees))
    leaf = some.choice([leaf for leaf in read_leaves(base.trees[step]["sweep"]) if leaf.letter == "i"])
    if not free_pose_in(leaf[3:], base.scene, some):
        return None
    value, trees = base.copy()
    set_leaf(trees[step]["sweep"], leaf, "c")
    return value


KINDS = [
    needed_box_dropped, collision_invented, level_raised, box_of_basin_dropped, start_enlarged, twist_against_load,
    twist_against_contact, load_turned, fixture_changed, part_shrunk, seat_denied, displacement_below_rest,
    displacement_below_start, rise_understated, box_of_sweep_dropped,
]


def forge(bases, count, some):
    """Yields `count` forged certificates, each with the name of its kind. All kinds are equally frequent."""
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        tries = (kind(some.choice(bases), some) for _ in range(20000))
        yield kind.__name__, next(value for value in tries if value)
