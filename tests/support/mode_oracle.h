// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <string>
#include <vector>

namespace pawl::oracle {

/// All strings over the letters that each contact may have, sorted.
std::vector<std::string> all_mode_strings(const ContactSet& set);

/// Whether some acceleration satisfies the mode's rows of MODEL section 2, strict ones strictly: an exact linear
/// program.
bool feasible(const ContactSet& set, const std::string& letters);

/// Whether some (v', c) satisfies the mode's rows with M v' = J c + g, strict ones strictly: an exact linear program.
bool consistent(const ContactSet& set, const std::string& letters, const Eigen::Vector3d& g);

/// Whether some contact forces within their friction cones hold g with v' = 0: an exact linear program.
bool holds(const ContactSet& set, const Eigen::Vector3d& g);

}  // namespace pawl::oracle
