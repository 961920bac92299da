// SPDX-License-Identifier: MIT
#include <pawl/geometry/outline.h>
#include <pawl/geometry/tolerance.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace pawl {
namespace {

using Vector = Eigen::Vector2d;

double cross(const Vector& a, const Vector& b) { return a.x() * b.y() - a.y() * b.x(); }

double signed_area(const Polygon& polygon) {
  const Vector origin = polygon.vertices[0];
  double twice = 0;
  for (std::size_t i = 1; i + 1 < polygon.vertices.size(); ++i) {
    twice += cross(polygon.vertices[i] - origin, polygon.vertices[i + 1] - origin);
  }
  return twice / 2;
}

AreaProperties properties(const Disc& disc) {
  return {std::numbers::pi * disc.radius * disc.radius, disc.center, disc.radius * disc.radius / 2};
}

/// Sums over the triangles (v_0, v_i, v_i+1): area, first and polar second moments about v_0.
AreaProperties properties(const Polygon& polygon) {
  const Vector origin = polygon.vertices[0];
  const double area = signed_area(polygon);
  Vector first = Vector::Zero();
  double second = 0;
  for (std::size_t i = 1; i + 1 < polygon.vertices.size(); ++i) {
    const Vector a = polygon.vertices[i] - origin;
    const Vector b = polygon.vertices[i + 1] - origin;
    const double twice = cross(a, b);
    first += twice / 6 * (a + b);
    second += twice / 12 * (a.dot(a) + a.dot(b) + b.dot(b));
  }
  const Vector offset = first / area;
  return {std::fabs(area), origin + offset, second / area - offset.squaredNorm()};
}

/// The point of segment a-b closest to `from`; exact in the coordinate that an axis-aligned edge fixes.
Vector closest_on_edge(const Vector& a, const Vector& b, const Vector& from, bool& at_end) {
  const Vector d = b - a;
  const double s = (from - a).dot(d) / d.squaredNorm();
  at_end = s <= 0 || s >= 1;
  if (at_end) return s <= 0 ? a : b;
  if (d.x() == 0) return {a.x(), from.y()};
  if (d.y() == 0) return {from.x(), a.y()};
  return a + s * d;
}

bool is_inside(const Polygon& polygon, const Vector& p) {
  bool inside = false;
  for (std::size_t i = 0, j = polygon.vertices.size() - 1; i < polygon.vertices.size(); j = i++) {
    const Vector& a = polygon.vertices[i];
    const Vector& b = polygon.vertices[j];
    if ((a.y() > p.y()) == (b.y() > p.y())) continue;
    const double side = cross(b - a, p - a);
    if ((side > 0) == (b.y() > a.y())) inside = !inside;
  }
  return inside;
}

ClosestPoint closest(const Disc& disc, const Vector& from) {
  ClosestPoint result;
  const Vector inward = disc.center - from;
  const double length = inward.norm();
  result.unique = length > tolerance::kEqualDistance;
  result.distance = length - disc.radius;
  result.normal = inward;
  result.point = result.unique ? Vector(disc.center - inward / length * disc.radius) : disc.center;
  result.corner_distance = std::numeric_limits<double>::infinity();
  return result;
}

ClosestPoint closest(const Polygon& polygon, const Vector& from) {
  const double turn = signed_area(polygon) > 0 ? 1 : -1;
  ClosestPoint best;
  best.distance = best.corner_distance = std::numeric_limits<double>::infinity();
  const std::size_t count = polygon.vertices.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Vector& a = polygon.vertices[i];
    const Vector& b = polygon.vertices[i + 1 == count ? 0 : i + 1];
    bool at_end = false;
    const Vector point = closest_on_edge(a, b, from, at_end);
    const double distance = (point - from).norm();
    best.corner_distance = std::min(best.corner_distance, (a - from).norm());
    if (distance < best.distance - tolerance::kEqualDistance) {
      best.unique = true;
    } else {
      const bool tie = distance < best.distance + tolerance::kEqualDistance;
      if (tie && (point - best.point).norm() > tolerance::kEqualDistance) best.unique = false;
      if (!(distance < best.distance)) continue;
    }
    const Vector d = b - a;
    best.distance = distance;
    best.point = point;
    best.at_corner = at_end;
    best.normal = at_end ? Vector(point - from) : Vector(turn * Vector(-d.y(), d.x()));
  }
  if (is_inside(polygon, from)) {
    best.distance = -best.distance;
    if (best.at_corner) best.normal = -best.normal;  // inside, the nearest corner is a reentrant one
  }
  return best;
}

}  // namespace

AreaProperties area_properties(const Outline& outline) {
  return std::visit([](const auto& shape) { return properties(shape); }, outline);
}

ClosestPoint closest_point(const Outline& outline, const Eigen::Vector2d& from) {
  return std::visit([&](const auto& shape) { return closest(shape, from); }, outline);
}

}  // namespace pawl
