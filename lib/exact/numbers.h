// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The exact numbers, by GMP or, with PAWL_WITH_GMP=OFF, by Boost.Multiprecision alone: the one place that knows which.
// Expression templates are off: they only slow short formulas down.
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

namespace pawl::internal::inline exact {

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

// Vectors of integers of any size: what stands behind every decision that doubles cannot make. A direction has no
// length, so that a common factor may be divided out, and rationals need no denominators.

/// A direction in R^3 known exactly: an integer vector up to a positive factor.
using IntegerVector = std::array<Integer, 3>;

/// value = mantissa * 2^exponent, mantissa an integer of at most 53 bits (0 has exponent 0). `value` must be finite.
struct BinaryDouble {
  long long mantissa;
  int exponent;
  explicit BinaryDouble(double value);
};

IntegerVector cross(const IntegerVector& a, const IntegerVector& b);
Integer dot(const IntegerVector& a, const IntegerVector& b);
bool is_zero(const IntegerVector& v);
IntegerVector negated(const IntegerVector& v);
IntegerVector combined(const Integer& alpha, const IntegerVector& a, const Integer& beta, const IntegerVector& b);

/// Divided by the greatest common divisor of its entries.
IntegerVector primitive(IntegerVector v);

/// a / b in doubles, within a few units in the last place; b not 0.
double quotient(const Integer& a, const Integer& b);

/// The unit vector along v in doubles, each entry within a few units in the last place of its own (no overflow).
std::array<double, 3> unit_double(const IntegerVector& v);

/// What a double stands for. A file says 0.3 and means 3/10, which no double is. So a double whose shortest decimal
/// (the one that reads back as it) has at most 15 digits means that decimal; one that needs more is the result of some
/// computation and means itself. Either way it means a number within half a unit in the last place of the double, and
/// equal doubles mean equal numbers. Value: digits * 10^tens * 2^twos, with tens = 0 or twos = 0.
struct Written {
  long long digits = 0;
  int tens = 0;
  int twos = 0;

  explicit Written(double value);  ///< finite
};

/// The most digits of a double that means its decimal. Decimals of 15 digits and doubles match one to one.
inline constexpr int kWrittenDigits = 15;

/// Whether a double needs more digits than people write: it is the result of some computation.
bool is_computed(double value);

/// How far a point may be from where it was meant to be, m: 0 where both coordinates are written; else some units in
/// the last place of the larger coordinate, as a rotation and a shift leave them.
double written_error(const Eigen::Vector2d& point);

/// A common factor 10^tens * 2^twos, tens and twos not negative, that makes what some doubles mean whole numbers.
class WrittenScale {
 public:
  WrittenScale() = default;
  WrittenScale(std::initializer_list<double> values) { cover(values); }

  void cover(std::initializer_list<double> values);
  void cover(const Eigen::Vector2d& v) { cover({v.x(), v.y()}); }
  void cover(const Eigen::Vector3d& v) { cover({v.x(), v.y(), v.z()}); }

  Integer factor() const;
  /// The factor times what a double that it covers means.
  Integer operator()(double value) const;

 private:
  int tens_ = 0;
  int twos_ = 0;
};

/// An integer vector along (x, y, third_scale * z), what the entries mean.
IntegerVector integer_vector(const std::array<double, 3>& v, const Integer& third_scale = 1);

/// The doubles nearest to the difference of what two points' coordinates mean: equal to it in meaning where it has at
/// most 15 digits. `exact`, where given, is cleared if it is not.
Eigen::Vector2d written_difference(const Eigen::Vector2d& a, const Eigen::Vector2d& b, bool* exact = nullptr);

/// What a finite double means (Written).
inline Rational rational(double value) {
  const WrittenScale scale{value};
  return Rational(scale(value)) / Rational(scale.factor());
}

/// The double nearest to a rational; one that means just that, where there is one.
double rounded(const Rational& value);

/// The root of a rational that is a square of one; nothing else.
std::optional<Rational> exact_root(const Rational& value);

/// A finite double, or a rational, as "p/q" or, where q is 1, "p" in decimal digits.
std::string fraction_text(double value);
std::string fraction_text(const Rational& value);

/// The number of such a text: p with a minus sign or without, q not zero, not necessarily in lowest terms; nothing for
/// any other text.
std::optional<Rational> parse_fraction(std::string_view text);

/// Linear equations a x = b over the rationals, which come one by one, by Gauss elimination: each is reduced by those
/// before it and divided by its first entry that is not zero. Zeros are skipped. O(rank * unknowns) operations an
/// equation, on numbers that grow.
class Elimination {
 public:
  explicit Elimination(std::size_t unknowns) : row_of_(unknowns, -1) {}

  /// An equation (a, b): the coefficients of the unknowns, then the right side. False, and without it, where `a`
  /// depends on those before it, or when stopped (looked at row by row).
  bool add(std::vector<Rational> equation, const StopToken& stop = {});

  std::size_t rank() const { return rows_.size(); }

  /// The solution whose unknowns that the equations leave free have this value.
  std::vector<Rational> solution(const Rational& free = 0) const;

 private:
  struct Row {
    std::vector<Rational> entries;
    std::size_t pivot;  ///< entries[pivot] = 1, the first that is not zero
  };
  static void divide(Row& row);
  std::vector<Row> rows_;
  std::vector<int> row_of_;  ///< of each unknown the row whose pivot it is, or -1
};

using RationalRows = std::vector<std::vector<Rational>>;

/// The solution of the square A x = b; nothing when A is singular, or when stopped.
std::optional<std::vector<Rational>> solve_exactly(RationalRows A, std::vector<Rational> b, const StopToken& stop = {});

}  // namespace pawl::internal::inline exact
