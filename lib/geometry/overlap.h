// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/boundary.h"

namespace pawl::internal::inline geometry {

/// Returns whether two placed boundaries overlap by more than `depth` (m, > 0). They overlap if a point of an edge of
/// one of them is that deep inside the other. They also overlap if a point well inside one of them is that deep inside
/// the other (the outlines may be equal). Arcs are exact. Each edge is cut where its depth may pass `depth`, so that
/// one point suffices to decide about the piece between two cuts. O(n m) for outlines that are near each other along
/// few of their edges.
bool overlap(const PlacedBoundary& a, const PlacedBoundary& b, double depth);

}  // namespace pawl::internal::inline geometry
