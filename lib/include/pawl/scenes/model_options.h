// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>
#include <pawl/io/simulate_options.h>

namespace pawl {

/// Returns the contact law that the options select. Parameters that the options do not state have the law's defaults.
ContactLaw law_of(const SimulateOptions& options);

/// Throws InputError, with pointers below /simulate, for options that the model does not support. No model supports the
/// parameters of other models. Only Coulomb's model supports a scheme (other models step in one stage), restitution,
/// and a choice of solutions.
void require_model(const SimulateOptions& options);

}  // namespace pawl
