// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/simulate_options.h>
#include <pawl/simulation/support.h>

namespace pawl {

/// The support friction that options ask for, of a body with this outline whose centre of mass is at `center` (both in
/// one frame, m) and that presses on its support with `normal_force`, N. Without a moment radius it is that of even
/// pressure over the outline: the mean distance from the centre, for the viscous law the root of the mean square.
/// Throws InputError for an outline that is not valid.
Support support_of(const SimulateOptions::Support& options, double normal_force, const Outline& outline,
                   const Eigen::Vector2d& center);

}  // namespace pawl
