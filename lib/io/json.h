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

/// A JSON value as written in the text: keys in their order, numbers with their digits.
struct JsonValue {
  enum class Kind {
    null,
    boolean,
    number,
    string,
    array,
    object,
    refused  ///< a number that is not finite, for which a fault was already added
  };

  Kind kind = Kind::null;
  double number = 0;              ///< value of a number, finite
  std::string text;               ///< characters of a string (UTF-8), or the text of a number or boolean as written
  std::vector<JsonValue> items;   ///< entries of an array, or values of the members of an object
  std::vector<std::string> keys;  ///< keys of an object, in the order of `items`

  bool is(Kind wanted) const { return kind == wanted; }
  std::size_t size() const { return items.size(); }
  /// Returns the value of the member with the name `key`, or null.
  const JsonValue* find(std::string_view key) const;
};

/// Returns the value as JSON text without spaces. The result is at most as long as the text from which the value was
/// read. The function is recursive, to a limited depth, because the parser limits the nesting.
std::string json_text(const JsonValue& value);

/// Returns the value as it is quoted in faults: JSON text of at most 80 bytes with escaped control characters. A longer
/// text is cut and ends with "...".
std::string quoted(const JsonValue& value);

/// Converts any bytes to printable ASCII, at most 80 bytes. Unprintable bytes are written as \xNN.
std::string printable(std::string_view bytes);

/// Returns the first twenty names with their counts, as a text for messages: "TEXT (no outline): 3, ...".
std::string list_of(const std::map<std::string, int>& counts);

/// child() returns `pointer` extended by an index or by a key. It shortens a key to its first kLongestKey bytes, and
/// escapes ~, / and control characters.
inline constexpr std::size_t kLongestKey = 1000;
std::string child(const std::string& pointer, std::string_view key);
std::string child(const std::string& pointer, std::size_t index);

/// Parses a text of bounded size. Errors after which parsing can continue are added to `faults`. Throws InputError if
/// the text is too large or not valid JSON.
JsonValue read_document(std::string_view text, Validator& faults);

/// Largest number of values in one text, and largest length of a string or a number in bytes. They limit the memory
/// that a hostile text can use.
inline constexpr std::size_t kMostValues = 500'000;
inline constexpr std::size_t kLongestToken = std::size_t{1} << 20;

/// Parses JSON. Duplicate keys (the first one is kept) and numbers that are not finite become faults, and parsing
/// continues. Parsing ends with a fault and an empty result if the text is not valid JSON, is nested deeper than
/// kDeepestNesting, or exceeds another bound.
std::optional<JsonValue> parse_json(std::string_view text, Validator& faults);

}  // namespace pawl::internal::inline io
