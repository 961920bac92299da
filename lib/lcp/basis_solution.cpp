// SPDX-License-Identifier: MIT
#include "lcp/basis_solution.h"

#include <Eigen/Dense>
#include <cmath>

namespace pawl {

Eigen::VectorXd basis_solution(const Lcp& lcp, const std::vector<char>& basis, const Eigen::VectorXd& guess) {
  std::vector<Eigen::Index> active;
  for (std::size_t i = 0; i < basis.size(); ++i) {
    if (basis[i]) active.push_back(static_cast<Eigen::Index>(i));
  }
  Eigen::VectorXd z = Eigen::VectorXd::Zero(lcp.size());
  if (active.empty()) return z;
  const Eigen::Index n = static_cast<Eigen::Index>(active.size());
  Eigen::VectorXd scale(n);
  const Eigen::MatrixXd block = lcp.M(active, active);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double largest = block.row(i).cwiseAbs().maxCoeff();
    scale[i] = largest > 0 ? 1 / largest : 1;
  }
  const Eigen::FullPivLU<Eigen::MatrixXd> factors(scale.asDiagonal() * block);
  Eigen::VectorXd part = guess(active);
  if (!part.allFinite()) part.setZero();
  for (int round = 0; round < 6; ++round) {
    Eigen::VectorXd error(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      long double sum = lcp.q[active[static_cast<std::size_t>(i)]];
      for (Eigen::Index j = 0; j < n; ++j) sum += static_cast<long double>(block(i, j)) * part[j];
      error[i] = static_cast<double>(-sum) * scale[i];
    }
    const Eigen::VectorXd change = factors.solve(error);
    if (!change.allFinite()) break;
    part += change;
    if (change.norm() <= 1e-16 * part.norm()) break;
  }
  // What rounding leaves below zero is zero; more than that shows in the residual.
  const double tiny = 1e-13 * part.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < n; ++i) z[active[static_cast<std::size_t>(i)]] = std::fabs(part[i]) <= tiny ? std::max(0., part[i]) : part[i];
  return z;
}

}  // namespace pawl
