// SPDX-License-Identifier: MIT
#include "friction/path/contact_path_solver.h"

#include <algorithm>
#include <cmath>

#include "friction/few_contacts.h"
#include "friction/problem_lcp.h"
#include "lcp/pivoting/in_units.h"

namespace pawl::internal {
namespace {

/// Of the largest bias, added before a path at random: what ties, as contacts of regular piles do, ties no more, and
/// the path does not cycle. Its end is then a few pivots away from the problem's.
constexpr double kPerturbed = 1e-6;

}  // namespace

void ContactPathSolver::assign(const ContactProblem& problem) {
  dynamics_.assign(problem);
  has_path_ = ContactFrame::fits(problem);
  if (has_path_) frame_.assign(problem, dynamics_);
}

bool ContactPathSolver::solve_at_once(const ContactProblem& problem, Portfolio& portfolio) {
  return solve_few_contacts(problem, dynamics_, z_) && judge_z(problem, LcpMethod::closed_form, portfolio);
}

bool ContactPathSolver::solve(const ContactProblem& problem, Portfolio& portfolio) {
  return judge(path_.run(path_limits(portfolio)), problem, portfolio);
}

bool ContactPathSolver::solve_again(const ContactProblem& problem, Portfolio& portfolio) {
  if (!path_.has_states(frame_.size())) return false;
  if (states_are_smooth_ && follow_without_friction(problem, true, portfolio)) return true;
  return judge(path_.run_again(path_limits(portfolio)), problem, portfolio);
}

bool ContactPathSolver::solve_at_random(const ContactProblem& problem, unsigned seed, Portfolio& portfolio) {
  states_are_smooth_ = false;
  frame_.perturb(kPerturbed, seed);
  const ContactPath::End end = path_.run_at_random(path_limits(portfolio), seed);
  portfolio.spend(path_.pivots());
  frame_.assign(problem, dynamics_);
  return end == ContactPath::End::solved && solve_again(problem, portfolio);
}

bool ContactPathSolver::solve_without_friction(const ContactProblem& problem, Portfolio& portfolio) {
  return follow_without_friction(problem, false, portfolio);
}

bool ContactPathSolver::follow_without_friction(const ContactProblem& problem, bool again, Portfolio& portfolio) {
  smooth_ = problem;
  for (ContactProblem::Contact& contact : smooth_.contacts) {
    if (contact.sliding == 0) contact.friction = 0;
  }
  frame_.assign(smooth_, dynamics_);  // friction is no matter of the dynamics
  const ContactPath::Limits most = path_limits(portfolio);
  const ContactPath::End end = again ? path_.run_again(most) : path_.run(most);
  portfolio.spend(path_.pivots());
  if (end == ContactPath::End::solved) {
    states_are_smooth_ = true;
    write_z(problem);
  }
  frame_.assign(problem, dynamics_);
  return end == ContactPath::End::solved && judge_z(problem, LcpMethod::lemke, portfolio);
}

ContactPath::Limits ContactPathSolver::path_limits(const Portfolio& portfolio) const {
  const long usual = 10L * frame_.size() + 100;  // piles take 3 a contact; what takes more may take any number
  return {static_cast<int>(std::min(usual, portfolio.limits().pivots - portfolio.spent())), portfolio.limits().stop};
}

bool ContactPathSolver::judge(ContactPath::End end, const ContactProblem& problem, Portfolio& portfolio) {
  portfolio.spend(path_.pivots());
  if (end != ContactPath::End::solved) return false;
  states_are_smooth_ = false;
  write_z(problem);
  return judge_z(problem, LcpMethod::lemke, portfolio);
}

/// In doubles with a bound on their rounding; where that does not tell, by the matrix.
bool ContactPathSolver::judge_z(const ContactProblem& problem, LcpMethod method, Portfolio& portfolio) {
  const ContactResidual::Value found = residual_(problem, dynamics_, z_);
  if (!(found.residual <= kLcpResidual)) return false;
  if (found.residual + found.error <= kLcpResidual && found.hidden <= kLcpResidual) {
    return portfolio.solved(method, z_, found.residual);
  }
  const Lcp lcp = lcp_of(problem, dynamics_);
  const double residual = lcp_residual(lcp, z_);
  return residual <= kLcpResidual && zero_in_units(lcp, z_) && portfolio.solved(method, z_, residual);
}

void ContactPathSolver::write_z(const ContactProblem& problem) {
  at_.assign(problem, ContactLayout::form_of(problem));
  z_.resize(at_.size());
  for (int i = 0; i < frame_.size(); ++i) {
    const ContactProblem::Contact& contact = problem.contacts[static_cast<std::size_t>(i)];
    const double unit = frame_.contact(i).unit * frame_.force_unit();
    const double plus = unit * path_.force(i, 0);
    const double minus = unit * path_.force(i, 1);
    z_[at_.normal(i)] = plus + minus;
    if (!at_.rolls(i)) continue;
    const double tangent = frame_.contact(i).share[0] * plus + frame_.contact(i).share[1] * minus;
    const double motion = path_.motion(i, true) * frame_.force_unit() / frame_.contact(i).unit;
    if (at_.form() == ContactLayout::Form::four) {
      z_[at_.plus(i)] = std::max(0., tangent);
      z_[at_.minus(i)] = std::max(0., -tangent);
      z_[at_.multiplier(i)] = std::fabs(motion);
    } else {
      z_[at_.plus(i)] = std::max(0., tangent + contact.friction * z_[at_.normal(i)]);
      z_[at_.minus(i)] = std::max(0., -motion);
    }
  }
}

}  // namespace pawl::internal
