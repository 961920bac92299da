// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/state.h>

namespace pawl {

/// -sum of m g . c over bodies and links, c their centres of mass, J. Validates the system and the state.
double potential_energy(const System& system, const State& state);

}  // namespace pawl
