// SPDX-License-Identifier: MIT
#include "friction/path/contact_path_solver.h"

#include <algorithm>
#include <cmath>

#include "friction/few_contacts.h"
#include "friction/places_in_z.h"
#include "lcp/pivoting/in_units.h"

namespace pawl {

namespace {

/// Of the largest bias, added before a path at random: what ties, as contacts of regular piles do, ties no more, and
/// the path does not cycle. Its end is then a few pivots away from the problem's.
constexpr double kPerturbed = 1e-6;

}  // namespace

bool ContactPathSolver::solve_at_once(const PlanarContactProblem& problem, LcpAnswer& answer) {
  if (!solve_few_contacts(problem, answer.z) || !judge_z(problem, answer)) return false;
  answer.method = "closed form";
  return true;
}

bool ContactPathSolver::solve(const PlanarContactProblem& problem, const LcpLimits& limits, LcpAnswer& answer) {
  return judge(path_.run(path_limits(limits, answer)), problem, answer);
}

bool ContactPathSolver::solve_again(const PlanarContactProblem& problem, const LcpLimits& limits, LcpAnswer& answer) {
  if (!path_.has_states(frame_.size())) return false;
  if (states_are_smooth_ && follow_without_friction(problem, limits, true, answer)) return true;
  return judge(path_.run_again(path_limits(limits, answer)), problem, answer);
}

bool ContactPathSolver::solve_at_random(const PlanarContactProblem& problem, unsigned seed, const LcpLimits& limits,
                                        LcpAnswer& answer) {
  states_are_smooth_ = false;
  frame_.perturb(kPerturbed, seed);
  const ContactPath::End end = path_.run_at_random(path_limits(limits, answer), seed);
  answer.pivots += path_.pivots();
  frame_.assign(problem);
  return end == ContactPath::End::solved && solve_again(problem, limits, answer);
}

bool ContactPathSolver::solve_without_friction(const PlanarContactProblem& problem, const LcpLimits& limits,
                                               LcpAnswer& answer) {
  return follow_without_friction(problem, limits, false, answer);
}

bool ContactPathSolver::follow_without_friction(const PlanarContactProblem& problem, const LcpLimits& limits,
                                                bool again, LcpAnswer& answer) {
  smooth_ = problem;
  for (PlanarContactProblem::Contact& contact : smooth_.contacts) {
    if (contact.sliding == 0) contact.friction = 0;
  }
  frame_.assign(smooth_);
  const ContactPath::Limits most = path_limits(limits, answer);
  const ContactPath::End end = again ? path_.run_again(most) : path_.run(most);
  answer.pivots += path_.pivots();
  if (end == ContactPath::End::solved) {
    states_are_smooth_ = true;
    write_z(problem, answer.z);
  }
  frame_.assign(problem);
  return end == ContactPath::End::solved && judge_z(problem, answer);
}

ContactPath::Limits ContactPathSolver::path_limits(const LcpLimits& limits, const LcpAnswer& answer) const {
  const long usual = 10L * frame_.size() + 100;  // piles take 3 a contact; what takes more may take any number
  return {static_cast<int>(std::min(usual, limits.pivots - answer.pivots)), limits.stop};
}

bool ContactPathSolver::judge(ContactPath::End end, const PlanarContactProblem& problem, LcpAnswer& answer) {
  answer.pivots += path_.pivots();
  if (end != ContactPath::End::solved) return false;
  states_are_smooth_ = false;
  write_z(problem, answer.z);
  return judge_z(problem, answer);
}

bool ContactPathSolver::judge_z(const PlanarContactProblem& problem, LcpAnswer& answer) {
  const ContactResidual::Value found = residual_(problem, answer.z);
  answer.residual = found.residual;
  if (!(found.residual <= kLcpResidual)) return false;
  if (found.residual + found.error <= kLcpResidual && found.hidden <= kLcpResidual) return true;
  const Lcp lcp = problem.lcp();
  answer.residual = lcp_residual(lcp, answer.z);
  return answer.residual <= kLcpResidual && zero_in_units(lcp, answer.z);
}

void ContactPathSolver::write_z(const PlanarContactProblem& problem, Eigen::VectorXd& z) const {
  PlacesInZ places(problem);
  z.resize(places.size());
  for (int i = 0; i < frame_.size(); ++i) {
    const PlanarContactProblem::Contact& contact = problem.contacts[static_cast<std::size_t>(i)];
    const PlacesInZ::Places at = places.next(contact);
    const double unit = frame_.contact(i).unit * frame_.force_unit();
    const double plus = unit * path_.force(i, 0);
    const double minus = unit * path_.force(i, 1);
    z[at.normal] = plus + minus;
    if (contact.sliding != 0) continue;
    const double tangent = frame_.contact(i).share[0] * plus + frame_.contact(i).share[1] * minus;
    const double motion = path_.motion(i, true) * frame_.force_unit() / frame_.contact(i).unit;
    if (at.last >= 0) {
      z[at.plus] = std::max(0., tangent);
      z[at.minus] = std::max(0., -tangent);
      z[at.last] = std::fabs(motion);
    } else {
      z[at.plus] = std::max(0., tangent + contact.friction * z[at.normal]);
      z[at.minus] = std::max(0., -motion);
    }
  }
}

}  // namespace pawl
