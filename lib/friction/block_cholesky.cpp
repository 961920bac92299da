// SPDX-License-Identifier: MIT
#include "friction/block_cholesky.h"

#include <algorithm>

namespace pawl {
Eigen::Index block_end(const Eigen::MatrixXd& matrix, Eigen::Index start) {
  Eigen::Index end = start + 1;
  for (Eigen::Index i = start; i < end; ++i) {
    for (Eigen::Index j = matrix.cols() - 1; j >= end; --j) {
      if (matrix(i, j) != 0 || matrix(j, i) != 0) end = j + 1;
    }
  }
  return end;
}

bool BlockCholesky::compute(const Eigen::MatrixXd& matrix) {
  blocks_.clear();
  bool definite = true;
  for (Eigen::Index start = 0; start < matrix.rows();) {
    const Eigen::Index end = block_end(matrix, start);
    blocks_.push_back({start, Eigen::LLT<Eigen::MatrixXd>(matrix.block(start, start, end - start, end - start))});
    definite = definite && blocks_.back().factor.info() == Eigen::Success;
    start = end;
  }
  return definite;
}

Eigen::VectorXd BlockCholesky::solve(const Eigen::VectorXd& right) const {
  Eigen::VectorXd result(right.size());
  for (const Block& block : blocks_) {
    result.segment(block.start, block.factor.rows()) =
        block.factor.solve(right.segment(block.start, block.factor.rows()));
  }
  return result;
}

void BlockCholesky::solve_lower(Eigen::MatrixXd& columns) const {
  if (columns.cols() == 0) return;
  for (const Block& block : blocks_) {
    auto rows = columns.middleRows(block.start, block.factor.rows());
    block.factor.matrixL().solveInPlace(rows);
  }
}

Eigen::VectorXd BlockCholesky::solve_upper(const Eigen::VectorXd& right) const {
  Eigen::VectorXd result(right.size());
  for (const Block& block : blocks_) {
    result.segment(block.start, block.factor.rows()) =
        block.factor.matrixU().solve(right.segment(block.start, block.factor.rows()));
  }
  return result;
}

}  // namespace pawl
