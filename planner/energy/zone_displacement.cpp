// SPDX-License-Identifier: MIT
#include "energy/zone_displacement.h"

#include <algorithm>
#include <cmath>

#include "geometry/plane.h"

namespace pawl::internal::inline planner {

double largest_displacement(const Boundary& boundary, const Eigen::Matrix3d& motions, double rho,
                            const Eigen::Vector3d& gaps, double turn) {
  const auto of_point = [&](const Eigen::Vector2d& p) {
    double sum = 0;
    for (Eigen::Index k = 0; k < 3; ++k) {
      const Eigen::Vector3d motion = motions.col(k);
      sum += gaps[k] * (motion.head<2>() + motion.z() / rho * turned_left(p)).norm();
    }
    return sum;
  };
  double most = 0;
  for (const BoundaryEdge& edge : boundary.sides) {
    most = edge.straight() ? std::max({most, of_point(edge.start), of_point(edge.end)})
                           : std::max(most, of_point(edge.center) + std::fabs(edge.radius) * turn);
  }
  return most;
}

}  // namespace pawl::internal::inline planner
