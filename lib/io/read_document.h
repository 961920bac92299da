// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "base/validator.h"
#include "io/json_value.h"

namespace pawl::internal {

/// The document in a text of bounded size; what can be read over becomes a fault. Throws InputError for what is no
/// JSON.
JsonValue read_document(std::string_view text, Validator& faults);

}  // namespace pawl::internal
