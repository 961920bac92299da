// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "geometry/boundary.h"

namespace pawl::internal::inline planner {

/// Returns a bound, to first order, on the displacement of the points of a boundary. The part may have any motion q =
/// J^-1 g with |g_k| <= gaps_k. Column k of `motions` is column k of J^-1, with the rotation multiplied by rho. `turn`
/// is an upper bound on the rotation, rad. The displacement of a point is a convex function of the point, so on a
/// straight edge it is largest at an end. O(edges).
double largest_displacement(const Boundary& boundary, const Eigen::Matrix3d& motions, double rho,
                            const Eigen::Vector3d& gaps, double turn);

}  // namespace pawl::internal::inline planner
