// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <string>
#include <vector>

namespace pawl::oracle {

/// Returns, in sorted order, all strings that have a possible letter for each contact.
std::vector<std::string> all_mode_strings(const ContactSet& set);

/// Returns whether a mode is feasible: some acceleration satisfies its conditions, including the strict inequalities.
/// Uses an exact linear program.
bool feasible(const ContactSet& set, const std::string& letters);

/// Returns whether a mode is consistent with the wrench g: some acceleration v' and contact forces c with M v' = J c +
/// g satisfy its conditions, including the strict inequalities. M is the mass matrix, and J contains the contact
/// wrenches. Uses an exact linear program.
bool consistent(const ContactSet& set, const std::string& letters, const Eigen::Vector3d& g);

/// Returns whether some contact forces in the closed friction cones balance the wrench g. Uses an exact linear program.
bool holds(const ContactSet& set, const Eigen::Vector3d& g);

}  // namespace pawl::oracle
