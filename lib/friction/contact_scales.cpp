// SPDX-License-Identifier: MIT
#include "friction/contact_scales.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl::internal {
namespace {

bool closed(const MotionProblem& problem, Eigen::Index i) {
  return problem.states[static_cast<std::size_t>(i)] != ContactState::open;
}

/// The largest |J||x| + |o| over all directions of closed contacts.
double largest_sum(const MotionProblem& problem, const Eigen::VectorXd& x) {
  const ContactEquations& e = problem.equations;
  const Eigen::VectorXd magnitude = x.cwiseAbs();
  double largest = 0;
  const auto take = [&](const Eigen::MatrixXd& rows, const Eigen::VectorXd& offsets) {
    const Eigen::ArrayXd sums = rows_times(rows.cwiseAbs(), magnitude) + offsets.array().abs();
    for (Eigen::Index i = 0; i < e.contacts(); ++i) {
      if (closed(problem, i)) largest = std::max(largest, sums[i]);
    }
  };
  take(e.normals, problem.normal_offset);
  for (std::size_t k = 0; k < e.tangents.size(); ++k) take(e.tangents[k], problem.tangent_offset[k]);
  return largest;
}

/// The largest component of each contact's force.
Eigen::VectorXd own_forces(const SystemForces& forces) {
  Eigen::VectorXd largest = forces.normal.cwiseAbs();
  for (const Eigen::VectorXd& tangent : forces.tangent) largest = largest.cwiseMax(tangent.cwiseAbs());
  return largest;
}

/// The mass that each contact feels along its normal when no joint is held; 0 where it moves nothing.
Eigen::VectorXd masses_felt(const ContactEquations& e, const ConstrainedInertia& loose) {
  const Eigen::MatrixXd half = loose.half(e.normals);
  Eigen::VectorXd masses(e.contacts());
  for (Eigen::Index i = 0; i < masses.size(); ++i) {
    const double mobility = half.col(i).squaredNorm();
    // Rows whose entries are rounding only, of an arm stretched out say, move nothing.
    const bool moves = e.normals.row(i).cwiseAbs().maxCoeff() > tolerance::kMassless && mobility > 0;
    masses[i] = moves ? 1 / mobility : 0;
  }
  return masses;
}

}  // namespace

ContactScales::ContactScales(const MotionProblem& problem)
    : ContactScales(problem,
                    ConstrainedInertia(problem.equations.mass, Eigen::MatrixXd(0, problem.equations.degrees()))) {}

ContactScales::ContactScales(const MotionProblem& problem, const ConstrainedInertia& loose)
    : problem_(problem),
      loose_(loose.motion(problem.impetus, Eigen::VectorXd::Zero(problem.equations.degrees()))),
      masses_(masses_felt(problem.equations, loose)),
      loose_sum_(largest_sum(problem, loose_)) {}

void ContactScales::measure(const SystemForces& forces, const Eigen::VectorXd& motion) {
  motion_ = std::max(largest_sum(problem_, motion), loose_sum_);
  force_ = own_forces(forces).cwiseMax(motion_ * masses_);
  // A contact that moves nothing, between driven links say, is measured by the others.
  const double largest = force_.size() > 0 ? force_.maxCoeff() : 0;
  for (double& force : force_) {
    if (force < tolerance::kMassless * largest) force = largest;
  }
}

void raise(double& worst, double value) {
  worst = std::isnan(value) ? std::numeric_limits<double>::infinity() : std::max(worst, std::fabs(value));
}

double sliding_direction(const ContactEquations& equations, Eigen::Index contact, std::size_t tangent) {
  double squared = 0;
  double along = 0;
  for (std::size_t k = 0; k < equations.tangents.size(); ++k) {
    const double speed = equations.tangents[k].row(contact).dot(equations.velocity);
    squared += speed * speed;
    if (k == tangent) along = speed;
  }
  // Exactly one in the plane.
  return equations.tangents.size() == 1 ? std::copysign(1.0, along) : along / std::sqrt(squared);
}

Eigen::VectorXd contact_wrench(const ContactEquations& equations, const SystemForces& forces) {
  Eigen::VectorXd wrench = equations.normals.transpose() * forces.normal;
  for (std::size_t k = 0; k < equations.tangents.size(); ++k) {
    wrench += equations.tangents[k].transpose() * forces.tangent[k];
  }
  return wrench;
}

}  // namespace pawl::internal
