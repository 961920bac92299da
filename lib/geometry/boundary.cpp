// SPDX-License-Identifier: MIT
#include "geometry/boundary.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exact/orientation.h"
#include "exact/turn.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

/// Sides whose directions differ by less at their joint are one smooth curve there, rad: bulges are rounded.
constexpr double kSmooth = 1e-9;

double cross(const Vector& a, const Vector& b) { return a.x() * b.y() - a.y() * b.x(); }
Vector turned_left(const Vector& v) { return {-v.y(), v.x()}; }

BoundarySide straight_side(const Vector& start, const Vector& end) {
  BoundarySide side;
  side.start = start;
  side.end = end;
  side.length = (end - start).norm();
  side.direction = (end - start) / side.length;
  return side;
}

/// With the chord d from start to end and b = tan(sweep/4), the arc's middle is -b d^/2 from the chord's (d^ is d
/// turned left), and its centre (1 - b^2)/(4b) d^.
BoundarySide arc_side(const Vector& start, const Vector& end, double bulge) {
  const Vector chord = end - start;
  BoundarySide side;
  side.start = start;
  side.end = end;
  side.center = (start + end) / 2 + (1 - bulge * bulge) / (4 * bulge) * turned_left(chord);
  side.radius = chord.norm() * (1 + bulge * bulge) / (4 * bulge);
  side.middle = (bulge > 0 ? -1 : 1) * turned_left(chord).normalized();
  side.half_sweep = 2 * std::atan(std::fabs(bulge));
  return side;
}

BoundarySide side_of(const Vector& start, const Vector& end, double bulge) {
  return bulge == 0 ? straight_side(start, end) : arc_side(start, end, bulge);
}

/// Unit vectors along the side at its ends.
Vector direction_at(const BoundarySide& side, bool end) {
  if (side.straight()) return side.direction;
  const double sign = side.radius > 0 ? 1 : -1;
  return sign * turned_left(turned(side.middle, (end ? sign : -sign) * side.half_sweep));
}

BoundaryRound round_of(const BoundarySide& arc) {
  return {arc.center, arc.radius, arc.middle, arc.half_sweep, arc.slack};
}

void add_corner(int i, int k, Boundary& boundary) {
  BoundarySide& before = boundary.sides[static_cast<std::size_t>(i)];
  BoundarySide& after = boundary.sides[static_cast<std::size_t>(k)];
  const Vector in = direction_at(before, true), out = direction_at(after, false);
  double turn = std::atan2(cross(in, out), in.dot(out));
  if (std::fabs(turn) > std::numbers::pi - kSmooth) turn = std::numbers::pi;  // a tip
  if (std::fabs(turn) < kSmooth) {
    const double radius = std::min(std::fabs(before.radius), std::fabs(after.radius));
    for (BoundarySide* side : {&before, &after}) side->slack = std::max(side->slack, kSlack * radius);
  }
  if (turn < kSmooth) return;
  const Vector middle = turned(in, turn / 2);
  before.end_corner = after.start_corner = static_cast<int>(boundary.rounds.size());
  boundary.rounds.push_back({after.start, 0, {middle.y(), -middle.x()}, turn / 2, 0, i, k});
}

double signed_area(const std::vector<Vector>& vertices, const std::vector<double>& bulges) {
  double twice = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vector from = vertices[i] - vertices[0], to = vertices[(i + 1) % vertices.size()] - vertices[0];
    const double sweep = 4 * std::atan(bulges[i]);
    const double radius = (to - from).norm() * (1 + bulges[i] * bulges[i]) / (4 * std::fabs(bulges[i]));
    twice += cross(from, to);
    if (bulges[i] != 0) twice += radius * radius * (sweep - std::sin(sweep));
  }
  return twice / 2;
}

void close(Boundary& boundary) {
  const auto& sides = boundary.sides;
  const int count = static_cast<int>(sides.size());
  for (int i = 0; i < count; ++i) add_corner((i + count - 1) % count, i, boundary);
  for (const BoundarySide& side : sides) {
    if (!side.straight() && side.radius > 0) boundary.rounds.push_back(round_of(side));
  }
  for (const BoundarySide& side : sides) {
    boundary.reach = std::max(boundary.reach, side.start.norm());
    if (!side.straight() && side.radius > 0) {
      boundary.reach = std::max(boundary.reach, side.center.norm() + side.radius);
    }
  }
}

BoundaryBox box_of(const BoundarySide& side) {
  BoundaryBox box;
  if (side.straight()) {
    box.add(side.start);
    box.add(side.end);
  } else {
    box.add(side.center, std::fabs(side.radius));
  }
  return box;
}

void set_boxes(Boundary& boundary) {
  boundary.box = {};
  boundary.box.add(boundary.rounds.front().center);
  for (BoundarySide& side : boundary.sides) {
    side.box = box_of(side);
    const bool bulges = !side.straight() && side.radius > 0;
    boundary.box.add(bulges ? side.center : side.start, bulges ? side.radius : 0);
  }
}

Boundary boundary_of(const Polygon& polygon) {
  std::vector<Vector> corners;
  const auto& all = polygon.vertices;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (orientation(all[(i + all.size() - 1) % all.size()], all[i], all[(i + 1) % all.size()]) != 0) {
      corners.push_back(all[i]);
    }
  }
  if (turn_of(all) < 0) std::reverse(corners.begin(), corners.end());
  Boundary boundary;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    boundary.sides.push_back(straight_side(corners[i], corners[(i + 1) % corners.size()]));
  }
  close(boundary);
  return boundary;
}

Boundary boundary_of(const Disc& disc) {
  Boundary boundary;
  boundary.reach = disc.center.norm() + disc.radius;
  boundary.rounds = {{disc.center, disc.radius, {1, 0}, std::numbers::pi}};
  if (disc.radius == 0) return boundary;
  BoundarySide side;
  side.center = disc.center;
  side.radius = disc.radius;
  side.half_sweep = std::numbers::pi;
  side.start = side.end = disc.center - Vector(disc.radius, 0);
  boundary.sides = {side};
  return boundary;
}

Boundary boundary_of(const Path& path) {
  const std::size_t count = path.vertices.size();
  const bool left = signed_area(path.vertices, path.bulges) > 0;
  Boundary boundary;
  for (std::size_t i = 0; i < count; ++i) {
    const Vector& start = path.vertices[i];
    const Vector& end = path.vertices[(i + 1) % count];
    boundary.sides.push_back(left ? side_of(start, end, path.bulges[i]) : side_of(end, start, -path.bulges[i]));
  }
  if (!left) std::reverse(boundary.sides.begin(), boundary.sides.end());
  close(boundary);
  return boundary;
}

}  // namespace

Boundary boundary_of(const Outline& outline) {
  Boundary boundary = std::visit([](const auto& shape) { return boundary_of(shape); }, outline);
  set_boxes(boundary);
  return boundary;
}

Boundary Boundary::moved(const Eigen::Vector3d& pose) const {
  const Vector shift = pose.head<2>();
  const auto place = [&](Vector& point) { point = turned(point, pose[2]) + shift; };
  const auto turn = [&](Vector& direction) { direction = turned(direction, pose[2]); };
  Boundary result = *this;
  for (BoundarySide& side : result.sides) {
    for (Vector* point : {&side.start, &side.end, &side.center}) place(*point);
    for (Vector* direction : {&side.direction, &side.middle}) turn(*direction);
  }
  for (BoundaryRound& round : result.rounds) {
    place(round.center);
    turn(round.middle);
  }
  set_boxes(result);
  result.reach += shift.norm();
  return result;
}

}  // namespace pawl::internal
