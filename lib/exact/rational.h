// SPDX-License-Identifier: MIT
#pragma once

#include <boost/multiprecision/gmp.hpp>

#include "exact/written.h"

namespace pawl::internal {

/// Expression templates off: they only slow these short formulas down.
using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;

/// What a finite double means (exact/written.h).
inline Rational rational(double value) {
  const WrittenScale scale{value};
  return Rational(scale(value)) / Rational(scale.factor());
}

}  // namespace pawl::internal
