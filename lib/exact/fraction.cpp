// SPDX-License-Identifier: MIT
#include "exact/fraction.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {

std::string fraction_text(double value) {
  if (std::fabs(value) < 0x1p62 && value == std::nearbyint(value)) return std::to_string(static_cast<long long>(value));
  return fraction_text(Rational(value));
}

std::string fraction_text(const Rational& value) { return value.str(); }

std::optional<Rational> parse_fraction(std::string_view text) {
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const bool negative = !text.empty() && text.front() == '-';
  const std::size_t slash = text.find('/');
  const std::string_view above = text.substr(0, slash).substr(negative);
  const std::string_view below = slash == std::string_view::npos ? "1" : text.substr(slash + 1);
  if (!digits(above) || !digits(below)) return std::nullopt;
  const auto integer = [](std::string_view part) {
    part.remove_prefix(std::min(part.find_first_not_of('0'), part.size() - 1));  // GMP takes them for octal
    return Integer(std::string(part));
  };
  const Integer denominator = integer(below);
  if (denominator.is_zero()) return std::nullopt;
  const Rational value(integer(above), denominator);
  return negative ? Rational(-value) : value;
}

}  // namespace pawl::internal
