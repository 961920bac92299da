// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>

#include "exact/numbers.h"

namespace pawl::internal {

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

}  // namespace pawl::internal
