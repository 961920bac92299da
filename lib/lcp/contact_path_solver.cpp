// SPDX-License-Identifier: MIT
#include "lcp/contact_path_solver.h"

#include <algorithm>
#include <cmath>

#include "lcp/few_contacts.h"
#include "lcp/in_units.h"
#include "lcp/places_in_z.h"

namespace pawl {

bool ContactPathSolver::solve_at_once(const PlanarContactProblem& problem, LcpAnswer& answer) {
  if (!solve_few_contacts(problem, answer.z) || !judge_z(problem, answer)) return false;
  answer.method = "closed form";
  return true;
}

bool ContactPathSolver::solve(const PlanarContactProblem& problem, LcpAnswer& answer) {
  return judge(path_.run(most_pivots()), problem, answer);
}

bool ContactPathSolver::solve_again(const PlanarContactProblem& problem, LcpAnswer& answer) {
  return path_.has_states(frame_.size()) && judge(path_.run_again(most_pivots()), problem, answer);
}

bool ContactPathSolver::solve_at_random(const PlanarContactProblem& problem, unsigned seed, LcpAnswer& answer) {
  return judge(path_.run_at_random(most_pivots(), seed), problem, answer);
}

bool ContactPathSolver::judge(ContactPath::End end, const PlanarContactProblem& problem, LcpAnswer& answer) {
  answer.pivots += path_.pivots();
  if (end != ContactPath::End::solved) return false;
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
    const double motion = path_.motion(i, true) * frame_.force_unit() / frame_.contact(i).unit;
    if (at.last >= 0) {
      const double tangent = contact.friction * (plus - minus);
      z[at.plus] = std::max(0., tangent);
      z[at.minus] = std::max(0., -tangent);
      z[at.last] = std::fabs(motion);
    } else {
      z[at.plus] = 2 * contact.friction * plus;
      z[at.minus] = std::max(0., -motion);
    }
  }
}

}  // namespace pawl
