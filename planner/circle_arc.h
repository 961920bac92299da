// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/wrench_cells.h>

#include <Eigen/Geometry>
#include <cmath>

namespace pawl::internal {

/// The wrench of a circle (or spread) at its parameter t, unit length in (fx, fy, tau).
inline Eigen::Vector3d wrench_at(const WrenchDomain& circle, double t) {
  return (std::cos(t) * circle.first + std::sin(t) * circle.second).normalized();
}

/// The angle between two of its wrenches in (fx, fy, tau / rho), rad.
inline double angle_between(const WrenchDomain& circle, double rho, double t, double s) {
  Eigen::Vector3d u = wrench_at(circle, t);
  Eigen::Vector3d v = wrench_at(circle, s);
  u.z() /= rho;
  v.z() /= rho;
  return std::atan2(u.cross(v).norm(), u.dot(v));
}

}  // namespace pawl::internal
