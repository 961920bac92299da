// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/planner/wrench_cells.h>

#include <Eigen/Core>
#include <vector>

namespace pawl::internal {

/// Whether the centre of mass, the mass or the inertia has more than 15 digits: then it was computed, and is rounded.
bool has_rounded_mass(const ContactSet& set);

/// Where has_rounded_mass: the set with its centre of mass and its inertia off by at most tolerance::kTrialError one
/// way, and the other way. Of mass and inertia only the ratio matters. Else none.
std::vector<ContactSet> mass_trials(const ContactSet& set);

/// A wrench (frame of the set), and the set it acts on, both a little off.
struct WrenchTrial {
  ContactSet set;
  Eigen::Vector3d wrench;
};

/// What rounding leaves open of a wrench: it was turned into the frame of the contact set (by no quarter turn), its own
/// numbers have more than 15 digits, or what it moves has a rounded centre of mass or inertia (has_rounded_mass).
/// Opposite pairs by tolerance::kTrialError; none where all is exact.
std::vector<WrenchTrial> wrench_trials(const ContactSet& set, const Eigen::Vector3d& wrench);

/// The same for an actuator's wrenches. Their torques are rounded wherever there are some.
std::vector<WrenchDomain> domain_trials(const ContactSet& set, const WrenchDomain& domain);

}  // namespace pawl::internal
