// SPDX-License-Identifier: MIT
#include "verify/outline_edges.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal::inline verify {
namespace {

const Point kLeft(0, 1);

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

/// Returns twice the signed area between an edge and the origin.
double area(const OutlineEdge& side) {
  return cross(side.from, side.to) + side.radius * side.radius * (side.sweep - std::sin(side.sweep));
}

Point tangent(const OutlineEdge& side, Point at) {
  return side.sweep == 0 ? side.along : (side.sweep > 0 ? kLeft : -kLeft) * (at - side.centre) / side.radius;
}

}  // namespace

std::vector<OutlineEdge> sides_of(const std::vector<Point>& corners, const std::vector<double>& bulges, bool hole) {
  std::vector<OutlineEdge> sides;
  double twice = 0;
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    sides.push_back(side_of(corners[i], corners[(i + 1) % n], bulges[i]));
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
    if (straight && bend <= kSmooth) side.convex_beyond = std::fabs(bend) * std::min(before.length, side.length) / 4;
    if (std::fabs(bend) <= kSmooth) {
      for (OutlineEdge* edge : {&before, &side}) edge->joint = std::max(edge->joint, std::fabs(bend) + kAngleRounding);
      if (straight) side.off_line = std::fabs(bend) * std::min(before.length, side.length);
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

/// Sums the angles that the edges subtend at p. For an arc this is the angle of its chord, plus a full turn if p lies
/// between arc and chord.
bool winds_round(const std::vector<OutlineEdge>& sides, Point p) {
  double round = 0;
  for (const OutlineEdge& side : sides) {
    if (side.from == side.to) {
      if (std::abs(p - side.centre) < side.radius) round += side.sweep;
      continue;
    }
    const Point a = side.from - p, b = side.to - p;
    const double angle = std::atan2(cross(a, b), dot(a, b));
    round += angle;
    const bool beyond = side.sweep > 0 ? angle < 0 : angle > 0;  // also on the chord, where the angle is pi or -pi
    if (side.sweep != 0 && beyond && std::abs(p - side.centre) < side.radius)
      round += std::copysign(2 * std::acos(-1.), side.sweep);
  }
  return round > 3;
}

}  // namespace pawl::internal::inline verify
