// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

// Text metrics in the pictures' font.
namespace pawl::draw::internal {

/// Vertical extent of a text box: kDescent below the baseline to kAscent above it, as multiples of the text size.
inline constexpr double kAscent = 0.84, kDescent = 0.24, kLineHeight = kAscent + kDescent;

std::vector<char32_t> characters(std::string_view text);  ///< Returns the characters of the cleaned text (clean_text).
void append_utf8(char32_t character, std::string& text);
double advance_of(char32_t character);  ///< Returns the advance of a character, as a multiple of the text size.

std::string escaped(const std::string& text);  ///< Returns the cleaned text, escaped for XML text or attributes.

}  // namespace pawl::draw::internal
