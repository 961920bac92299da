// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <string>
#include <vector>

namespace pawl::oracle {

/// Returns all strings over the letters that each contact may have, sorted.
std::vector<std::string> all_mode_strings(const ContactSet& set);

/// Returns whether some acceleration satisfies all conditions of the mode, including the strict inequalities. Uses an
/// exact linear program.
bool feasible(const ContactSet& set, const std::string& letters);

/// Returns whether some acceleration v' and contact forces c with M v' = J c + g satisfy all conditions of the mode,
/// including the strict inequalities. M is the mass matrix, and J contains the contact wrenches. Uses an exact linear
/// program.
bool consistent(const ContactSet& set, const std::string& letters, const Eigen::Vector3d& g);

/// Returns whether some contact forces within their friction cones balance the wrench g, so that the part does not
/// accelerate. Uses an exact linear program.
bool holds(const ContactSet& set, const Eigen::Vector3d& g);

}  // namespace pawl::oracle
