// SPDX-License-Identifier: MIT
#include "lcp/lcp_scaling.h"

#include <algorithm>
#include <cmath>

namespace pawl {

void ScaledLcp::assign(const Lcp& lcp) {
  const auto n = static_cast<std::size_t>(lcp.size());
  scale.assign(n, 1);
  const auto entry = [&](std::size_t i, std::size_t j) {
    return lcp.M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  };
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < n; ++i) {
      double largest = 0;
      for (std::size_t j = 0; j < n; ++j) {
        largest = std::max(largest, std::max(std::fabs(entry(i, j)), std::fabs(entry(j, i))) * scale[i] * scale[j]);
      }
      if (largest > 0) scale[i] /= std::sqrt(largest);
    }
  }
  M.resize(n * n);
  q.resize(n);
  for (double& factor : scale) factor = std::exp2(std::round(std::log2(factor)));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) M[i * n + j] = scale[i] * entry(i, j) * scale[j];
    q[i] = scale[i] * lcp.q[static_cast<Eigen::Index>(i)];
  }
}

}  // namespace pawl
