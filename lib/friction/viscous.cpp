// SPDX-License-Identifier: MIT
#include "friction/viscous.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/dense_algebra.h"
#include "friction/contact_dynamics.h"

namespace pawl::internal::inline friction {

Eigen::VectorXd viscous_impulses(const ContactProblem& problem, double usual) {
  Eigen::VectorXd impulses(static_cast<Eigen::Index>(problem.contacts.size()));
  for (Eigen::Index i = 0; i < impulses.size(); ++i) {
    const ContactProblem::Contact& contact = problem.contacts[static_cast<std::size_t>(i)];
    impulses[i] = contact.touches ? problem.duration * contact.viscosity.value_or(usual) : 0;
  }
  return impulses;
}

std::optional<ViscousMotion> viscous_motion(const RootRows& rows, const Eigen::VectorXd& damping) {
  const int m = rows.coordinates();
  Eigen::MatrixXd inertia = Eigen::MatrixXd::Identity(m, m);
  Eigen::VectorXd pull = Eigen::VectorXd::Zero(m);
  for (int i = 0; i < rows.contacts(); ++i) {
    if (damping[i] == 0) continue;
    const Eigen::VectorXd row = rows.dense(i, RootRows::kTangent);
    inertia.selfadjointView<Eigen::Lower>().rankUpdate(row, damping[i]);
    pull -= damping[i] * rows.bias(i, RootRows::kTangent) * row;
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(inertia);
  if (factor.info() != Eigen::Success) return std::nullopt;
  return ViscousMotion{factor.matrixL(), factor.solve(pull)};
}

double residual_of(const Viscous& law, const ContactProblem& problem, const ContactImpulses& impulses) {
  const ContactVelocities v = velocities_of(problem, impulses);
  if (!v.finite) return std::numeric_limits<double>::infinity();
  const Eigen::VectorXd damping = viscous_impulses(problem, law.viscosity);
  double worst = 0;
  for (Eigen::Index i = 0; i < v.normal.size(); ++i) {
    worst = std::max(worst, complementarity_error(impulses.normal[i], v.normal[i], v.normal_response[i]));
    const double r = damping[i], response = v.tangent_response[i];
    const double velocity = law.route == LawRoute::published ? v.tangent_bias[i] : v.tangent[i];
    worst = std::max(worst, std::fabs(impulses.tangent[i] + r * velocity) * response / (1 + r * response));
  }
  return worst / v.scale;
}

/// Sets the columns of the normals, scaled to length 1, in the coordinates L'x if `implicit` is true, and otherwise in
/// the coordinates x. The biases are the normal velocities under `motion`. Returns false if a contact approaches
/// although forces along its normal cannot cause motion.
bool ViscousSolver::set_normals(const Eigen::VectorXd& motion, bool implicit) {
  contact_.clear();
  const double nothing = kLcpResidual * std::max(1., rows_.largest_bias());
  for (int i = 0; i < rows_.contacts(); ++i) {
    if (rows_.square(i, RootRows::kNormal) > 0) {
      contact_.push_back(i);
    } else if (rows_.bias(i, RootRows::kNormal) < -nothing) {
      return false;
    }
  }
  const auto count = static_cast<Eigen::Index>(contact_.size());
  columns_.setZero(rows_.coordinates(), count);
  bias_.resize(count);
  lengths_.resize(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const int i = contact_[k];
    Eigen::VectorXd row = rows_.dense(i, RootRows::kNormal);
    bias_[k] = rows_.along(i, RootRows::kNormal, motion) + rows_.bias(i, RootRows::kNormal);
    if (implicit) lower_.triangularView<Eigen::Lower>().solveInPlace(row);
    lengths_[k] = row.norm();
    columns_.col(k) = row / lengths_[k];
    bias_[k] /= lengths_[k];
  }
  return true;
}

bool ViscousSolver::solve_bodies(const Viscous& law, const ContactProblem& problem, const ContactStart& start) {
  surfaces_.assign(problem.contacts.size(), {});
  for (std::size_t i = 0; i < surfaces_.size(); ++i) surfaces_[i].damping = damping_[static_cast<int>(i)];
  bodies_.assign(problem, surfaces_);
  const auto residual = [&](const ContactImpulses& impulses) { return residual_of(law, problem, impulses); };
  return bodies_.solve(start, residual, BodyContactSolver::Check::always, *answer_);
}

bool ViscousSolver::solve_implicit() {
  const std::optional<ViscousMotion> viscous = viscous_motion(rows_, damping_);
  if (!viscous) return false;
  lower_ = viscous->lower;
  if (!set_normals(viscous->free, true) || !active_set_.solve(columns_, bias_, 0)) return false;
  answer_->pivots = active_set_.pivots();
  Eigen::VectorXd motion = active_set_.motion();
  lower_.triangularView<Eigen::Lower>().transpose().solveInPlace(motion);
  motion += viscous->free;
  for (std::size_t k = 0; k < contact_.size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    answer_->normal[contact_[k]] = active_set_.multipliers()[column] / lengths_[column];
  }
  for (int i = 0; i < rows_.contacts(); ++i) {
    const double velocity = rows_.along(i, RootRows::kTangent, motion) + rows_.bias(i, RootRows::kTangent);
    answer_->tangent[i] = -damping_[i] * velocity;
  }
  return true;
}

bool ViscousSolver::solve_published() {
  Eigen::VectorXd motion = Eigen::VectorXd::Zero(rows_.coordinates());
  for (int i = 0; i < rows_.contacts(); ++i) {
    answer_->tangent[i] = -damping_[i] * rows_.bias(i, RootRows::kTangent);
    rows_.push(i, RootRows::kTangent, answer_->tangent[i], motion);
  }
  if (!set_normals(motion, false)) return false;
  const PublishedPivots::End end = published_.solve(columns_, bias_);
  answer_->pivots = published_.pivots();
  for (std::size_t k = 0; k < contact_.size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    answer_->normal[contact_[k]] = published_.impulses()[column] / lengths_[column];
  }
  return end == PublishedPivots::End::solved;
}

void ViscousSolver::solve(const Viscous& law, const ContactProblem& problem, const ContactStart& start,
                          ContactImpulses& answer) {
  rows_.assign(problem);
  answer_ = &answer;
  damping_ = viscous_impulses(problem, law.viscosity);
  answer.solved = law.route == LawRoute::law && are_many_bodies(problem) && solve_bodies(law, problem, start);
  if (answer.solved) return;
  answer.normal.setZero(rows_.contacts());
  answer.tangent.setZero(rows_.contacts());
  answer.pivots = 0;
  const bool ended = law.route == LawRoute::published ? solve_published() : solve_implicit();
  answer.residual = ended ? residual_of(law, problem, answer) : std::numeric_limits<double>::infinity();
  answer.solved = answer.residual <= kLcpResidual;
}

}  // namespace pawl::internal::inline friction
