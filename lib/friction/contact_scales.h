// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/motion_problem.h>

#include <Eigen/Core>

#include "friction/constrained_inertia.h"

namespace pawl::internal {

/// What is large and what is rounding in one contact problem: of what its coordinates do if neither contacts nor joints
/// hold anything, found once, and of given forces and the motion that they cause.
class ContactScales {
 public:
  /// `problem` must outlive the scales. O(n^3) in the coordinates of the largest block of the inertia.
  explicit ContactScales(const MotionProblem& problem);
  /// The same where the inertia is at hand that nothing holds.
  ContactScales(const MotionProblem& problem, const ConstrainedInertia& loose);

  /// Before anything below but loose(). O(contacts) rows.
  void measure(const SystemForces& forces, const Eigen::VectorXd& motion);

  /// d: the motion if neither contacts nor joints held anything.
  const Eigen::VectorXd& loose() const { return loose_; }
  /// The largest sum of magnitudes that makes up a contact's a, held or loose.
  double motion() const { return motion_; }

  /// c_n and a_n, c_k and a_k as parts of their scales; 0 / 0 is 0. A force's scale is the larger of its contact's and
  /// of the force that gives that contact the scale of motion.
  double force_part(double c, Eigen::Index contact) const { return part(c, force_[contact]); }
  double motion_part(double a) const { return part(a, motion_); }

 private:
  static double part(double value, double scale) { return value == 0 ? 0 : value / scale; }

  const MotionProblem& problem_;
  Eigen::VectorXd loose_, masses_;  ///< masses that contacts feel along their normals
  double loose_sum_ = 0, motion_ = 0;
  Eigen::VectorXd force_;
};

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
