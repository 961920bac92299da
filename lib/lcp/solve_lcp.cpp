// SPDX-License-Identifier: MIT
#include <pawl/lcp/contact_problem.h>
#include <pawl/lcp/solve_lcp.h>

#include <algorithm>

#include "lcp/branch_and_bound.h"
#include "lcp/exact_lcp.h"

namespace pawl {
namespace {

LcpAnswer empty_problem() {
  LcpAnswer answer;
  answer.status = LcpAnswer::Status::solved;
  answer.z = Eigen::VectorXd(0);
  answer.residual = 0;
  answer.method = "lemke";
  answer.solutions = {answer.z};
  return answer;
}

bool take(const LcpSolution& found, LcpAnswer& answer) {
  answer.pivots += found.pivots;
  if (found.status != LcpSolution::Status::solved) return false;
  answer.status = LcpAnswer::Status::solved;
  answer.method = "lemke";
  answer.z = found.z;
  answer.residual = found.residual;
  return true;
}

/// Short runs first: one of Lemke, then a look at the tree, which proves most problems without solution at once; then
/// Lemke with other covering vectors and in more precision; then the whole tree.
LcpAnswer solve(const Lcp& lcp, const std::function<ExactLcp()>& exact, const LcpLimits& limits) {
  if (lcp.size() == 0) return empty_problem();
  LcpAnswer answer;
  LemkeSolver solver;
  LemkeOptions once;
  once.restarts = 0;
  once.extended = false;
  if (take(solver.solve(lcp, once), answer)) return answer;
  answer.method = "branch and bound";
  LcpLimits look = limits;
  look.nodes = std::min<long>(limits.nodes, 200);
  BranchAndBound(lcp, exact, look, BranchAndBound::Goal::first).run(answer);
  if (answer.status != LcpAnswer::Status::undecided) return answer;
  if (take(solver.solve(lcp), answer)) return answer;
  answer.method = "branch and bound";
  BranchAndBound(lcp, exact, limits, BranchAndBound::Goal::first).run(answer);
  return answer;
}

LcpAnswer all(const Lcp& lcp, const std::function<ExactLcp()>& exact, const LcpLimits& limits) {
  if (lcp.size() == 0) return empty_problem();
  LcpAnswer answer;
  answer.method = "branch and bound";
  BranchAndBound(lcp, exact, limits, BranchAndBound::Goal::all).run(answer);
  if (answer.status == LcpAnswer::Status::undecided && take(lemke(lcp), answer)) answer.solutions = {answer.z};
  return answer;
}

}  // namespace

LcpAnswer solve_lcp(const Lcp& lcp, const LcpLimits& limits) {
  lcp.validate();
  return solve(
      lcp, [&] { return exact_lcp(lcp); }, limits);
}

LcpAnswer all_lcp_solutions(const Lcp& lcp, const LcpLimits& limits) {
  lcp.validate();
  return all(
      lcp, [&] { return exact_lcp(lcp); }, limits);
}

LcpAnswer all_contact_solutions(const PlanarContactProblem& problem, const LcpLimits& limits) {
  return all(
      problem.lcp(), [&] { return exact_lcp(problem); }, limits);
}

}  // namespace pawl
