// SPDX-License-Identifier: MIT
#include "exact/exact.h"

#include <pawl/base/assert.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pawl::internal {
namespace {

constexpr int kMantissaBits = 53;
static_assert(GMP_NUMB_BITS == 64 && std::numeric_limits<long double>::digits >= 53);

int bits(const Integer& value) {
  return value.is_zero() ? 0 : static_cast<int>(mpz_sizeinbase(value.backend().data(), 2));
}

/// value * 2^-shift, from its leading 64 bits (the rest is cut off).
long double leading(const Integer& value, int shift) {
  const auto* z = value.backend().data();
  const std::size_t limbs = mpz_size(z);
  if (limbs == 0) return 0;
  std::uint64_t head = mpz_getlimbn(z, static_cast<mp_size_t>(limbs - 1));
  const int free_bits = __builtin_clzll(head);
  head <<= free_bits;
  if (limbs > 1 && free_bits > 0) head |= mpz_getlimbn(z, static_cast<mp_size_t>(limbs - 2)) >> (64 - free_bits);
  const int exponent = 64 * (static_cast<int>(limbs) - 1) - free_bits - shift;
  return mpz_sgn(z) * std::ldexp(static_cast<long double>(head), exponent);
}

/// a b - c d.
Integer minor(const Integer& a, const Integer& b, const Integer& c, const Integer& d) {
  Integer result = a * b;
  mpz_submul(result.backend().data(), c.backend().data(), d.backend().data());
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
  mpz_addmul(result.backend().data(), a[1].backend().data(), b[1].backend().data());
  mpz_addmul(result.backend().data(), a[2].backend().data(), b[2].backend().data());
  return result;
}

bool is_zero(const IntegerVector& v) { return v[0].is_zero() && v[1].is_zero() && v[2].is_zero(); }

IntegerVector negated(const IntegerVector& v) { return {-v[0], -v[1], -v[2]}; }

IntegerVector combined(const Integer& alpha, const IntegerVector& a, const Integer& beta, const IntegerVector& b) {
  return {alpha * a[0] + beta * b[0], alpha * a[1] + beta * b[1], alpha * a[2] + beta * b[2]};
}

IntegerVector primitive(IntegerVector v) {
  Integer divisor;
  mpz_gcd(divisor.backend().data(), v[0].backend().data(), v[1].backend().data());
  if (divisor != 1) mpz_gcd(divisor.backend().data(), divisor.backend().data(), v[2].backend().data());
  if (divisor > 1) {
    for (Integer& entry : v) mpz_divexact(entry.backend().data(), entry.backend().data(), divisor.backend().data());
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
