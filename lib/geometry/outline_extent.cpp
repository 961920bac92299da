// SPDX-License-Identifier: MIT
#include "geometry/outline_extent.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/exact_arc.h"
#include "geometry/unchecked.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

/// Points inside an arc, a sixteenth of a turn apart or less; none where it is shorter.
void append_points(const Segment& s, std::vector<Vector>& points) {
  const double sweep = 4 * std::atan(s.bulge);
  const int pieces = static_cast<int>(std::ceil(8 * std::fabs(sweep) / std::numbers::pi));
  if (pieces < 2) return;
  const Vector d = s.to - s.from;
  const Vector center = (s.from + s.to) / 2 + (1 / s.bulge - s.bulge) / 4 * Vector(-d.y(), d.x());
  const Vector arm = s.from - center;
  for (int k = 1; k < pieces; ++k) {
    const double turn = sweep * k / pieces;
    points.push_back(center + std::cos(turn) * arm + std::sin(turn) * Vector(-arm.y(), arm.x()));
  }
}

/// The corners of the convex hull, by Andrew's monotone chain (1979), in doubles.
std::vector<Vector> hull_of(std::vector<Vector> points) {
  const auto before = [](const Vector& a, const Vector& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  };
  std::sort(points.begin(), points.end(), before);
  std::vector<Vector> hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t first = hull.size();
    for (const Vector& p : points) {
      const auto turns_right = [&] {
        const Vector a = hull[hull.size() - 1] - hull[hull.size() - 2];
        const Vector b = p - hull[hull.size() - 1];
        return a.x() * b.y() - a.y() * b.x() <= 0;
      };
      while (hull.size() >= first + 2 && turns_right()) hull.pop_back();
      hull.push_back(p);
    }
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

}  // namespace

std::vector<Vector> extent_points(const Outline& outline) {
  if (const auto* disc = std::get_if<Disc>(&outline)) return {disc->center};
  const auto vertices = vertices_of(outline);
  std::vector<Vector> points(vertices.begin(), vertices.end());
  if (const auto* path = std::get_if<Path>(&outline)) {
    for (std::size_t i = 0; i < vertices.size(); ++i) append_points(segment_of(*path, i), points);
  }
  return points;
}

double diameter(const Outline& outline) {
  if (const auto* disc = std::get_if<Disc>(&outline)) return 2 * disc->radius;
  const std::vector<Vector> points = hull_of(extent_points(outline));
  double largest = 0;
  for (const Vector& a : points) {
    for (const Vector& b : points) largest = std::max(largest, (a - b).squaredNorm());
  }
  return std::sqrt(largest);
}

}  // namespace pawl::internal
