// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>
#include <pawl/io/simulate_options.h>
#include <pawl/simulation/step.h>

#include <string>

namespace pawl {

/// Returns the contact law that the options select. Parameters that the options do not state have the law's defaults.
ContactLaw law_of(const SimulateOptions& options);

/// Throws InputError, with pointers below /simulate, for options that the model does not support. No model supports the
/// parameters of other models. Only Coulomb's model supports a scheme (other models step in one stage), restitution,
/// and a choice of solutions.
void require_model(const SimulateOptions& options);

/// Returns the reason why static and kinetic friction cannot differ under these options, and the option that helps, or
/// "" if they can. They can differ under Coulomb's law if solutions are not enumerated.
std::string one_friction_only(const StepOptions& options);

}  // namespace pawl
