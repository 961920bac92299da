// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include "geometry/exact_arc.h"

namespace pawl::internal {

/// p -> M p + t in rationals, so that what is moved, turned by quarters or scaled by decimals is rounded once.
struct AffineMap {
  Rational a = 1, b = 0, c = 0, d = 1;  ///< M = [a c; b d], as SVG's matrix(a b c d e f) has them
  Rational e = 0, f = 0;

  /// First the other, then this.
  AffineMap operator*(const AffineMap& other) const;
  ExactPoint operator()(const ExactPoint& p) const { return {a * p.x + c * p.y + e, b * p.x + d * p.y + f}; }
  bool operator==(const AffineMap&) const = default;

  bool is_identity() const { return *this == AffineMap(); }
  Rational determinant() const { return a * d - b * c; }
  /// Circles stay circles.
  bool is_similarity() const { return (a == d && b == -c) || (a == -d && b == c); }
  /// How lengths grow under a similarity, rounded once.
  double scale() const;
  /// Many turns one in the other have ever more digits: beyond a bound all six numbers are rounded to doubles. A
  /// similarity stays one. Whether they were; throws InputError (empty pointer) where they are no finite numbers.
  bool shorten();
  Eigen::Matrix2d matrix() const;
  Eigen::Vector2d shift() const;
};

AffineMap shift_map(const Rational& x, const Rational& y);
AffineMap scale_map(const Rational& x, const Rational& y);
/// A turn by so many degrees: exact for multiples of 90, else with a cosine and a sine that are rounded (`rounded`,
/// where given, is set), but still a similarity.
AffineMap turn_map(double degrees, bool* rounded = nullptr);

/// Cosine and sine of an angle in degrees: exact for multiples of 90.
Eigen::Vector2d direction_of(double degrees);

/// A point rounded to doubles, without negative zeros.
Eigen::Vector2d rounded_point(const ExactPoint& p);

}  // namespace pawl::internal
