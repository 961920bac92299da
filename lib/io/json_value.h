// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::internal {

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

/// `pointer` extended by a key (its first kLongestKey bytes) or an index; ~ and / escaped, control characters visible.
inline constexpr std::size_t kLongestKey = 1000;
std::string child(const std::string& pointer, std::string_view key);
std::string child(const std::string& pointer, std::size_t index);

}  // namespace pawl::internal
