// SPDX-License-Identifier: MIT
#include <pawl/friction/solve_contact_laws.h>

#include "friction/exact_contact_lcp.h"
#include "lcp/portfolio.h"

namespace pawl {

using namespace internal;

ContactAnswer solve_contact_laws(const ContactLaws& laws, const LcpLimits& limits) {
  ContactAnswer answer;
  const ContactLcp published = contact_lcp(laws);
  const Lcp lcp{published.M, published.q};
  Portfolio portfolio(limits, answer.lcp);
  portfolio.in_turns(
      lcp, true, [&] { return exact_contact_lcp(laws); },
      [&](LcpMethod method, const Eigen::VectorXd& z, double residual) {
        // A z counts when what it stands for keeps the laws of physics.
        SystemMotion motion = motion_of(laws, forces_of(laws, published, z));
        const MotionResiduals residuals = verify(laws, motion);
        if (!residuals.within()) return false;
        answer.motion = std::move(motion);
        answer.residuals = residuals;
        return portfolio.solved(method, z, residual);
      });
  return answer;
}

bool proves_no_solution(const ContactLaws& laws, const LcpRefutation& refutation) {
  return internal::proves_no_solution(exact_contact_lcp(laws), parsed(refutation));
}

}  // namespace pawl
