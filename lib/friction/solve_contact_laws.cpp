// SPDX-License-Identifier: MIT
#include <pawl/friction/solve_contact_laws.h>

#include "friction/contact_solver.h"
#include "friction/unchecked.h"

namespace pawl {

ContactAnswer solve_contact_laws(const ContactLaws& laws, const LcpLimits& limits) {
  ContactAnswer answer;
  const ContactProblem problem = contact_problem(laws);
  problem.validate();
  // A z counts when what it stands for keeps the laws of physics.
  const auto keeps_laws = [&](const Eigen::VectorXd& z) {
    SystemMotion motion = internal::unchecked_motion_of(laws, internal::unchecked_forces_of(laws, z));
    const MotionResiduals residuals = internal::unchecked_verify(laws, motion);
    if (!residuals.within()) return false;
    answer.motion = std::move(motion);
    answer.residuals = residuals;
    return true;
  };
  internal::Portfolio portfolio(limits, answer.lcp, keeps_laws);
  internal::ContactPathSolver path;
  internal::solve_contact_problem(problem, ContactProblemSolver::Start::cold, path, portfolio);
  return answer;
}

bool proves_no_solution(const ContactLaws& laws, const LcpRefutation& refutation) {
  return proves_no_solution(contact_problem(laws), refutation);
}

}  // namespace pawl
