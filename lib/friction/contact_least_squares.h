// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <Eigen/Core>
#include <algorithm>
#include <vector>

namespace pawl::internal::inline friction {

/// A contact problem of the velocity level with one tangent as least squares: the rows of J times the root of step W,
/// so that with the motion x = J'c in these coordinates
///
///   v = J x + b,   and the kinetic energy of x is |x|^2/2
///
/// The root of W is that of each entry on a body, and L^-1 with L L' = inertia on a block (driven coordinates give way
/// to nothing). Blocks of any size.
class RootRows {
 public:
  static constexpr int kNormal = 0, kTangent = 1;

  void assign(const ContactProblem& problem);  ///< keeps its memory

  int contacts() const { return static_cast<int>(bias_.size()) / 2; }
  int coordinates() const { return coordinates_; }
  double bias(int contact, int direction) const { return bias_[place(contact, direction)]; }
  double square(int contact, int direction) const { return square_[place(contact, direction)]; }  ///< of a row's length
  double largest_bias() const;

  /// motion += amount * row
  void push(int contact, int direction, double amount, Eigen::VectorXd& motion) const;
  double along(int contact, int direction, const Eigen::VectorXd& motion) const;  ///< without the bias
  Eigen::VectorXd dense(int contact, int direction) const;

 private:
  struct Side {
    int first = 0, size = 0;  ///< coordinates
    std::size_t entries = 0;  ///< of the normal; those of the tangent follow
  };
  static std::size_t place(int contact, int direction) {
    return 2 * static_cast<std::size_t>(contact) + static_cast<std::size_t>(direction);
  }
  const Side& side(int contact, int which) const { return sides_[place(contact, which)]; }

  int coordinates_ = 0;
  std::vector<Side> sides_;
  std::vector<double> entries_, bias_, square_;
};

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

/// Rows that are independent of each other, by a Cholesky factor of their products that grows by a row at a time
/// [Drum15, Algorithm 2]: O(m k) a row, k those that are in.
class IndependentRows {
 public:
  void begin(Eigen::Index coordinates);
  /// Takes a row in, unless it depends on those that are; whether it did. Departs from the paper: a row that is left
  /// out must ask for what the others make of it, or agrees() is false from then on.
  bool add(const Eigen::VectorXd& row, double bias);
  bool agrees() const { return agrees_; }
  Eigen::Index size() const { return size_; }

  Eigen::VectorXd multipliers(const Eigen::VectorXd& right) const;  ///< (X'X)^-1 right
  const Eigen::VectorXd& bias() const { return bias_; }             ///< of those in; entries behind size() are not set
  auto rows() const { return rows_.leftCols(size_); }               ///< X, m x k

 private:
  Eigen::Index size_ = 0;
  Eigen::MatrixXd rows_, factor_;  ///< X; L with L L' = X'X
  Eigen::VectorXd bias_;
  bool agrees_ = true;
};

/// The modified principal pivoting method I [Drum15, Algorithm 1] for 0 <= z, 0 <= w = A'A z + b, z'w = 0, as it is
/// printed (but for line 2, whose f* stands for M^-1 f*): the row that is violated most becomes non-basic, and the
/// most negative z basic. It may meet a singular matrix or cycle, mostly where biases are not those of one motion, as
/// gaps make them: DualActiveSet does not.
class PublishedPivots {
 public:
  enum class End {
    solved,
    singular,  ///< the products of the non-basic rows are not positive definite
    emptied,   ///< no row is left non-basic
    cycled     ///< more pivots than a bound
  };

  /// Rows as columns, m x n, of length 1.
  End solve(const Eigen::MatrixXd& rows, const Eigen::VectorXd& bias);
  const Eigen::VectorXd& impulses() const { return impulses_; }  ///< z
  int pivots() const { return pivots_; }

 private:
  bool solve_non_basic(const Eigen::MatrixXd& rows, const Eigen::VectorXd& bias);

  std::vector<Eigen::Index> non_basic_;
  Eigen::VectorXd z_, motion_, w_, impulses_;
  int pivots_ = 0;
};

}  // namespace pawl::internal::inline friction
