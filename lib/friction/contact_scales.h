// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/motion_problem.h>

#include <Eigen/Core>

#include "friction/constrained_inertia.h"

namespace pawl::internal {

/// What is large and what is rounding in one contact problem.
struct ContactScales {
  Eigen::VectorXd loose;  ///< d: the motion if neither contacts nor joints held anything
  double motion = 0;      ///< the largest sum of magnitudes that makes up a contact's a, held or loose
  Eigen::VectorXd force;  ///< n: the larger of a contact's force and the force that gives it the scale of motion

  /// c_n and a_n, c_k and a_k as parts of their scales; 0 / 0 is 0.
  double force_part(double c, Eigen::Index contact) const { return part(c, force[contact]); }
  double motion_part(double a) const { return part(a, motion); }

 private:
  static double part(double value, double scale) { return value == 0 ? 0 : value / scale; }
};

ContactScales contact_scales(const MotionProblem& problem, const SystemForces& forces, const Eigen::VectorXd& motion);

/// Direction of sliding v_k / |v| of a sliding contact.
double sliding_direction(const ContactEquations& equations, Eigen::Index contact, std::size_t tangent);

/// rows * x. Column by column, as rows lie in memory; each sum is that of its row's dot product to the bit.
template <typename Rows>
Eigen::ArrayXd rows_times(const Rows& rows, const Eigen::VectorXd& x) {
  Eigen::ArrayXd sums = Eigen::ArrayXd::Zero(rows.rows());
  for (Eigen::Index j = 0; j < x.size(); ++j) sums += rows.col(j).array() * x[j];
  return sums;
}

/// Keeps the larger magnitude; what is not a number is infinitely wrong.
void raise(double& worst, double value);

/// N'c_n + sum T_k'c_k
Eigen::VectorXd contact_wrench(const ContactEquations& equations, const SystemForces& forces);

}  // namespace pawl::internal
