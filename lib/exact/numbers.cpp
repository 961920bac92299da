// SPDX-License-Identifier: MIT
#include "exact/numbers.h"

#include <pawl/base/assert.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "base/charconv.h"

namespace pawl::internal::inline exact {
namespace {

constexpr int kMantissaBits = 53;
static_assert(std::numeric_limits<long double>::digits >= 53);

/// Returns head * 2^exponent. (std::ldexp would be several times slower.)
long double scaled(std::uint64_t head, int exponent) {
  constexpr int kOrdinary = 900, kBias = 1023;
  if (exponent < -kOrdinary || exponent > kOrdinary) return std::ldexp(static_cast<long double>(head), exponent);
  const auto bits_of_power = static_cast<std::uint64_t>(kBias + exponent) << 52U;
  double power = 0;
  std::memcpy(&power, &bits_of_power, sizeof power);  // Emscripten's library lacks std::bit_cast
  return static_cast<long double>(head) * power;
}

/// Returns value * 2^-shift, computed from the leading 64 bits of `value`. The other bits are ignored.
long double leading(const Integer& value, int shift) {
  const LeadingBits top = leading_bits(value);
  return value.sign() * scaled(top.head, top.exponent - shift);
}

__extension__ using Wide = __int128;

/// An integer vector with 64-bit entries. `fits` is true if the magnitudes of all entries are below 2^62; otherwise `v`
/// is not valid.
struct SmallVector {
  std::array<std::int64_t, 3> v{};
  bool fits;
  explicit SmallVector(const IntegerVector& of)
      : fits(is_small(of[0], v[0]) && is_small(of[1], v[1]) && is_small(of[2], v[2])) {}
};

/// Returns a b - c d.
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

int sign_of_dot(const IntegerVector& a, const IntegerVector& b) {
  const SmallVector x(a);
  if (!x.fits) return dot(a, b).sign();
  const SmallVector y(b);
  if (!y.fits) return dot(a, b).sign();
  const Wide sum = static_cast<Wide>(x.v[0]) * y.v[0] + static_cast<Wide>(x.v[1]) * y.v[1] +
                   static_cast<Wide>(x.v[2]) * y.v[2];  // does not overflow, because each product is below 2^124
  return sum > 0 ? 1 : sum < 0 ? -1 : 0;
}

bool is_zero(const IntegerVector& v) { return v[0].is_zero() && v[1].is_zero() && v[2].is_zero(); }

IntegerVector negated(const IntegerVector& v) { return {-v[0], -v[1], -v[2]}; }

IntegerVector combined(const Integer& alpha, const IntegerVector& a, const Integer& beta, const IntegerVector& b) {
  return {alpha * a[0] + beta * b[0], alpha * a[1] + beta * b[1], alpha * a[2] + beta * b[2]};
}

IntegerVector primitive(IntegerVector v) {
  const SmallVector small(v);
  if (small.fits && std::gcd(std::gcd(small.v[0], small.v[1]), small.v[2]) == 1) return v;
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
  const std::array<LeadingBits, 3> top{leading_bits(v[0]), leading_bits(v[1]), leading_bits(v[2])};
  int largest = std::numeric_limits<int>::min();
  for (const LeadingBits& entry : top) {
    if (entry.head != 0) largest = std::max(largest, entry.exponent + 64);
  }
  if (largest == std::numeric_limits<int>::min()) return {0, 0, 0};
  std::array<long double, 3> entries{};
  long double squares = 0;
  for (int i = 0; i < 3; ++i) {
    if (top[i].head != 0) entries[i] = v[i].sign() * scaled(top[i].head, top[i].exponent - largest);
    squares += entries[i] * entries[i];
  }
  const long double length = std::sqrt(squares);
  std::array<double, 3> result{};
  for (int i = 0; i < 3; ++i) {
    result[i] = static_cast<double>(entries[i] / length);
    if (result[i] == 0) result[i] = 0;  // replaces -0 by 0
  }
  return result;
}

namespace {

/// Range of absolute values in which doubles have their full precision: a decimal differs from its nearest double by at
/// most half a unit in the last of 53 binary places.
constexpr double kSmallestDecimal = 0x1p-900;
constexpr double kLargestDecimal = 0x1p+900;

/// The shortest decimal of a value > 0, as digits * 10^tens, where `digits` is an integer without trailing zeros.
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

/// Returns the double that stands for exactly the quotient top / bottom, bottom > 0 (exact/numbers.h). If no double
/// does, returns quotient(top, bottom) and sets `means_it` to false; otherwise leaves `means_it` as it is.
double nearest(const Integer& top, const Integer& bottom, bool& means_it) {
  double value = quotient(top, bottom);
  const auto means = [&](double candidate) {
    const WrittenScale scale{candidate};
    return scale(candidate) * bottom == top * scale.factor();
  };
  // The candidates include the neighbours of `value`, because quotient() may be wrong by a unit in the last place.
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

/// Returns the nearest double. GMP's own conversion truncates instead.
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
    // Leading zeros are removed, because GMP would read such a number as octal.
    part.remove_prefix(std::min(part.find_first_not_of('0'), part.size() - 1));
    return Integer(std::string(part));
  };
  const Integer denominator = integer(below);
  if (denominator.is_zero()) return std::nullopt;
  const Rational value(integer(above), denominator);
  return negative ? Rational(-value) : value;
}

void Elimination::divide(Row& row) {
  const Rational pivot = row.entries[row.pivot];
  for (std::size_t k = row.pivot; k < row.entries.size(); ++k) {
    if (!row.entries[k].is_zero()) row.entries[k] /= pivot;
  }
}

bool Elimination::add(std::vector<Rational> equation, const StopToken& stop) {
  // In each row, all entries before the pivot are zero. An entry that was eliminated therefore stays zero while k
  // increases.
  const std::size_t unknowns = row_of_.size();
  for (std::size_t k = 0; k < unknowns; ++k) {
    if (row_of_[k] < 0 || equation[k].is_zero()) continue;
    if (stop.stop_requested()) return false;
    const Rational factor = equation[k];
    const Row& row = rows_[row_of_[k]];
    for (std::size_t j = k; j < equation.size(); ++j) {
      if (!row.entries[j].is_zero()) equation[j] -= factor * row.entries[j];
    }
  }
  std::size_t pivot = 0;
  while (pivot < unknowns && equation[pivot].is_zero()) ++pivot;
  if (pivot == unknowns) return false;
  row_of_[pivot] = static_cast<int>(rows_.size());
  rows_.push_back({std::move(equation), pivot});
  divide(rows_.back());
  return true;
}

std::vector<Rational> Elimination::solution(const Rational& free) const {
  std::vector<Rational> x(row_of_.size(), free);
  // Each row was reduced only by earlier rows. The unknowns are therefore computed from the last row to the first.
  for (std::size_t r = rows_.size(); r-- > 0;) {
    const Row& row = rows_[r];
    Rational value = row.entries.back();
    for (std::size_t k = row.pivot + 1; k < x.size(); ++k) {
      if (!row.entries[k].is_zero() && !x[k].is_zero()) value -= row.entries[k] * x[k];
    }
    x[row.pivot] = std::move(value);
  }
  return x;
}

std::optional<std::vector<Rational>> solve_exactly(RationalRows A, std::vector<Rational> b, const StopToken& stop) {
  Elimination elimination(b.size());
  for (std::size_t i = 0; i < A.size(); ++i) {
    A[i].push_back(std::move(b[i]));
    if (!elimination.add(std::move(A[i]), stop)) return std::nullopt;
  }
  return elimination.solution();
}

}  // namespace pawl::internal::inline exact
