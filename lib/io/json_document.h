// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <pawl/base/fault.h>
#include <string>
#include <string_view>
#include <vector>

namespace pawl {

using Json = nlohmann::ordered_json;

/// A JSON value, or faults: malformed text, duplicate keys, numbers that are not finite, nesting over kDeepestNesting.
/// Malformed text and deep nesting end the reading; `document` is then null.
struct JsonDocument {
  Json value;
  bool complete = false;
  std::vector<Fault> faults;
};

JsonDocument parse_json(std::string_view text);

/// `pointer` extended by a key or an index; ~ and / escaped.
std::string child(const std::string& pointer, std::string_view key);
std::string child(const std::string& pointer, std::size_t index);

/// The value as a fault quotes it: JSON text, at most 80 characters.
std::string quoted(const Json& value);

}  // namespace pawl
