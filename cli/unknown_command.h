// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace pawl::cli {

/// What to tell someone who typed a word that is none of these commands: the nearest ones, or all.
std::string unknown_command(const std::string& word, const std::vector<std::string>& commands);

}  // namespace pawl::cli
