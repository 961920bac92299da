// SPDX-License-Identifier: MIT
#include "lcp/portfolio.h"

#include <algorithm>

#include "lcp/pivoting/basis_solution.h"

namespace pawl::internal {

long Portfolio::pivots_left() const {
  return limits_.stop.stop_requested() ? 0 : std::max(0L, limits_.pivots - answer_.pivots);
}

bool Portfolio::solved(LcpMethod method, const Eigen::VectorXd& z, double residual) {
  answer_.status = LcpAnswer::Status::solved;
  answer_.method = method;
  answer_.z = z;
  answer_.residual = residual;
  return true;
}

bool Portfolio::lemke(LemkeSolver& solver, const Lcp& lcp, const LemkeOptions& options, const Accept& accept) {
  answer_.method = LcpMethod::lemke;
  const LcpSolution& found = solver.solve(lcp, options);
  spend(found.pivots);
  return found.status == LcpSolution::Status::solved && accept(found.z, found.residual);
}

bool Portfolio::try_basis(const Lcp& lcp, const std::vector<char>& basis, const Eigen::VectorXd& guess,
                          const Accept& accept) const {
  const auto good = [&](const Eigen::VectorXd& z) {
    const double residual = lcp_residual(lcp, z);
    return residual <= kLcpResidual && accept(z, residual);
  };
  return good(basis_solution(lcp, basis, guess, limits_.stop)) || good(guess);
}

bool Portfolio::search(BranchAndBound& tree, long nodes, long pivots, const Check& holds) {
  answer_.method = LcpMethod::branch_and_bound;
  BranchAndBound::Options options;
  options.nodes = nodes;
  options.pivots = pivots;
  options.stop = limits_.stop;
  const long before = tree.pivots();
  const LcpAnswer::Status status = tree.run(options);
  spend(tree.pivots() - before);
  if (status != LcpAnswer::Status::none) return status == LcpAnswer::Status::solved;
  const Refutation refutation = tree.refutation();
  if (!holds(refutation)) return false;
  answer_.refutation = printed(refutation);
  answer_.status = LcpAnswer::Status::none;
  return true;
}

void Portfolio::in_turns(const std::function<bool(const LemkeOptions&)>& path,
                         const std::function<bool(long nodes, long pivots)>& tree) {
  constexpr long kFirstNodes = 200, kFirstTurn = 5000;
  LemkeOptions options;
  options.restarts = 0;
  options.extended = false;
  options.stop = limits_.stop;
  if (path(options) || tree(std::min(limits_.nodes, kFirstNodes), pivots_left())) return;
  options.restarts = 5;
  options.extended = true;
  for (long turn = kFirstTurn; !over(); turn *= 2) {
    if (path(options)) return;
    const long before = answer_.pivots;
    const long most = std::min(turn, pivots_left());
    if (tree(limits_.nodes, most) || answer_.pivots - before < most) return;  // the whole tree, or all nodes allowed
    options.extended = false;
    ++options.seed;
  }
}

}  // namespace pawl::internal
