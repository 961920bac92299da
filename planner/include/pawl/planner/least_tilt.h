// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>

#include <optional>

namespace pawl {

/// Returns the tilt of a tray, rad, above which the friction between tray and part cannot hold the part by itself:
/// tan(tilt) > mu max(1, r / rho) / sin(m). Here mu is the support's Coulomb friction, r its moment radius and rho the
/// part's radius of gyration. The margin m, rad, is an angle in all of wrench space: from the wrench to the nearest
/// wrench for which, in some realizable state, contacts hold the part although they do not hold it under the given
/// wrench [MODEL section 8]. Returns pi / 2 if no tilt suffices (m = 0), and nothing for a support without friction or
/// with friction that depends on the speed, and for a task without outline. Throws InputError for a margin outside [0,
/// pi]. For many margins of one task, construct one LeastTilt: its constructor integrates the support's friction over
/// the outline, O(n) for n vertices.
class LeastTilt {
 public:
  explicit LeastTilt(const ValidTask& task);
  std::optional<double> operator()(double margin) const;

 private:
  std::optional<double> friction_;  ///< the factor mu max(1, r / rho); without a value if no least tilt is defined
};
std::optional<double> least_tilt(const ValidTask& task, double margin);
std::optional<double> least_tilt(
    const Task& task,
    double margin);  ///< Returns the least tilt for one margin. Throws InputError also for a task with faults.

}  // namespace pawl
