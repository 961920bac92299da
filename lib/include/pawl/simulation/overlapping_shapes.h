// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/state.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace pawl {

/// Pairs (a < b) of System::shapes, on different solids or both on the ground, that have more than 1e-8 m in common: a
/// corner of one lies that deep inside of the other, or two sides cross, that far from their ends. Validates the system
/// and the state. O(n log n + pairs of moving shapes whose boxes meet + pairs of shapes of the ground).
std::vector<std::pair<std::size_t, std::size_t>> overlapping_shapes(const System& system, const State& state);

}  // namespace pawl
