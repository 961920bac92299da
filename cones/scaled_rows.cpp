// SPDX-License-Identifier: MIT
#include "scaled_rows.h"

#include <pawl/base/fault.h>

#include <Eigen/Geometry>
#include <cmath>

namespace pawl {

void require_length(double rho) {
  if (!(rho > 0) || !std::isfinite(rho)) throw InputError("/rho", std::to_string(rho), "must be a positive length");
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

}  // namespace pawl
