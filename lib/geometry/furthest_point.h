// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>

namespace pawl::internal {

/// The point of a valid outline's boundary that lies furthest from a place; the first of several. A vertex, or of an
/// arc's circle the point across its centre, where it is on the arc. O(n).
Eigen::Vector2d furthest_point(const Outline& outline, const Eigen::Vector2d& from);

}  // namespace pawl::internal
