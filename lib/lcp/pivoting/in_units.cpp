// SPDX-License-Identifier: MIT
#include "lcp/pivoting/in_units.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {

bool zero_in_units(const Lcp& lcp, const Eigen::VectorXd& z) {
  if (lcp.size() == 0) return true;
  const double slack = kLcpResidual * std::max(1., lcp.q.cwiseAbs().maxCoeff());
  for (Eigen::Index i = 0; i < lcp.size(); ++i) {
    if (z[i] == 0 || std::fabs(z[i]) > slack) continue;
    if (std::fabs(z[i]) * lcp.M.col(i).cwiseAbs().maxCoeff() <= slack) continue;
    if (z[i] < 0 || lcp.M.row(i).dot(z) + lcp.q[i] > slack) return false;
  }
  return true;
}

}  // namespace pawl::internal
