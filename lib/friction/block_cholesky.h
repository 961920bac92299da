// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

#include "base/dense_factorizations.h"

namespace pawl::internal {

struct DiagonalBlock {
  Eigen::Index start, end;  ///< first row and column, and one past the last
};

/// The smallest blocks, one behind the other, outside of which a square matrix is zero. O(n^2) to read it.
std::vector<DiagonalBlock> diagonal_blocks(const Eigen::MatrixXd& matrix);

/// M = L L' of a symmetric positive definite matrix whose blocks, one a body or arm, lie along the diagonal: each block
/// is factored by itself. A matrix without such structure is one block.
class BlockCholesky {
 public:
  /// Returns whether every block is positive definite.
  bool compute(const Eigen::MatrixXd& matrix);

  Eigen::VectorXd solve(const Eigen::VectorXd& right) const;
  void solve_lower(Eigen::MatrixXd& columns) const;  ///< L^-1 columns, in place
  Eigen::VectorXd solve_upper(const Eigen::VectorXd& right) const;

 private:
  struct Block {
    Eigen::Index start;
    Eigen::LLT<Eigen::MatrixXd> factor;
  };
  std::vector<Block> blocks_;
};

}  // namespace pawl::internal
