// SPDX-License-Identifier: MIT
#include "geometry/feature_pair.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include "exact/turn.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

/// Room for flat contacts, whose corners face their sides only just, rad.
constexpr double kFacing = 1e-3;

double cross(const Vector& a, const Vector& b) { return a.x() * b.y() - a.y() * b.x(); }
double angle_between(const Vector& a, const Vector& b) { return std::atan2(std::fabs(cross(a, b)), a.dot(b)); }
/// By what angle a direction is outside of an arc's, rad; below 0 inside. All are inside of a circle's.
double beyond_arc(const Vector& direction, const Vector& middle, double half_sweep) {
  return half_sweep < std::numbers::pi ? angle_between(direction, middle) - half_sweep : -std::numbers::pi;
}
std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// A pair seen from the side's body.
struct View {
  const BoundarySide& side;
  const BoundaryRound& round;
  const Placement& side_place;
  const Placement& round_place;
};

View view_of(const FeaturePair& pair, const PlacedBoundary& a, const PlacedBoundary& b) {
  const PlacedBoundary& of_side = pair.round_on_b ? a : b;
  const PlacedBoundary& of_round = pair.round_on_b ? b : a;
  return {of_side.boundary->sides[at(pair.side)], of_round.boundary->rounds[at(pair.round)], of_side.place,
          of_round.place};
}

/// The pair with a normal out of the side's body.
struct SideView {
  Vector normal, on_side, on_round;
  double gap, outside, along;
};

SideView against_straight(const View& view, const Vector& center) {
  const Vector direction = view.side_place.direction(view.side.direction);
  const Vector normal(direction.y(), -direction.x());
  const Vector from_start = center - view.side_place.point(view.side.start);
  const double height = normal.dot(from_start), along = direction.dot(from_start);
  return {normal,
          center - height * normal,
          center - view.round.radius * normal,
          height - view.round.radius,
          std::max(-along, along - view.side.length) - view.side.slack,
          along};
}

/// Out of a bulging arc the normal leads away from its centre, out of a hollow one towards it.
SideView against_arc(const View& view, const Vector& center) {
  const Vector middle = view.side_place.direction(view.side.middle);
  const Vector arc_center = view.side_place.point(view.side.center);
  const double sign = view.side.radius > 0 ? 1 : -1;
  const double distance = (center - arc_center).norm();
  const Vector away = distance > 0 ? Vector((center - arc_center) / distance) : middle;
  const Vector normal = sign * away;
  const double beyond = beyond_arc(away, middle, view.side.half_sweep);
  return {normal,
          arc_center + std::fabs(view.side.radius) * away,
          center - view.round.radius * normal,
          sign * distance - view.side.radius - view.round.radius,
          std::fabs(view.side.radius) * beyond - view.side.slack,
          0};
}

SideView side_view(const View& view) {
  const Vector center = view.round_place.point(view.round.center);
  SideView result = view.side.straight() ? against_straight(view, center) : against_arc(view, center);
  if (view.round.radius > 0) {
    const double beyond =
        beyond_arc(-result.normal, view.round_place.direction(view.round.middle), view.round.half_sweep);
    result.outside = std::max(result.outside, view.round.radius * beyond - view.round.slack);
  }
  return result;
}

/// Directions this near to each other are one, rad.
constexpr double kSameDirection = 1e-7;

/// The corner at the end of the pair's side that is nearest to the round; -1: none.
int corner_beside(const View& view) {
  const Vector center = view.round_place.point(view.round.center);
  const double to_start = (center - view.side_place.point(view.side.start)).norm();
  const double to_end = (center - view.side_place.point(view.side.end)).norm();
  return to_start <= to_end ? view.side.start_corner : view.side.end_corner;
}

/// How long an axis keeps two corners apart: the part of the motion, 2 where to the end, and its gap there.
struct Separation {
  double part = 0, gap = 0;

  Separation(const SideView& start, const SideView& end, double depth) : gap(end.gap) {
    const double before = std::max(start.gap, 0.);
    part = gap >= -depth ? 2 : before / (before - gap);
  }
  bool longer_than(const Separation& other) const {
    if (part == 2 || other.part == 2 || std::fabs(part - other.part) > 1e-9) return part >= other.part;
    return gap > other.gap;
  }
};

/// Whether the side has the corner in front, and both sides of that lead away from it.
bool faces(const View& view, const SideView& seen, double depth) {
  return seen.gap >= -depth && angle_between(-seen.normal, view.round_place.direction(view.round.middle)) <=
                                   view.round.half_sweep + kSameDirection;
}

/// Whether what is `beyond` the ends of an arc's angles, rad, comes between them where its point moves by the reach.
bool within_reach(double beyond, double distance, const Reach& reach) {
  return reach.shift >= distance || beyond <= reach.turn + std::asin(reach.shift / distance) + kFacing;
}

/// Whether a round that is behind a side's line or circle, but beside the side, can come in front of it: the line turns
/// under it, or it comes into the hollow's opening.
bool turns_in_front(const View& view, const SideView& seen, const Reach& reach) {
  if (seen.outside <= 0) return false;
  if (!view.side.straight()) return view.side.radius < 0 && -seen.gap <= reach.shift;  // before a hollow's opening
  return -seen.gap <= reach.shift + std::min(reach.turn, 1.) * (seen.outside + view.side.length + reach.shift);
}

bool comes_before(const View& view, const Reach& reach, double depth) {
  const Vector center = view.round_place.point(view.round.center);
  const SideView seen = side_view(view);
  if (seen.gap > reach.shift) return false;
  if (seen.gap < -depth && !turns_in_front(view, seen, reach)) return false;
  const double facing = angle_between(-seen.normal, view.round_place.direction(view.round.middle));
  if (view.side.straight()) {
    const double room = reach.shift + depth + std::min(reach.turn, 1.) * std::fabs(seen.gap);
    return seen.along >= -room && seen.along <= view.side.length + room &&
           facing <= view.round.half_sweep + reach.turn + kFacing;
  }
  const double distance = (center - view.side_place.point(view.side.center)).norm();
  const double beyond = angle_between(view.side.radius > 0 ? seen.normal : Vector(-seen.normal),
                                      view.side_place.direction(view.side.middle));
  return within_reach(facing - view.round.half_sweep, distance, reach) &&
         within_reach(beyond - view.side.half_sweep, distance, reach);
}

/// Whether a round may touch a side at all; a pair of arcs is looked at one way round.
bool may_meet(const BoundarySide& side, const BoundaryRound& round, bool round_on_b) {
  const bool bulges = !side.straight() && side.radius > 0;
  if (bulges && round.radius > 0 && !round_on_b) return false;
  return side.straight() || side.radius > 0 || round.radius <= -side.radius;  // else it does not fit in
}

/// A frame's points in another frame.
struct Passage {
  const Placement& from;
  const Placement& to;
  Vector point(const Vector& p) const { return to.local(from.point(p) - to.origin); }
};

/// Pairs whose boxes meet within the reach and the depth, in the frame of the body with more features, where the boxes
/// of its own are known: the round's box against the sides', or the side's against the rounds'.
void add_pairs_of(bool round_on_b, const PlacedBoundary& sides, const PlacedBoundary& rounds, const Reach& reach,
                  double depth, std::vector<FeaturePair>& pairs) {
  const Boundary& of_sides = *sides.boundary;
  const Boundary& of_rounds = *rounds.boundary;
  const double room = reach.shift + depth;
  const auto look_at = [&](std::size_t r, std::size_t s) {
    const BoundarySide& side = of_sides.sides[s];
    const BoundaryRound& round = of_rounds.rounds[r];
    if (may_meet(side, round, round_on_b) && comes_before({side, round, sides.place, rounds.place}, reach, depth)) {
      pairs.push_back({round_on_b, static_cast<int>(r), static_cast<int>(s)});
    }
  };
  if (of_sides.sides.size() >= of_rounds.rounds.size()) {
    const Passage passage{rounds.place, sides.place};
    for (std::size_t r = 0; r < of_rounds.rounds.size(); ++r) {
      BoundaryBox near;
      near.add(passage.point(of_rounds.rounds[r].center), of_rounds.rounds[r].radius + room);
      if (!near.meets(of_sides.box)) continue;
      for (std::size_t s = 0; s < of_sides.sides.size(); ++s) {
        if (near.meets(of_sides.sides[s].box)) look_at(r, s);
      }
    }
    return;
  }
  const std::size_t first = pairs.size();
  const Passage passage{sides.place, rounds.place};
  for (std::size_t s = 0; s < of_sides.sides.size(); ++s) {
    const BoundarySide& side = of_sides.sides[s];
    BoundaryBox near;
    if (side.straight()) {
      near.add(passage.point(side.start), room);
      near.add(passage.point(side.end), room);
    } else {
      near.add(passage.point(side.center), std::fabs(side.radius) + room);
    }
    if (!near.meets(of_rounds.box)) continue;
    for (std::size_t r = 0; r < of_rounds.rounds.size(); ++r) {
      BoundaryBox own;
      own.add(of_rounds.rounds[r].center, of_rounds.rounds[r].radius);
      if (near.meets(own)) look_at(r, s);
    }
  }
  const auto order = [](const FeaturePair& p, const FeaturePair& q) {
    return p.round != q.round ? p.round < q.round : p.side < q.side;
  };
  std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(first), pairs.end(), order);
}

}  // namespace

Placement::Placement(const Vector& at, double turn) : origin(at), angle(turn) {
  const Vector axis = turned({1, 0}, turn);
  cosine = axis.x();
  sine = axis.y();
}

PairGeometry geometry_of(const FeaturePair& pair, const PlacedBoundary& a, const PlacedBoundary& b) {
  const SideView seen = side_view(view_of(pair, a, b));
  PairGeometry result;
  result.normal = pair.round_on_b ? seen.normal : Vector(-seen.normal);
  result.on_a = pair.round_on_b ? seen.on_side : seen.on_round;
  result.on_b = pair.round_on_b ? seen.on_round : seen.on_side;
  result.gap = seen.gap;
  result.outside = seen.outside;
  result.along = seen.along;
  result.bearing = (pair.round_on_b ? a : b).place.local(seen.normal);
  return result;
}

bool apart_longer_elsewhere(const FeaturePair& pair, const PlacedPair& start, const PlacedPair& end, double depth) {
  const View before = view_of(pair, start.a, start.b), after = view_of(pair, end.a, end.b);
  const Boundary& sides = *(pair.round_on_b ? start.a : start.b).boundary;
  const Boundary& rounds = *(pair.round_on_b ? start.b : start.a).boundary;
  const int beside = corner_beside(after);
  if (!before.round.corner() || beside < 0) return false;
  const BoundaryRound& corner = sides.rounds[at(beside)];
  const SideView seen = side_view(before);
  const Separation own(seen, side_view(after), depth);
  const auto keeps_longer = [&](const View& first, const View& last) {
    const SideView other = side_view(first);
    return std::fabs(cross(other.normal, seen.normal)) >= kSameDirection && faces(first, other, depth) &&
           Separation(other, side_view(last), depth).longer_than(own);
  };
  for (const int other : {corner.side_before, corner.side_after}) {
    const BoundarySide& side = sides.sides[at(other)];
    if (keeps_longer({side, before.round, before.side_place, before.round_place},
                     {side, after.round, after.side_place, after.round_place})) {
      return true;
    }
  }
  for (const int other : {before.round.side_before, before.round.side_after}) {
    const BoundarySide& side = rounds.sides[at(other)];
    if (keeps_longer({side, corner, before.round_place, before.side_place},
                     {side, corner, after.round_place, after.side_place})) {
      return true;
    }
  }
  return false;
}

double turn_of(const FeaturePair& pair, const PlacedBoundary& a, const PlacedBoundary& b) {
  return pair.round_on_b ? b.place.angle - a.place.angle : a.place.angle - b.place.angle;
}

double slip(const FeaturePair& pair, const PlacedBoundary& a, const PlacedBoundary& b, const PairGeometry& before,
            double turn_before, const PairGeometry& after, double turn_after) {
  const View view = view_of(pair, a, b);
  const double rolled = view.round.radius * (turn_after - turn_before);
  if (view.side.straight()) return after.along - before.along - rolled;
  const double turn = std::atan2(cross(before.bearing, after.bearing), before.bearing.dot(after.bearing));
  return (view.side.radius + view.round.radius) * turn - rolled;
}

double radius_on_a(const FeaturePair& pair, const Boundary& a, const Boundary&) {
  return pair.round_on_b ? a.sides[at(pair.side)].radius : a.rounds[at(pair.round)].radius;
}
double radius_on_b(const FeaturePair& pair, const Boundary&, const Boundary& b) {
  return pair.round_on_b ? b.rounds[at(pair.round)].radius : b.sides[at(pair.side)].radius;
}

void add_pairs(const PlacedBoundary& a, const PlacedBoundary& b, const Reach& reach, double depth,
               std::vector<FeaturePair>& pairs) {
  add_pairs_of(true, a, b, reach, depth, pairs);
  add_pairs_of(false, b, a, reach, depth, pairs);
}

}  // namespace pawl::internal
