// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/simulation/actuation.h>

#include "bodies/input_checks.h"

namespace pawl::internal {

/// As the other checks of bodies/input_checks.h.
void check(const System& system, const Actuation& actuation, Validator& validator);

}  // namespace pawl::internal
