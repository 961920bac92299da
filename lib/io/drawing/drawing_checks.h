// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>

#include <map>
#include <string>
#include <string_view>

#include "base/validator.h"

namespace pawl::internal {

/// Throws InputError for a text that is too long or empty, and for options that cannot be.
void check_drawing_input(std::string_view text, const DrawingOptions& options);

/// The unit of the options instead of the file's; a fault where neither is one that tasks have.
void check_unit(Drawing& drawing, const DrawingOptions& options, Validator& faults);

/// "TEXT (no outline): 3, ..."
std::string list_of(const std::map<std::string, int>& counts);

}  // namespace pawl::internal
