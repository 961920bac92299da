// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

#include <optional>

namespace pawl {

/// The tilt of a tray, rad, above which the friction of the part on it cannot hold the part anywhere that contacts do
/// not: tan(tilt) > mu max(1, r / rho) / sin(m), mu the support's Coulomb friction, r its moment radius, rho the
/// part's radius of gyration, m the angle in all of wrench space, rad, from the wrench to the nearest one with which
/// contacts hold the part in any realizable state in which they do not hold it now [MODEL section 8]. pi / 2: none is
/// enough (m = 0). Nothing for a support without friction, or whose friction depends on the speed, and for a task
/// without outline. Throws InputError for a task with faults and a margin outside [0, pi].
std::optional<double> least_tilt(const Task& task, double margin);

}  // namespace pawl
