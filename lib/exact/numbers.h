// SPDX-License-Identifier: MIT
#pragma once

// The exact numbers, by GMP or, with PAWL_WITH_GMP=OFF, by Boost.Multiprecision alone: the one place that knows which.
// Expression templates are off: they only slow short formulas down.

#include <algorithm>
#include <cstdint>

#if PAWL_WITH_GMP
#include <boost/multiprecision/gmp.hpp>
#else
#include <Eigen/Core>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <type_traits>

// Boost before 1.76 takes Eigen's expressions, which have a const_iterator, for containers of bytes.
namespace boost::multiprecision::detail {
template <class T>
requires std::is_base_of_v<Eigen::EigenBase<T>, T>
struct is_byte_container<T> : boost::false_type {
};
}  // namespace boost::multiprecision::detail
#endif

namespace pawl::internal {

/// |value| between head * 2^exponent and (head + 1) * 2^exponent, where the highest bit of `head` is set.
struct LeadingBits {
  std::uint64_t head = 0;  ///< 0: the value is 0
  int exponent = 0;
};

#if PAWL_WITH_GMP

using Integer = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
/// Floating point of so many decimal digits.
template <unsigned digits>
using WideFloat =
    boost::multiprecision::number<boost::multiprecision::gmp_float<digits>, boost::multiprecision::et_off>;

inline int bits(const Integer& value) {
  return value.is_zero() ? 0 : static_cast<int>(mpz_sizeinbase(value.backend().data(), 2));
}

inline void add_product(Integer& sum, const Integer& a, const Integer& b) {
  mpz_addmul(sum.backend().data(), a.backend().data(), b.backend().data());
}

inline void subtract_product(Integer& sum, const Integer& a, const Integer& b) {
  mpz_submul(sum.backend().data(), a.backend().data(), b.backend().data());
}

inline Integer common_divisor(const Integer& a, const Integer& b) {
  Integer divisor;
  mpz_gcd(divisor.backend().data(), a.backend().data(), b.backend().data());
  return divisor;
}

/// b divides a.
inline void divide_exactly(Integer& a, const Integer& b) {
  mpz_divexact(a.backend().data(), a.backend().data(), b.backend().data());
}

inline Integer power_of_ten(int exponent) {
  Integer result;
  mpz_ui_pow_ui(result.backend().data(), 10, static_cast<unsigned long>(exponent));
  return result;
}

inline LeadingBits leading_bits(const Integer& value) {
  static_assert(GMP_NUMB_BITS == 64);
  const auto* z = value.backend().data();
  const std::size_t limbs = mpz_size(z);
  if (limbs == 0) return {};
  std::uint64_t head = mpz_getlimbn(z, static_cast<mp_size_t>(limbs - 1));
  const int free_bits = __builtin_clzll(head);
  head <<= free_bits;
  if (limbs > 1 && free_bits > 0) head |= mpz_getlimbn(z, static_cast<mp_size_t>(limbs - 2)) >> (64 - free_bits);
  return {head, 64 * (static_cast<int>(limbs) - 1) - free_bits};
}

#else

using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;
using Rational =
    boost::multiprecision::number<boost::multiprecision::cpp_rational_backend, boost::multiprecision::et_off>;
/// Floating point of so many decimal digits.
template <unsigned digits>
using WideFloat =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<digits>, boost::multiprecision::et_off>;

inline int bits(const Integer& value) { return value.is_zero() ? 0 : static_cast<int>(msb(abs(value))) + 1; }

inline void add_product(Integer& sum, const Integer& a, const Integer& b) { sum += a * b; }

inline void subtract_product(Integer& sum, const Integer& a, const Integer& b) { sum -= a * b; }

inline Integer common_divisor(const Integer& a, const Integer& b) { return gcd(a, b); }

/// b divides a.
inline void divide_exactly(Integer& a, const Integer& b) { a /= b; }

inline Integer power_of_ten(int exponent) { return pow(Integer(10), static_cast<unsigned>(exponent)); }

inline LeadingBits leading_bits(const Integer& value) {
  const int size = bits(value);
  if (size == 0) return {};
  const Integer positive = abs(value);
  return {static_cast<std::uint64_t>(size > 64 ? positive >> (size - 64) : positive << (64 - size)), size - 64};
}

#endif

}  // namespace pawl::internal
