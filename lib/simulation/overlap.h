// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "simulation/world.h"

namespace pawl::internal {

/// What is deeper inside than this overlaps, m; less is what steps leave, and rounding.
inline constexpr double kOverlap = 1e-8;

/// Whether two placed boundaries have more than kOverlap in common: a point of a side of one lies that deep inside of
/// the other, or a point from well inside (they may be equal). Arcs are what they are. Each side is cut where its depth
/// may pass kOverlap, so that between the cuts one place tells for all: O(n m) for outlines that are near each other
/// along few of their sides.
bool overlap(const PlacedBoundary& a, const PlacedBoundary& b);

/// Pairs of shapes that overlap, ground on ground left out unless asked for.
std::vector<std::pair<int, int>> overlaps(const World& world, const std::vector<Placement>& movers,
                                          bool with_ground_on_ground);

/// Lets those of them pass that a joint or pin joins.
void let_joined_pass(World& world, const std::vector<Placement>& movers);

/// Throws InputError with a fault for each of these on movers that are not joined, pointers /shapes/i.
void require_no_overlap(const World& world, const std::vector<Placement>& movers);

}  // namespace pawl::internal
