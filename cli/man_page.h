// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "program_description.h"

namespace pawl::cli {

/// A manual page, for man(1): of a command of the program, or with "" of the program itself. `version`: "pawl 0.2.0".
std::string man_page(const ProgramDescription& program, const std::string& command, const std::string& version);

}  // namespace pawl::cli
