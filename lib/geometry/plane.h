// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace pawl::internal::inline geometry {

// Functions on vectors of the plane, in doubles. Each formula has a fixed order of operations, so that all callers get
// the same result. If a sign must be exact, or a rotation by a multiple of 90 degrees, use exact/orientation.h.

/// Returns a x b: twice the signed area of the triangle with the corners 0, a, b. Positive if b is to the left of a.
inline double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Returns the vector turned by +90 degrees. For an arm v that turns with the angular velocity 1, this is the velocity
/// of its end.
inline Eigen::Vector2d turned_left(const Eigen::Vector2d& v) { return {-v.y(), v.x()}; }

/// Returns the vector turned by an angle (rad). The result is rounded even for quarter turns.
inline Eigen::Vector2d rotated(const Eigen::Vector2d& v, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

/// Returns |v|. Works even if the square of |v| would overflow.
inline double length(const Eigen::Vector2d& v) { return std::hypot(v.x(), v.y()); }

/// Returns the centre of the arc that runs from `from` to `to` with the given bulge, which must not be 0
/// (pawl/geometry/outline.h).
inline Eigen::Vector2d arc_center(const Eigen::Vector2d& from, const Eigen::Vector2d& to, double bulge) {
  return (from + to) / 2 + (1 - bulge * bulge) / (4 * bulge) * turned_left(to - from);
}

}  // namespace pawl::internal::inline geometry
