// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/validator.h"
#include "io/json_value.h"

namespace pawl::internal {

/// The most values in one text, and the longest string or number (bytes): what memory a hostile text may cost.
inline constexpr std::size_t kMostValues = 500'000;
inline constexpr std::size_t kLongestToken = std::size_t{1} << 20;

/// Parses JSON. Duplicate keys (the first is kept) and numbers that are not finite become faults and are read over.
/// What is no JSON, is nested over kDeepestNesting or breaks another bound becomes a fault and ends the reading: null.
std::optional<JsonValue> parse_json(std::string_view text, Validator& faults);

}  // namespace pawl::internal
