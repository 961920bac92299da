// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

namespace pawl::internal {

/// The faults of outline_faults for a polygon. Each kind is looked for only where there are none of those before it,
/// because it builds on them: the count, the numbers, repeated vertices, neighbouring edges that overlap, other edges
/// that meet. The first four take O(n log n), by sorting; so does the last while the polygon is simple (EdgeSweep). One
/// that is not is compared pair by pair until enough faults are found.
std::vector<Fault> polygon_faults(const Polygon& polygon, const std::string& pointer);

/// What is wrong with a point as a place in the plane: not finite, or beyond kLargestLength; null when nothing is.
const char* wrong_with_point(const Eigen::Vector2d& point);

}  // namespace pawl::internal
