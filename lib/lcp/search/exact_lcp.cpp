// SPDX-License-Identifier: MIT
#include "lcp/search/exact_lcp.h"

namespace pawl::internal {

ExactLcp exact_lcp(const Lcp& lcp) {
  ExactLcp exact;
  exact.n = static_cast<int>(lcp.size());
  for (int i = 0; i < exact.n; ++i) {
    for (int j = 0; j < exact.n; ++j) exact.M.emplace_back(lcp.M(i, j));
    exact.q.emplace_back(lcp.q[i]);
  }
  return exact;
}

}  // namespace pawl::internal
