// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>

#include <optional>

namespace pawl {

/// The smallest tilt of a tray, rad, above which the friction between tray and part cannot hold the part by itself:
/// tan(tilt) > mu max(1, r / rho) / sin(m). Here mu is the support's Coulomb friction coefficient, r is the moment
/// radius of the support friction (largest torque divided by largest force), and rho is the part's radius of gyration.
/// The margin m, rad, is an angle in wrench space, between the wrench of the step and the nearest critical wrench. If m
/// is above pi / 2, sin(m) is replaced by 1. A wrench is critical if, in some realizable state, the contacts hold the
/// part under this wrench but not under the wrench of the step [MODEL section 8].
///
/// The result is pi / 2 if no tilt suffices (m = 0). The result is empty for a support without friction, for friction
/// that depends on the speed, and for a task without an outline. Throws InputError for a margin outside [0, pi].
///
/// For many margins of one task, construct only one LeastTilt, because the constructor integrates the support's
/// friction over the outline. O(n) for n vertices.
class LeastTilt {
 public:
  explicit LeastTilt(const ValidTask& task);
  std::optional<double> operator()(double margin) const;

 private:
  std::optional<double> friction_;  ///< the factor mu max(1, r / rho); empty if no smallest tilt is defined
};
std::optional<double> least_tilt(const ValidTask& task, double margin);
std::optional<double> least_tilt(
    const Task& task,
    double margin);  ///< Returns the smallest tilt for one margin. Also throws InputError for a task with faults.

}  // namespace pawl
