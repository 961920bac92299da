// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/simulate_options.h>
#include <pawl/simulation/support.h>

namespace pawl {

/// Returns the support friction selected by the options for a body with these loops whose centre of mass is at `center`
/// (both in one frame, m) and that presses on its support with `normal_force`, N. The default moment radius is the
/// radius for uniform pressure over the material. This radius is the mean distance of the material from `center`, or
/// the root mean square distance for the viscous law. Throws InputError for an invalid outline.
Support support_of(const SimulateOptions::Support& options, double normal_force, const Loops& loops,
                   const Eigen::Vector2d& center);

}  // namespace pawl
