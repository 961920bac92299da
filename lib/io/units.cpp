// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/io/units.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <string>

#include "base/charconv.h"
#include "io/unit_factors.h"

namespace pawl {
namespace internal {
namespace {

/// Metres to the length are factor 10^-digits.
struct Decimal {
  int factor;
  int digits;
};

Decimal decimal_of(Units::Length length) {
  switch (length) {
    case Units::Length::m:
      break;
    case Units::Length::mm:
      return {1, 3};
    case Units::Length::cm:
      return {1, 2};
    case Units::Length::in:
      return {254, 4};
  }
  return {1, 0};
}

/// The size of a number that means its shortest decimal: digits 10^exponent; digits 0 where it has too many.
struct Written {
  std::uint64_t digits = 0;
  int exponent = 0;
};

Written written_as(double value) {
  constexpr std::size_t kMostDigits = 15;
  Written written;
  std::size_t significant = 0, zeros = 0;  // zeros: at the end so far, not in `digits`
  bool fraction = false;
  const std::string text = fmt::format("{}", std::fabs(value));
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == 'e') {
      written.exponent += std::atoi(text.c_str() + k + 1);
      break;
    }
    if (text[k] == '.') {
      fraction = true;
      continue;
    }
    if (fraction) --written.exponent;
    if (text[k] == '0') {
      ++zeros;
      continue;
    }
    significant += 1 + (significant > 0 ? zeros : 0);
    if (significant > kMostDigits) return {};
    for (; zeros > 0; --zeros) written.digits *= 10;
    written.digits = written.digits * 10 + static_cast<std::uint64_t>(text[k] - '0');
  }
  written.exponent += static_cast<int>(zeros);
  return written;
}

}  // namespace

double in_metres(double value, Units::Length length, int power) {
  const Decimal unit = decimal_of(length);
  if (unit.digits == 0 || power == 0 || value == 0 || !std::isfinite(value)) return value;
  const double rounded = value * std::pow(unit.factor / std::pow(10., unit.digits), power);
  const Written written = written_as(value);
  if (written.digits == 0 || (unit.factor != 1 && power < 0)) return rounded;
  std::uint64_t digits = written.digits;
  const auto factor = static_cast<std::uint64_t>(unit.factor);
  for (int k = 0; k < power; ++k) {
    if (digits > std::numeric_limits<std::uint64_t>::max() / factor) return rounded;
    digits *= factor;
  }
  const std::string text = fmt::format("{}{}e{}", value < 0 ? "-" : "", digits, written.exponent - unit.digits * power);
  double result = rounded;
  from_chars(text.data(), text.data() + text.size(), result);
  return result;
}

}  // namespace internal

double Units::metres() const { return internal::in_metres(1, length); }

const char* Units::length_name() const {
  switch (length) {
    case Length::m:
      return "m";
    case Length::mm:
      return "mm";
    case Length::cm:
      return "cm";
    case Length::in:
      return "in";
  }
  return "";
}

const char* Units::angle_name() const { return angle == Angle::deg ? "deg" : "rad"; }

double Units::angle_of(double radians) const {
  return angle == Angle::deg ? radians / (std::numbers::pi / 180) : radians;  // what was written, mostly: the way back
}

double standard_gravity(const Units& units) { return internal::in_metres(9.81, units.length, -1); }

}  // namespace pawl
