// SPDX-License-Identifier: MIT
#include "friction/path/contact_path_solver.h"

#include <algorithm>
#include <cmath>

#include "friction/few_contacts.h"
#include "friction/places_in_z.h"
#include "lcp/pivoting/in_units.h"

namespace pawl::internal {
namespace {

/// Of the largest bias, added before a path at random: what ties, as contacts of regular piles do, ties no more, and
/// the path does not cycle. Its end is then a few pivots away from the problem's.
constexpr double kPerturbed = 1e-6;

}  // namespace

bool ContactPathSolver::solve_at_once(const PlanarContactProblem& problem, Portfolio& portfolio) {
  return solve_few_contacts(problem, z_) && judge_z(problem, LcpMethod::closed_form, portfolio);
}

bool ContactPathSolver::solve(const PlanarContactProblem& problem, Portfolio& portfolio) {
  return judge(path_.run(path_limits(portfolio)), problem, portfolio);
}

bool ContactPathSolver::solve_again(const PlanarContactProblem& problem, Portfolio& portfolio) {
  if (!path_.has_states(frame_.size())) return false;
  if (states_are_smooth_ && follow_without_friction(problem, true, portfolio)) return true;
  return judge(path_.run_again(path_limits(portfolio)), problem, portfolio);
}

bool ContactPathSolver::solve_at_random(const PlanarContactProblem& problem, unsigned seed, Portfolio& portfolio) {
  states_are_smooth_ = false;
  frame_.perturb(kPerturbed, seed);
  const ContactPath::End end = path_.run_at_random(path_limits(portfolio), seed);
  portfolio.spend(path_.pivots());
  frame_.assign(problem);
  return end == ContactPath::End::solved && solve_again(problem, portfolio);
}

bool ContactPathSolver::solve_without_friction(const PlanarContactProblem& problem, Portfolio& portfolio) {
  return follow_without_friction(problem, false, portfolio);
}

bool ContactPathSolver::follow_without_friction(const PlanarContactProblem& problem, bool again, Portfolio& portfolio) {
  smooth_ = problem;
  for (PlanarContactProblem::Contact& contact : smooth_.contacts) {
    if (contact.sliding == 0) contact.friction = 0;
  }
  frame_.assign(smooth_);
  const ContactPath::Limits most = path_limits(portfolio);
  const ContactPath::End end = again ? path_.run_again(most) : path_.run(most);
  portfolio.spend(path_.pivots());
  if (end == ContactPath::End::solved) {
    states_are_smooth_ = true;
    write_z(problem);
  }
  frame_.assign(problem);
  return end == ContactPath::End::solved && judge_z(problem, LcpMethod::lemke, portfolio);
}

ContactPath::Limits ContactPathSolver::path_limits(const Portfolio& portfolio) const {
  const long usual = 10L * frame_.size() + 100;  // piles take 3 a contact; what takes more may take any number
  return {static_cast<int>(std::min(usual, portfolio.limits().pivots - portfolio.spent())), portfolio.limits().stop};
}

bool ContactPathSolver::judge(ContactPath::End end, const PlanarContactProblem& problem, Portfolio& portfolio) {
  portfolio.spend(path_.pivots());
  if (end != ContactPath::End::solved) return false;
  states_are_smooth_ = false;
  write_z(problem);
  return judge_z(problem, LcpMethod::lemke, portfolio);
}

/// In doubles with a bound on their rounding; where that does not tell, by the matrix.
bool ContactPathSolver::judge_z(const PlanarContactProblem& problem, LcpMethod method, Portfolio& portfolio) {
  const ContactResidual::Value found = residual_(problem, z_);
  if (!(found.residual <= kLcpResidual)) return false;
  if (found.residual + found.error <= kLcpResidual && found.hidden <= kLcpResidual) {
    return portfolio.solved(method, z_, found.residual);
  }
  const Lcp lcp = problem.lcp();
  const double residual = lcp_residual(lcp, z_);
  return residual <= kLcpResidual && zero_in_units(lcp, z_) && portfolio.solved(method, z_, residual);
}

void ContactPathSolver::write_z(const PlanarContactProblem& problem) {
  PlacesInZ places(problem);
  z_.resize(places.size());
  for (int i = 0; i < frame_.size(); ++i) {
    const PlanarContactProblem::Contact& contact = problem.contacts[static_cast<std::size_t>(i)];
    const PlacesInZ::Places at = places.next(contact);
    const double unit = frame_.contact(i).unit * frame_.force_unit();
    const double plus = unit * path_.force(i, 0);
    const double minus = unit * path_.force(i, 1);
    z_[at.normal] = plus + minus;
    if (contact.sliding != 0) continue;
    const double tangent = frame_.contact(i).share[0] * plus + frame_.contact(i).share[1] * minus;
    const double motion = path_.motion(i, true) * frame_.force_unit() / frame_.contact(i).unit;
    if (at.last >= 0) {
      z_[at.plus] = std::max(0., tangent);
      z_[at.minus] = std::max(0., -tangent);
      z_[at.last] = std::fabs(motion);
    } else {
      z_[at.plus] = std::max(0., tangent + contact.friction * z_[at.normal]);
      z_[at.minus] = std::max(0., -motion);
    }
  }
}

}  // namespace pawl::internal
