// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

// Text as the pictures' font has it.
namespace pawl::draw::internal {

/// A text box reaches from kDescent below the baseline to kAscent above it; in sizes of the text.
inline constexpr double kAscent = 0.84, kDescent = 0.24, kLineHeight = kAscent + kDescent;

std::vector<char32_t> characters(std::string_view text);  ///< clean ones only (clean_text)
void append_utf8(char32_t character, std::string& text);
double advance_of(char32_t character);  ///< in sizes of the text

std::string escaped(const std::string& text);  ///< as XML's text or attribute; cleaned

}  // namespace pawl::draw::internal
