// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <cstddef>
#include <optional>
#include <utility>

namespace pawl::internal {

/// Two edges of a polygon, no neighbours, that meet; none when the polygon is simple. Exact, in O(n log n).
///
/// The method is the sweep of Shamos and Hoey (1976): a vertical line moves over the plane from left to right and keeps
/// the edges that it cuts in order from below. Two edges that meet are neighbours in that order just before they do, so
/// it is enough to compare neighbours where the order changes: at vertices. Orders are signs of orientation(), exact.
///
/// The polygon must have at least 3 vertices, finite, no two equal, and no neighbouring edges that overlap.
std::optional<std::pair<std::size_t, std::size_t>> edges_that_meet(const Polygon& polygon);

}  // namespace pawl::internal
