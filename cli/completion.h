// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "program_description.h"

namespace pawl::cli {

/// What a shell ("bash", "zsh" or "fish") sources to complete the program's commands, options and their words.
std::string completion(const ProgramDescription& program, const std::string& shell);

}  // namespace pawl::cli
