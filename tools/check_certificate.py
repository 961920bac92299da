#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks certificates of Pawl: energy certificates (docs/certify.md) and region certificates (docs/rest-regions.md).

    python3 tools/check_certificate.py FILE...

Prints one line per file, with the proved claim or the first error. The exit status is 0 if all files are accepted, 1 if a file
is refused, and 2 if a file cannot be read. The program needs only Python 3.11 and shares nothing with Pawl.

Points are complex numbers. Bounds are computed in doubles and widened by 2^-44 of the largest length. Each bound needs
fewer than 200 roundings. Their error is below 2^-45 of that length if functions of the C library err by at most two
units in the last place. Boxes that are not proved are halved up to ten times.
"""
import hashlib
import json
import math
import struct
import sys
from cmath import phase, rect
from collections import namedtuple
from itertools import chain, combinations
from math import asin, cos, hypot, inf, pi, remainder, sin, sqrt, tau

SLACK = 2.0**-44  # Intervals of angles are widened by this amount. Intervals of lengths, powers and potentials are
                  # widened by this fraction of their largest value.


class Refused(Exception):
    """The exception for a certificate that does not prove its claim (status 1), or for a file that is not a certificate
    (status 2)."""


def require(condition, message, status=1):
    if not condition:
        raise Refused(message, status)


def take(value, where, names):
    """Returns the values of the keys `names` of an object. "+" after a name requires numbers >= 0, and "?" permits that
    the key is missing."""
    flags = {name.rstrip("+?"): name for name in names.split()}
    missing, unknown = {key for key, name in flags.items() if "?" not in name} - set(value), set(value) - set(flags)
    require(not missing and not unknown, f"{where}: missing keys {sorted(missing)}, unknown keys {sorted(unknown)}", 2)
    for key, number in value.items():
        least = 0 if "+" not in flags[key] else min(number) if isinstance(number, list) else number
        require(least >= 0, f"{where}/{key}: {number} is below 0", 2)
    return [value.get(key) for key in flags]


class Segment:
    """An edge or an arc of an outline, with the material on its left. Concave arcs have a negative radius."""

    def __init__(self, start, end, bulge):
        self.start, self.end, self.bulge, self.sweep = start, end, bulge, 4 * math.atan(bulge)
        self.length = abs(end - start)
        require(self.length, f"two vertices of an outline coincide at {start}")
        self.along = (end - start) / self.length
        self.normal = phase(self.along) - pi / 2
        self.radius = self.length * (1 + bulge**2) / (4 * bulge) if bulge else 0.0
        self.centre = (start + end) / 2 + 1j * self.along * (self.radius - self.length * bulge / 2)
        self.size = self.radius * self.sweep if bulge else self.length

    def at(self, share):
        """Returns the point at a fraction of the segment."""
        if not self.bulge:
            return self.start + share * (self.end - self.start)
        return self.centre + rect(self.radius, self.normal + (share - 0.5) * self.sweep)

    def hull(self):
        """Returns points whose convex hull, together with the segment's end, contains the segment."""
        pieces = math.ceil(256 * self.sweep) if self.bulge > 0 else 0
        far = [(self.at((k + 0.5) / pieces) - self.centre) / cos(self.sweep / 2 / pieces) for k in range(pieces)]
        return [self.start, *(self.centre + each for each in far)]

    def seen_from(self, point):
        """Returns the distance of a point from the segment, of which the end point is not counted, and whether a ray
        from the point to the right crosses the segment."""
        off, along = abs(point - self.start), (point - self.start) * self.along.conjugate()
        left = along.imag > 0 or along.imag == 0 and self.along.real > 0
        crosses = (self.start.imag <= point.imag) != (self.end.imag <= point.imag) and left == (self.along.imag > 0)
        if not self.bulge:
            return (abs(along.imag) if 0 <= along.real <= self.length else off), crosses
        away = (point - self.centre) * math.copysign(1, self.bulge)
        deep = abs(self.radius) - abs(away)
        if abs(remainder(phase(away) - self.normal, tau)) <= abs(self.sweep) / 2:
            off = min(off, abs(deep))
        return off, crosses != (deep > 0 and left != (self.bulge > 0))  # The point may be between the chord and the arc.

    def meets(self, other, a=0.0, b=1.0):
        """Returns whether another segment comes close to this one between its fractions a and b. A common end of the
        two segments does not count."""
        middle = self.at((a + b) / 2)
        near = (b - a) * self.size / 2 + 1e-12 * (self.size + other.size)
        if min(other.seen_from(middle)[0], abs(middle - other.end)) > near:
            return False
        if b - a < 1e-9:
            return not (a < 1e-6 and self.start == other.end or b > 1 - 1e-6 and self.end == other.start)
        return self.meets(other, a, (a + b) / 2) or self.meets(other, (a + b) / 2, b)


def read_loop(value, hole, shift, turn):
    """Returns the segments of a loop after a rotation and a translation. The material is on the left of the segments."""
    x, y, r = value.get("disc", (0.0, 0.0, 0.0))
    sides = value.get("sides", [(x + r, y, 1.0), (x - r, y, 1.0)])
    corners = [shift + turn * complex(x, y) for x, y, _ in sides]
    loop = [Segment(p, q, side[2]) for p, q, side in zip(corners, corners[1:] + corners[:1], sides)]
    area = sum((s.start.conjugate() * s.end).imag + s.radius**2 * (s.sweep - sin(s.sweep)) for s in loop)
    return loop if (area > 0) != hole else [Segment(s.end, s.start, -s.bulge) for s in reversed(loop)]


def gap(segments, point):
    """Returns the signed distance of a point from the material within segments, negative inside."""
    offs, crossings = zip(*[segment.seen_from(point) for segment in segments])
    return -min(offs) if sum(crossings) % 2 else min(offs)


# A feature of an outline. An edge has a start and a direction; an arc or a vertex has a centre and no direction. The
# normals of the feature differ from `normal` by at most the angle `half`.
Feature = namedtuple("Feature", "at radius along length normal half")


class Body:
    """The part or a solid of the fixture, with the features that can touch another body. A pin has no segments.

    Vertices may be displaced by `tolerance`. This turns an edge of the length L by up to asin(2 tolerance / L).
    """

    def __init__(self, where, tolerance, outline, pose=(0.0, 0.0, 0.0), friction=0.0, pin=None):
        self.tolerance, self.friction, self.pin, self.hint, self.features = tolerance, friction, pin, None, []
        outlines = [outline, *outline.get("holes", [])] if not pin else []
        for k, each in enumerate(outlines):
            keys = take(each, where, "disc? sides? holes?" if k == 0 else "disc? sides?")
            require(bool(keys[0]) != bool(keys[1]), f"{where}: expected one of the keys disc and sides", 2)
        loops = [read_loop(each, k > 0, complex(*pose[:2]), rect(1.0, pose[2])) for k, each in enumerate(outlines)]
        self.segments = list(chain(*loops))
        for one, two in combinations(self.segments, 2):
            require(one.start != two.start and not one.meets(two), f"{where}: the outline meets itself at {one.start}")
        for (j, one), (k, two) in combinations(enumerate(loops), 2):
            within = gap(one, two[0].start) < 0, gap(two, one[0].start) < 0
            require(within == (j == 0, False), f"{where}: hole {k} is not in the material")
        for loop in loops:
            self.add(loop)
        if pin:
            self.features.append(Feature(*pin, 0, 0.0, 0.0, pi))
        self.hull = [point for segment in chain(*loops[:1]) for point in segment.hull()]
        self.length = max(abs(each.at) + abs(each.radius) + each.length for each in self.features)

    def add(self, loop):
        """Adds the features of a loop: a disc, or the segments, the tips, and the vertices that may be convex."""
        disc = len(loop) == 2 and loop[0].bulge == loop[1].bulge and abs(loop[0].bulge) == 1
        require(not self.tolerance or not any(s.bulge or s.length <= 2.001 * self.tolerance for s in loop),
                "an outline with a tolerance must have no arcs, and edges longer than twice the tolerance")
        for before, s in zip(loop[-1:] + loop, loop):
            turns = [asin(2 * self.tolerance / each.length) + SLACK * bool(self.tolerance) for each in (before, s)]
            first, spread = before.normal + before.sweep / 2, max(turns)
            bend = remainder(s.normal - s.sweep / 2 - first, tau)
            bend = -bend if bend < 1e-7 - pi else bend
            if bend + 2 * spread > -1e-9 and not disc:
                self.features.append(Feature(s.start, 0.0, 0, 0.0, first + bend / 2, abs(bend) / 2 + spread + SLACK))
            if not s.bulge:
                self.features.append(Feature(s.start, 0.0, s.along, s.length, s.normal, turns[1]))
            elif not disc or s is loop[0]:
                half = pi if disc else abs(s.sweep) / 2 + SLACK
                self.features.append(Feature(s.centre, s.radius, 0, 0.0, s.normal, half))


class Box:
    """A box of poses (x, y, angle) with half-sizes a, b, t. Within the box, a point at the distance r moves by up to diagonal +
    r chord.

    Boxes are nodes of trees. Inside boxes that are connected have a common root (a union-find structure). The level of the root
    is the largest energy in these boxes.
    """
    letter, parts, free, parent, level = "", (), False, None, -inf

    def __init__(self, x, y, angle, a, b, t):
        self.sides, self.at, self.angle, self.t = (x, y, angle, a, b, t), complex(x, y), angle, t
        self.turn, self.diagonal, self.chord = rect(1.0, angle), hypot(a, b), 2 * sin(min(t, pi) / 2)

    def halves(self, axis):
        """Returns the halves along an axis, the lower one first."""
        halves = [list(self.sides), list(self.sides)]
        for half, sign in zip(halves, (-0.5, 0.5)):
            half[axis] += sign * half[axis + 3]
            half[axis + 3] /= 2
        return [Box(*half) for half in halves]

    def root(self):
        node = self
        while node.parent is not node:
            node.parent = node = node.parent.parent
        return node

    def all(self, test, reach, depth=10):
        """Returns whether a test holds for a box, or for all parts of the box after repeated halving. Each halving is along
        the axis with the largest motion at the distance `reach`."""
        moves = self.sides[3], self.sides[4], self.t * reach
        return test(self) or depth > 0 and all(
            half.all(test, reach, depth - 1) for half in self.halves(moves.index(max(moves))))

    def farthest(self, arm, fixed):
        """Returns the largest distance, over the box, of the part's point `arm` from a fixed point."""
        lever, most = abs(arm), 0.0
        for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            seen = self.at + complex(x * self.sides[3], y * self.sides[4]) - fixed
            away = max(0.0, abs(remainder(phase(seen) - phase(arm) - self.angle, tau)) - self.t)
            most = max(most, hypot(abs(seen) - lever, 2 * sqrt(abs(seen) * lever) * cos(away / 2)))
        return most


def meet(one, two):
    """Returns an interval of directions (middle, half) that contains the intersection of two such intervals. Returns None if
    the intersection is empty."""
    if one is None or one[1] + two[1] >= pi:
        return one if one is None or one[1] <= two[1] else two
    apart = remainder(two[0] - one[0], tau)
    low, high = max(-one[1], apart - two[1]), min(one[1], apart + two[1])
    return (one[0] + (low + high) / 2, max(0.0, high - low) / 2 + SLACK) if high >= low - SLACK else None


class Load:
    """A force at a point of the part with a torque, or a pull of constant size towards an anchor."""
    KEYS = "force torque at anchor anchor_tolerance+ "
    MORE_KEYS = "direction_tolerance+ at_tolerance+ support+ support_radius+ reference"

    def __init__(self, where, problem, force, torque, point, anchor, anchor_tolerance,
                 turn=0.0, shift=0.0, support=0.0, radius=0.0, reference=(0.0, 0.0, 0.0)):
        self.force, self.torque, self.point, self.pulls = complex(*force), torque, complex(*point), anchor is not None
        self.size, self.lever, self.off = abs(self.force), self.force.conjugate() * self.point, anchor_tolerance
        self.turn, self.shift, self.support, self.radius, self.rest_angle = turn, shift, support, radius, reference[2]
        self.rest = complex(*reference[:2]) + rect(1.0, reference[2]) * self.point  # Position of the point at the reference
                                                                                    # pose. The potentials of all loads are
                                                                                    # equal at this pose.
        self.anchor, self.length = complex(*(anchor or point)), problem.length + abs(self.point) + abs(self.rest)
        size, pull = hypot(self.size, (self.torque - self.lever.imag) / problem.gyration), self.anchor - self.point
        require(abs(size - 1) < 1e-9, f"{where}: the load's size is not 1")
        if self.pulls:
            self.length, self.rest, self.distance = self.length + abs(self.anchor), self.point, abs(pull)
            towards = abs(self.force * self.distance - self.size * pull) <= 1e-6 * self.size * self.distance
            require(towards and pull and not torque and not turn and not shift,
                    f"{where}: a pull must be towards its anchor, without a torque and without tolerances of a force")
        require(self.pulls or not self.off, f"{where}: has a tolerance of the anchor, but no anchor")

    def power(self, box, twist):
        """Returns a lower bound of the load's power for a twist in the world's frame, minus the power of the support's
        friction."""
        (velocity, w), arm, direction, spread = twist, box.turn * self.point, self.force, self.turn
        move, moved, speed = abs(arm) * box.chord + self.shift, velocity + 1j * w * arm, abs(velocity)
        if self.pulls:
            direction, whole = self.anchor - box.at - arm, box.diagonal + move + self.off + SLACK * self.length
            spread = asin(whole / abs(direction)) if whole < abs(direction) else pi
        away = abs(remainder(phase(moved) - phase(direction), tau)) + spread + SLACK
        least = abs(moved) * cos(min(away, pi)) - abs(w) * move - SLACK * (speed + abs(w) * self.length)
        resistance = self.support * hypot(speed + abs(w) * self.shift, self.radius * abs(w)) * (1 + SLACK)
        return self.size * least + self.torque * w - SLACK * abs(self.torque * w) - resistance

    def blur(self, box):
        """Returns a bound of the difference between the potentials of any two loads within the tolerances. The bound
        includes rounding errors."""
        turned = abs(box.angle - self.rest_angle) + box.t
        far = box.farthest(self.point, self.rest) + SLACK * self.length
        blur = 2 * sin(min(self.turn, pi) / 2) * far + self.shift * 2 * sin(min(turned, pi) / 2)
        if self.off:
            blur = self.off * (min(2, 2 * far / (self.distance - self.off)) if self.off < self.distance else 2)
        rounding = self.size * self.length + abs(self.torque) * (abs(box.angle) + box.t + 1)
        return self.size * blur * (1 + SLACK) + 2 * SLACK * rounding

    def bounds(self, box):
        """Returns bounds of the potentials of all loads within the tolerances over a box."""
        (low, high), blur = potential(box, self.force, self.lever, self.torque), self.blur(box)
        if self.pulls:
            near = abs(self.anchor - box.at - box.turn * self.point) - box.diagonal - abs(self.point) * box.chord
            low, high = (self.size * (each - self.distance)
                         for each in (max(0.0, near), box.farthest(self.point, self.anchor)))
        return low - blur, high + blur

    def above(self, box, level):
        """Returns whether the potential of every load within the tolerances is above a level in the whole box."""
        return box.all(lambda part: self.bounds(part)[0] > level, abs(self.point))

    def rise_to(self, other, box):
        """Returns an upper bound, over a box, of another load's potential minus this load's potential."""
        if self.pulls or other.pulls:
            return other.bounds(box)[1] - self.bounds(box)[0]
        high = potential(box, other.force - self.force, other.lever - self.lever, other.torque - self.torque)[1]
        return high + self.blur(box) + other.blur(box)


def potential(box, force, lever, torque):
    """Returns bounds, over a box, of the potential of a force: -force . (x, y) - Re(lever (e^(i angle) - 1)) - torque angle."""
    low, high, size, direction = box.angle - box.t, box.angle + box.t, abs(lever), -phase(lever)
    angles = [low, high]
    if abs(torque) <= size and size > 0:  # The derivative by the angle is 0 where size sin(angle - direction) = torque.
        for root in (direction + asin(torque / size), direction + pi - asin(torque / size)):
            turns = range(math.ceil((low - root) / tau), math.floor((high - root) / tau) + 1)
            angles += [root + tau * k for k in turns]
    values = [lever.real - size * cos(angle - direction) - torque * angle for angle in angles]
    middle, half = -(force.conjugate() * box.at).real, abs(force.real) * box.sides[3] + abs(force.imag) * box.sides[4]
    return middle - half + min(values), middle + half + max(values)


class Problem:
    """The part and its fixture: the pairs of features that can touch, and bounds over boxes of poses."""
    KEYS = "outline fixels walls? gyration_radius+ mass+ center_of_mass fixel_tolerance+ outline_tolerance+ "

    def __init__(self, domains, outline, fixels, walls, gyration, _, __, tolerance, blur):
        self.gyration, self.blur, self.part = gyration, blur, Body("/problem/outline", blur, outline)
        self.fixels = [self.fixel(f"/problem/fixels/{i}", tolerance, *each) for i, each in enumerate(fixels)]
        walls = [(f"/problem/walls/{i}", take(each, f"/problem/walls/{i}", "outline pose friction+"))
                 for i, each in enumerate(walls or [])]
        self.walls = [Body(where, tolerance, *each) for where, each in walls]
        self.solids, self.reach = self.fixels + self.walls, max(map(abs, self.part.hull))
        extents = [abs(c) + h for each in domains for c, h in zip(each["centre"][:2], each["half"][:2])]
        self.length = max(*extents, self.reach, self.part.length, *(solid.length for solid in self.solids))
        self.pairs = [(one, two, solid) for solid in self.solids
                      for one in self.part.features for two in solid.features if self.can_touch(one, two)]

    def fixel(self, where, tolerance, x, y, radius, friction, dx=0.0, dy=0.0, width=0.0):
        """Returns a pin or a diamond pin. A diamond pin is a disc with two flats, at the distance `width` from each
        other along (dx, dy)."""
        require(min(radius, friction, width) >= 0, f"{where}: a size is below 0", 2)
        if not width and not dx and not dy:
            return Body(where, tolerance, {}, friction=friction, pin=(complex(x, y), radius))
        require((dx or dy) and 2e-9 * radius < width < (2 - 2e-9) * radius, f"{where}: impossible flats", 2)
        half, side, bulge = width / 2, sqrt(radius**2 - width**2 / 4), math.tan(asin(width / 2 / radius) / 2)
        sides = [(half, -side, 0.0), (half, side, bulge), (-half, side, 0.0), (-half, -side, bulge)]
        diamond = Body(where, 0.0, {"sides": sides}, (x, y, phase(complex(dx, dy))), friction)
        diamond.tolerance = tolerance  # The pin is displaced, but not turned.
        return diamond

    def can_touch(self, one, two):
        """Returns whether two features can touch: two round convex features, a round convex feature and an edge, or a
        concave arc and a convex feature of smaller radius."""
        (small, large), edges = sorted((one.radius, two.radius)), bool(one.along) + bool(two.along)
        return edges < 2 and (small >= 0 or not edges and large >= 0 and small + large < 1e-12 * self.part.length)

    def contact(self, pair, box, closed=True):
        """Returns the contact of a pair, as (directions, points, gap), if the contact may be closed in a box. Returns None
        otherwise.

        The directions are those of the normal n into the part, in the world. For each of the points (p, r, move), the contact
        is at p + r n from the centre of mass, with an error of up to `move`. The gap is the absolute value of the gap in the
        box's middle. If `closed` is false, contacts of the features' whole lines and circles are returned too.
        """
        one, two, solid = pair
        tolerance, swing = solid.tolerance + self.blur + SLACK * self.length, abs(one.at) * box.chord
        p, f, apart = box.turn * one.at, two.at - box.at, box.at + box.turn * one.at - two.at
        points = (p, -one.radius, swing + tolerance), (f, two.radius, box.diagonal + tolerance)
        ways = (one.normal + pi + box.angle, one.half + box.t + SLACK), (two.normal, two.half + SLACK)
        # The first entry bounds the motion of the part's point in the world. The second one bounds the motion of the
        # solid's point in the frame of the part.
        moves = box.diagonal + swing + tolerance, box.diagonal + abs(f) * box.chord + tolerance
        if one.along or two.along:
            # In the middle of the box, the centre of the round feature is on the edge, shifted along the normal by its
            # radius. If the edge turns, this point moves along the edge by at most `bent`, and across it by much less.
            k, edge, radius = (0, one, two.radius) if one.along else (1, two, one.radius)
            along, bent = -apart / (box.turn * one.along) if one.along else apart / two.along, radius * edge.half
            beyond = max(0.0, -along.real - bent, along.real - edge.length - bent)
            off, move = -along.imag - radius, moves[1 - k] + bent * edge.half
            directions, points = ways[k], (points[1 - k],)
        else:
            total, directions = one.radius + two.radius, (0.0, pi)
            off, beyond, move = abs(apart) - abs(total), 0.0, min(moves)
            if abs(apart) > moves[0] and abs(total) > 4e-12 * self.length:
                directions = phase(apart) + (pi if total < 0 else 0.0), asin(moves[0] / abs(apart)) + SLACK
        if closed:
            directions = meet(meet(directions, ways[0]), ways[1]) if hypot(off, beyond) <= move else None
        return directions and (directions, points, abs(off))

    def resists(self, pair, contact, twist):
        """Returns whether all forces of a contact's friction cone have a power of at least 0 for a twist."""
        ((middle, half), points, _), (velocity, w), friction = contact, twist, pair[2].friction
        for point, radius, move in points:
            moved = velocity + 1j * w * point
            away = [abs(remainder(phase(moved) - middle - sign * math.atan(friction), tau)) + half for sign in (1, -1)]
            turned = friction * radius * w / hypot(1, friction)  # The force of an edge of the cone acts at p + r n.
            least = min(abs(moved) * cos(min(pi, each)) + sign * turned for each, sign in zip(away, (1, -1)))
            if least >= SLACK * (abs(velocity) + abs(w) * self.length) + abs(w) * move:
                return True
        return False

    def proves(self, box, pairs, twist, load, skip):
        """Returns whether a twist proves that contacts cannot balance the load at any pose of the box. The pairs in `skip` are
        assumed to be open."""
        def test(piece):
            if piece is not box and self.collides(piece):
                return True
            contacts = ((pair, self.contact(pair, piece)) for pair in pairs if pair not in skip)
            return load.power(piece, twist) > 0 and all(not c or self.resists(pair, c, twist) for pair, c in contacts)
        return box.all(test, self.reach)

    def collides(self, box):
        """Returns whether the part certainly overlaps a solid at all poses of the box."""
        return any(self.overlaps(box, solid) for solid in self.solids)

    def overlaps(self, box, solid):
        """Returns whether, at the box's centre, a point of one body lies in the other body, at a depth that exceeds the
        point's motion within the box."""
        more = box.diagonal + solid.tolerance + self.blur + SLACK * self.length

        def depth(point, of_part):
            if of_part:
                return -gap(solid.segments, box.at + box.turn * point) - more - abs(point) * box.chord
            point = (point - box.at) / box.turn
            return -gap(self.part.segments, point) - more - abs(point) * box.chord

        def reaches(segment, of_part, share, half):
            deep, size = depth(segment.at(share), of_part), half * segment.size
            if deep > 0:
                solid.hint = segment.at(share), of_part
            return deep > 0 or deep + size * (1 + box.chord) > 0 and half > 1 / 128 and size > box.diagonal / 4 and any(
                reaches(segment, of_part, share + sign * half, half / 2) for sign in (-0.5, 0.5))

        if solid.pin:
            return depth(solid.pin[0], False) + solid.pin[1] > 0
        return solid.hint and depth(*solid.hint) > 0 or any(
            reaches(segment, body is self.part, share, share)
            for share in (0.0, 0.5) for body in (self.part, solid) for segment in body.segments)


class Tree:
    """The boxes of a step. Proves that the boxes with letter `c` collide. For the other leaves, checks the proofs by their
    twists.

    For each letter, `skips` contains the contacts that are assumed to be open in the proofs by the twists of this letter.
    """

    def __init__(self, problem, value, where, outside, inside, load=None, skips=()):
        self.problem, self.where, self.outside, self.inside, self.load = problem, where, outside, inside, load
        self.skips, self.leaves, self.domain = dict(skips), [], Box(*value["centre"], *value["half"])
        self.slack = [SLACK * problem.length] * 2 + [SLACK * (abs(self.domain.angle) + self.domain.t)]
        self.letters, self.twists = iter(value["tree"]), iter(" ".join(value.get("twists", [])).split())
        require(max(abs(self.domain.angle), self.domain.t) < 100, f"{where}: angles above 100 rad", 2)
        self.grow(self.domain, problem.pairs)
        require(not next(self.letters, "") + next(self.twists, ""), f"{where}/tree: superfluous letters or twists")

    def grow(self, node, pairs):
        """Reads the letter of a node and the nodes below the node, and proves the leaves."""
        node.letter = letter = next(self.letters, "-")
        pairs = [pair for pair in pairs if self.problem.contact(pair, node)]
        if letter in "xyt":
            node.parts = node.halves("xyt".index(letter))
            for part in node.parts:
                self.grow(part, pairs)
            node.free = any(part.free for part in node.parts)
            return
        self.leaves.append(node)
        node.free, node.parent = letter != "c", node if letter in self.inside else None
        self.require(letter in "c" + self.outside + self.inside, node, "has an unknown letter, or the tree ends early")
        self.require(node.free or node.all(self.problem.collides, self.problem.reach), node, "may not collide")
        for skip in self.skips.get(letter, ()):
            vx, vy, w = (float(next(self.twists, "inf")) for _ in range(3))
            proved = max(abs(vx), abs(vy), abs(w)) < 1e30 and self.problem.proves(
                node, pairs, (complex(vx, vy), w), self.load, skip)
            self.require(proved, node, f"is not proved by the twist {vx} {vy} {w}")

    def require(self, condition, node, why):
        if not condition:
            sides = " ".join(f"{each:.6g}" for each in node.sides)
            raise Refused(f"{self.where}/tree: box {len(self.leaves)} ({node.letter}; centre, half: {sides}) {why}", 1)

    def boxes(self, letters):
        return [leaf for leaf in self.leaves if leaf.letter in letters]

    def within(self, box, sign):
        """Returns whether a box is in the domain. With the sign -1, the box must be inside by more than rounding
        errors. With the sign 1, it may be outside by rounding errors."""
        sides = zip(box.sides, self.domain.sides, box.sides[3:], self.domain.sides[3:], self.slack)
        return all(abs(middle - centre) + half <= most + sign * slack for middle, centre, half, most, slack in sides)

    def near(self, box):
        """Yields the leaves that do not collide and that have a common point with a box, up to rounding."""
        (x, y, angle, a, b, t), stack, (dx, dy, dt) = box.sides, [self.domain], self.slack
        while stack:
            node = stack.pop()
            u, v, w, c, d, s = node.sides
            if node.free and abs(x - u) <= a + c + dx and abs(y - v) <= b + d + dy and abs(angle - w) <= t + s + dt:
                stack += node.parts
                if not node.parts:
                    yield node

    def require_closed(self, sources, above):
        """Requires that a part that starts in `sources` stays in the inside boxes. A source is (box, largest energy).

        The level of connected inside boxes is the largest energy of the sources that touch them. For each outside box, let E be
        the largest of two kinds of numbers: the levels of the inside boxes that it touches, and the energies of the sources that
        it touches. Then above(box, E) must be true.
        """
        borders = []
        for node in self.boxes(self.inside):
            self.require(self.within(node, -1), node, "reaches the end of the domain")
            for other in self.near(node):
                if other.parent:
                    node.root().parent = other.root()
                else:
                    borders.append((node, other))
        for box, energy in sources:
            require(self.within(box, 1), f"{self.where}: the part may start outside the domain, around {box.sides}")
            for node in self.near(box):
                node = node.root() if node.parent else node
                node.level = max(node.level, energy)
        require(any(node.level > -inf for node in self.boxes(self.inside)), f"{self.where}: no start is free")
        for node, other in borders:
            other.level = max(other.level, node.root().level)
        for node in self.boxes(self.outside):
            reached = node.level > -inf and not above(node, node.level)
            self.require(not reached, node, f"may be reached with the energy {node.level:.6g}")


class Goal:
    """The goal contacts: the pairs of features that touch at the seat, and the derivatives of their gaps by the pose."""

    def __init__(self, problem, goals):
        self.problem, seat = problem, Box(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        self.groups = [self.find(*(each if isinstance(each, list) else [each])) for each in goals]
        require(len(goals) == 3 and all(self.groups), "/problem/goal: not three contacts that are closed at the seat")
        contacts = [problem.contact(group[0], seat, False) for group in self.groups]
        self.normals = [rect(1.0, directions[0]) for directions, _, _ in contacts]
        self.arms = [(points[0][0].conjugate() * n).imag for n, (_, points, _) in zip(self.normals, contacts)]
        rows = [(n.real, n.imag, arm / problem.gyration) for n, arm in zip(self.normals, self.arms)]
        pairs = [(rows[i - 2], rows[i - 1]) for i in range(3)]  # The cross products of these rows are det(J0) times the columns
                                                                # of J0^-1.
        columns = [(b * r - c * q, c * p - a * r, a * q - b * p) for (a, b, c), (p, q, r) in pairs]
        det = abs(sum(p * q for p, q in zip(rows[0], columns[0])))
        require(det > 1e-9, "/problem/goal: the contacts do not locate the part")
        self.inverse = [hypot(*row) / det for row in zip(*columns)]  # The norms of the rows of J0^-1.
        offs = [off + group[0][2].tolerance + problem.blur for (_, _, off), group in zip(contacts, self.groups)]
        self.off = hypot(*offs) + SLACK * problem.length

    def find(self, number, *at):
        """Returns the pairs of features that touch at the seat: of a fixel, or of a wall at a stated point."""
        solids, size = self.problem.walls if at else self.problem.fixels, 1e-7 * self.problem.length
        spot, found = Box(0.0, 0.0, 0.0, size, size, 1e-7), []
        for pair in self.problem.pairs:
            contact = pair[2] is solids[int(number) - 1] and self.problem.contact(pair, spot)
            if contact and contact[2] < 2 * size:
                (middle, _), ((point, radius, _), *_), _ = contact
                if not at or abs(point + rect(radius, middle) - complex(*at[:2])) < 100 * size:
                    found.append(pair)
        return found

    def change(self, half):
        """Returns a bound of |(J - J0) J0^-1| for poses within half-sizes around the seat.

        J is the Jacobian of the gaps by (x, y, gyration radius * angle), and J0 its value at the seat.
        """
        box, squares = Box(0.0, 0.0, 0.0, *half), 0.0
        for group, normal, arm in zip(self.groups, self.normals, self.arms):
            bends, arms = [], []
            for pair in group:
                (middle, spread), ((point, _, move), *_), _ = self.problem.contact(pair, box, False)
                bends.append(2 * sin(min(pi, abs(remainder(middle - phase(normal), tau)) + spread) / 2))
                arms.append(abs((point.conjugate() * normal).imag - arm) + abs(point) * bends[-1] + move)
            squares += max(bends)**2 + (max(arms) / self.problem.gyration)**2
        return sqrt(squares) * hypot(*self.inverse)

    def place(self):
        """Returns a box around the seat that contains a pose in which all gaps are 0. By Brouwer's theorem, such a pose exists.

        In the coordinates s = J0 q, the function s - gaps(s) maps the ball |s| <= 1.5 * `off` into itself.
        """
        half = [1.501 * self.off * row / scale for row, scale in zip(self.inverse, (1, 1, self.problem.gyration))]
        require(self.change(half) < 1 / 3, "/problem/goal: the goal contacts do not bound the pose of the goal")
        return Box(0.0, 0.0, 0.0, *half)


def check_energy(value):
    names = "pawl certificate name part drawing? problem depth+ centre half+ seed+ tree twists"
    stated, depth = take(value, "", names)[5:7]
    *values, goals = take(stated, "/problem", Problem.KEYS + Load.KEYS + "goal")
    problem = Problem([value], *values[:8])
    load, goal = Load("/problem", problem, *values[8:]), Goal(problem, goals)
    tree = Tree(problem, value, "", "ab", "mn", load, {"m": [()], "n": goal.groups})
    tree.require_closed([(goal.place(), depth)], load.above)
    for node in tree.boxes("a"):
        tree.require(load.above(node, depth), node, "is not above the depth")
    near = [[abs(box.sides[i]) + box.sides[i + 3] for i in range(3)] for box in tree.boxes("n")]
    require(near and goal.change([max(sizes) for sizes in zip(*near)]) < 1,
            "boxes with letter n: the goal contacts may all be closed in several poses")
    return f"depth {depth!r}, {len(tree.leaves)} boxes"


def check_sweep(problem, value, where, before, load, sources):
    """Checks the inside boxes during the change from the load `before` to the next load. Returns the sources of the next step."""
    rise, level = take(value, where, "rise+ centre half+ tree")[0], max(energy for _, energy in sources)
    tree = Tree(problem, value, where, "o", "i")
    tree.require_closed([(box, level) for box, _ in sources],
                        lambda box, level: before.above(box, level) and load.above(box, level + rise))
    for node in tree.boxes("i"):
        risen = not node.all(lambda part: before.rise_to(load, part) <= rise, problem.reach)
        tree.require(not risen, node, f"may raise the potential by more than {rise}")
    return [(box, level + rise) for box in tree.boxes("i")]


def is_near(problem, box, limit):
    """Returns whether no point of the part is further than a limit from its place at the reference pose."""
    turn = 2 * sin(min(abs(box.angle) + box.t, pi) / 2)
    limit -= turn * problem.blur + SLACK * problem.length
    return (abs(box.at) + box.diagonal + turn * problem.reach <= limit
            or all(box.farthest(point, point) <= limit for point in problem.part.hull))


def check_region(value):
    names = "pawl certificate name part drawing? problem start steps residual_energy swept displacement+"
    _, _, _, _, _, stated, start, steps, residual, swept, limit = take(value, "", names)
    centre, half, energy = take(start, "/start", "centre half+ energy+")
    require(steps and swept in (True, False) and (residual is None or residual >= 0),
            "steps, swept or residual_energy is not valid", 2)
    problem = Problem([start, *steps, *(step["sweep"] for step in steps[1:] if swept)],
                      *take(stated, "/problem", Problem.KEYS))
    before, count, ends = None, 0, [(Box(*centre, *half), energy)]
    for i, step in enumerate(steps):
        where, sweeps = f"/steps/{i}", swept and i > 0
        values, *_, sweep = take(step, where, "load centre half+ tree twists" + " sweep" * sweeps)
        load = Load(f"{where}/load", problem, *take(values, f"{where}/load", Load.KEYS + Load.MORE_KEYS))
        sources = [(box, (before if sweeps else load).bounds(box)[1] + energy) for box, energy in ends]
        if sweeps:
            sources = check_sweep(problem, sweep, f"{where}/sweep", before, load, sources)
        tree, before = Tree(problem, step, where, "o", "mr", load, {"m": [()]}), load
        tree.require_closed(sources, load.above)
        require(tree.boxes("r") and tree.domain.t < pi,
                f"{where}: has no box in which the part may rest, or its domain is a whole turn")
        ends = [(box, residual or 0.0) for box in tree.boxes("r" if residual is None else "mr")]
        count += len(tree.leaves)
    for box, _ in ends:
        require(is_near(problem, box, limit),
                f"/displacement: in the box {box.sides}, a point may be displaced further than stated")
    return f"displacement {limit!r} after {len(steps)} steps, {count} boxes"


def digest_of(problem):
    """Returns the digest of the part."""
    loops = [problem["outline"], *problem["outline"].get("holes", [])]
    values = [loop.get("disc") or [*chain(*loop["sides"])] for loop in loops]
    values[0] = [problem["mass"], problem["gyration_radius"], *problem["center_of_mass"], *values[0]]
    return "sha256:" + hashlib.sha256(b"hole".join(struct.pack(f"<{len(each)}d", *each) for each in values)).hexdigest()


def read_number(text):
    """Reads a JSON number. Reads -0 as 0. Requires that the number is small enough that products of numbers are finite."""
    require(abs(float(text)) < 1e30, f"{text} is not a number below 1e30", 2)
    return float(text) + 0.0


def check(path):
    """Checks a file. Returns the claim that the file proves."""
    try:
        with open(path, encoding="utf-8") as file:
            value = json.load(file, parse_float=read_number, parse_int=read_number, parse_constant=read_number)
        kind = value["certificate"]
        require(value["pawl"] == 1 and kind in ("energy", "region"), "not a certificate of a known version and kind", 2)
        claim = check_energy(value) if kind == "energy" else check_region(value)
        require(value["part"] == digest_of(value["problem"]), "/part: not the digest of the part")
        return claim
    except (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError) as error:
        raise Refused(f"cannot be read: {error!r}", 2) from None


def main(paths):
    status = 0 if paths else 2
    for path in paths:
        try:
            print(f"{path}: accepted: {check(path)}", flush=True)
        except Refused as error:
            print(f"{path}: refused: {error.args[0]}", flush=True)
            status = max(status, error.args[1])
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
