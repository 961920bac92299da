// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/state.h>

namespace pawl {

/// Returns -sum of m g . c over bodies and links, with their centres of mass c, J. Validates the system and the state.
double potential_energy(const System& system, const State& state);

}  // namespace pawl
