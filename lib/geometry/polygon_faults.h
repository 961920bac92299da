// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <cstddef>
#include <string>
#include <vector>

namespace pawl::internal {

/// The faults of outline_faults for a polygon. Each kind is looked for only where there are none of those before it,
/// because it builds on them: the count, the numbers, repeated vertices, neighbouring edges that overlap, other edges
/// that meet. The first four take O(n log n), by sorting; so does the last while the polygon is simple (EdgeSweep). One
/// that is not is compared pair by pair until enough faults are found.
std::vector<Fault> polygon_faults(const Polygon& polygon, const std::string& pointer);

/// One broken outline can cross itself millions of times: the first few faults of a kind say enough.
inline constexpr std::size_t kMostFaults = 10;

/// Vertices that stand twice, neighbours or not. O(n log n).
std::vector<Fault> repeated_vertex_faults(const std::vector<Eigen::Vector2d>& vertices, const std::string& pointer);

/// The first kMostFaults of them, and where there are more one that says so.
std::vector<Fault> first_faults(std::vector<Fault> faults, const std::string& pointer);

/// What is wrong with a point as a place in the plane: not finite, or beyond kLargestLength; null when nothing is.
const char* wrong_with_point(const Eigen::Vector2d& point);

}  // namespace pawl::internal
