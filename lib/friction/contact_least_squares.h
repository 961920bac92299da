// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <Eigen/Core>
#include <algorithm>
#include <vector>

namespace pawl::internal::inline friction {

/// A contact problem at the velocity level with one tangent, in least-squares form. The rows of J are multiplied by the
/// square root of step * W, with the inverse inertia W. With the motion x = J'c in these coordinates,
///
///   v = J x + b,   and the kinetic energy of x is |x|^2/2
///
/// For a body, W is diagonal, and its square root contains the root of each entry. For a block, the root is L^-1 with L
/// L' = inertia (0 for driven coordinates). Blocks may have any size.
class RootRows {
 public:
  static constexpr int kNormal = 0, kTangent = 1;

  void assign(const ContactProblem& problem);  ///< Sets the problem; reuses its memory.

  int contacts() const { return static_cast<int>(bias_.size()) / 2; }
  int coordinates() const { return coordinates_; }
  double bias(int contact, int direction) const { return bias_[place(contact, direction)]; }
  double square(int contact, int direction) const {
    return square_[place(contact, direction)];
  }  ///< Returns the squared length of a contact's row along a direction.
  double largest_bias() const;

  /// Adds `amount` times a contact's row to the motion.
  void push(int contact, int direction, double amount, Eigen::VectorXd& motion) const;
  /// Returns the velocity along a contact's row, without the bias.
  double along(int contact, int direction, const Eigen::VectorXd& motion) const;
  Eigen::VectorXd dense(int contact, int direction) const;

 private:
  struct Side {
    int first = 0, size = 0;  ///< first coordinate of the body or block, and number of its coordinates
    std::size_t entries = 0;  ///< index of the first entry of the normal row; the entries of the tangent row follow
  };
  static std::size_t place(int contact, int direction) {
    return 2 * static_cast<std::size_t>(contact) + static_cast<std::size_t>(direction);
  }
  const Side& side(int contact, int which) const { return sides_[place(contact, which)]; }

  int coordinates_ = 0;
  std::vector<Side> sides_;
  std::vector<double> entries_, bias_, square_;
};

/// A solver for the smallest change x of motion that keeps some rows at 0 and others >= 0:
///
///   min |x|^2 / 2   subject to   e_i x + b_i = 0,   a_i x + b_i >= 0
///
/// It uses the dual active-set method [Goldfarb, Idnani 1983]. The method starts from the unconstrained minimum, and
/// repeatedly makes the most violated row active. Active rows satisfy a_i x + b_i = 0 with a multiplier >= 0. An active
/// row becomes inactive when its multiplier would become negative. If the new row depends on the active rows, the ratio
/// test either removes an active row so that the new row can become active, or shows that no motion satisfies all rows.
///
/// The active rows are stored as factors Q R. A reflection updates the factors when a row becomes active, and rotations
/// update them when a row becomes inactive. A pivot costs O(m^2 + m n) for m coordinates and n rows. Rows must have
/// length 1.
class DualActiveSet {
 public:
  /// Solves the program for m x n `rows`. Each column of `rows` is one row of the program, and the first `equalities`
  /// of them are equalities. Equalities that depend on earlier equalities are left out, even if they contradict the
  /// earlier ones. The caller must therefore check the solution. Returns false if the program is infeasible(), or if
  /// the limit on pivots was reached.
  bool solve(const Eigen::MatrixXd& rows, const Eigen::VectorXd& bias, Eigen::Index equalities);

  const Eigen::VectorXd& motion() const { return x_; }
  const Eigen::VectorXd& multipliers() const {
    return multipliers_;
  }  ///< Returns the multipliers of all rows; x is the sum of the rows times their multipliers.
  int pivots() const { return pivots_; }
  /// Returns whether the method stopped because no motion satisfies all rows, up to rounding.
  bool infeasible() const { return infeasible_; }

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

/// A set of linearly independent rows, with a Cholesky factor of the matrix of their inner products. The factor grows
/// by one row at a time [Drum15, Algorithm 2]. Adding a row costs O(m k) for k rows of length m in the set.
class IndependentRows {
 public:
  void begin(Eigen::Index coordinates);
  /// Adds a row unless it depends on the rows of the set. Returns whether the row was added. If the bias of a rejected
  /// row differs from the bias that the set implies for it, agrees() is false from then on. (The paper does not test
  /// whether biases agree.)
  bool add(const Eigen::VectorXd& row, double bias);
  bool agrees() const { return agrees_; }
  Eigen::Index size() const { return size_; }

  Eigen::VectorXd multipliers(const Eigen::VectorXd& right) const;  ///< Returns (X'X)^-1 right, with X = rows().
  const Eigen::VectorXd& bias() const {
    return bias_;
  }  ///< Returns the biases of the rows in the set; only the first size() entries are defined.
  auto rows() const { return rows_.leftCols(size_); }  ///< Returns the k rows of the set as columns of a matrix X.

 private:
  Eigen::Index size_ = 0;
  Eigen::MatrixXd rows_, factor_;  ///< the matrix X, and the factor L with L L' = X'X
  Eigen::VectorXd bias_;
  bool agrees_ = true;
};

/// The modified principal pivoting method I [Drum15, Algorithm 1] for 0 <= z, 0 <= w = A'A z + b, z'w = 0. It follows
/// the paper, except that f* in line 2 must mean M^-1 f*. The most violated row becomes non-basic, and the most
/// negative z becomes basic. The method may cycle or find a singular matrix, mostly if no motion x satisfies A'x = b,
/// as in problems with gaps. DualActiveSet has neither of these difficulties.
class PublishedPivots {
 public:
  enum class End {
    solved,
    singular,  ///< the matrix of the inner products of the non-basic rows is not positive definite
    emptied,   ///< no non-basic row remains
    cycled     ///< the limit on pivots was reached, which indicates cycling
  };

  /// Solves the problem for m x n `rows`. Each column of `rows` is one row of the program, and has length 1.
  End solve(const Eigen::MatrixXd& rows, const Eigen::VectorXd& bias);
  const Eigen::VectorXd& impulses() const { return impulses_; }  ///< Returns the impulses z.
  int pivots() const { return pivots_; }

 private:
  bool solve_non_basic(const Eigen::MatrixXd& rows, const Eigen::VectorXd& bias);

  std::vector<Eigen::Index> non_basic_;
  Eigen::VectorXd z_, motion_, w_, impulses_;
  int pivots_ = 0;
};

}  // namespace pawl::internal::inline friction
