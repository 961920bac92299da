// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "exact/written.h"

namespace pawl::internal {

/// What a finite double means (exact/written.h).
inline Rational rational(double value) {
  const WrittenScale scale{value};
  return Rational(scale(value)) / Rational(scale.factor());
}

/// The double nearest to a rational; one that means just that, where there is one.
double rounded(const Rational& value);

/// The root of a rational that is a square of one; nothing else.
std::optional<Rational> exact_root(const Rational& value);

}  // namespace pawl::internal
