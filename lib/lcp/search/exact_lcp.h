// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>

#include <vector>

#include "exact/rational.h"

namespace pawl::internal {

/// A linear complementarity problem in exact numbers.
struct ExactLcp {
  int n = 0;
  std::vector<Rational> M;  ///< row-major
  std::vector<Rational> q;

  const Rational& at(int i, int j) const {
    return M[static_cast<std::size_t>(i) * static_cast<std::size_t>(n) + static_cast<std::size_t>(j)];
  }
};

/// Each double as the number that it is.
ExactLcp exact_lcp(const Lcp& lcp);

}  // namespace pawl::internal
