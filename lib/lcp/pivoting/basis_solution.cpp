// SPDX-License-Identifier: MIT
#include "lcp/pivoting/basis_solution.h"

#include <cmath>

#include "base/dense_factorizations.h"

namespace pawl::internal {

namespace {

using Indices = std::vector<Eigen::Index>;

/// -(M_aa z_a + q_a), rows scaled, in extended precision.
Eigen::VectorXd error_of(const Lcp& lcp, const Indices& active, const Eigen::MatrixXd& block,
                         const Eigen::VectorXd& scale, const Eigen::VectorXd& part) {
  Eigen::VectorXd error(part.size());
  for (Eigen::Index i = 0; i < part.size(); ++i) {
    long double sum = lcp.q[active[static_cast<std::size_t>(i)]];
    for (Eigen::Index j = 0; j < part.size(); ++j) sum += static_cast<long double>(block(i, j)) * part[j];
    error[i] = static_cast<double>(-sum) * scale[i];
  }
  return error;
}

template <class Factors>
Eigen::VectorXd refined(const Factors& factors, const Lcp& lcp, const Indices& active, const Eigen::MatrixXd& block,
                        const Eigen::VectorXd& scale, Eigen::VectorXd part) {
  if (!part.allFinite()) part.setZero();
  for (int round = 0; round < 4; ++round) {
    const Eigen::VectorXd change = factors.solve(error_of(lcp, active, block, scale, part));
    if (!change.allFinite()) break;
    part += change;
    if (change.norm() <= 1e-15 * part.norm()) break;
  }
  return part;
}

}  // namespace

Eigen::VectorXd basis_solution(const Lcp& lcp, const std::vector<char>& basis, const Eigen::VectorXd& guess,
                               const StopToken& stop) {
  std::vector<Eigen::Index> active;
  for (std::size_t i = 0; i < basis.size(); ++i) {
    if (basis[i]) active.push_back(static_cast<Eigen::Index>(i));
  }
  Eigen::VectorXd z = Eigen::VectorXd::Zero(lcp.size());
  if (active.empty()) return z;
  if (stop.stop_requested()) return guess;
  const Eigen::Index n = static_cast<Eigen::Index>(active.size());
  Eigen::VectorXd scale(n);
  const Eigen::MatrixXd block = lcp.M(active, active);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double largest = block.row(i).cwiseAbs().maxCoeff();
    scale[i] = largest > 0 ? 1 / largest : 1;
  }
  const Eigen::MatrixXd scaled = scale.asDiagonal() * block;
  Eigen::VectorXd part =
      refined(Eigen::PartialPivLU<Eigen::MatrixXd>(scaled), lcp, active, block, scale, guess(active));
  constexpr Eigen::Index kMostWithFullPivots = 512;
  if (n <= kMostWithFullPivots && !stop.stop_requested() &&
      (!part.allFinite() || error_of(lcp, active, block, scale, part).norm() > 1e-12 * (1 + part.norm()))) {
    part = refined(Eigen::FullPivLU<Eigen::MatrixXd>(scaled), lcp, active, block, scale, guess(active));
  }
  // What rounding leaves below zero is zero; more than that shows in the residual.
  const double tiny = 1e-13 * part.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < n; ++i)
    z[active[static_cast<std::size_t>(i)]] = std::fabs(part[i]) <= tiny ? std::max(0., part[i]) : part[i];
  return z;
}

}  // namespace pawl::internal
