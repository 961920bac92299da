// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

namespace pawl::internal {

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

}  // namespace pawl::internal
