// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

namespace pawl::internal {

/// A step of an interior-point method [Mehrotra 1992]: the predictor's to products of 0, which says how far they can
/// fall at once, and the corrector's to that; where this is short, one that only makes the products equal. Returns its
/// length, at most 1; 0 where there is none.
///
/// `Method` has product(part), the mean of all products after a part of the change; factor(); find_step(target,
/// second), Newton's step to where all are `target`, `second`: with the products of the predictor's changes, which
/// keep_predictor() keeps; longest(), how far factors may go until the first is 0; and go(part).
template <class Method>
double mehrotra_step(Method& method) {
  constexpr double kPoor = .1;      // a corrector's step that is worse than none
  constexpr double kToBound = .99;  // of the way to the first factor that falls to 0
  const double now = method.product(0);
  if (!method.factor()) return 0;
  method.find_step(0, false);
  const double ahead = std::min(1., method.product(std::min(1., method.longest())) / now);
  method.keep_predictor();
  method.find_step(now * ahead * ahead * ahead, true);
  double step = std::min(1., kToBound * method.longest());
  if (step < kPoor) {
    method.find_step(now, false);
    step = std::min(1., kToBound * method.longest());
  }
  method.go(step);
  return step;
}

}  // namespace pawl::internal
