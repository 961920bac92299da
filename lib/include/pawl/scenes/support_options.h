// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/simulate_options.h>
#include <pawl/simulation/support.h>

namespace pawl {

/// Returns the support friction that the options select for a body. The loops of the body and its centre of mass
/// `center` are in one frame, m. The body presses on its support with `normal_force`, N. The default moment radius is
/// that of a uniform pressure over the material: the mean distance of the material from `center`, or for the viscous
/// law the root mean square distance. Throws InputError for an invalid outline.
Support support_of(const SimulateOptions::Support& options, double normal_force, const Loops& loops,
                   const Eigen::Vector2d& center);

}  // namespace pawl
