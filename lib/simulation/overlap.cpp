// SPDX-License-Identifier: MIT
#include "simulation/overlap.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "exact/turn.h"
#include "geometry/depth_in.h"
#include "simulation/motion.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;
using Points = std::vector<Vector>;

double cross(const Vector& a, const Vector& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Points on an outline, and by how much the chords between them miss its arcs, m.
struct Drawn {
  Points points;
  double missed = 0;
};

void add_arc(const BoundarySide& side, const Placement& place, Drawn& drawn) {
  const double radius = std::fabs(side.radius);
  const double step = std::sqrt(8 * 0.1 * kOverlap / radius);  // a chord of angle s misses by radius s^2 / 8
  const int count = static_cast<int>(std::clamp(2 * side.half_sweep / step, 8., 1000.));
  const double sign = side.radius > 0 ? 1 : -1;
  for (int k = 0; k < count; ++k) {
    const double angle = sign * side.half_sweep * (2. * k / count - 1);
    drawn.points.push_back(place.point(side.center + radius * turned(side.middle, angle)));
  }
  const double chord = 2 * side.half_sweep / count;
  drawn.missed = std::max(drawn.missed, radius * chord * chord / 8);
}

Drawn drawn_of(const PlacedBoundary& placed) {
  Drawn drawn;
  for (const BoundarySide& side : placed.boundary->sides) {
    side.straight() ? drawn.points.push_back(placed.place.point(side.start)) : add_arc(side, placed.place, drawn);
  }
  if (drawn.points.empty()) drawn.points.push_back(placed.place.point(placed.boundary->rounds[0].center));  // a point
  return drawn;
}

double distance_to(const Vector& p, const Vector& a, const Vector& b) {
  const Vector way = b - a;
  const double part = std::clamp((p - a).dot(way) / way.squaredNorm(), 0., 1.);
  return (p - a - part * way).norm();
}

/// By how much a point is inside, m; negative outside.
double depth_in(const Vector& p, const Points& points) {
  double nearest = std::numeric_limits<double>::infinity();
  bool inside = false;
  for (std::size_t i = 0, j = points.size() - 1; i < points.size(); j = i++) {
    const Vector &a = points[j], &b = points[i];
    nearest = std::min(nearest, distance_to(p, a, b));
    if ((a.y() > p.y()) != (b.y() > p.y()) && (cross(b - a, p - a) > 0) == (b.y() > a.y())) inside = !inside;
  }
  return inside ? nearest : -nearest;
}

bool cross_deeply(const Vector& a, const Vector& b, const Vector& c, const Vector& d, double depth) {
  const auto sides = [depth](const Vector& from, const Vector& to, const Vector& p, const Vector& q) {
    const Vector unit = (to - from).normalized();
    const double of_p = cross(unit, p - from), of_q = cross(unit, q - from);
    return of_p * of_q < 0 && std::min(std::fabs(of_p), std::fabs(of_q)) > depth;
  };
  return sides(a, b, c, d) && sides(c, d, a, b);
}

/// Corners of `of`, and what lies midway between the places where its sides come near corners or sides of `in`: where
/// outlines share parts of their sides no corner need be inside.
Points samples(const Points& of, const Points& in) {
  Points result = of;
  std::vector<double> cuts;
  for (std::size_t i = 0, j = of.size() - 1; i < of.size(); j = i++) {
    const Vector &from = of[j], way = of[i] - of[j];
    cuts = {0, 1};
    for (const Vector& p : in) {
      const double part = (p - from).dot(way) / way.squaredNorm();
      if (part > 0 && part < 1 && (from + part * way - p).norm() <= kOverlap) cuts.push_back(part);
    }
    std::sort(cuts.begin(), cuts.end());
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) result.push_back(from + (cuts[k] + cuts[k + 1]) / 2 * way);
  }
  return result;
}

/// A point inside: midway from a side's middle straight across, for the side whose way across is longest of a few.
Vector inner_point(const Points& points) {
  const std::size_t count = points.size(), step = std::max<std::size_t>(1, count / 16);
  Vector best(0, 0);
  double longest = -1;
  for (std::size_t i = 0; i < count; i += step) {
    const Vector &a = points[i], &b = points[(i + 1) % count];
    const Vector middle = (a + b) / 2, inward = Vector(a.y() - b.y(), b.x() - a.x()).normalized();
    double across = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < count; ++k) {
      const Vector &c = points[k], way = points[(k + 1) % count] - c;
      const double slope = cross(inward, way);
      if (k == i || slope == 0) continue;
      const double distance = cross(c - middle, way) / slope, part = cross(c - middle, inward) / slope;
      if (part >= 0 && part <= 1 && distance > 0) across = std::min(across, distance);
    }
    if (!std::isfinite(across) || across <= longest) continue;
    longest = across;
    best = middle + across / 2 * inward;
  }
  return best;
}

bool any_inside(const Points& of, const Points& in, double depth) {
  const auto deep = [&](const Vector& p) { return depth_in(p, in) > depth; };
  if (in.size() == 1) return false;
  if (of.size() == 1) return deep(of[0]);
  const Points tried = samples(of, in);
  return std::any_of(tried.begin(), tried.end(), deep) || deep(inner_point(of));
}

/// The circle that a boundary is, if it is one: what arcs of a thousand points would tell too, slowly.
const BoundarySide* circle_of(const PlacedBoundary& placed) {
  const std::vector<BoundarySide>& sides = placed.boundary->sides;
  return sides.size() == 1 && !sides[0].straight() ? &sides[0] : nullptr;
}

/// A disc or a point against an outline with arcs: whether it reaches in by more than kOverlap. None where either is
/// another kind of outline, or depth_in() cannot tell.
std::optional<bool> pin_overlaps(const PlacedBoundary& pin, const PlacedBoundary& other) {
  const BoundarySide* disc = circle_of(pin);
  const std::vector<BoundarySide>& sides = other.boundary->sides;
  const bool round = std::any_of(sides.begin(), sides.end(), [](const BoundarySide& side) { return !side.straight(); });
  if ((disc == nullptr && !pin.boundary->sides.empty()) || !round) return std::nullopt;
  const Vector center = pin.place.point(disc != nullptr ? disc->center : pin.boundary->rounds[0].center);
  const Vector seen = turned(center - other.place.origin, -other.place.angle);
  const std::optional<double> depth = depth_in(seen, *other.boundary);
  if (!depth) return std::nullopt;
  return *depth > kOverlap - (disc != nullptr ? disc->radius : 0);
}

/// Whether a round is behind an arc, or an arc behind a side, by more than kOverlap, but not by more than the chords in
/// drawn_of() miss: so little that it is there that the outlines meet.
bool arcs_overlap(bool round_on_b, const PlacedBoundary& a, const PlacedBoundary& b) {
  const Boundary& sides = round_on_b ? *a.boundary : *b.boundary;
  const Boundary& rounds = round_on_b ? *b.boundary : *a.boundary;
  for (std::size_t r = 0; r < rounds.rounds.size(); ++r) {
    for (std::size_t s = 0; s < sides.sides.size(); ++s) {
      const BoundarySide& side = sides.sides[s];
      const double radius = std::max(rounds.rounds[r].radius, side.straight() ? 0. : std::fabs(side.radius));
      if (radius == 0) continue;
      const PairGeometry found = geometry_of({round_on_b, static_cast<int>(r), static_cast<int>(s)}, a, b);
      if (found.outside <= 0 && found.gap < -kOverlap && found.gap > -1e-4 * radius) return true;
    }
  }
  return false;
}

}  // namespace

bool overlap(const PlacedBoundary& a, const PlacedBoundary& b) {
  const BoundarySide *disc_a = circle_of(a), *disc_b = circle_of(b);
  if (disc_a != nullptr && disc_b != nullptr) {
    const double apart = (a.place.point(disc_a->center) - b.place.point(disc_b->center)).norm();
    return apart < disc_a->radius + disc_b->radius - kOverlap;
  }
  for (const auto& [pin, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    if (const std::optional<bool> found = pin_overlaps(*pin, *other)) return *found;
  }
  if (disc_a != nullptr || disc_b != nullptr) {
    const bool first = disc_a != nullptr;
    const Drawn other = drawn_of(first ? b : a);
    if (other.missed == 0 && other.points.size() > 2) {
      const Vector center = first ? a.place.point(disc_a->center) : b.place.point(disc_b->center);
      return depth_in(center, other.points) > kOverlap - (first ? disc_a : disc_b)->radius;
    }
  }
  if (arcs_overlap(true, a, b) || arcs_overlap(false, a, b)) return true;
  const Drawn drawn_a = drawn_of(a), drawn_b = drawn_of(b);
  const Points &points_a = drawn_a.points, &points_b = drawn_b.points;
  // Chords of arcs that touch may cross by four times what they miss.
  const double depth = kOverlap + 5 * (drawn_a.missed + drawn_b.missed);
  if (any_inside(points_a, points_b, depth) || any_inside(points_b, points_a, depth)) return true;
  for (std::size_t i = 0, j = points_a.size() - 1; i < points_a.size(); j = i++) {
    for (std::size_t k = 0, l = points_b.size() - 1; k < points_b.size(); l = k++) {
      if (cross_deeply(points_a[j], points_a[i], points_b[l], points_b[k], depth)) return true;
    }
  }
  return false;
}

std::vector<std::pair<int, int>> overlaps(const World& world, const std::vector<Placement>& movers,
                                          bool with_ground_on_ground) {
  const std::vector<MotionBound> still(movers.size());
  std::vector<std::pair<int, int>> near, found;
  BroadPhase().find(world, movers, still, first_movers(movers.size()), near);
  if (with_ground_on_ground) {
    const int count = static_cast<int>(world.shapes().size());
    for (int a = 0; a < count; ++a) {
      for (int b = a + 1; b < count; ++b) {
        if (world.shape(a).mover < 0 && world.shape(b).mover < 0) near.emplace_back(a, b);
      }
    }
  }
  for (const auto& [a, b] : near) {
    if (overlap(world.placed(a, movers), world.placed(b, movers))) found.emplace_back(a, b);
  }
  return found;
}

void let_joined_pass(World& world, const std::vector<Placement>& movers) {
  world.let_pass({});
  std::vector<std::pair<int, int>> passing;
  for (const std::pair<int, int>& pair : overlaps(world, movers, false)) {
    if (world.joined(pair.first, pair.second)) passing.push_back(pair);
  }
  world.let_pass(std::move(passing));
}

void require_no_overlap(const World& world, const std::vector<Placement>& movers) {
  std::vector<Fault> faults;
  for (const auto& [a, b] : overlaps(world, movers, false)) {
    if (world.joined(a, b)) continue;
    faults.push_back({fmt::format("/shapes/{}", b), "", fmt::format("overlaps shape {} by more than 1e-8 m", a)});
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

}  // namespace pawl::internal
