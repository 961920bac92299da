// SPDX-License-Identifier: MIT
#include "actuator_gives.h"

#include <cmath>

namespace pawl::internal {

bool can_give(const WrenchDomain& domain, const Eigen::Vector3d& wrench) {
  if (domain.kind == WrenchDomain::Kind::free) return !wrench.isZero(0);
  Eigen::Matrix<double, 3, 2> plane;
  plane << domain.first, domain.second;
  const Eigen::Matrix2d gram = plane.transpose() * plane;
  const Eigen::Vector2d right = plane.transpose() * wrench;
  const double det = gram(0, 0) * gram(1, 1) - gram(0, 1) * gram(1, 0);
  const Eigen::Vector2d share((gram(1, 1) * right[0] - gram(0, 1) * right[1]) / det,
                              (gram(0, 0) * right[1] - gram(1, 0) * right[0]) / det);
  if ((plane * share - wrench).norm() > 1e-9 * wrench.norm()) return false;
  const double turn = 6.283185307179586, t = std::atan2(share[1], share[0]);
  const double ahead = t - domain.from - turn * std::floor((t - domain.from) / turn);
  return ahead <= domain.to - domain.from + 1e-9 || ahead >= turn - 1e-9;
}

}  // namespace pawl::internal
