// SPDX-License-Identifier: MIT
#include "friction/laws/coulomb.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "friction/contact_dynamics.h"

namespace pawl::internal {
namespace {

/// What one contact adds to the residual: its own response to its impulse, and its velocities.
class CoulombContact {
 public:
  CoulombContact(const ContactDynamics<double>& dynamics, int i, double friction)
      : friction_(friction),
        normal_response_(dynamics.response(i, 0, i, 0)),
        tangent_response_(dynamics.response(i, 1, i, 1)) {}

  double residual(double normal, double tangent, double parting, double sliding) const {
    const double bound = friction_ * std::max(normal, 0.);
    double worst = std::fabs(std::min(normal * normal_response_, parting));
    worst = std::max(worst, (std::fabs(tangent) - bound) * tangent_response_);
    // How far the tangent impulse is from the bound against the sliding, or how fast it slides: the smaller counts.
    const double missing = (bound + (sliding > 0 ? tangent : -tangent)) * tangent_response_;
    return std::max(worst, std::min(std::fabs(sliding), std::fabs(missing)));
  }

 private:
  double friction_, normal_response_, tangent_response_;
};

}  // namespace

double residual_of(const Coulomb&, const ContactProblem& problem, const ContactImpulses& impulses) {
  // std::max and std::min would lose a NaN.
  if (!impulses.normal.allFinite() || !impulses.tangent.allFinite()) return std::numeric_limits<double>::infinity();
  const ContactDynamics<double> dynamics(problem);
  WeightedMotion<double> motion;
  motion.start(dynamics);
  const int count = dynamics.contacts();
  for (int i = 0; i < count; ++i) {
    motion.push(i, 0, impulses.normal[i]);
    motion.push(i, 1, impulses.tangent[i]);
  }
  motion.move();
  double worst = 0, scale = 1;
  for (int i = 0; i < count; ++i) {
    const double free[] = {dynamics.bias(i, 0), dynamics.bias(i, 1)};
    const CoulombContact contact(dynamics, i, problem.contacts[static_cast<std::size_t>(i)].friction);
    const double one = contact.residual(impulses.normal[i], impulses.tangent[i], motion.along(i, 0).value + free[0],
                                        motion.along(i, 1).value + free[1]);
    worst = std::max(worst, one);
    scale = std::max({scale, std::fabs(free[0]), std::fabs(free[1])});
  }
  return worst / scale;
}

bool CoulombSolver::solve_near(const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer) {
  const ContactImpulses& near = *start.near;
  const auto count = static_cast<Eigen::Index>(problem.contacts.size());
  if (count < 2 || !problem.blocks.empty() || near.normal.size() != count || near.normal.isZero(0)) return false;
  contacts_.assign(problem);
  forces_.resize(problem.contacts.size());
  for (int i = 0; i < contacts_.size(); ++i) {
    const double unit = contacts_.impulse_unit(i);
    forces_[static_cast<std::size_t>(i)] = {near.normal[i] / unit, near.tangent[i] / unit};
  }
  newton_.begin(contacts_, forces_, start.rounding);
  // With one body the paths are as short.
  const bool ended = newton_.holds(forces_) || (problem.bodies.size() > 1 && newton_.solve(forces_));
  answer.pivots = newton_.factorizations();
  answer.residual = newton_.law_residual();
  if (!ended || !(answer.residual <= kLcpResidual)) return false;
  answer.normal.resize(count);
  answer.tangent.resize(count);
  for (int i = 0; i < contacts_.size(); ++i) {
    const double unit = contacts_.impulse_unit(i);
    answer.normal[i] = unit * forces_[static_cast<std::size_t>(i)].normal;
    answer.tangent[i] = unit * forces_[static_cast<std::size_t>(i)].tangent;
  }
  return true;
}

void CoulombSolver::solve(const Coulomb&, const ContactProblem& problem, const ContactStart& start,
                          ContactImpulses& answer) {
  answer.pivots = 0;
  answer.solved = start.near != nullptr && solve_near(problem, start, answer);
  if (answer.solved) return;
  LcpLimits limits;
  limits.nodes = 0;
  limits.pivots = 200 + 40 * static_cast<long>(problem.contacts.size());
  const LcpAnswer& found = solver_.solve_unchecked(
      problem, limits, start.again ? ContactProblemSolver::Start::last : ContactProblemSolver::Start::cold);
  const auto count = static_cast<Eigen::Index>(problem.contacts.size());
  answer.pivots += found.pivots;
  answer.solved = found.status == LcpAnswer::Status::solved;
  answer.normal.setZero(count);
  answer.tangent.setZero(count);
  answer.residual = found.residual;
  if (!answer.solved) return;
  layout_.assign(problem, ContactLayout::form_of(problem));
  for (int i = 0; i < static_cast<int>(count); ++i) {
    answer.normal[i] = std::max(0., found.z[layout_.normal(i)]);
    answer.tangent[i] = found.z[layout_.plus(i)] - found.z[layout_.minus(i)];
  }
}

}  // namespace pawl::internal
