// SPDX-License-Identifier: MIT
#include "exact/exact.h"

#include <pawl/base/assert.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl::internal {
namespace {

constexpr int kMantissaBits = 53;
static_assert(std::numeric_limits<long double>::digits >= 53);

/// value * 2^-shift, from its leading 64 bits (the rest is cut off).
long double leading(const Integer& value, int shift) {
  const LeadingBits top = leading_bits(value);
  return value.sign() * std::ldexp(static_cast<long double>(top.head), top.exponent - shift);
}

/// a b - c d.
Integer minor(const Integer& a, const Integer& b, const Integer& c, const Integer& d) {
  Integer result = a * b;
  subtract_product(result, c, d);
  return result;
}

}  // namespace

BinaryDouble::BinaryDouble(double value) : mantissa(0), exponent(0) {
  PAWL_ASSERT(std::isfinite(value));
  if (value == 0) return;
  mantissa = static_cast<long long>(std::ldexp(std::frexp(value, &exponent), kMantissaBits));
  exponent -= kMantissaBits;
  const int zeros = __builtin_ctzll(static_cast<unsigned long long>(mantissa));
  mantissa /= 1LL << zeros;
  exponent += zeros;
}

IntegerVector cross(const IntegerVector& a, const IntegerVector& b) {
  return {minor(a[1], b[2], a[2], b[1]), minor(a[2], b[0], a[0], b[2]), minor(a[0], b[1], a[1], b[0])};
}

Integer dot(const IntegerVector& a, const IntegerVector& b) {
  Integer result = a[0] * b[0];
  add_product(result, a[1], b[1]);
  add_product(result, a[2], b[2]);
  return result;
}

bool is_zero(const IntegerVector& v) { return v[0].is_zero() && v[1].is_zero() && v[2].is_zero(); }

IntegerVector negated(const IntegerVector& v) { return {-v[0], -v[1], -v[2]}; }

IntegerVector combined(const Integer& alpha, const IntegerVector& a, const Integer& beta, const IntegerVector& b) {
  return {alpha * a[0] + beta * b[0], alpha * a[1] + beta * b[1], alpha * a[2] + beta * b[2]};
}

IntegerVector primitive(IntegerVector v) {
  Integer divisor = common_divisor(v[0], v[1]);
  if (divisor != 1) divisor = common_divisor(divisor, v[2]);
  if (divisor > 1) {
    for (Integer& entry : v) divide_exactly(entry, divisor);
  }
  return v;
}

double quotient(const Integer& a, const Integer& b) {
  const int shift = bits(b);
  return static_cast<double>(leading(a, shift) / leading(b, shift)) + 0.0;
}

std::array<double, 3> unit_double(const IntegerVector& v) {
  const int top = std::max({bits(v[0]), bits(v[1]), bits(v[2])});
  if (top == 0) return {0, 0, 0};
  std::array<long double, 3> scaled{};
  long double squares = 0;
  for (int i = 0; i < 3; ++i) {
    scaled[i] = leading(v[i], top);
    squares += scaled[i] * scaled[i];
  }
  const long double length = std::sqrt(squares);
  std::array<double, 3> result{};
  for (int i = 0; i < 3; ++i) {
    result[i] = static_cast<double>(scaled[i] / length);
    if (result[i] == 0) result[i] = 0;  // never -0
  }
  return result;
}

}  // namespace pawl::internal
