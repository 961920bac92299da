// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace pawl::internal::inline geometry {

// Vectors of the plane in doubles, each formula in one order of operations, so that answers do not depend on who asks.
// Signs that must be right are decided by exact/orientation.h, and turns that are exact by quarters made by its
// turned().

/// a x b: twice the area of the triangle 0, a, b, positive where b lies to the left of a.
inline double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// The vector turned by +90 degrees: velocity of that arm at spin 1.
inline Eigen::Vector2d turned_left(const Eigen::Vector2d& v) { return {-v.y(), v.x()}; }

/// The vector turned by an angle (rad), rounded even where that is a quarter turn.
inline Eigen::Vector2d rotated(const Eigen::Vector2d& v, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

/// |v|, without overflow of its square.
inline double length(const Eigen::Vector2d& v) { return std::hypot(v.x(), v.y()); }

/// The centre of the arc from one point to another with this bulge, not 0 (pawl/geometry/outline.h).
inline Eigen::Vector2d arc_center(const Eigen::Vector2d& from, const Eigen::Vector2d& to, double bulge) {
  return (from + to) / 2 + (1 - bulge * bulge) / (4 * bulge) * turned_left(to - from);
}

}  // namespace pawl::internal::inline geometry
