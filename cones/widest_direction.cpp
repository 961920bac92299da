// SPDX-License-Identifier: MIT
#include <pawl/cones/cone.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "largest_cap.h"
#include "scaled_rows.h"

namespace pawl {
namespace {

using Normals = std::vector<Eigen::Vector3d>;

/// Unit inward normals in (fx, fy, tau / rho).
Normals scaled_inward(const Cone& cone, double rho) {
  Normals normals = internal::scaled_normals(cone.faces(), rho);
  for (Eigen::Vector3d& normal : normals) normal = -normal;
  return normals;
}

double least_product(const Normals& normals, const Eigen::Vector3d& direction) {
  double least = 1;
  for (const Eigen::Vector3d& normal : normals) least = std::min(least, normal.dot(direction));
  return least;
}

/// Back to (fx, fy, tau), unit length there.
Eigen::Vector3d unscaled(const Eigen::Vector3d& v, double rho) {
  return Eigen::Vector3d(v.x(), v.y(), v.z() * rho).normalized();
}

}  // namespace

Eigen::Vector3d relative_interior_point(const Cone& cone) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& ray : cone.rays()) sum += ray;
  return cone.rays().empty() ? sum : Eigen::Vector3d(sum.normalized());
}

WidestDirection widest_direction(const Cone& cone, double rho) {
  internal::require_length(rho);
  if (cone.is_all()) return {{1, 0, 0}, std::numbers::pi};
  if (cone.dimension() < 3) return {relative_interior_point(cone), 0};
  const Normals normals = scaled_inward(cone, rho);
  const Eigen::Vector3d centre = internal::largest_cap(normals);
  const double product = least_product(normals, centre);
  if (product <= 0) return {relative_interior_point(cone), 0};  // thinner than doubles can show
  return {unscaled(centre, rho), std::asin(std::min(1.0, product))};
}

double margin(const Cone& cone, const Eigen::Vector3d& g, double rho) {
  internal::require_length(rho);
  const Eigen::Vector3d direction = internal::scaled_direction(g, rho);
  if (cone.is_all()) return std::numbers::pi;
  if (cone.dimension() < 3 || direction.isZero(0)) return 0;
  const double product = least_product(scaled_inward(cone, rho), direction);
  return std::asin(std::clamp(product, -1.0, 1.0));
}

}  // namespace pawl
