// SPDX-License-Identifier: MIT
#include "strokes_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace pawl::draw::internal {

void append_hundredths(double number, std::string& text) {
  constexpr double kLargest = 1e12;
  std::int64_t whole = std::llround(100 * std::clamp(number, -kLargest, kLargest));
  if (whole < 0) {
    text += '-';
    whole = -whole;
  }
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, whole / 100).ptr;
  text.append(digits, end);
  const int part = static_cast<int>(whole % 100);
  if (part == 0) return;
  text += '.';
  text += static_cast<char>('0' + part / 10);
  if (part % 10 != 0) text += static_cast<char>('0' + part % 10);
}

std::string exact_text(double number) { return fmt::format("{}", number); }

}  // namespace pawl::draw::internal
