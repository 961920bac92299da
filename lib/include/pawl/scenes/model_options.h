// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>
#include <pawl/io/simulate_options.h>
#include <pawl/simulation/step.h>

#include <string>

namespace pawl {

/// Returns the contact law that the options select. Parameters that the options do not state have the default values of
/// the law, except that the default of the tangential damping of Compliant is 1e6 N s^2/m divided by the duration of a
/// step.
ContactLaw law_of(const SimulateOptions& options);

/// Throws InputError, with pointers below /simulate, for options that the selected model does not support. A model does
/// not support parameters of other models. Only Coulomb's model supports a scheme (other models step in one stage),
/// restitution, and a choice of solutions.
void require_model(const SimulateOptions& options);

/// Static and kinetic friction can differ under Coulomb's law and CoulombViscous, if solutions are not enumerated. If
/// the options satisfy this condition, returns "". Otherwise returns a text with the reason and the option that helps.
std::string one_friction_only(const StepOptions& options);

}  // namespace pawl
