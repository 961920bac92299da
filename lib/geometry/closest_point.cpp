// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/tolerance.h>
#include <pawl/geometry/closest_point.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "exact/orientation.h"
#include "geometry/polygon_faults.h"
#include "geometry/unchecked.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

double cross(const Vector& a, const Vector& b) { return a.x() * b.y() - a.y() * b.x(); }
double length(const Vector& v) { return std::hypot(v.x(), v.y()); }

/// The corners of a polygon, vertices inside straight sides left out, so that a side's direction is one difference.
std::vector<std::size_t> corners_of(const std::vector<Vector>& vertices) {
  std::vector<std::size_t> corners;
  const std::size_t count = vertices.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (orientation(vertices[(i + count - 1) % count], vertices[i], vertices[(i + 1) % count]) != 0)
      corners.push_back(i);
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
        const Vector away = inside_ ? from_ - side.point : side.point - from_;
        found.push_back(
            {side.point, away, side.distance, true, corners_[k], before.inward, side.inward, side.point, side.point});
      }
      if (side.where == Side::inside) {
        found.push_back({side.point, side.inward, side.distance, false, edge_at(k), side.inward, side.inward, corner(k),
                         corner(k + 1)});
      }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const ClosestPoint& a, const ClosestPoint& b) { return a.distance < b.distance; });
    drop_copies(found);
    if (inside_) {
      for (ClosestPoint& point : found) point.distance = -point.distance;
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

  /// Rounding may see both sides of a nearly straight corner closest just beside it: that is one point.
  void drop_copies(std::vector<ClosestPoint>& found) const {
    const Vector nearest = found.front().point;
    const double rounding =
        tolerance::kLengthRounding * std::max(from_.cwiseAbs().maxCoeff(), nearest.cwiseAbs().maxCoeff());
    const auto copy = [&](const ClosestPoint& point) { return length(point.point - nearest) <= rounding; };
    found.erase(std::remove_if(found.begin() + 1, found.end(), copy), found.end());
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
  return result;
}

}  // namespace

std::vector<ClosestPoint> unchecked_closest_points(const Outline& outline, const Vector& from) {
  if (const auto* disc = std::get_if<Disc>(&outline)) return {closest_on(*disc, from)};
  if (std::holds_alternative<Path>(outline)) {
    throw InputError("/outline/path", "", "outlines of lines and arcs are not in this version");
  }
  return PolygonView(std::get<Polygon>(outline).vertices, from).minima();
}

NearestCorner unchecked_nearest_corner(const Outline& outline, const Vector& from) {
  NearestCorner nearest{std::numeric_limits<double>::infinity(), 0};
  const auto* polygon = std::get_if<Polygon>(&outline);
  if (polygon == nullptr) return nearest;
  for (const std::size_t i : corners_of(polygon->vertices)) {
    const double distance = length(polygon->vertices[i] - from);
    if (distance < nearest.distance) nearest = {distance, i};
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
