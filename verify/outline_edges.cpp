// SPDX-License-Identifier: MIT
#include "verify/outline_edges.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pawl::internal::inline verify {
namespace {

OutlineEdge side_of(Point from, Point to, double bulge) {
  OutlineEdge side;
  side.from = from;
  side.to = to;
  if (bulge == 0) {
    side.length = std::abs(to - from);
    side.along = (to - from) / side.length;
    return side;
  }
  side.centre = (from + to) / 2. + kLeft * (to - from) * (1 - bulge * bulge) / (4 * bulge);
  side.radius = std::abs(from - side.centre);
  side.sweep = 4 * std::atan(bulge);
  side.middle = (from - side.centre) / side.radius * std::polar(1., side.sweep / 2);
  return side;
}

/// Returns twice the signed area between an edge and the two straight lines from the origin to the edge's ends.
double area(const OutlineEdge& side) {
  return cross(side.from, side.to) + side.radius * side.radius * (side.sweep - std::sin(side.sweep));
}

Point tangent(const OutlineEdge& side, Point at) {
  return side.sweep == 0 ? side.along : (side.sweep > 0 ? kLeft : -kLeft) * (at - side.centre) / side.radius;
}

/// A vertex between straight edges is left out if its distance from the line through its neighbours is at most this
/// value times the largest coordinate. Vertices that were on the line before rounding deviate from it by only a few
/// times 2^-53.
constexpr double kOnLine = 0x1p-49;

/// Returns whether the vertex `at` lies on the line through its neighbours and between them, with the tolerance `off`,
/// m.
bool on_line(Point before, Point at, Point after, double off) {
  const Point chord = after - before;
  const double across = std::fabs(cross(chord, at - before)), along = dot(chord, at - before);
  return across <= off * std::abs(chord) && along > 0 && along < std::norm(chord);
}

/// Returns the straight edge from `from` to `to`, which replaces a chain of straight edges through the vertices
/// `inner`. Sets `off_line` to the largest distance of the vertices `inner` from the edge. If `inner` is not empty,
/// sets `convex_beyond` to 0, because the smallest error of the points may make a vertex in `inner` convex.
OutlineEdge joined(Point from, Point to, const std::vector<Point>& inner) {
  OutlineEdge edge = side_of(from, to, 0);
  Point last = from;
  const auto bound_direction = [&](Point next) {
    const double turn = std::fabs(std::arg((next - last) / edge.along));
    edge.joint = std::max(edge.joint, turn + kAngleRounding);
    last = next;
  };
  for (const Point at : inner) {
    edge.off_line = std::max(edge.off_line, std::fabs(cross(edge.along, at - from)));
    edge.convex_beyond = 0;
    bound_direction(at);
  }
  if (!inner.empty()) bound_direction(to);
  return edge;
}

}  // namespace

std::vector<OutlineEdge> sides_of(const std::vector<Point>& corners, const std::vector<double>& bulges, bool hole) {
  std::vector<OutlineEdge> sides;
  double twice = 0, largest = 0;
  const std::size_t count = corners.size();
  for (const Point corner : corners) largest = std::max(largest, std::abs(corner));
  std::vector<std::size_t> kept;  // indices of the corners that do not lie inside a straight edge
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t before = (i + count - 1) % count;
    const bool straight = bulges[before] == 0 && bulges[i] == 0;
    if (!straight || !on_line(corners[before], corners[i], corners[(i + 1) % count], kOnLine * largest))
      kept.push_back(i);
  }
  // All corners are kept if the outline is about as thin as rounding errors.
  if (kept.size() < std::min<std::size_t>(count, 3)) {
    kept.resize(count);
    std::iota(kept.begin(), kept.end(), 0);
  }
  const std::size_t n = kept.size();
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = kept[k], next = kept[(k + 1) % n];
    std::vector<Point> inner;
    for (std::size_t j = (i + 1) % count; j != next; j = (j + 1) % count) inner.push_back(corners[j]);
    sides.push_back(inner.empty() ? side_of(corners[i], corners[next], bulges[i])
                                  : joined(corners[i], corners[next], inner));
    twice += area(sides.back());
  }
  if ((twice < 0) != hole) {
    std::reverse(sides.begin(), sides.end());
    for (OutlineEdge& side : sides) {
      std::swap(side.from, side.to);
      side.along = -side.along;
      side.sweep = -side.sweep;
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    OutlineEdge &side = sides[i], &before = sides[(i + n - 1) % n];
    const Point in = tangent(before, side.from), out = tangent(side, side.from);
    const double bend = std::arg(out / in);
    const bool straight = before.sweep == 0 && side.sweep == 0;
    if (straight && bend <= kSmooth) {
      const double beyond = std::fabs(bend) * std::min(before.length, side.length) / 4;
      side.convex_beyond = std::min(side.convex_beyond, beyond);
    }
    if (std::fabs(bend) <= kSmooth) {
      for (OutlineEdge* edge : {&before, &side}) edge->joint = std::max(edge->joint, std::fabs(bend) + kAngleRounding);
      if (straight) side.off_line += std::fabs(bend) * std::min(before.length, side.length);
      continue;
    }
    if (bend < 0) continue;
    side.bend = bend / 2;
    side.corner = kLeft * in * std::polar(1., bend / 2);
  }
  return sides;
}

OutlineEdge OutlineEdge::moved(Point turn, Point shift) const {
  OutlineEdge edge = *this;
  for (Point* at : {&edge.from, &edge.to, &edge.centre}) *at = *at * turn + shift;
  for (Point* direction : {&edge.along, &edge.middle, &edge.corner}) *direction *= turn;
  return edge;
}

double skew_of(const OutlineEdge& edge, double off) {
  return edge.sweep == 0 ? std::asin(std::min(1., 2 * off / edge.length)) : 0;
}

double distance(const OutlineEdge& side, Point p) {
  const Point arm = p - (side.sweep == 0 ? side.from : side.centre);
  if (side.sweep == 0) {
    const double s = dot(side.along, arm);
    if (s >= 0 && s <= side.length) return std::fabs(cross(side.along, arm));
  } else if (std::fabs(std::arg(arm / side.middle)) <= std::fabs(side.sweep) / 2) {
    return std::fabs(std::abs(arm) - side.radius);
  }
  return std::min(std::abs(p - side.from), std::abs(p - side.to));
}

double distance_below(const OutlineEdge& side, Point p, double least) {
  double bound = 0;  // lower bound on the distance of p from the edge
  if (side.sweep == 0) {
    const double s = dot(side.along, p - side.from);
    bound = std::max({std::fabs(cross(side.along, p - side.from)), -s, s - side.length});
  } else {
    bound = std::fabs(std::sqrt(std::norm(p - side.centre)) - side.radius);
  }
  return bound > least ? bound : distance(side, p);
}

/// Computes the winding number, which is the sum of two parts. The first part is the winding number of the closed
/// polygons that the chords of the edges form. It is the number of chords that cross the ray from p towards positive x
/// upwards, minus the number of chords that cross it downwards. The second part: if p lies between an arc and its
/// chord, the arc adds or subtracts one turn.
///
/// Both parts use the same computed side of the chord on which p lies, so rounding errors of this side do not change
/// the result. A point on a chord is treated as if it were shifted by a tiny amount in x, and by a much smaller amount
/// in y.
bool winds_round(const std::vector<OutlineEdge>& sides, Point p) {
  int turns = 0;
  for (const OutlineEdge& side : sides) {
    const int sign = side.sweep > 0 ? 1 : -1;
    if (side.from == side.to) {
      if (std::abs(p - side.centre) < side.radius) turns += sign;
      continue;
    }
    const Point a = side.from - p, b = side.to - p;
    const bool ends_above = b.imag() > 0, upwards = ends_above && a.imag() <= 0, downwards = !ends_above && a.imag() > 0;
    if (side.sweep == 0 && !upwards && !downwards) continue;
    const double across = cross(a, b);
    const bool ascends = side.to.imag() > side.from.imag() || (side.to.imag() == side.from.imag() && side.to.real() < side.from.real());
    const bool on_right = across < 0 || (across == 0 && ascends);
    if (upwards && !on_right) ++turns;
    if (downwards && on_right) --turns;
    if (side.sweep != 0 && on_right == (sign > 0) && std::abs(p - side.centre) < side.radius) turns += sign;
  }
  return turns > 0;
}

}  // namespace pawl::internal::inline verify
