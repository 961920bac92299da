// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/faults.h"

namespace pawl::internal::inline io {

/// A JSON value as it stands in the text: keys in their order, numbers as they were written.
struct JsonValue {
  enum class Kind {
    null,
    boolean,
    number,
    string,
    array,
    object,
    refused  ///< a number that is not finite: its fault is already said
  };

  Kind kind = Kind::null;
  double number = 0;              ///< of a number, finite
  std::string text;               ///< of a string its characters (UTF-8), of a number or a boolean as written
  std::vector<JsonValue> items;   ///< of an array or an object
  std::vector<std::string> keys;  ///< of an object, one for each item

  bool is(Kind wanted) const { return kind == wanted; }
  std::size_t size() const { return items.size(); }
  /// The member of that name, or null.
  const JsonValue* find(std::string_view key) const;
};

/// The value as JSON text without spaces, no longer than what it was read from. Nesting is bounded by the parser.
std::string json_text(const JsonValue& value);

/// The value as a fault quotes it: JSON text of at most 80 bytes, "..." where it was cut, control characters visible.
std::string quoted(const JsonValue& value);

/// Any bytes as printable ASCII of at most 80 bytes; others as \xNN.
std::string printable(std::string_view bytes);

/// Names and how many there are of each, as a fault lists them: "TEXT (no outline): 3, ..."; the first twenty.
std::string list_of(const std::map<std::string, int>& counts);

/// `pointer` extended by a key (its first kLongestKey bytes) or an index; ~ and / escaped, control characters visible.
inline constexpr std::size_t kLongestKey = 1000;
std::string child(const std::string& pointer, std::string_view key);
std::string child(const std::string& pointer, std::size_t index);

/// The document in a text of bounded size; what can be read over becomes a fault. Throws InputError for what is no
/// JSON.
JsonValue read_document(std::string_view text, Validator& faults);

/// The most values in one text, and the longest string or number (bytes): what memory a hostile text may cost.
inline constexpr std::size_t kMostValues = 500'000;
inline constexpr std::size_t kLongestToken = std::size_t{1} << 20;

/// Parses JSON. Duplicate keys (the first is kept) and numbers that are not finite become faults and are read over.
/// What is no JSON, is nested over kDeepestNesting or breaks another bound becomes a fault and ends the reading: null.
std::optional<JsonValue> parse_json(std::string_view text, Validator& faults);

}  // namespace pawl::internal::inline io
