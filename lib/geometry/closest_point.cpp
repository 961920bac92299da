// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/tolerance.h>
#include <pawl/geometry/closest_point.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact/orientation.h"
#include "geometry/path_distance.h"
#include "geometry/polygon_faults.h"
#include "geometry/unchecked.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

double cross(const Vector& a, const Vector& b) { return a.x() * b.y() - a.y() * b.x(); }
double length(const Vector& v) { return std::hypot(v.x(), v.y()); }

/// Of a polygon: not inside a straight side.
bool is_corner(std::span<const Vector> vertices, std::size_t i) {
  const std::size_t count = vertices.size();
  return orientation(vertices[(i + count - 1) % count], vertices[i], vertices[(i + 1) % count]) != 0;
}

/// The corners of a polygon, vertices inside straight sides left out, so that a side's direction is one difference.
std::vector<std::size_t> corners_of(const std::vector<Vector>& vertices) {
  std::vector<std::size_t> corners;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (is_corner(vertices, i)) corners.push_back(i);
  }
  return corners;
}

/// One straight side as seen from a point: its closest point and where that lies.
struct Side {
  enum Where { start, inside, end };
  Where where;
  Vector point;
  Vector inward;
  double distance;
};

Side side_from(const Vector& a, const Vector& b, int turn, const Vector& from) {
  const Vector d = b - a;
  const Vector inward = turn > 0 ? Vector(-d.y(), d.x()) : Vector(d.y(), -d.x());
  // Scaled by a power of two, which is exact, so that squares neither underflow nor overflow.
  const int exponent = -std::ilogb(std::max(std::fabs(d.x()), std::fabs(d.y())));
  const Vector u(std::ldexp(d.x(), exponent), std::ldexp(d.y(), exponent));
  const double along = (from - a).dot(u);
  if (along <= 0) return {Side::start, a, inward, length(a - from)};
  if ((from - b).dot(u) >= 0) return {Side::end, b, inward, length(b - from)};
  if (d.x() == 0) return {Side::inside, {a.x(), from.y()}, inward, std::fabs(from.x() - a.x())};
  if (d.y() == 0) return {Side::inside, {from.x(), a.y()}, inward, std::fabs(from.y() - a.y())};
  return {Side::inside, a + along / u.squaredNorm() * u, inward, std::fabs(cross(u, from - a)) / u.norm()};
}

class PolygonView {
 public:
  PolygonView(const std::vector<Vector>& vertices, const Vector& from)
      : vertices_(vertices), from_(from), corners_(corners_of(vertices)), inside_(strictly_inside(vertices, from)) {
    const int turn = turn_of(vertices);
    for (std::size_t k = 0; k < corners_.size(); ++k) sides_.push_back(side_from(corner(k), corner(k + 1), turn, from));
  }

  std::vector<ClosestPoint> minima() const {
    std::vector<ClosestPoint> found;
    for (std::size_t k = 0; k < sides_.size(); ++k) {
      const Side& before = sides_[(k + sides_.size() - 1) % sides_.size()];
      const Side& side = sides_[k];
      if (before.where == Side::end && side.where == Side::start) {
        found.push_back(at_corner(corners_[k], before, side));
      }
      if (side.where == Side::inside) {
        found.push_back({side.point, side.inward, signed_distance(side), false, edge_at(k), side.inward, side.inward,
                         corner(k), corner(k + 1)});
      }
    }
    return found;
  }

 private:
  const Vector& corner(std::size_t k) const { return vertices_[corners_[k % corners_.size()]]; }

  /// The edge of a straight side that holds its closest point; the side may have vertices inside.
  std::size_t edge_at(std::size_t k) const {
    const std::size_t count = vertices_.size();
    const std::size_t last = corners_[(k + 1) % corners_.size()];
    const Vector d = corner(k + 1) - corner(k);
    std::size_t edge = corners_[k];
    while ((edge + 1) % count != last && (vertices_[(edge + 1) % count] - from_).dot(d) < 0) edge = (edge + 1) % count;
    return edge;
  }

  double signed_distance(const Side& side) const { return inside_ ? -side.distance : side.distance; }

  ClosestPoint at_corner(std::size_t vertex, const Side& before, const Side& after) const {
    const Vector away = inside_ ? from_ - after.point : after.point - from_;
    ClosestPoint found{after.point, away,       signed_distance(after), true, vertex, before.inward, after.inward,
                       after.point, after.point};
    found.radius = 0;
    found.center = after.point;
    return found;
  }

  const std::vector<Vector>& vertices_;
  Vector from_;
  std::vector<std::size_t> corners_;
  std::vector<Side> sides_;
  bool inside_;
};

ClosestPoint closest_on(const Disc& disc, const Vector& from) {
  const Vector inward = disc.center - from;
  const double away = length(inward);
  ClosestPoint result;
  result.point = away > 0 ? Vector(disc.center - disc.radius * (inward / away)) : disc.center;
  result.side_start = result.side_end = result.point;
  result.normal = result.inward_before = result.inward_after = inward;
  result.distance = away - disc.radius;
  result.radius = disc.radius;
  result.center = disc.center;
  return result;
}

/// Nearest first. Rounding may see both sides of a nearly straight corner closest just beside it: that is one point.
std::vector<ClosestPoint> nearest_first(std::vector<ClosestPoint> found, const Vector& from) {
  std::stable_sort(found.begin(), found.end(), [](const ClosestPoint& a, const ClosestPoint& b) {
    return std::fabs(a.distance) < std::fabs(b.distance);
  });
  const Vector nearest = found.front().point;
  const double rounding =
      tolerance::kLengthRounding * std::max(from.cwiseAbs().maxCoeff(), nearest.cwiseAbs().maxCoeff());
  const auto copy = [&](const ClosestPoint& point) { return length(point.point - nearest) <= rounding; };
  found.erase(std::remove_if(found.begin() + 1, found.end(), copy), found.end());
  return found;
}

}  // namespace

std::vector<ClosestPoint> unchecked_closest_points(const Outline& outline, const Vector& from) {
  if (const auto* disc = std::get_if<Disc>(&outline)) return {closest_on(*disc, from)};
  if (const auto* path = std::get_if<Path>(&outline)) return nearest_first(closest_points_on(*path, from), from);
  return nearest_first(PolygonView(std::get<Polygon>(outline).vertices, from).minima(), from);
}

NearestCorner unchecked_nearest_corner(const Outline& outline, const Vector& from) {
  NearestCorner nearest{std::numeric_limits<double>::infinity(), 0};
  const std::span<const Vector> vertices = vertices_of(outline);
  const auto* path = std::get_if<Path>(&outline);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const double distance = length(vertices[i] - from);
    if (distance >= nearest.distance) continue;
    if (path != nullptr ? is_corner(*path, i) : is_corner(vertices, i)) nearest = {distance, i};
  }
  return nearest;
}

}  // namespace pawl::internal

namespace pawl {
namespace {

void require_place(const Eigen::Vector2d& from) {
  const char* wrong = internal::wrong_with_point(from);
  if (wrong != nullptr) throw InputError("/from", fmt::format("[{},{}]", from.x(), from.y()), wrong);
}

}  // namespace

std::vector<ClosestPoint> closest_points(const Outline& outline, const Eigen::Vector2d& from) {
  validate(outline);
  require_place(from);
  return internal::unchecked_closest_points(outline, from);
}

NearestCorner nearest_corner(const Outline& outline, const Eigen::Vector2d& from) {
  validate(outline);
  require_place(from);
  return internal::unchecked_nearest_corner(outline, from);
}

}  // namespace pawl
