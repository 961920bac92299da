// SPDX-License-Identifier: MIT
#include <pawl/friction/solve_motion.h>

#include <optional>

#include "friction/contact_solver.h"
#include "friction/force_trial.h"
#include "friction/unchecked.h"

namespace pawl {

ContactAnswer solve_motion(const MotionProblem& full, const LcpLimits& limits) {
  ContactAnswer answer;
  const ContactProblem problem = contact_problem(full);
  problem.validate();
  // A z counts when what it stands for keeps the laws of physics.
  std::optional<internal::ForceTrial> trial;  // a proof that there is no z needs none
  const auto keeps_laws = [&](const Eigen::VectorXd& z) {
    if (!trial) trial.emplace(full);
    SystemMotion motion = trial->motion(internal::unchecked_forces_of(full, z));
    const MotionResiduals residuals = trial->residuals(motion);
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

bool proves_no_solution(const MotionProblem& full, const LcpRefutation& refutation) {
  return proves_no_solution(contact_problem(full), refutation);
}

}  // namespace pawl
