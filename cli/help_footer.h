// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pawl::cli {

/// What ends the help of a command, by its name: examples, the letters of modes where it takes or prints them, what
/// its exit status says, and where more is told.
std::string help_footer(const std::string& command);

}  // namespace pawl::cli
