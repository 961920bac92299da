// SPDX-License-Identifier: MIT
#include "exact/rational.h"

#include <cmath>
#include <limits>

namespace pawl::internal {

/// GMP's own conversion cuts off.
double rounded(const Rational& value) {
  const double low = value.convert_to<double>();
  const double high = std::nextafter(low, value.sign() * std::numeric_limits<double>::infinity());
  if (!std::isfinite(high)) return low;
  return abs(Rational(high) - value) < abs(value - Rational(low)) ? high : low;
}

std::optional<Rational> exact_root(const Rational& value) {
  if (value < 0) return std::nullopt;
  Integer rest;
  const Integer top = sqrt(Integer(numerator(value)), rest);
  if (rest != 0) return std::nullopt;
  const Integer bottom = sqrt(Integer(denominator(value)), rest);
  if (rest != 0) return std::nullopt;
  return Rational(top) / Rational(bottom);
}

}  // namespace pawl::internal
