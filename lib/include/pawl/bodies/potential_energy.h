// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/state.h>

namespace pawl {

/// Returns the potential energy, J: minus the sum of m g . c over bodies and links, with their masses m and centres of
/// mass c. Validates the system and the state.
double potential_energy(const System& system, const State& state);

}  // namespace pawl
