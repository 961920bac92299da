// SPDX-License-Identifier: MIT
#include "geometry/exact.h"

#include <algorithm>
#include <cmath>
#include <pawl/base/assert.h>

namespace pawl {
namespace {

constexpr int kMantissaBits = 53;

int bits(const Integer& value) {
  return value.is_zero() ? 0 : static_cast<int>(mpz_sizeinbase(value.backend().data(), 2));
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

Integer scaled_integer(double value, int shift) {
  const BinaryDouble binary(value);
  const int left = binary.exponent + shift;
  PAWL_ASSERT(binary.mantissa == 0 || left >= 0);
  Integer result(binary.mantissa);
  if (left > 0) result <<= static_cast<unsigned>(left);
  return result;
}

int common_shift(const double* values, int count) {
  int shift = 0;
  for (int i = 0; i < count; ++i) shift = std::max(shift, -BinaryDouble(values[i]).exponent);
  return shift;
}

IntegerVector integer_vector(const std::array<double, 3>& v, int third_shift) {
  const BinaryDouble third(v[2]);
  const int third_need = third.mantissa == 0 ? 0 : -(third.exponent + third_shift);
  const int shift = std::max(common_shift(v.data(), 2), third_need);
  return {scaled_integer(v[0], shift), scaled_integer(v[1], shift),
          third.mantissa == 0 ? Integer(0) : scaled_integer(v[2], shift + third_shift)};
}

IntegerVector cross(const IntegerVector& a, const IntegerVector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Integer dot(const IntegerVector& a, const IntegerVector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

bool is_zero(const IntegerVector& v) { return v[0].is_zero() && v[1].is_zero() && v[2].is_zero(); }

IntegerVector negated(const IntegerVector& v) { return {-v[0], -v[1], -v[2]}; }

IntegerVector combined(const Integer& alpha, const IntegerVector& a, const Integer& beta, const IntegerVector& b) {
  return {alpha * a[0] + beta * b[0], alpha * a[1] + beta * b[1], alpha * a[2] + beta * b[2]};
}

IntegerVector primitive(IntegerVector v) {
  const Integer divisor = gcd(gcd(v[0], v[1]), v[2]);
  if (divisor > 1) {
    for (Integer& entry : v) entry /= divisor;
  }
  return v;
}

std::array<double, 3> unit_double(const IntegerVector& v) {
  const int top = std::max({bits(v[0]), bits(v[1]), bits(v[2])});
  if (top == 0) return {0, 0, 0};
  std::array<long double, 3> scaled{};
  long double squares = 0;
  for (int i = 0; i < 3; ++i) {
    // Keep 96 leading bits: more than a long double holds, so each entry is rounded once.
    const int drop = std::max(0, bits(v[i]) - 96);
    const Integer head = v[i] / (Integer(1) << static_cast<unsigned>(drop));
    scaled[i] = std::ldexp(head.convert_to<long double>(), drop - top);
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

}  // namespace pawl
