// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/closest_point.h>
#include <pawl/geometry/outline.h>

#include <span>
#include <vector>

// The functions of pawl/geometry without their checks, for loops over many places around one outline: the caller has
// validated it (validate(outline)), which costs more than any of them.

namespace pawl::internal {

/// `from` must be finite. O(n).
std::vector<ClosestPoint> unchecked_closest_points(const Outline& outline, const Eigen::Vector2d& from);
NearestCorner unchecked_nearest_corner(const Outline& outline, const Eigen::Vector2d& from);

/// The vertices of a polygon or a path; a disc has none.
std::span<const Eigen::Vector2d> vertices_of(const Outline& outline);

AreaProperties unchecked_area_properties(const Outline& outline);

}  // namespace pawl::internal
