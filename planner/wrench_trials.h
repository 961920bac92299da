// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/planner/wrench_cells.h>

#include <Eigen/Core>
#include <vector>

namespace pawl::internal {

/// A wrench (frame of the set), and the set it acts on, both a little off.
struct WrenchTrial {
  ContactSet set;
  Eigen::Vector3d wrench;
};

/// What rounding leaves open of a wrench: it was turned into the frame of the contact set (by no quarter turn), its own
/// numbers have more than 15 digits, or its torque is about a centre of mass, or moves an inertia, that was computed and
/// not written. Opposite pairs by tolerance::kTrialError; none where all is exact.
std::vector<WrenchTrial> wrench_trials(const ContactSet& set, const Eigen::Vector3d& wrench);

/// The same for an actuator's wrenches. Their torques are rounded wherever there are some.
std::vector<WrenchDomain> domain_trials(const ContactSet& set, const WrenchDomain& domain);

}  // namespace pawl::internal
