// SPDX-License-Identifier: MIT
#include <pawl/friction/contact_problem.h>
#include <pawl/lcp/solve_lcp.h>

#include <algorithm>

#include "lcp/pivoting/basis_solution.h"
#include "lcp/pivoting/in_units.h"
#include "lcp/search/branch_and_bound.h"
#include "lcp/search/exact_lcp.h"
#include "lcp/search/lcp_tree.h"
#include "lcp/solve_in_turns.h"

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

/// One problem on its way through the methods.
class Attempt {
 public:
  Attempt(const Lcp& lcp, const LcpLimits& limits)
      : lcp_(lcp), limits_(limits), tree_(lcp, false, [&lcp] { return exact_lcp(lcp); }) {}

  LcpAnswer run() {
    solve_in_turns(
        limits_, [this](const LemkeOptions& options) { return lemke(options); },
        [this](long nodes, long pivots) { return tree(nodes, pivots); }, [this] { return long{answer_.pivots}; });
    return std::move(answer_);
  }

 private:
  bool lemke(const LemkeOptions& options) {
    const LcpSolution& found = solver_.solve(lcp_, options);
    answer_.pivots += found.pivots;
    return found.status == LcpSolution::Status::solved && take("lemke", found.z);
  }

  bool take(const char* method, const Eigen::VectorXd& z) {
    const double residual = lcp_residual(lcp_, z);
    if (!(residual <= kLcpResidual) || !zero_in_units(lcp_, z)) return false;
    answer_.status = LcpAnswer::Status::solved;
    answer_.method = method;
    answer_.z = z;
    answer_.residual = residual;
    return true;
  }

  bool tree(long nodes, long pivots) {
    const char* name = "branch and bound";
    LcpTree::Options options;
    options.nodes = nodes;
    options.pivots = pivots;
    options.stop = limits_.stop;
    const long before = tree_.pivots();
    const LcpTree::End end = tree_.run(options, [&](const Eigen::VectorXd& z, const std::vector<char>& basis) {
      return take(name, basis_solution(lcp_, basis, z, limits_.stop)) || take(name, z);
    });
    answer_.method = name;
    answer_.pivots += static_cast<int>(tree_.pivots() - before);
    if (end != LcpTree::End::none) return end == LcpTree::End::solved;
    LcpRefutation refutation = tree_.refutation();
    if (!proves_no_solution(lcp_, refutation, limits_.stop)) return false;
    answer_.refutation = std::move(refutation);
    answer_.status = LcpAnswer::Status::none;
    return true;
  }

  const Lcp& lcp_;
  const LcpLimits& limits_;
  LemkeSolver solver_;
  LcpTree tree_;
  LcpAnswer answer_;
};

/// To a list that was cut short and is empty.
void add_one(const Lcp& lcp, const LcpLimits& limits, LcpAnswer& answer) {
  LemkeOptions options;
  options.stop = limits.stop;
  const LcpSolution found = lemke(lcp, options);
  answer.pivots += found.pivots;
  if (found.status != LcpSolution::Status::solved) return;
  answer.status = LcpAnswer::Status::solved;
  answer.method = "lemke";
  answer.z = found.z;
  answer.residual = found.residual;
  answer.solutions = {found.z};
}

LcpAnswer all(const Lcp& lcp, const std::function<ExactLcp()>& exact, const LcpLimits& limits) {
  if (lcp.size() == 0) return empty_problem();
  LcpAnswer answer;
  answer.method = "branch and bound";
  BranchAndBound(lcp, exact, limits).run(answer);
  if (answer.status == LcpAnswer::Status::none && !proves_no_solution(exact(), answer.refutation, limits.stop)) {
    answer.status = LcpAnswer::Status::undecided;
    answer.refutation = {};
    answer.complete = false;
  }
  if (answer.status == LcpAnswer::Status::undecided) add_one(lcp, limits, answer);
  return answer;
}

}  // namespace

LcpAnswer solve_lcp(const Lcp& lcp, const LcpLimits& limits) {
  lcp.validate();
  return lcp.size() == 0 ? empty_problem() : Attempt(lcp, limits).run();
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
