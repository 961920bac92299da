// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>
#include <pawl/io/simulate_options.h>

namespace pawl {

/// The contact law that options ask for, with their parameters or its own defaults.
ContactLaw law_of(const SimulateOptions& options);

/// Throws InputError, with pointers below /simulate, for what the options' model does not have: parameters of another
/// model, and, beside Coulomb's, a scheme (they step in one stage), restitution and a choice of solutions.
void require_model(const SimulateOptions& options);

}  // namespace pawl
