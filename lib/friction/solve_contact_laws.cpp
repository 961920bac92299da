// SPDX-License-Identifier: MIT
#include <pawl/friction/solve_contact_laws.h>

#include "friction/exact_contact_lcp.h"
#include "lcp/portfolio.h"
#include "lcp/search/lcp_branching.h"

namespace pawl {

using namespace internal;

ContactAnswer solve_contact_laws(const ContactLaws& laws, const LcpLimits& limits) {
  ContactAnswer answer;
  const ContactLcp published = contact_lcp(laws);
  const Lcp lcp{published.M, published.q};
  Portfolio portfolio(limits, answer.lcp);
  // A z counts when what it stands for keeps the laws of physics.
  const auto accept = [&](LcpMethod method) {
    return [&, method](const Eigen::VectorXd& z, double residual) {
      SystemMotion motion = motion_of(laws, forces_of(laws, published, z));
      const MotionResiduals residuals = verify(laws, motion);
      if (!residuals.within()) return false;
      answer.motion = std::move(motion);
      answer.residuals = residuals;
      return portfolio.solved(method, z, residual);
    };
  };
  const auto exact = [&] { return exact_contact_lcp(laws); };
  LcpBranching branching(lcp, true, exact, [&](const Eigen::VectorXd& z, const std::vector<char>& basis) {
    return portfolio.try_basis(lcp, basis, z, accept(LcpMethod::branch_and_bound));
  });
  BranchAndBound tree(branching);
  LemkeSolver solver;
  portfolio.in_turns(
      [&](const LemkeOptions& options) { return portfolio.lemke(solver, lcp, options, accept(LcpMethod::lemke)); },
      [&](long nodes, long pivots) {
        return portfolio.search(tree, nodes, pivots, [&](const Refutation& refutation) {
          return proves_no_solution(exact(), refutation, limits.stop);
        });
      });
  return answer;
}

bool proves_no_solution(const ContactLaws& laws, const LcpRefutation& refutation) {
  return internal::proves_no_solution(exact_contact_lcp(laws), parsed(refutation));
}

}  // namespace pawl
