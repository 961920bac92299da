// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>

namespace pawl::internal {

/// M and q with rows and columns times powers of two that bring the largest entries near 1: z = scale * z',
/// w = w' / scale. Exact: only exponents change.
struct ScaledLcp {
  std::vector<double> M;  ///< row-major
  std::vector<double> q, scale;

  void assign(const Lcp& lcp);  ///< keeps its memory

 private:
  void find_largest(const Lcp& lcp);
  std::vector<double> largest_;
};

}  // namespace pawl::internal
