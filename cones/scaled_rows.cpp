// SPDX-License-Identifier: MIT
#include "scaled_rows.h"

#include <pawl/base/fault.h>

#include <Eigen/Geometry>
#include <cmath>

namespace pawl::internal {

void require_length(double rho) {
  if (!(rho > 0) || !std::isfinite(rho)) throw InputError("/rho", std::to_string(rho), "must be a positive length");
}

void refuse_infinite(const Eigen::Vector3d& v, const std::string& pointer) {
  int k = 0;
  while (k < 2 && std::isfinite(v[k])) ++k;
  throw InputError(pointer + "/" + std::to_string(k), std::isnan(v[k]) ? "nan" : "infinity", "must be a finite number");
}

void require_finite_wrench(const Eigen::Vector3d& g) {
  if (!g.allFinite()) refuse_infinite(g, "/wrench");
}

Eigen::Vector3d scaled_direction(const Eigen::Vector3d& g, double rho) {
  require_finite_wrench(g);
  Eigen::Vector3d scaled(g.x(), g.y(), g.z() / rho);
  if (!std::isfinite(scaled.z())) {
    throw InputError("/wrench/2", std::to_string(g.z()), "divided by rho, must be within the range of doubles");
  }
  const double largest = scaled.cwiseAbs().maxCoeff();
  if (largest == 0) return scaled;
  // First near 1, so that no square is beyond the range of doubles.
  for (double& entry : scaled) entry = std::ldexp(entry, -std::ilogb(largest));
  return scaled.normalized();
}

Cone::Rows scaled_normals(const Cone::Rows& normals, double rho) {
  Cone::Rows scaled;
  for (const Eigen::Vector3d& n : normals) scaled.push_back(Eigen::Vector3d(n.x(), n.y(), n.z() * rho).normalized());
  return scaled;
}

Cone::Rows scaled_spans(const Cone::Rows& spans, double rho) {
  Cone::Rows scaled;
  for (const Eigen::Vector3d& v : spans) scaled.push_back(Eigen::Vector3d(v.x(), v.y(), v.z() / rho).normalized());
  return scaled;
}

}  // namespace pawl::internal
