// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "rational_matrix.h"

namespace pawl::internal {

/// A cone in R^d: the span of `rays` and `lines`, in exact rationals.
struct RationalSpan {
  std::vector<RationalVector> rays, lines;
};

/// Generators of the polar {x : ray . x <= 0, line . x = 0}, by cddlib's exact double description. Irredundant.
///
/// Thread-safe: cddlib is not, so calls take one process-wide lock. A failure of cddlib is a broken promise.
RationalSpan cdd_polar(const RationalSpan& span, Eigen::Index dimension);

}  // namespace pawl::internal
