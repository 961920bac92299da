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

// Exact numbers, implemented with GMP or, with PAWL_WITH_GMP=OFF, with Boost.Multiprecision alone. No other file
// depends on this choice. Expression templates are disabled, because they slow down short formulas.
#if PAWL_WITH_GMP
#include <boost/multiprecision/gmp.hpp>
#else
#include <Eigen/Core>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <type_traits>

// Eigen's expressions have a const_iterator. Boost before 1.76 therefore treats them as containers of bytes.
namespace boost::multiprecision::detail {
template <class T>
requires std::is_base_of_v<Eigen::EigenBase<T>, T>
struct is_byte_container<T> : boost::false_type {
};
}  // namespace boost::multiprecision::detail
#endif

namespace pawl::internal::inline exact {

/// The leading bits of a value: |value| is between head * 2^exponent and (head + 1) * 2^exponent, and the highest bit
/// of `head` is set.
struct LeadingBits {
  std::uint64_t head = 0;  ///< leading 64 bits; 0 if the value is 0
  int exponent = 0;
};

#if PAWL_WITH_GMP

using Integer = boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
/// A floating-point number with `digits` decimal digits.
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

/// Divides a by b. b must divide a without remainder.
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

/// Returns whether |value| is below 2^62. If it is, sets `small` to the value.
inline bool is_small(const Integer& value, std::int64_t& small) {
  const auto* z = value.backend().data();
  const std::uint64_t size = mpz_getlimbn(z, 0);  // a GMP number without limbs is 0
  if (mpz_size(z) > 1 || size >> 62U != 0) return false;
  small = mpz_sgn(z) < 0 ? -static_cast<std::int64_t>(size) : static_cast<std::int64_t>(size);
  return true;
}

#else

using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>, boost::multiprecision::et_off>;
using Rational =
    boost::multiprecision::number<boost::multiprecision::cpp_rational_backend, boost::multiprecision::et_off>;
/// A floating-point number with `digits` decimal digits.
template <unsigned digits>
using WideFloat =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<digits>, boost::multiprecision::et_off>;

inline int bits(const Integer& value) { return value.is_zero() ? 0 : static_cast<int>(msb(abs(value))) + 1; }

inline void add_product(Integer& sum, const Integer& a, const Integer& b) { sum += a * b; }

inline void subtract_product(Integer& sum, const Integer& a, const Integer& b) { sum -= a * b; }

inline Integer common_divisor(const Integer& a, const Integer& b) { return gcd(a, b); }

/// Divides a by b. b must divide a without remainder.
inline void divide_exactly(Integer& a, const Integer& b) { a /= b; }

inline Integer power_of_ten(int exponent) { return pow(Integer(10), static_cast<unsigned>(exponent)); }

inline LeadingBits leading_bits(const Integer& value) {
  const int size = bits(value);
  if (size == 0) return {};
  const Integer positive = abs(value);
  return {static_cast<std::uint64_t>(size > 64 ? positive >> (size - 64) : positive << (64 - size)), size - 64};
}

/// Returns whether |value| is below 2^62. If it is, sets `small` to the value.
inline bool is_small(const Integer& value, std::int64_t& small) {
  if (bits(value) > 62) return false;
  small = static_cast<std::int64_t>(value);
  return true;
}

#endif

// Vectors of integers of any size, for decisions that doubles are not accurate enough for. The length of a direction
// has no meaning. Common factors can therefore be divided out, and no denominators are needed.

/// An exact direction in R^3: an integer vector; positive multiples of the vector are the same direction.
using IntegerVector = std::array<Integer, 3>;

/// A double as mantissa * 2^exponent, with an integer mantissa of at most 53 bits. For 0, the exponent is 0. `value`
/// must be finite.
struct BinaryDouble {
  long long mantissa;
  int exponent;
  explicit BinaryDouble(double value);
};

IntegerVector cross(const IntegerVector& a, const IntegerVector& b);
Integer dot(const IntegerVector& a, const IntegerVector& b);
int sign_of_dot(const IntegerVector& a,
                const IntegerVector& b);  ///< Returns the sign of the product a . b. Allocates no memory if all entries
                                          ///< are below 2^62 in magnitude.
bool is_zero(const IntegerVector& v);
IntegerVector negated(const IntegerVector& v);
IntegerVector combined(const Integer& alpha, const IntegerVector& a, const Integer& beta, const IntegerVector& b);

/// Returns the vector divided by the greatest common divisor of its entries.
IntegerVector primitive(IntegerVector v);

/// Returns a / b as a double, accurate to a few units in the last place; b must not be 0.
double quotient(const Integer& a, const Integer& b);

/// Returns the unit vector along v in doubles, with each entry accurate to a few units in the last place. Never
/// overflows. Returns the zero vector if v is zero.
std::array<double, 3> unit_double(const IntegerVector& v);

/// The exact number that a double stands for. In a file, 0.3 stands for 3/10, which no double represents exactly. Let
/// the shortest decimal of a double be the shortest one that reads back as the same double. If the shortest decimal has
/// at most 15 digits, and the double is 0 or its magnitude is between 2^-900 and 2^900, the double stands for that
/// decimal. Any other double is taken as the result of a computation, and stands for its exact binary value. In both
/// cases the number differs from the double by at most half a unit in the last place, and equal doubles stand for equal
/// numbers. The value is digits * 10^tens * 2^twos. At least one of `tens` and `twos` is 0.
struct Written {
  long long digits = 0;
  int tens = 0;
  int twos = 0;

  explicit Written(double value);  ///< Finds the number that a finite double stands for.
};

/// Largest number of digits of a decimal that a double can stand for. Different decimals of up to 15 digits have
/// different nearest doubles.
inline constexpr int kWrittenDigits = 15;

/// Returns whether a double stands for its exact binary value (Written) and is not an integer. Such a double is taken
/// as the result of a computation.
bool is_computed(double value);

/// Returns a bound on the error of each coordinate of a point, m. The bound is 0 if is_computed() is false for both
/// coordinates. Otherwise, it is a few units in the last place of the larger coordinate: the error of a rotation and a
/// translation.
double written_error(const Eigen::Vector2d& point);

/// A common factor 10^tens * 2^twos, with tens, twos >= 0, that makes the exact values of some doubles integers.
class WrittenScale {
 public:
  WrittenScale() = default;
  WrittenScale(std::initializer_list<double> values) { cover(values); }

  void cover(std::initializer_list<double> values);
  void cover(const Eigen::Vector2d& v) { cover({v.x(), v.y()}); }
  void cover(const Eigen::Vector3d& v) { cover({v.x(), v.y(), v.z()}); }

  Integer factor() const;
  /// Returns the factor times the exact value of a double, which must have been given to the constructor or to cover().
  Integer operator()(double value) const;

 private:
  int tens_ = 0;
  int twos_ = 0;
};

/// Returns an integer vector along (x, y, third_scale * z), where x, y and z are the exact numbers that the entries of
/// v stand for.
IntegerVector integer_vector(const std::array<double, 3>& v, const Integer& third_scale = 1);

/// Returns the difference of two points, computed from the exact values of their coordinates. An entry of the
/// difference that some double stands for, such as one with at most 15 digits, is returned as that double. Any other
/// entry is rounded, and if `exact` is not null, *exact is set to false; otherwise *exact is left as it is.
Eigen::Vector2d written_difference(const Eigen::Vector2d& a, const Eigen::Vector2d& b, bool* exact = nullptr);

/// Returns the exact number that a finite double stands for (Written).
inline Rational rational(double value) {
  const WrittenScale scale{value};
  return Rational(scale(value)) / Rational(scale.factor());
}

/// Returns the double that stands for exactly the given rational. If no double does, returns the nearest double.
double rounded(const Rational& value);

/// Returns the square root of a value, if the root is rational; otherwise returns nothing.
std::optional<Rational> exact_root(const Rational& value);

/// Each fraction_text() returns the exact value of a rational, or the binary value of a finite double, as text: "p/q"
/// in decimal digits, or "p" if q is 1.
std::string fraction_text(double value);
std::string fraction_text(const Rational& value);

/// Returns the number that a text "p/q" or "p" represents, or nothing for any other text. p may have a minus sign, and
/// q must not be zero. The fraction need not be in lowest terms.
std::optional<Rational> parse_fraction(std::string_view text);

/// Gaussian elimination over the rationals, for linear equations a x = b that are added one by one. Each equation is
/// reduced by the earlier equations and divided by its first nonzero entry. Zeros are skipped. O(rank * unknowns)
/// operations per equation, on numbers whose length grows.
class Elimination {
 public:
  explicit Elimination(std::size_t unknowns) : row_of_(unknowns, -1) {}

  /// Adds an equation (a, b): the coefficients a of the unknowns, then the right-hand side b. Returns false and adds
  /// nothing if `a` is linearly dependent on the earlier equations, or if `stop` ends the work. The stop token is
  /// polled for each row.
  bool add(std::vector<Rational> equation, const StopToken& stop = {});

  std::size_t rank() const { return rows_.size(); }

  /// Returns the solution in which every undetermined unknown has the value `free`.
  std::vector<Rational> solution(const Rational& free = 0) const;

 private:
  struct Row {
    std::vector<Rational> entries;
    std::size_t pivot;  ///< index of the first nonzero entry; the entry itself is 1
  };
  static void divide(Row& row);
  std::vector<Row> rows_;
  std::vector<int> row_of_;  ///< for each unknown, the row whose pivot is in its column, or -1
};

using RationalRows = std::vector<std::vector<Rational>>;

/// Returns the solution of the square system A x = b. Returns nothing if A is singular, or if `stop` ends the work.
std::optional<std::vector<Rational>> solve_exactly(RationalRows A, std::vector<Rational> b, const StopToken& stop = {});

}  // namespace pawl::internal::inline exact
