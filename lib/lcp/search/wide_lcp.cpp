// SPDX-License-Identifier: MIT
#include "lcp/search/wide_lcp.h"

namespace pawl::internal {
namespace {

Quadruple wide(const Rational& x, double scale) {
  const double high = x.convert_to<double>();
  const double low = Rational(x - Rational(high)).convert_to<double>();
  return (Quadruple(high) + Quadruple(low)) * Quadruple(scale);
}

}  // namespace

void WideLcp::assign(const ExactLcp& lcp, const std::vector<double>& scale) {
  M.clear();
  q.clear();
  for (int i = 0; i < lcp.n; ++i) {
    const double row = scale[static_cast<std::size_t>(i)];
    for (int j = 0; j < lcp.n; ++j) M.push_back(wide(lcp.at(i, j), row * scale[static_cast<std::size_t>(j)]));
    q.push_back(wide(lcp.q[static_cast<std::size_t>(i)], row));
  }
}

}  // namespace pawl::internal
