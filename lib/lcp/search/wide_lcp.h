// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "lcp/pivoting/quadruple.h"
#include "lcp/search/exact_lcp.h"

namespace pawl::internal {

/// An exact problem in quadruple precision, rows and columns scaled.
struct WideLcp {
  std::vector<Quadruple> M, q;  ///< M row-major

  bool empty() const { return q.empty(); }
  void assign(const ExactLcp& lcp, const std::vector<double>& scale);
};

}  // namespace pawl::internal
