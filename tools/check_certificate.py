#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks certificates of Pawl independently: energy certificates (docs/certify.md) and region certificates (docs/rest-regions.md).

    python3 tools/check_certificate.py FILE...

One line per file states what is proved, or the first error. The exit status is 0 if all files are accepted, 1 if one is refused,
and 2 if one cannot be read. The program needs only Python 3.11 and shares nothing with Pawl. 10^5 boxes take about 10 seconds.

Bounds are computed in doubles and widened by 2^-44 of the largest length. Each bound results from fewer than 200 roundings, and
the error of 200 roundings is below 2^-45 of that length. The functions of the C library are assumed to have errors of at most two
units in the last place. Boxes that the bounds do not prove are halved up to ten times, so the bounds need not be the best ones.
"""
from __future__ import annotations

import hashlib
import json
import math
import struct
import sys
from itertools import product
from math import asin, atan2, cos, hypot, inf, pi, remainder, sin, tau

SLACK = 2.0**-44  # Widens lengths, powers and potentials, relative to the largest one, and angles.
UNIT = 1 << 60  # The side of a domain in the integer coordinates of its boxes.
FULL = (0.0, pi)  # All directions. An interval of directions is (middle, half width).
PIN, WALL_EDGE, PART_EDGE = range(3)  # Pairs of features: both round, an edge of the solid, or an edge of the part.


class Refused(Exception):
    """The certificate does not prove its claim (status 1), or is not a certificate (status 2)."""

    def __init__(self, message, status=1):
        super().__init__(message)
        self.status = status


# ---- Reading ----------------------------------------------------------------------------------------------------------------

def keys(value, where, names, optional=()):
    """Requires an object with exactly these keys."""
    if not isinstance(value, dict) or not set(names) <= set(value) <= {*names, *optional}:
        found = set(value) if isinstance(value, dict) else set()
        raise Refused(f"{where}: missing {sorted(set(names) - found)}, unknown {sorted(found - {*names, *optional})}", 2)
    return value


def number(value, where, low=-1e100, high=1e100):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise Refused(f"{where}: {value!r} is not a number from {low} to {high}", 2)
    return float(value)


def items(value, where, *sizes):
    if not isinstance(value, list) or sizes and len(value) not in sizes:
        raise Refused(f"{where}: not a list of the right length", 2)
    return value


def numbers(value, where, *sizes):
    return [number(each, where) for each in items(value, where, *sizes)]


def domain_of(value, where):
    """Returns the centre and the half-sizes of a box. Angles are limited, so that they have many digits."""
    limits = 1e12, 1e12, 100
    return ([number(each, f"{where}/centre", -limit, limit) for each, limit in zip(items(value["centre"], where, 3), limits)],
            [number(each, f"{where}/half", 0, limit) for each, limit in zip(items(value["half"], where, 3), limits)])


# ---- Outlines ---------------------------------------------------------------------------------------------------------------

class Segment:
    """An edge or an arc of an outline, with the material on its left. The radius of a concave arc is negative."""

    def __init__(self, start, end, bulge, bend=0.0):
        self.start, self.end, self.bulge, self.sweep, self.bend = start, end, bulge, 4 * math.atan(bulge), bend
        dx, dy = end[0] - start[0], end[1] - start[1]
        self.length = hypot(dx, dy)
        if self.length == 0:
            raise Refused(f"two vertices of an outline coincide at {start}")
        self.along, self.normal = (dx / self.length, dy / self.length), atan2(dy, dx) - pi / 2
        self.radius = self.length * (1 + bulge * bulge) / (4 * bulge) if bulge else 0.0
        out = self.length * (1 - bulge * bulge) / (4 * bulge) if bulge else 0.0
        self.centre = start[0] + dx / 2 - out * self.along[1], start[1] + dy / 2 + out * self.along[0]
        self.first, self.last = self.normal - self.sweep / 2, self.normal + self.sweep / 2  # Normals at the ends.
        self.size = self.radius * self.sweep if bulge else self.length
        self.middle = self.at(0.5)

    def at(self, share):
        """Returns a point of the segment."""
        if not self.bulge:
            return self.start[0] + share * (self.end[0] - self.start[0]), self.start[1] + share * (self.end[1] - self.start[1])
        angle = self.normal + (share - 0.5) * self.sweep
        return self.centre[0] + self.radius * cos(angle), self.centre[1] + self.radius * sin(angle)

    def hull(self):
        """Yields points whose convex hull contains the segment, except for its end."""
        yield self.start
        pieces = math.ceil(256 * self.sweep) if self.bulge > 0 else 0
        for k in range(pieces):
            angle, far = self.first + (k + 0.5) / pieces * self.sweep, self.radius / cos(self.sweep / 2 / pieces)
            yield self.centre[0] + far * cos(angle), self.centre[1] + far * sin(angle)


def joined(one, two):
    """Returns the edge that two edges form up to rounding, or None. `bend` is the largest angle of an edge from the joined one."""
    turn = abs(remainder(two.normal - one.normal, tau)) + one.bend + two.bend
    if one.bulge or two.bulge or turn > SLACK:
        return None
    return Segment(one.start, two.end, 0.0, turn)


def read_loop(value, where, hole, join):
    """Returns the segments of a loop with the material on the left. Collinear edges become one if `join`."""
    if "disc" in value:
        x, y, r = numbers(value["disc"], where, 3)
        sides = [[x + number(r, where, 1e-100), y, 1.0], [x - r, y, 1.0]]
    else:
        sides = [numbers(side, where, 3) for side in items(value.get("sides"), where)]
    loop = [Segment((p[0], p[1]), (q[0], q[1]), p[2]) for p, q in zip(sides, sides[1:] + sides[:1])]
    area = sum(s.start[0] * s.end[1] - s.start[1] * s.end[0] + s.radius**2 * (s.sweep - sin(s.sweep)) for s in loop)
    if (area < 0) != hole:
        loop = [Segment(s.end, s.start, -s.bulge) for s in reversed(loop)]
    at = 0
    while join and at < len(loop) and len(loop) > 2:
        both = joined(loop[at - 1], loop[at])
        if both:
            loop[at - 1] = both
            del loop[at]
        else:
            at += 1
    if len(loop) < 2:
        raise Refused(f"{where}: too few sides", 2)
    return loop


def require_apart(one, two, where):
    """Requires that two segments have no common point except shared ends, by halving them."""
    pieces, steps = [(0.0, 1.0, 0.0, 1.0)], 0
    while pieces:
        a, b, c, d = pieces.pop()
        if math.dist(one.at((a + b) / 2), two.at((c + d) / 2)) > (1 + 1e-12) * ((b - a) * one.size + (d - c) * two.size) / 2:
            continue
        # Seen from a shared corner, each piece lies between its tangent and its chord.
        turns = (b - a) * one.sweep / 4, (d - c) * two.sweep / 4
        away = pi
        if b == 1 and c == 0 and one.end == two.start:
            away = remainder(two.first + turns[1] - (one.last - pi - turns[0]), tau)
        elif a == 0 and d == 1 and one.start == two.end:
            away = remainder(one.first + turns[0] - (two.last - pi - turns[1]), tau)
        else:
            turns = 4.0, 4.0
        if abs(away) > abs(turns[0]) + abs(turns[1]) + 1e-9:
            continue
        steps += 1
        if steps > 100000 or max(b - a, d - c) < 1e-9:
            raise Refused(f"{where}: the outline meets itself, or nearly, at {one.at(a)}")
        m, n = (a + b) / 2, (c + d) / 2
        pieces += [(a, m, c, n), (a, m, n, d), (m, b, c, n), (m, b, n, d)]


class Body:
    """A part or a solid of the fixture: its edges, and its round features: vertices and arcs, with the directions of their normals.

    `tolerance` is the largest displacement of a vertex. An edge of the length L turns by up to asin(2 tolerance / L).
    """

    def __init__(self, loops, tolerance=0.0):
        self.loops, self.segments = loops, [segment for loop in loops for segment in loop]
        self.edges, self.rounds, self.chunks = [], [], []
        for loop in loops:
            for at in range(0, len(loop), 12):
                self.add([(loop[i - 1], loop[i]) for i in range(at, min(at + 12, len(loop)))], len(loop) == 2, tolerance)
        self.hull = [point for segment in loops[0] for point in segment.hull()]
        self.reach = max(hypot(*point) for point in self.hull)
        self.length = max([self.reach] + [hypot(*s.centre) + abs(s.radius) for s in self.segments if s.bulge])

    def turn(self, segment, tolerance):
        """Returns the angle by which a tolerance may turn a segment."""
        if tolerance and (segment.bulge or segment.length <= 2.001 * tolerance):
            raise Refused("a tolerance of an outline with arcs, or of a length that edges do not exceed")
        return asin(2 * tolerance / segment.length) + SLACK if tolerance else segment.bend

    def add(self, chunk, pair, tolerance):
        """Adds segments, each with its predecessor. For distances, segments that follow each other have a common bounding disc."""
        edges, arcs, corners = [], [], []
        for before, s in chunk:
            turn, bend = self.turn(s, tolerance), remainder(s.first - before.last, tau)
            bends = max(turn, self.turn(before, tolerance))
            disc = pair and s.bulge == before.bulge and abs(s.bulge) == 1
            if disc and s.start < s.end:
                self.rounds.append((*s.centre, s.radius, FULL))
            if not disc and (bend + 2 * bends > -1e-9 or bend < 1e-7 - pi):  # A vertex that may be convex, or a tip.
                middle = before.last + (abs(bend) if bend < -3 else bend) / 2
                self.rounds.append((*s.start, 0.0, (middle, abs(bend) / 2 + bends + SLACK)))
            pieces = math.ceil(abs(s.sweep) / (pi / 2)) if not disc else 0
            for k in range(pieces):
                middle = s.first + (k + 0.5) / pieces * s.sweep
                self.rounds.append((*s.centre, s.radius, (middle, abs(s.sweep) / 2 / pieces + SLACK)))
            if s.bulge:
                arcs.append((*s.centre, s.radius, s.normal + (pi if s.bulge < 0 else 0), abs(s.sweep) / 2))
            else:
                edges.append((*s.start, *s.along, s.length))
                self.edges.append((*s.start, *s.along, s.length, s.normal, turn))
            bx, by = cos(before.last) + cos(s.first), sin(before.last) + sin(s.first)
            corners.append((*s.start, bx, by) if hypot(bx, by) > 1e-5 else (*s.start, 0.0, 0.0))
        centre = tuple(sum(s.middle[i] for _, s in chunk) / len(chunk) for i in range(2))
        radius = max(math.dist(centre, s.middle) + s.size / 2 for _, s in chunk)
        self.chunks.append((*centre, radius, edges, arcs, corners))

    def gap(self, x, y):
        """Returns the signed distance of a point, negative inside. The nearest feature decides the sign."""
        best, value = inf, inf
        for cx, cy, radius, edges, arcs, corners in self.chunks:
            if hypot(x - cx, y - cy) - radius > best:
                continue
            for px, py, tx, ty, length in edges:
                dx, dy = x - px, y - py
                if 0 <= dx * tx + dy * ty <= length and abs(dx * ty - dy * tx) < best:
                    value = dx * ty - dy * tx
                    best = abs(value)
            for px, py, r, middle, half in arcs:
                d = hypot(x - px, y - py) - abs(r)
                if abs(d) < best and abs(remainder(atan2(y - py, x - px) - middle, tau)) <= half:
                    best, value = abs(d), d if r > 0 else -d
            for px, py, bx, by in corners:
                d = hypot(x - px, y - py)
                if d < best:
                    best, value = d, d if bx * (x - px) + by * (y - py) >= 0 else -d
        return value


def read_body(value, where, pose=(0.0, 0.0, 0.0), tolerance=0.0):
    """Reads an outline with its holes, and requires that it is valid."""
    keys(value, where, [], ["sides", "disc", "holes"])
    outlines = [value] + [keys(hole, where, [], ["sides", "disc"]) for hole in items(value.get("holes", []), where)]
    loops = [read_loop(each, where, k > 0, not tolerance) for k, each in enumerate(outlines)]
    segments = sorted((s for loop in loops for s in loop), key=lambda s: s.middle[0] - s.size / 2)
    if len({s.start for s in segments}) < len(segments):
        raise Refused(f"{where}: two vertices coincide")
    active = []
    for s in segments:
        active = [other for other in active if other.middle[0] + other.size / 2 >= s.middle[0] - s.size / 2]
        for other in active:
            require_apart(other, s, where)
        active.append(s)
    bodies = [Body([loops[0]])] + [Body([read_loop(hole, where, False, True)]) for hole in outlines[1:]]
    for k, loop in enumerate(loops[1:], 1):
        if any((bodies[j].gap(*loop[0].start) < 0) != (j == 0) for j in range(len(loops)) if j != k):
            raise Refused(f"{where}: hole {k} is not in the material")
    (x, y, angle), c, s = pose, cos(pose[2]), sin(pose[2])
    for k, loop in enumerate(loops):
        if x or y or angle:
            starts = [(x + c * p - s * q, y + s * p + c * q) for p, q in (each.start for each in loop)]
            loops[k] = [Segment(p, q, each.bulge, each.bend) for p, q, each in zip(starts, starts[1:] + starts[:1], loop)]
    return Body(loops, tolerance)


# ---- Boxes of poses ---------------------------------------------------------------------------------------------------------

def box_of(x, y, angle, a, b, t):
    """Returns a box of poses: its centre, half-sizes and half diagonal, 2 sin(t/2), and the cosine and sine of the angle."""
    return x, y, angle, a, b, t, hypot(a, b), 2 * sin(min(t, pi) / 2), cos(angle), sin(angle)


def ends(box):
    """Returns the lower and the upper corner of a box."""
    return [box[i] - box[i + 3] for i in range(3)], [box[i] + box[i + 3] for i in range(3)]


def halves(box, reach):
    """Halves a box across the side along which points at the distance `reach` move most."""
    sizes = box[3], box[4], box[5] * reach
    axis = sizes.index(max(sizes))
    for sign in (-0.5, 0.5):
        half = list(box[:6])
        half[axis] += sign * box[axis + 3]
        half[axis + 3] /= 2
        yield box_of(*half)


def everywhere(test, box, reach, depth=10):
    """Returns whether a test, which holds for a box if it holds for both halves, holds for a box."""
    return test(box) or depth > 0 and all(everywhere(test, half, reach, depth - 1) for half in halves(box, reach))


def meet(one, two):
    """Returns the intersection of two intervals of directions, or an interval around it, or None."""
    if one is None or one[1] + two[1] >= pi:
        return one if one is None or one[1] <= two[1] else two
    between = remainder(two[0] - one[0], tau)
    low, high = max(-one[1], between - two[1]), min(one[1], between + two[1])
    return (one[0] + (low + high) / 2, max(0.0, high - low) / 2 + SLACK) if high >= low - SLACK else None


class Load:
    """A force at a point of the part with a torque, or a pull of constant size towards an anchor."""

    def __init__(self, value, where, length, gyration):
        self.force, self.point = numbers(value["force"], where, 2), numbers(value["at"], where, 2)
        self.torque, self.size, self.lever = number(value["torque"], where), hypot(*self.force), hypot(*self.point)
        self.anchor = None if value["anchor"] is None else numbers(value["anchor"], where, 2)
        names = "anchor_tolerance", "direction_tolerance", "at_tolerance", "support", "support_radius"
        self.far, self.turn, self.shift, self.support, self.radius = (number(value.get(name, 0), where, 0) for name in names)
        self.reference, self.length = numbers(value.get("reference", [0, 0, 0]), where, 3), length + self.lever
        torque = self.torque + self.point[0] * self.force[1] - self.point[1] * self.force[0]
        if abs(hypot(*self.force, torque / gyration) - 1) > 1e-9:
            raise Refused(f"{where}: the load's size is not 1")
        if self.far and not self.anchor:
            raise Refused(f"{where}: a tolerance of an anchor without an anchor")
        if self.anchor:
            dx, dy = self.anchor[0] - self.point[0], self.anchor[1] - self.point[1]
            self.distance, self.length = hypot(dx, dy), self.length + hypot(*self.anchor)
            off = abs(dx * self.force[1] - dy * self.force[0]) - dx * self.force[0] - dy * self.force[1] + self.size * self.distance
            if self.torque or self.turn or self.shift or off > 1e-6 * self.size * self.distance:
                raise Refused(f"{where}: a pull has a torque, a tolerance of a force, or another direction")

    def power(self, box, twist):
        """Returns a lower bound of the load's power over a twist in the world's frame, minus that of the support's friction."""
        x, y, _, _, _, _, diagonal, chord, c, s = box
        vx, vy, w = twist
        px, py = c * self.point[0] - s * self.point[1], s * self.point[0] + c * self.point[1]
        ux, uy, move = vx - w * py, vy + w * px, self.lever * chord
        if self.anchor:
            dx, dy = self.anchor[0] - x - px, self.anchor[1] - y - py
            whole, far = diagonal + move + self.far + SLACK * self.length, hypot(dx, dy)
            middle, half = (atan2(dy, dx), asin(whole / far)) if whole < far else FULL
        else:
            middle, half = atan2(self.force[1], self.force[0]), self.turn
        away = abs(remainder(atan2(uy, ux) - middle, tau)) + half + SLACK
        least = hypot(ux, uy) * cos(min(away, pi)) - abs(w) * (move + self.shift) - SLACK * (hypot(vx, vy) + abs(w) * self.length)
        resistance = self.support * hypot(hypot(vx, vy) + abs(w) * self.shift, self.radius * abs(w)) * (1 + SLACK)
        return self.size * least + self.torque * w - SLACK * abs(self.torque * w) - resistance

    def farthest(self, box, x, y):
        """Returns the largest distance of the load's point from (x, y) over a box."""
        most = 0.0
        for dx, dy in product((box[0] - box[3] - x, box[0] + box[3] - x), (box[1] - box[4] - y, box[1] + box[4] - y)):
            away = abs(remainder(atan2(dy, dx) - atan2(self.point[1], self.point[0]) - box[2], tau)) - box[5]
            most = max(most, dx * dx + dy * dy + self.lever**2 + 2 * hypot(dx, dy) * self.lever * cos(max(0.0, away)))
        return math.sqrt(max(0.0, most)) + SLACK * self.length

    def blur(self, box):
        """Returns how much the potential of a load within the tolerances may differ from the stated load's, up to a constant."""
        if self.far:
            rest = self.distance - self.far
            share = 2 * self.farthest(box, *self.point) / rest if rest > 0 else 2
            return self.size * self.far * min(2, share) * (1 + SLACK)
        if not self.turn and not self.shift:
            return 0.0
        (x, y, angle), (px, py) = self.reference, self.point
        far = self.farthest(box, x + cos(angle) * px - sin(angle) * py, y + sin(angle) * px + cos(angle) * py)
        turned = min(abs(box[2] - angle) + box[5], pi)
        return self.size * (2 * sin(min(self.turn, pi) / 2) * far + self.shift * 2 * sin(turned / 2)) * (1 + SLACK)

    def bounds(self, box):
        """Returns bounds of the potentials of all loads within the tolerances over a box."""
        blur, slack = self.blur(box), 2 * SLACK * (self.size * self.length + abs(self.torque) * (abs(box[2]) + box[5] + 1))
        (px, py), (fx, fy), c, s = self.point, self.force, box[8], box[9]
        if self.anchor:
            near = hypot(self.anchor[0] - box[0] - c * px + s * py, self.anchor[1] - box[1] - s * px - c * py)
            low = max(0.0, near - box[6] - self.lever * box[7])
            low, high = self.size * (low - self.distance), self.size * (self.farthest(box, *self.anchor) - self.distance)
        else:
            low, high = field(box, fx, fy, fx * px + fy * py, fy * px - fx * py, self.torque)
        return low - blur - slack, high + blur + slack

    def above(self, box, level):
        """Returns whether the potential of every load within the tolerances is above a level in the whole box."""
        return everywhere(lambda part: self.bounds(part)[0] > level, box, self.lever)


def field(box, fx, fy, along, across, torque):
    """Returns the bounds over a box of -fx x - fy y - along (cos(angle) - 1) - across sin(angle) - torque angle."""
    low, high, size, direction = box[2] - box[5], box[2] + box[5], hypot(along, across), atan2(across, along)
    angles = [low, high]
    if abs(torque) <= size and size > 0:
        first = asin(torque / size)
        for root in (direction + first, direction + pi - first):
            least = root + tau * math.ceil((low - root) / tau)
            angles += [least + k * tau for k in range(int(max(0.0, high - least) / tau) + 1) if least + k * tau <= high]
    values = [along - size * cos(angle - direction) - torque * angle for angle in angles]
    middle, half = -fx * box[0] - fy * box[1], abs(fx) * box[3] + abs(fy) * box[4]
    return middle - half + min(values), middle + half + max(values)


# ---- Contacts over boxes ----------------------------------------------------------------------------------------------------

class Solid:
    """A solid of the fixture, with features as in Body. A pin has no body; `disc` is a disc (x, y, radius) inside the solid."""

    def __init__(self, friction, tolerance, body, disc=None):
        self.friction, self.tolerance, self.body, self.disc, self.hint = friction, tolerance, body, disc, None
        self.rounds, self.edges = (body.rounds, body.edges) if body else ([(*disc, FULL)], [])
        self.length = body.length if body else hypot(disc[0], disc[1]) + disc[2]


class Problem:
    """The part and its fixture: the pairs of features that can touch, and bounds over boxes of poses."""

    def __init__(self, value, where):
        numbers(value["center_of_mass"], where, 2)
        self.gyration, self.mass = (number(value[name], f"{where}/{name}", 1e-100) for name in ("gyration_radius", "mass"))
        self.blur, self.fixel_blur = (number(value[f"{name}_tolerance"], where, 0) for name in ("outline", "fixel"))
        self.part = read_body(value["outline"], f"{where}/outline", tolerance=self.blur)
        self.fixels = [self.fixel(each, f"{where}/fixels/{i}") for i, each in enumerate(items(value["fixels"], where))]
        self.walls = [self.wall(each, f"{where}/walls/{i}") for i, each in enumerate(items(value.get("walls", []), where))]
        self.solids = self.fixels + self.walls
        self.length = max([self.part.length] + [solid.length for solid in self.solids])
        self.pairs = [pair for solid in self.solids for pair in self.pairs_of(solid)]

    def fixel(self, value, where):
        x, y, r, friction, *flats = numbers(value, where, 4, 7)
        number(min(r, friction), where, 0)
        if not flats:
            return Solid(friction, self.fixel_blur, None, (x, y, r))
        size, half = number(hypot(flats[0], flats[1]), where, 1e-100), number(flats[2] / 2, where, 1e-9 * r, r * (1 - 1e-9))
        dx, dy, side, bulge = flats[0] / size, flats[1] / size, math.sqrt(r * r - half * half), math.tan(asin(half / r) / 2)
        corners = (half, -side, 0.0), (half, side, bulge), (-half, side, 0.0), (-half, -side, bulge)
        sides = [[x + u * dx - v * dy, y + u * dy + v * dx, b] for u, v, b in corners]
        return Solid(friction, self.fixel_blur, read_body({"sides": sides}, where), (x, y, half * (1 - 1e-12)))

    def wall(self, value, where):
        keys(value, where, ["outline", "pose", "friction"])
        pose, friction = numbers(value["pose"], where, 3), number(value["friction"], where, 0)
        return Solid(friction, self.fixel_blur, read_body(value["outline"], where, pose, self.fixel_blur))

    def pairs_of(self, solid):
        """Yields the pairs of features of the part and a solid that can touch. `total` is the sum of their radii."""
        law = solid.friction, math.atan(solid.friction), hypot(1, solid.friction)
        rest = solid.tolerance + self.blur, law, solid
        for part in self.part.rounds:
            lever = hypot(part[0], part[1])
            for other in solid.rounds:
                total, concave = part[2] + other[2], (part[2] < 0) + (other[2] < 0)
                if concave == 0 or concave == 1 and total < 1e-12 * self.part.length:
                    yield PIN, (*part, lever), other, *rest, total
            if part[2] >= 0:
                yield from ((WALL_EDGE, (*part, lever), other, *rest, part[2]) for other in solid.edges)
        for part in self.part.edges:
            yield from ((PART_EDGE, part, other, *rest, other[2]) for other in solid.rounds if other[2] >= 0)

    def contact(self, pair, box, closed=True):
        """Returns the contacts of a pair that may be closed in a box, or None: (directions, ways, gap), in the world's frame.

        The directions are those of the normal n into the part. Each of the `ways` to describe the point of contact, seen from the
        centre of mass, is (x, y, r, move): it is at (x, y) + r n up to a displacement by `move`. The gap's size is that in the middle.
        With `closed` false, the contacts of the pair's lines and circles are returned.
        """
        kind, part, other, tolerance, _, _, total = pair
        x, y, angle, _, _, t, diagonal, chord, c, s = box
        tolerance += SLACK * self.length
        along = length = bent = bend = 0.0
        if kind == PART_EDGE:
            fx, fy, radius, facing = other
            ex, ey, tx, ty, length, normal, turned = part
            fx, fy = fx - x, fy - y
            dx, dy, whole = c * fx + s * fy - ex, c * fy - s * fx - ey, diagonal + hypot(fx, fy) * chord + tolerance
            gap, along = dx * ty - dy * tx - radius, dx * tx + dy * ty
            ways, facings, bent = ((fx, fy, radius, diagonal + tolerance),), (facing,), radius * turned
            directions, bend = (normal + pi + angle, min(pi, turned + t + SLACK)), turned
        else:
            px, py, radius, facing, lever = part
            px, py, move = c * px - s * py, s * px + c * py, lever * chord + tolerance
            whole, ways = diagonal + move, ((px, py, -radius, move),)
            facings = ((facing[0] + pi + angle, min(pi, facing[1] + t + SLACK)),)
            if kind == WALL_EDGE:
                ex, ey, tx, ty, length, normal, turned = other
                dx, dy, directions, bent = x + px - ex, y + py - ey, (normal, turned + SLACK), radius * turned
                gap, along, bend = dx * ty - dy * tx - radius, dx * tx + dy * ty, turned
            else:
                fx, fy = other[0] - x, other[1] - y
                dx, dy = px - fx, py - fy
                far, ways, facings = hypot(dx, dy), (*ways, (fx, fy, other[2], diagonal + tolerance)), (*facings, other[3])
                directions, gap = FULL, far - abs(total)
                if far > whole and abs(total) > 4e-12 * self.length:
                    directions = atan2(dy, dx) + (pi if total < 0 else 0), asin(whole / far) + SLACK
                whole = min(whole, diagonal + hypot(fx, fy) * chord + tolerance)
        if closed:
            # The round feature's centre lies on the edge, shifted by the radius along the normal. Where the edge turns, this point moves
            # by up to `bent` along the edge, and by much less across it.
            if hypot(gap, max(0.0, -along - bent, along - length - bent)) > whole + bent * bend:
                return None
            for facing in facings:
                directions = meet(directions, facing)
        return directions and (directions, ways, abs(gap))

    def resists(self, pair, contact, twist):
        """Returns whether no force of a contact's friction cone has a negative power over a twist."""
        (middle, half), ways, _ = contact
        friction, cone, size = pair[4]
        vx, vy, w = twist
        for px, py, radius, move in ways:
            need = size * (SLACK * (hypot(vx, vy) + abs(w) * self.length) + abs(w) * move)
            ux, uy = vx - w * py, vy + w * px
            away, speed, arm = remainder(atan2(uy, ux) - middle, tau), size * hypot(ux, uy), friction * radius * w
            if (speed * cos(min(pi, abs(remainder(away - cone, tau)) + half)) + arm >= need
                    and speed * cos(min(pi, abs(remainder(away + cone, tau)) + half)) - arm >= need):
                return True
        return False

    def proves(self, box, pairs, twist, load, skip=()):
        """Returns whether a twist proves that contacts cannot balance the load in a box. The pairs `skip` are taken as open."""
        def test(piece):
            if piece is not box and self.collides(piece):
                return True
            contacts = ((pair, self.contact(pair, piece)) for pair in pairs if pair not in skip)
            return load.power(piece, twist) > 0 and all(not c or self.resists(pair, c, twist) for pair, c in contacts)
        return everywhere(test, box, self.part.reach)

    def collides(self, box):
        """Returns whether the part surely overlaps a solid in the whole box."""
        for i, solid in enumerate(self.solids):
            if self.overlaps(box, solid):
                self.solids.insert(0, self.solids.pop(i))  # The next box will often collide with the same solid.
                return True
        return False

    def overlaps(self, box, solid):
        """Returns whether a point of one body lies deeper inside the other, at the box's centre, than it moves within the box."""
        x, y, _, _, _, _, diagonal, chord, c, s = box
        more = diagonal + solid.tolerance + self.blur + SLACK * self.length
        if solid.disc:
            dx, dy, r = solid.disc[0] - x, solid.disc[1] - y, solid.disc[2]
            if self.part.gap(c * dx + s * dy, c * dy - s * dx) < r - more - hypot(dx, dy) * chord:
                return True
        if not solid.body:
            return False

        def depth(of_part, segment, share):
            """Returns how much deeper a point lies inside the other body than it moves."""
            px, py = segment.at(share)
            if of_part:
                return -solid.body.gap(x + c * px - s * py, y + s * px + c * py) - more - hypot(px, py) * chord
            dx, dy = px - x, py - y
            return -self.part.gap(c * dx + s * dy, c * dy - s * dx) - more - hypot(dx, dy) * chord

        if solid.hint and depth(*solid.hint) > 0:
            return True
        stack = [(body is self.part, segment, share, half) for share, half in ((0.5, 0.5), (0.0, 0.0))
                 for body in (self.part, solid.body) for segment in body.segments]
        while stack:
            of_part, segment, share, half = stack.pop()
            deep = depth(of_part, segment, share)
            if deep > 0:
                solid.hint = of_part, segment, share
                return True
            size = half * segment.size
            if deep + size * (1 + chord) > 0 and half > 1 / 128 and size > diagonal / 4:
                stack += [(of_part, segment, share - half / 2, half / 2), (of_part, segment, share + half / 2, half / 2)]
        return False


# ---- Trees of boxes ---------------------------------------------------------------------------------------------------------

class Tree:
    """A binary tree of boxes in preorder, with integer coordinates in which the domain has the side UNIT."""

    def __init__(self, value, where, leaves, inside, outside):
        (self.centre, self.half), self.where, self.letters = domain_of(value, where), where, value["tree"]
        if not isinstance(self.letters, str):
            raise Refused(f"{where}/tree: not a text", 2)
        count = len(self.letters)
        self.low, self.high, self.right, self.mark = [], [], [0] * count, bytearray(count)
        waiting, box = [], ((0, 0, 0), (UNIT, UNIT, UNIT))
        for node, letter in enumerate(self.letters):
            if box is None or letter not in "xyt" + leaves:
                raise Refused(f"{where}/tree: unknown or superfluous letter {letter!r} at {node}")
            self.low.append(box[0])
            self.high.append(box[1])
            axis = "xyt".find(letter)
            if axis >= 0:
                middle = (box[0][axis] + box[1][axis]) // 2
                if middle == box[0][axis]:
                    raise Refused(f"{where}/tree: too deep at {node}")
                waiting.append((node, (box[0][:axis] + (middle,) + box[0][axis + 1:], box[1])))
                box = box[0], box[1][:axis] + (middle,) + box[1][axis + 1:]
                continue
            self.mark[node], box = (letter in inside) + 2 * (letter in outside), None
            if waiting:
                parent, box = waiting.pop()
                self.right[parent] = node + 1
        if box is not None:
            raise Refused(f"{where}/tree: incomplete")
        for node in range(count - 1, -1, -1):
            if self.right[node]:
                self.mark[node] = self.mark[node + 1] | self.mark[self.right[node]]

    def box(self, node):
        sides = list(zip(self.centre, self.half, self.low[node], self.high[node]))
        return box_of(*(centre + half * ((low + high) / UNIT - 1) for centre, half, low, high in sides),
                      *(half * ((high - low) / UNIT) for _, half, low, high in sides))

    def refuse(self, node, why):
        numbers_of = " ".join(f"{each:.6g}" for each in self.box(node)[:6])
        raise Refused(f"{self.where}/tree: box {node} ({self.letters[node]}; centre, half-sizes: {numbers_of}): {why}")

    def leaves(self, letters):
        return [node for node, letter in enumerate(self.letters) if letter in letters]

    def touching(self):
        """Yields the pairs of leaves with a common point: an inside leaf, and an inside or outside one.

        Requires that no inside leaf reaches the end of the domain.
        """
        stack, low, high, right, mark = [(0, 0)], self.low, self.high, self.right, self.mark
        while stack:
            i, j = stack.pop()
            if not (mark[i] & 1 and mark[j]) and not (mark[j] & 1 and mark[i]):
                continue
            if i == j:
                if right[i]:
                    stack += [(i + 1, i + 1), (right[i], right[i]), (i + 1, right[i])]
                elif 0 in low[i] or UNIT in high[i]:
                    self.refuse(i, "reaches the end of the domain")
                continue
            (a, b, c), (d, e, f), (g, h, k), (p, q, r) = low[i], high[i], low[j], high[j]
            if a > p or g > d or b > q or h > e or c > r or k > f:
                continue
            if not right[i] and not right[j]:
                yield (i, j) if mark[i] & 1 else (j, i)
            elif right[i] and (not right[j] or (d - a) * (e - b) * (f - c) >= (p - g) * (q - h) * (r - k)):
                stack += [(i + 1, j), (right[i], j)]
            else:
                stack += [(i, j + 1), (i, right[j])]

    def near(self, low, high):
        """Yields the leaves that touch the box from `low` to `high`, up to rounding. The domain must contain the box."""
        first, last = [], []
        for centre, half, p, q in zip(self.centre, self.half, low, high):
            if p < centre - half or q > centre + half:
                raise Refused(f"{self.where}: the part may start outside the domain, between {low} and {high}")
            slack = SLACK * (abs(centre) + half)
            first.append(((p - slack - centre) / half + 1) / 2 * UNIT if half else 0)
            last.append(((q + slack - centre) / half + 1) / 2 * UNIT if half else UNIT)
        stack = [0]
        while stack:
            node = stack.pop()
            if all(p <= b and a <= q for p, q, a, b in zip(first, last, self.low[node], self.high[node])):
                if self.right[node]:
                    stack += [node + 1, self.right[node]]
                else:
                    yield node


def check_leaves(problem, tree, load, twists, skips):
    """Proves that all boxes `c` collide, and that the twists prove their boxes. `skips` has the open contacts of each twist."""
    words = " ".join(each for each in items(twists, "/twists") if isinstance(each, str) or number(None, "/twists")).split()
    try:
        numbers_of = iter([number(float(word), "/twists") for word in words])
    except ValueError as error:
        raise Refused(f"/twists: {error}", 2) from None
    stack = [(0, problem.pairs)]
    while stack:
        node, pairs = stack.pop()
        box, letter = tree.box(node), tree.letters[node]
        if tree.mark[node] & 1:
            pairs = [pair for pair in pairs if problem.contact(pair, box)]
        if tree.right[node]:
            stack += [(tree.right[node], pairs), (node + 1, pairs)]
        elif letter == "c" and not everywhere(problem.collides, box, problem.part.reach):
            tree.refuse(node, "may not collide")
        for skip in skips.get(letter, ()):
            twist = next(numbers_of, None), next(numbers_of, None), next(numbers_of, None)
            if twist[2] is None:
                raise Refused(f"{tree.where}: fewer twists than boxes")
            if not problem.proves(box, pairs, twist, load, skip):
                tree.refuse(node, f"the twist {twist} does not prove it")
    if next(numbers_of, None) is not None:
        raise Refused(f"{tree.where}: more twists than boxes")


# ---- Energy certificates ----------------------------------------------------------------------------------------------------

PROBLEM = ["outline", "fixels", "gyration_radius", "mass", "center_of_mass", "fixel_tolerance", "outline_tolerance"]
LOAD = ["force", "torque", "at", "anchor", "anchor_tolerance"]
REGION_LOAD = [*LOAD, "direction_tolerance", "at_tolerance", "support", "support_radius", "reference"]


class Goal:
    """The three goal contacts: their pairs of features, and how their gaps change with the pose."""

    def __init__(self, problem, goals, where):
        self.problem = problem
        self.groups = [self.find(goal, f"{where}/{i}") for i, goal in enumerate(items(goals, where, 3))]
        self.pairs = [group[0] for group in self.groups]
        (a, b, c), (d, e, f), (g, h, k) = (self.normal(pair) for pair in self.pairs)
        det = a * (e * k - f * h) - b * (d * k - f * g) + c * (d * h - e * g)
        if not abs(det) > 1e-9 * max(abs(c), abs(f), abs(k)):
            raise Refused(f"{where}: the contacts do not locate the part")
        columns = ((e * k - f * h, f * g - d * k, d * h - e * g), (c * h - b * k, a * k - c * g, b * g - a * h),
                   (b * f - c * e, c * d - a * f, a * e - b * d))
        self.columns = [tuple(each / det for each in column) for column in columns]  # columns of the inverse of J0

    def find(self, goal, where):
        """Finds the pairs of features of a goal contact, which is closed at the seat: several pieces of one arc, or one pair."""
        problem, size = self.problem, 1e-7 * self.problem.length
        spot, found = box_of(0.0, 0.0, 0.0, size, size, 1e-7), []
        k, *contact_at = numbers(goal, where, 5) if isinstance(goal, list) else [number(goal, where)]
        solids = problem.walls if contact_at else problem.fixels
        if k not in range(1, len(solids) + 1):
            raise Refused(f"{where}: no such fixel or wall", 2)
        for pair in problem.pairs:
            exact = (*pair[:3], 0.0, *pair[4:])
            contact = problem.contact(exact, spot) if pair[5] is solids[int(k) - 1] else None
            if contact and contact_at:
                x, y, nx, ny = contact_at
                (middle, half), ((px, py, radius, _), *_), _ = contact
                off = max(0.0, abs(remainder(atan2(ny, nx) - middle, tau)) - half) + abs(hypot(nx, ny) - 1)
                contact = off + math.dist((px + radius * nx, py + radius * ny), (x, y)) / problem.length < 1e-5
            if contact:
                found.append(pair)
        same = found and [pair for pair in problem.pairs if all(pair[i] == found[0][i] for i in (0, 5)) and all(
            one == two or one[:3] == two[:3] and one[2] != 0 for one, two in zip(pair[1:3], found[0][1:3]))]
        if not found or any(pair not in same for pair in found):
            raise Refused(f"{where}: {len(found)} pairs of features touch at the goal")
        return same

    def normal(self, pair):
        """Returns the gradient of a pair's gap at the seat."""
        (middle, _), ((x, y, _, _), *_), _ = self.problem.contact(pair, box_of(0.0, 0.0, 0.0, 0.0, 0.0, 0.0), False)
        return cos(middle), sin(middle), x * sin(middle) - y * cos(middle)

    def deviation(self, box, depth):
        """Returns bounds of the entries of J J0^-1 - I over a box, from 2^depth pieces of it. J is the Jacobian of the gaps."""
        if depth:
            both = [self.deviation(half, depth - 1) for half in halves(box, self.problem.part.reach)]
            return [[max(entries) for entries in zip(*rows)] for rows in zip(*both)]
        most = [[0.0] * 3 for _ in range(3)]
        for i, pair in enumerate(self.pairs):
            (middle, half), ((x, y, _, move), *_), _ = self.problem.contact(pair, box, False)
            for k, (vx, vy, w) in enumerate(self.columns):
                ux, uy = vx - w * y, vy + w * x
                away, speed, off = abs(remainder(atan2(uy, ux) - middle, tau)), hypot(ux, uy), abs(w) * move + 1e-12
                low, high = speed * cos(min(pi, away + half)) - off, speed * cos(max(0.0, away - half)) + off
                most[i][k] = max(high - (i == k), (i == k) - low)
        return most

    def place(self):
        """Returns the half-sizes of a box around the seat in which all gaps are 0 in some pose, by Brouwer's theorem.

        In the coordinates s = J0 q, the map s - gaps(s) takes the box |s_i| <= sizes_i into itself.
        """
        seat = box_of(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        gaps = [self.problem.contact(pair, seat, False)[2] + pair[3] + SLACK * self.problem.length for pair in self.pairs]
        for factor in (1.001, 1.01, 1.1, 2):
            sizes = [factor * gap for gap in gaps]
            half = [1.0001 * sum(abs(column[i]) * size for column, size in zip(self.columns, sizes)) for i in range(3)]
            matrix = self.deviation(box_of(0.0, 0.0, 0.0, *half), 6)
            if all(gap + sum(map(float.__mul__, row, sizes)) <= size for gap, row, size in zip(gaps, matrix, sizes)):
                return half
        raise Refused("the goal may lie anywhere")

    def require_unique(self, low, high):
        """Requires that the gaps are all 0 in at most one pose of the box from `low` to `high`."""
        box = box_of(*((p + q) / 2 for p, q in zip(low, high)), *((q - p) / 2 for p, q in zip(low, high)))
        for depth in (0, 6, 9):
            matrix, vector = self.deviation(box, depth), [1.0] * 3
            for _ in range(200):  # If the matrix shrinks a positive vector, J J0^-1 is regular.
                image = [sum(map(float.__mul__, row, vector)) for row in matrix]
                if all(p < q * (1 - 1e-9) for p, q in zip(image, vector)):
                    return
                vector = [p + 1e-6 * max(image) for p in image]
                vector = [p / max(vector) for p in vector]
        raise Refused("boxes n: the gaps may be 0 in several poses")


def check_energy(value):
    keys(value, "", ["pawl", "certificate", "name", "part", "problem", "depth", "centre", "half", "seed", "tree", "twists"])
    stated = keys(value["problem"], "/problem", [*PROBLEM, *LOAD, "goal"], ["walls"])
    problem, depth = Problem(stated, "/problem"), number(value["depth"], "/depth", 0)
    numbers(value["seed"], "/seed", 3)
    tree = Tree(value, "", "cabmn", "mn", "b")
    problem.length = max(problem.length, *(abs(c) + h for c, h in zip(tree.centre[:2], tree.half[:2])))
    load = Load(stated, "/problem", problem.length, problem.gyration)
    goal = Goal(problem, stated["goal"], "/problem/goal")
    for i, j in tree.touching():
        if tree.mark[j] == 2:
            tree.refuse(i, f"touches box {j}, which is not reached")
    check_leaves(problem, tree, load, value["twists"], {"m": [()], "n": goal.groups})
    for node in tree.leaves("a"):
        if not load.above(tree.box(node), depth):
            tree.refuse(node, "is not above the depth")
    high = goal.place()
    low = [-each for each in high]
    for node in tree.near(low, high):
        if tree.letters[node] not in "mnc":
            tree.refuse(node, "may contain the goal")
    for node in tree.leaves("n"):
        first, last = ends(tree.box(node))
        low, high = list(map(min, low, first)), list(map(max, high, last))
    goal.require_unique(low, high)
    return f"depth {depth!r}, {(len(tree.letters) + 1) // 2} boxes"


# ---- Region certificates ----------------------------------------------------------------------------------------------------

def find_sources(tree, sources, load=None):
    """Returns the largest energy of the sources of each inside box. Each source is a box and an energy.

    Requires that the part can start in inside boxes only: other boxes collide or, if there is a load, are above the source's energy.
    """
    energies = {}
    for box, energy in sources:
        for node in tree.near(*ends(box)):
            if tree.mark[node] == 1:
                energies[node] = max(energies.get(node, -inf), energy)
            elif tree.letters[node] != "c" and not (load and load.above(tree.box(node), energy)):
                tree.refuse(node, f"the part may start there, with the energy {energy:.6g}")
    return energies


def require_closed(tree, load, energies):
    """Requires that the outside boxes around each component of inside boxes are above the largest energy in the component."""
    parent, borders = {}, []

    def root(node):
        while parent.setdefault(node, node) != node:
            parent[node] = node = parent[parent[node]]
        return node

    for i, j in tree.touching():
        if tree.mark[j] == 2:
            borders.append((i, j))
        else:
            parent[root(i)] = root(j)
    levels, highest = {}, {}
    for node, energy in energies.items():
        levels[root(node)] = max(levels.get(root(node), -inf), energy)
    for i, j in borders:
        highest[j] = max(highest.get(j, -inf), levels.get(root(i), -inf))
    for node, level in highest.items():
        if level > -inf and not load.above(tree.box(node), level):
            tree.refuse(node, f"the part may leave there, with the energy {level:.6g}")


def rise(first, second, box):
    """Returns an upper bound of the second load's potential minus the first load's over a box."""
    most = second.bounds(box)[1] - first.bounds(box)[0]
    if first.anchor or second.anchor:
        return most
    (px, py), (qx, qy), (fx, fy), (gx, gy) = first.point, second.point, first.force, second.force
    along, across = gx * qx + gy * qy - fx * px - fy * py, gy * qx - gx * qy - fy * px + fx * py
    slack = 4 * SLACK * (first.size * first.length + second.size * second.length
                         + (abs(first.torque) + abs(second.torque)) * (abs(box[2]) + box[5] + 1))
    high = field(box, gx - fx, gy - fy, along, across, second.torque - first.torque)[1]
    return min(most, high + slack + first.blur(box) + second.blur(box))


def check_sweep(problem, value, where, first, second, sources):
    """Checks the change from one load to the next. Returns the sources of the next step."""
    most, tree = number(value["rise"], f"{where}/rise", 0), Tree(value, where, "coi", "i", "o")
    find_sources(tree, sources)
    check_leaves(problem, tree, None, [], {})
    level = max((energy for _, energy in sources), default=-inf)
    for node in {j for _, j in tree.touching() if tree.mark[j] == 2}:
        if not first.above(tree.box(node), level) or not second.above(tree.box(node), level + most):
            tree.refuse(node, "the part may leave there during the sweep")
    for node in tree.leaves("i"):
        if not everywhere(lambda part: rise(first, second, part) <= most, tree.box(node), problem.part.reach):
            tree.refuse(node, f"the potential may rise more than {most}")
    return [(tree.box(node), level + most) for node in tree.leaves("i")]


def displaced(problem, box, limit):
    """Returns whether a point of the part may be further than a limit from its place at the reference pose, over a box of poses."""
    x, y, angle, a, b, t = box[:6]
    turn = 2 * sin(min(abs(angle) + t, pi) / 2)
    limit -= turn * problem.blur + SLACK * problem.length
    if hypot(abs(x) + a, abs(y) + b) + turn * problem.part.reach <= limit:
        return False
    for dx, dy in product((x - a, x + a), (y - b, y + b)):
        for px, py in problem.part.hull:
            far, lever = hypot(dx - px, dy - py), hypot(px, py)
            away = abs(remainder(atan2(dy - py, dx - px) - atan2(py, px) - angle, tau)) - t
            if hypot(far - lever, 2 * math.sqrt(far * lever) * cos(max(0.0, away) / 2)) > limit:
                return True
    return False


def check_step(problem, value, where, earlier, sources, residual):
    """Checks a step that starts in `sources`, after the load `earlier`. Returns its load and the boxes in which it may end."""
    keys(value["load"], f"{where}/load", REGION_LOAD)
    load, tree = Load(value["load"], f"{where}/load", problem.length, problem.gyration), Tree(value, where, "comr", "mr", "o")
    law = earlier if "sweep" in value else load
    sources = [(box, law.bounds(box)[1] + energy) for box, energy in sources]
    if "sweep" in value:
        sources = check_sweep(problem, value["sweep"], f"{where}/sweep", earlier, load, sources)
    energies = find_sources(tree, sources, load)
    check_leaves(problem, tree, load, value["twists"], {"m": [()]})
    require_closed(tree, load, energies)
    if not energies or "r" not in tree.letters or tree.half[2] >= pi:
        raise Refused(f"{where}: no start, no rest, or a domain of a whole turn")
    return load, [(tree.box(node), residual or 0.0) for node in tree.leaves("r" if residual is None else "mr")]


def check_region(value):
    keys(value, "", ["pawl", "certificate", "name", "part", "problem", "start", "steps", "residual_energy", "swept", "displacement"])
    problem = Problem(keys(value["problem"], "/problem", PROBLEM, ["walls"]), "/problem")
    residual, limit = value["residual_energy"], number(value["displacement"], "/displacement", 0)
    residual = None if residual is None else number(residual, "/residual_energy", 0)
    domains, steps = [keys(value["start"], "/start", ["centre", "half", "energy"])], items(value["steps"], "/steps")
    if not steps or not isinstance(value["swept"], bool):
        raise Refused("/steps, /swept: no steps, or not a truth value", 2)
    for i, step in enumerate(steps):
        sweep = ["sweep"] if value["swept"] and i else []
        domains.append(keys(step, f"/steps/{i}", ["load", "centre", "half", "tree", "twists", *sweep]))
        domains += [keys(step[name], f"/steps/{i}/sweep", ["rise", "centre", "half", "tree"]) for name in sweep]
    for centre, half in (domain_of(domain, "") for domain in domains):
        problem.length = max(problem.length, *(abs(c) + h for c, h in zip(centre[:2], half[:2])))
    start = box_of(*(each for part in domain_of(domains[0], "/start") for each in part))
    load, boxes = None, [(start, number(domains[0]["energy"], "/start/energy", 0))]
    for i, step in enumerate(steps):
        load, boxes = check_step(problem, step, f"/steps/{i}", load, boxes, residual)
    for box, _ in boxes:
        if not everywhere(lambda part: not displaced(problem, part, limit), box, problem.part.reach, 6):
            raise Refused(f"/displacement: a point of the part may be displaced by more than {limit} at {box[:3]}")
    count = sum((len(domain["tree"]) + 1) // 2 for domain in domains[1:])
    return f"displacement {limit!r} after {len(steps)} steps, {count} boxes"


# ---- The command ------------------------------------------------------------------------------------------------------------

def require_part(value):
    """Requires the digest of a part without holes. Parts with holes are not compared."""
    stated = value["problem"]
    outline = stated["outline"]
    entries = [stated["mass"], stated["gyration_radius"], *stated["center_of_mass"]]
    entries += outline["disc"] if "disc" in outline else [each for side in outline["sides"] for each in side]
    digest = hashlib.sha256(struct.pack(f"<{len(entries)}d", *entries)).hexdigest()
    if "holes" not in outline and value["part"] != f"sha256:{digest}":
        raise Refused("/part: not the digest of the part")


def unique(pairs):
    """Makes an object of JSON. Requires that no key is given twice."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key is given twice")
    return dict(pairs)


def constant(name):
    raise ValueError(f"{name} is not a number")


def check(path):
    """Checks a file. Returns what it proves."""
    try:
        with open(path, encoding="utf-8") as file:
            value = json.load(file, parse_constant=constant, object_pairs_hook=unique)
    except (OSError, ValueError, RecursionError) as error:
        raise Refused(f"cannot be read: {error}", 2) from None
    kinds = {"energy": check_energy, "region": check_region}
    if not isinstance(value, dict) or value.get("pawl") != 1 or value.get("certificate") not in ("energy", "region"):
        raise Refused("not a certificate of a known version and kind", 2)
    claim = kinds[value["certificate"]](value)
    require_part(value)
    return claim


def main(paths):
    status = 0 if paths else 2
    for path in paths:
        try:
            print(f"{path}: accepted: {check(path)}", flush=True)
        except Refused as error:
            print(f"{path}: refused: {error}", flush=True)
            status = max(status, error.status)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
