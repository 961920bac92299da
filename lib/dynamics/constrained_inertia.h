// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace pawl {

/// Motions u' = p + Z y that keep B u' = t, and the inertia Z'MZ that they have, factored once.
///
/// B may have dependent rows. Without rows Z is the identity and is not formed.
class ConstrainedInertia {
 public:
  /// M symmetric positive definite, d x d; B with any number of rows.
  ConstrainedInertia(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& rows);

  Eigen::Index freedom() const { return free_ ? mass_.rows() : basis_.cols(); }

  /// A motion p with B p = t. Throws InputError, pointer `/bilateral`, when t contradicts itself.
  Eigen::VectorXd particular(const Eigen::VectorXd& target) const;

  /// The motion with B u' = B p that `force` gives: M u' = force + B' lambda.
  Eigen::VectorXd motion(const Eigen::VectorXd& force, const Eigen::VectorXd& particular) const;

  /// G = L^-1 Z' J' with LL' = Z'MZ, so that J (motions that forces J'c give) = G'G c.
  Eigen::MatrixXd half(const Eigen::MatrixXd& jacobian) const;

  /// Z L'^-1 g: the motion that the forces of `half` give.
  Eigen::VectorXd spread(const Eigen::VectorXd& g) const;

  /// J Z, what is left of rows when the motion is y.
  Eigen::MatrixXd on_basis(const Eigen::MatrixXd& jacobian) const;
  Eigen::VectorXd motion_of(const Eigen::VectorXd& y) const;

  /// lambda with B' lambda = wrench, least squares and of least length where B has dependent rows.
  Eigen::VectorXd multipliers(const Eigen::VectorXd& wrench) const;

 private:
  Eigen::MatrixXd mass_, rows_, basis_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  bool free_;
};

}  // namespace pawl
