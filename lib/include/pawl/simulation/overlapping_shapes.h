// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/state.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace pawl {

/// Returns the pairs (a < b) of indices of System::shapes that overlap by more than 1e-8 m. The two shapes are on
/// different solids, or both on the ground. Pairs on two solids that a joint or pin connects are left out. Validates
/// the system and the state. The cost is O(n log n), plus the number of pairs of moving shapes whose bounding boxes
/// meet, plus the number of pairs of shapes on the ground.
std::vector<std::pair<std::size_t, std::size_t>> overlapping_shapes(const System& system, const State& state);

/// Returns the indices of the entries of System::pair_springs whose two shapes can never touch in time steps from this
/// state: both shapes are on one solid; or a joint or pin connects their solids, and either both solids move, or the
/// shapes overlap in this state. Throws InputError for an invalid system or a state that does not fit.
std::vector<std::size_t> idle_pair_springs(const System& system, const State& state);

}  // namespace pawl
