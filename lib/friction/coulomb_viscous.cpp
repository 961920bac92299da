// SPDX-License-Identifier: MIT
#include "friction/coulomb_viscous.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/dense_algebra.h"
#include "base/index.h"
#include "friction/contact_dynamics.h"
#include "friction/viscous.h"

namespace pawl::internal::inline friction {

/// Subtracts the viscous impulse -r v_t from each tangential impulse. The rest, c_C, must satisfy Coulomb's law. A unit
/// of c_C changes v_t by response/(1 + r response), because the viscous friction acts like a damper beside the contact.
double residual_of(const CoulombViscous& law, const ContactProblem& problem, const ContactImpulses& impulses) {
  const ContactVelocities v = velocities_of(problem, impulses);
  if (!v.finite) return std::numeric_limits<double>::infinity();
  const Eigen::VectorXd damping = viscous_impulses(problem, law.viscosity);
  double worst = 0;
  for (Eigen::Index i = 0; i < v.normal.size(); ++i) {
    const ContactProblem::Contact& contact = problem.contacts[at(i)];
    const double r = damping[i], response = v.tangent_response[i];
    const double normal = impulses.normal[i], dry = impulses.tangent[i] + r * v.tangent[i];
    worst = std::max({worst, complementarity_error(normal, v.normal[i], v.normal_response[i]),
                      friction_error(contact.friction * std::max(normal, 0.), dry, v.tangent[i],
                                     response / (1 + r * response))});
  }
  return worst / v.scale;
}

bool CoulombViscousSolver::solve_bodies(const CoulombViscous& law, const ContactProblem& problem,
                                        const ContactStart& start, ContactImpulses& answer) {
  surfaces_.assign(problem.contacts.size(), {});
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    surfaces_[i].friction = problem.contacts[i].friction;
    surfaces_[i].damping = damping_[static_cast<int>(i)];
  }
  bodies_.assign(problem, surfaces_);
  const auto residual = [&](const ContactImpulses& impulses) { return residual_of(law, problem, impulses); };
  return bodies_.solve(start, residual, BodyContactSolver::Check::always, answer);
}

/// Sets the problem of Coulomb's law. Its coordinates are L'x, relative to the motion without contact forces. Returns
/// false if the inertia overflows.
bool CoulombViscousSolver::set_reduced(const ContactProblem& problem) {
  rows_.assign(problem);
  const std::optional<ViscousMotion> viscous = viscous_motion(rows_, damping_);
  if (!viscous) return false;
  const Eigen::Index m = rows_.coordinates();
  reduced_ = {};
  reduced_.level = ContactProblem::Level::velocity;
  reduced_.duration = problem.duration;
  reduced_.blocks.push_back({Eigen::MatrixXd::Identity(m, m), {}, {}});
  for (int i = 0; i < rows_.contacts(); ++i) {
    ContactProblem::Contact& contact = reduced_.contacts.emplace_back();
    contact.b = 0;
    contact.friction = problem.contacts[at(i)].friction;
    Eigen::MatrixXd both(m, 2);
    for (const int direction : {RootRows::kNormal, RootRows::kTangent}) both.col(direction) = rows_.dense(i, direction);
    contact.normal_bias = rows_.bias(i, RootRows::kNormal) + both.col(RootRows::kNormal).dot(viscous->free);
    contact.tangent_bias = rows_.bias(i, RootRows::kTangent) + both.col(RootRows::kTangent).dot(viscous->free);
    viscous->lower.triangularView<Eigen::Lower>().solveInPlace(both);
    contact.rows_b = both.transpose();
  }
  return true;
}

bool CoulombViscousSolver::solve_with_inertia(const ContactProblem& problem, ContactImpulses& answer) {
  if (!set_reduced(problem)) return false;
  coulomb_.solve(Coulomb(), reduced_, {}, answer);
  if (!answer.solved) return false;
  const ContactVelocities v = velocities_of(reduced_, answer);
  for (int i = 0; i < rows_.contacts(); ++i) answer.tangent[i] -= damping_[i] * v.tangent[i];
  return true;
}

void CoulombViscousSolver::solve(const CoulombViscous& law, const ContactProblem& problem, const ContactStart& start,
                                 ContactImpulses& answer) {
  damping_ = viscous_impulses(problem, law.viscosity);
  if (damping_.isZero(0)) {
    coulomb_.solve(Coulomb(), problem, start, answer);
    return;
  }
  answer.pivots = 0;
  answer.solved = problem.blocks.empty() && solve_bodies(law, problem, start, answer);
  if (answer.solved) return;
  const int before = answer.pivots;
  const bool ended = solve_with_inertia(problem, answer);
  answer.pivots += before;
  answer.residual = ended ? residual_of(law, problem, answer) : std::numeric_limits<double>::infinity();
  answer.solved = answer.residual <= kLcpResidual;
}

}  // namespace pawl::internal::inline friction
