// SPDX-License-Identifier: MIT
#include "certificate_sides.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

const Point kLeft(0, 1);

Side side_of(Point from, Point to, double bulge) {
  Side side;
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

/// Twice the area between a side and the origin.
double area(const Side& side) {
  return cross(side.from, side.to) + side.radius * side.radius * (side.sweep - std::sin(side.sweep));
}

Point tangent(const Side& side, Point at) {
  return side.sweep == 0 ? side.along : (side.sweep > 0 ? kLeft : -kLeft) * (at - side.centre) / side.radius;
}

}  // namespace

std::vector<Side> sides_of(const std::vector<Point>& corners, const std::vector<double>& bulges) {
  std::vector<Side> sides;
  double twice = 0;
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    sides.push_back(side_of(corners[i], corners[(i + 1) % n], bulges[i]));
    twice += area(sides.back());
  }
  if (twice < 0) {
    std::reverse(sides.begin(), sides.end());
    for (Side& side : sides) {
      std::swap(side.from, side.to);
      side.along = -side.along;
      side.sweep = -side.sweep;
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    Side& side = sides[i];
    const Point in = tangent(sides[(i + n - 1) % n], side.from), out = tangent(side, side.from);
    const double bend = std::arg(out / in);
    if (bend < -1e-9) continue;
    side.bend = std::fabs(bend) / 2;
    side.corner = kLeft * in * std::polar(1., bend / 2);
  }
  return sides;
}

double distance(const Side& side, Point p) {
  const Point arm = p - (side.sweep == 0 ? side.from : side.centre);
  if (side.sweep == 0) {
    const double s = dot(side.along, arm);
    if (s >= 0 && s <= side.length) return std::fabs(cross(side.along, arm));
  } else if (std::fabs(std::arg(arm / side.middle)) <= std::fabs(side.sweep) / 2) {
    return std::fabs(std::abs(arm) - side.radius);
  }
  return std::min(std::abs(p - side.from), std::abs(p - side.to));
}

/// The angles that sides are seen at, summed: of an arc its chord's, and a turn more where p is between the two.
bool winds_round(const std::vector<Side>& sides, Point p) {
  double round = 0;
  for (const Side& side : sides) {
    const Point a = side.from - p, b = side.to - p;
    const double across = cross(a, b);
    round += std::atan2(across, dot(a, b));
    const bool beyond = side.sweep > 0 ? across < 0 : across > 0;
    if (side.sweep != 0 && beyond && std::abs(p - side.centre) < side.radius)
      round += std::copysign(2 * std::acos(-1.), side.sweep);
  }
  return round > 3;
}

}  // namespace pawl::internal
