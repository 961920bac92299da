// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/planner/least_tilt.h>
#include <pawl/scenes/support_options.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace pawl {

std::optional<double> least_tilt(const Task& task, double margin) {
  if (!(margin >= 0 && margin <= std::numbers::pi))
    throw InputError("margin", std::to_string(margin), "must be from 0 to pi");
  const ContactSet contacts = find_contacts(task);
  const bool coulomb = task.simulate.support.law == SimulateOptions::Support::Law::ellipsoid;
  if (!coulomb || !task.part.outline || task.simulate.support.friction == 0) return std::nullopt;
  const Support support = support_of(task.simulate.support, 1, *task.part.outline, contacts.center_of_mass);
  const double longest = std::max(1., support.moment_radius / contacts.radius_of_gyration());
  const double sine = std::sin(std::min(margin, std::numbers::pi / 2));
  return std::atan2(task.simulate.support.friction * longest, sine);
}

}  // namespace pawl
