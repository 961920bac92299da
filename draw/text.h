// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

// Measures texts in the font of the pictures.
namespace pawl::draw::internal {

/// The box of a text extends from kDescent below the baseline to kAscent above it, as multiples of the text size.
inline constexpr double kAscent = 0.84, kDescent = 0.24, kLineHeight = kAscent + kDescent;

std::vector<char32_t> characters(std::string_view text);  ///< Returns the characters of a text after clean_text().
void append_utf8(char32_t character, std::string& text);
double advance_of(char32_t character);  ///< Returns the advance of a character, as a multiple of the text size.

/// Returns a text after clean_text(), escaped for XML text and attributes.
std::string escaped(const std::string& text);

}  // namespace pawl::draw::internal
