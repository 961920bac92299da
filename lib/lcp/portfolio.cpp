// SPDX-License-Identifier: MIT
#include "lcp/portfolio.h"

#include <algorithm>

#include "lcp/pivoting/basis_solution.h"
#include "lcp/search/lcp_branching.h"

namespace pawl::internal {

long Portfolio::pivots_left() const {
  return limits_.stop.stop_requested() ? 0 : std::max(0L, limits_.pivots - answer_.pivots);
}

bool Portfolio::solved(LcpMethod method, const Eigen::VectorXd& z, double residual) {
  if (further_ && !further_(z)) return false;
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
  return found.status == LcpSolution::Status::solved && accept(LcpMethod::lemke, found.z, found.residual);
}

bool Portfolio::try_basis(const Lcp& lcp, const std::vector<char>& basis, const Eigen::VectorXd& guess,
                          const Accept& accept) const {
  const auto good = [&](const Eigen::VectorXd& z) {
    const double residual = lcp_residual(lcp, z);
    return residual <= kLcpResidual && accept(LcpMethod::branch_and_bound, z, residual);
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

void Portfolio::in_turns(const Lcp& lcp, bool rounded, const std::function<ExactLcp()>& exact, const Accept& accept) {
  LemkeSolver solver;
  LcpBranching branching(lcp, rounded, exact, [&](const Eigen::VectorXd& z, const std::vector<char>& basis) {
    return try_basis(lcp, basis, z, accept);
  });
  BranchAndBound search_tree(branching);
  const auto holds = [&](const Refutation& refutation) {
    return proves_no_solution(exact(), refutation, limits_.stop);
  };
  in_turns([&](const LemkeOptions& options) { return lemke(solver, lcp, options, accept); },
           [&](long nodes, long pivots) { return search(search_tree, nodes, pivots, holds); });
}

void Portfolio::in_turns(const Path& path, const Tree& tree) {
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
