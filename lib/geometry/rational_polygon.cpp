// SPDX-License-Identifier: MIT
#include "geometry/rational_polygon.h"

#include <array>
#include <vector>

#include "exact/rational.h"

namespace pawl::internal {
namespace {

/// A point in the polygon's own unit, in which all its coordinates are whole numbers.
using Point = std::array<Integer, 2>;

std::vector<Point> whole_points(const Polygon& polygon, const WrittenScale& scale) {
  std::vector<Point> points;
  points.reserve(polygon.vertices.size());
  for (const Eigen::Vector2d& v : polygon.vertices) points.push_back({scale(v.x()), scale(v.y())});
  return points;
}

/// Sums over the triangles from the origin to each edge, in that unit: whole numbers, which need no denominators
/// brought together. Negative of a clockwise polygon.
struct Moments {
  Integer area = 0;      // 2 A
  Integer x = 0, y = 0;  // 6 A c
  Integer polar = 0;     // 12 times the second moment about the origin
};

Moments moments_of(const std::vector<Point>& points) {
  Moments sum;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [ax, ay] = points[i];
    const auto& [bx, by] = points[i + 1 < points.size() ? i + 1 : 0];
    const Integer twice = ax * by - ay * bx;
    sum.area += twice;
    sum.x += twice * (ax + bx);
    sum.y += twice * (ay + by);
    sum.polar += twice * (ax * (ax + bx) + bx * bx + ay * (ay + by) + by * by);
  }
  return sum;
}

/// Boost's own rational refuses a denominator below 0 in its constructor.
Rational ratio(const Integer& top, const Integer& bottom) { return Rational(top) / Rational(bottom); }

}  // namespace

AreaProperties exact_area_properties(const Polygon& polygon) {
  WrittenScale scale;
  for (const Eigen::Vector2d& v : polygon.vertices) scale.cover(v);
  const Moments sum = moments_of(whole_points(polygon, scale));
  const Integer unit = scale.factor(), squared = unit * unit;
  const Integer centre = 3 * sum.area * unit;
  // polar / (6 area) less the square of (x, y) / (3 area).
  const Integer polar = 3 * sum.polar * sum.area - 2 * (sum.x * sum.x + sum.y * sum.y);
  return {rounded(ratio(abs(sum.area), 2 * squared)),
          {rounded(ratio(sum.x, centre)), rounded(ratio(sum.y, centre))},
          rounded(ratio(polar, 18 * sum.area * sum.area * squared))};
}

}  // namespace pawl::internal
