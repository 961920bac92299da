// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <cstddef>
#include <optional>
#include <utility>

namespace pawl {

/// Two edges of a polygon, no neighbours, that meet; none when the polygon is simple. Exact, in O(n log n).
///
/// The polygon must have at least 3 vertices, finite, no two equal, and no neighbouring edges that overlap.
std::optional<std::pair<std::size_t, std::size_t>> edges_that_meet(const Polygon& polygon);

}  // namespace pawl
