// SPDX-License-Identifier: MIT
#include "io/drawing/drawn_number.h"

#include <cmath>

#include "base/charconv.h"

namespace pawl::internal {
namespace {

constexpr int kRoundedDecimals = 6;

std::string_view without_plus(std::string_view text) {
  text = trimmed(text);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

/// Of a text that is a number.
double half_unit_of(std::string_view text) {
  const std::size_t point = text.find('.'), exponent_at = text.find_first_of("eE");
  const std::size_t end = exponent_at == std::string_view::npos ? text.size() : exponent_at;
  long decimals = point == std::string_view::npos ? 0 : static_cast<long>(end - point - 1);
  int exponent = 0;
  if (end < text.size()) {
    std::string_view digits = text.substr(end + 1);
    if (!digits.empty() && digits[0] == '+') digits.remove_prefix(1);
    from_chars(digits.data(), digits.data() + digits.size(), exponent);
  }
  if (decimals == 0) return 0;
  decimals -= exponent;
  return decimals < kRoundedDecimals ? 0 : .5 * std::pow(10., -static_cast<double>(decimals));
}

template <class Number>
bool parse(std::string_view text, Number& number) {
  const auto [rest, error] = from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && rest == text.data() + text.size();
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::optional<DrawnNumber> drawn_number(std::string_view text) {
  text = without_plus(text);
  DrawnNumber number;
  if (!parse(text, number.value) || !std::isfinite(number.value)) return std::nullopt;
  number.half_unit = half_unit_of(text);
  return number;
}

std::optional<int> drawn_integer(std::string_view text) {
  int number = 0;
  return parse(without_plus(text), number) ? std::optional(number) : std::nullopt;
}

}  // namespace pawl::internal
