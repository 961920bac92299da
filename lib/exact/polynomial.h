// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "exact/numbers.h"

namespace pawl::internal::inline exact {

/// A polynomial in one variable with rational coefficients.
class Polynomial {
 public:
  Polynomial() = default;                  ///< constructs the polynomial 0
  Polynomial(const Rational& constant);    // NOLINT(google-explicit-constructor): a number is a polynomial
  Polynomial(int constant) : Polynomial(Rational(constant)) {}  // NOLINT(google-explicit-constructor)
  /// Constructs the polynomial with these coefficients, of which the first is the constant term.
  explicit Polynomial(std::vector<Rational> coefficients);

  int degree() const { return static_cast<int>(coefficients_.size()) - 1; }  ///< Returns the degree; -1 for the
                                                                             ///< polynomial 0.
  bool is_zero() const { return coefficients_.empty(); }
  const Rational& leading() const { return coefficients_.back(); }  ///< Returns the leading coefficient. Must not be
                                                                    ///< called for the polynomial 0.
  Rational at(const Rational& x) const;
  int sign_at(const Rational& x) const;
  Polynomial derivative() const;

  Polynomial operator-() const;
  Polynomial operator+(const Polynomial& other) const;
  Polynomial operator-(const Polynomial& other) const { return *this + (-other); }
  Polynomial operator*(const Polynomial& other) const;

  /// The quotient and the remainder of a division by a polynomial other than 0.
  struct Division;
  Division divided_by(const Polynomial& divisor) const;
  Polynomial monic() const;  ///< Returns the polynomial divided by its leading coefficient; for the polynomial 0,
                             ///< returns 0.

 private:
  void trim();
  std::vector<Rational> coefficients_;  ///< coefficients, the constant term first; the last coefficient is not 0
};

struct Polynomial::Division {
  Polynomial quotient, remainder;
};

/// A real root of a polynomial. If low == high, this rational number is the root. If not, exactly one root lies
/// strictly between low and high. Neither end is a root, unless it is a bound of the search that is itself a root.
struct RealRoot {
  Rational low, high;
  [[nodiscard]] bool is_rational() const { return low == high; }
};

/// Returns the roots strictly between `low` and `high`, each once and in ascending order. The polynomial must not be 0.
/// Roots that are not rational numbers are returned as intervals, which are at most `width` long and do not overlap.
///
/// Rational roots of polynomials of degree 1 and 2 are returned exactly; a rational root of a polynomial of higher
/// degree may be returned as an interval. All other roots are found from the square-free part of the polynomial:
/// Sturm's theorem counts its roots in an interval, and bisection separates them. O(d^3) operations for degree d, on
/// numbers whose length grows, plus the bisections.
std::vector<RealRoot> roots_between(const Polynomial& polynomial, const Rational& low, const Rational& high,
                                    const Rational& width);

}  // namespace pawl::internal::inline exact
