// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/boundary.h"

namespace pawl::internal::inline geometry {

/// Returns whether two placed boundaries overlap by more than `depth` (m, > 0). They overlap if a point of an edge of
/// one boundary is deeper than `depth` inside the other. They also overlap if a point well inside one boundary is
/// deeper than `depth` inside the other; this detects equal outlines. Arcs are exact. Each edge is cut where its depth
/// may become larger or smaller than `depth`, so testing one point decides about the whole piece between two cuts. O(n
/// m) if only few edges of the two outlines are near each other.
bool overlap(const PlacedBoundary& a, const PlacedBoundary& b, double depth);

}  // namespace pawl::internal::inline geometry
