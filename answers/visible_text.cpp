// SPDX-License-Identifier: MIT
#include "answers/visible_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pawl::answers {
namespace {

/// A code point of a text, or a byte that is not UTF-8.
struct Character {
  std::uint32_t code = 0;
  std::size_t size = 1;  ///< bytes
  bool valid = false;
};

/// Returns the character at the front of a text that is not empty.
Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t k) -> std::uint32_t {
    return k < text.size() ? static_cast<unsigned char>(text[k]) : 0;
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return {lead, 1, false};
  std::uint32_t code = lead & (0x7fU >> size);
  for (std::size_t k = 1; k < size; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return {lead, 1, false};
    code = code << 6 | (byte(k) & 0x3f);
  }
  const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (overlong || surrogate || code > 0x10ffff) return {lead, 1, false};
  return {code, size, true};
}

/// DEL, C1, line and paragraph separators, and the controls of the bidirectional algorithm.
bool is_hidden(std::uint32_t code) {
  return (code >= 0x7f && code < 0xa0) || code == 0x061c || (code >= 0x200e && code <= 0x200f) ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= 0x20 && c < 0x7f; });
}

/// `spell(character)`: its replacement, or "" to keep it.
template <class Spell>
std::string respelled(std::string_view text, const Spell& spell) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t k = 0; k < text.size();) {
    const Character character = first_of(text.substr(k));
    const std::string spelled = spell(character);
    result += spelled.empty() ? text.substr(k, character.size) : std::string_view(spelled);
    k += character.size;
  }
  return result;
}

std::string as_byte(const Character& character) { return fmt::format("\\x{:02x}", character.code); }
std::string as_code(const Character& character) { return fmt::format("\\u{:04x}", character.code); }

}  // namespace

std::string valid_utf8(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  return respelled(text, [](const Character& c) { return c.valid ? "" : as_byte(c); });
}

std::string visible(std::string_view text, bool keep_lines) {
  if (is_plain(text)) return std::string(text);
  return respelled(text, [&](const Character& c) -> std::string {
    if (!c.valid || c.code == 0x7f) return as_byte(c);
    if (c.code < 0x20) return keep_lines && c.code == '\n' ? "" : as_byte(c);
    return is_hidden(c.code) ? as_code(c) : "";
  });
}

std::string escaped_controls(std::string json) {
  const auto suspect = [](unsigned char c) { return c == 0x7f || c == 0xc2 || c == 0xd8 || c == 0xe2; };
  if (std::none_of(json.begin(), json.end(), suspect)) return json;
  return respelled(json, [](const Character& c) { return c.valid && is_hidden(c.code) ? as_code(c) : ""; });
}

}  // namespace pawl::answers
