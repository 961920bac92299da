// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "base/dense_algebra.h"

namespace pawl::oracle {

/// Returns the solutions of w = M z + q for all complementary bases that are not singular. There are 2^n bases, so n
/// should be at most 16. A value counts as nonnegative if it is at least -1e-9 times (1 + the largest entry). The
/// result may contain a solution several times. Sets of solutions that belong only to singular bases are missing.
inline std::vector<Eigen::VectorXd> lcp_solutions(const Eigen::MatrixXd& M, const Eigen::VectorXd& q) {
  const Eigen::Index n = q.size();
  std::vector<Eigen::VectorXd> found;
  for (unsigned basis = 0; basis < 1u << n; ++basis) {
    Eigen::MatrixXd columns = Eigen::MatrixXd::Identity(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      if (basis >> i & 1) columns.col(i) = -M.col(i);
    }
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(columns);
    if (!lu.isInvertible()) continue;
    const Eigen::VectorXd values = lu.solve(q);
    if (values.minCoeff() < -1e-9 * (1 + values.cwiseAbs().maxCoeff())) continue;
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      if (basis >> i & 1) z[i] = values[i];
    }
    found.push_back(z);
  }
  return found;
}

}  // namespace pawl::oracle
