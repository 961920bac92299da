// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

namespace pawl::internal::inline geometry {

/// Returns the corners of the convex hull, counterclockwise, by Andrew's monotone chain (1979), in doubles. If all
/// points are collinear, the corners are the two ends. If all points are equal, the result contains this point at least
/// once. O(n log n).
std::vector<Eigen::Vector2d> convex_hull(std::vector<Eigen::Vector2d> points);

}  // namespace pawl::internal::inline geometry
