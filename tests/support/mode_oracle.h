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

/// Returns whether some (v', c) with M v' = J c + g satisfies all conditions of the mode, including the strict
/// inequalities. Uses an exact linear program.
bool consistent(const ContactSet& set, const std::string& letters, const Eigen::Vector3d& g);

/// Returns whether some contact forces within their friction cones balance g with v' = 0. Uses an exact linear program.
bool holds(const ContactSet& set, const Eigen::Vector3d& g);

}  // namespace pawl::oracle
