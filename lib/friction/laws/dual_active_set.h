// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <vector>

namespace pawl::internal {

/// The least change of motion that keeps some rows at 0 and others from going below it:
///
///   min |x|^2 / 2   subject to   e_i x + b_i = 0,   a_i x + b_i >= 0
///
/// by the dual active-set method [Goldfarb, Idnani 1983]: from the unconstrained minimum, the row that is violated most
/// is made active; what is active keeps a_i x + b_i = 0 with a multiplier that is not negative, and leaves where its
/// multiplier would be. A row that depends on the active ones enters by their leaving (the ratio test), or shows that
/// nothing keeps all rows.
///
/// The active rows are kept as Q R, updated by a reflection where one enters and by rotations where one leaves:
/// O(m^2 + m n) a pivot, m coordinates and n rows. Rows must have length 1.
class DualActiveSet {
 public:
  /// m x n, a column a row; the first `equalities` are. Those that depend on earlier ones are left out, whether they
  /// agree or not: whoever asks looks at the answer.
  /// Whether it ended. Bounded by a count of pivots.
  bool solve(const Eigen::MatrixXd& rows, const Eigen::VectorXd& bias, Eigen::Index equalities);

  const Eigen::VectorXd& motion() const { return x_; }
  const Eigen::VectorXd& multipliers() const { return multipliers_; }  ///< of all rows; x is their sum times the rows
  int pivots() const { return pivots_; }
  bool infeasible() const { return infeasible_; }  ///< if it did not end: nothing keeps all rows, in doubles

 private:
  void begin(const Eigen::MatrixXd& rows, const Eigen::VectorXd& bias);
  double set_directions(Eigen::Index row);
  void step(double length);
  void add(Eigen::Index row);
  void drop(Eigen::Index position);
  void enter_equality(Eigen::Index row);
  bool enter(Eigen::Index row);
  void finish();
  double size_of_values() const { return std::max(bias_->size() > 0 ? bias_->cwiseAbs().maxCoeff() : 0, x_.norm()); }
  double value(Eigen::Index row) const { return rows_->col(row).dot(x_) + (*bias_)[row]; }

  const Eigen::MatrixXd* rows_ = nullptr;
  const Eigen::VectorXd* bias_ = nullptr;
  Eigen::Index equalities_ = 0, active_count_ = 0;
  Eigen::MatrixXd q_, r_;
  std::vector<Eigen::Index> active_;
  std::vector<char> is_active_;
  Eigen::VectorXd x_, weights_, turned_, direction_, change_, multipliers_;
  double entering_weight_ = 0;
  int pivots_ = 0, most_pivots_ = 0;
  bool infeasible_ = false;
};

}  // namespace pawl::internal
