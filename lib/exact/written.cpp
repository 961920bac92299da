// SPDX-License-Identifier: MIT
#include "exact/written.h"

#include <pawl/base/assert.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/charconv.h"

namespace pawl::internal {
namespace {

/// Decimals beyond these sizes may be further from their doubles than half a unit in the last place of 53 bits.
constexpr double kSmallestDecimal = 0x1p-900;
constexpr double kLargestDecimal = 0x1p+900;

/// The shortest decimal of a value > 0 as digits without their point, without zeros at the end, and its exponent.
struct ShortestDecimal {
  char digits[24];
  int count = 0;
  int tens = 0;

  explicit ShortestDecimal(double value) {
    char text[32];
    const auto end = to_scientific(text, text + sizeof text, value).ptr;
    const char* at = text;
    for (; *at != 'e'; ++at) {
      if (*at != '.') digits[count++] = *at;
    }
    from_chars(at + (at[1] == '+' ? 2 : 1), end, tens);
    tens -= count - 1;
    for (; count > 1 && digits[count - 1] == '0'; --count) ++tens;
  }
};

/// The double nearest to a quotient of integers, bottom > 0, and whether it means just that.
double nearest(const Integer& top, const Integer& bottom, bool& means_it) {
  double value = quotient(top, bottom);
  const auto means = [&](double candidate) {
    const WrittenScale scale{candidate};
    return scale(candidate) * bottom == top * scale.factor();
  };
  // quotient() may be a unit in the last place off.
  for (const double candidate : {value, std::nextafter(value, HUGE_VAL), std::nextafter(value, -HUGE_VAL)}) {
    if (means(candidate)) return candidate;
  }
  means_it = false;
  return value;
}

}  // namespace

Written::Written(double value) {
  PAWL_ASSERT(std::isfinite(value));
  const double size = std::fabs(value);
  if (size >= kSmallestDecimal && size <= kLargestDecimal) {
    const ShortestDecimal decimal(size);
    if (decimal.count <= kWrittenDigits) {
      from_chars(decimal.digits, decimal.digits + decimal.count, digits);
      if (value < 0) digits = -digits;
      tens = decimal.tens;
      return;
    }
  }
  const BinaryDouble binary(value);
  digits = binary.mantissa;
  twos = binary.exponent;
}

bool is_computed(double value) { return Written(value).twos < 0; }

double written_error(const Eigen::Vector2d& point) {
  const bool computed = is_computed(point.x()) || is_computed(point.y());
  return computed ? 4 * 0x1p-53 * point.cwiseAbs().maxCoeff() : 0;
}

void WrittenScale::cover(std::initializer_list<double> values) {
  for (const double value : values) {
    const Written written(value);
    tens_ = std::max(tens_, -written.tens);
    twos_ = std::max(twos_, -written.twos);
  }
}

Integer WrittenScale::factor() const { return power_of_ten(tens_) << static_cast<unsigned>(twos_); }

Integer WrittenScale::operator()(double value) const {
  const Written written(value);
  const int tens = tens_ + written.tens;
  const int twos = twos_ + written.twos;
  PAWL_ASSERT(written.digits == 0 || (tens >= 0 && twos >= 0));
  if (written.digits == 0) return 0;
  return (Integer(written.digits) * power_of_ten(tens)) << static_cast<unsigned>(twos);
}

IntegerVector integer_vector(const std::array<double, 3>& v, const Integer& third_scale) {
  const WrittenScale scale{v[0], v[1], v[2]};
  return {scale(v[0]), scale(v[1]), scale(v[2]) * third_scale};
}

Eigen::Vector2d written_difference(const Eigen::Vector2d& a, const Eigen::Vector2d& b, bool* exact) {
  Eigen::Vector2d result;
  bool means_it = true;
  for (int k = 0; k < 2; ++k) {
    const WrittenScale scale{a[k], b[k]};
    result[k] = nearest(scale(a[k]) - scale(b[k]), scale.factor(), means_it);
  }
  if (exact != nullptr) *exact = *exact && means_it;
  return result;
}

}  // namespace pawl::internal
