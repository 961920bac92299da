// SPDX-License-Identifier: MIT
#include "friction/block_cholesky.h"

#include <algorithm>

namespace pawl::internal {
namespace {

/// Rows of a column from its top, or from its bottom, that are zero; at most `most`.
Eigen::Index zeros_at_top(const double* column, Eigen::Index most) {
  Eigen::Index i = 0;
  while (i < most && column[i] == 0) ++i;
  return i;
}
Eigen::Index zeros_at_bottom(const double* column_end, Eigen::Index most) {
  Eigen::Index i = 0;
  while (i < most && column_end[-1 - i] == 0) ++i;
  return i;
}

}  // namespace

/// Column j joins the coordinates from its first entry that is not zero to its last: columns are read as they lie in
/// memory.
std::vector<DiagonalBlock> diagonal_blocks(const Eigen::MatrixXd& matrix) {
  const Eigen::Index n = matrix.rows();
  std::vector<DiagonalBlock> blocks;
  for (Eigen::Index j = 0; j < n; ++j) {
    const double* column = matrix.data() + j * n;
    DiagonalBlock joined{zeros_at_top(column, j), n - zeros_at_bottom(column + n, n - 1 - j)};
    for (; !blocks.empty() && blocks.back().end > joined.start; blocks.pop_back()) {
      joined = {std::min(joined.start, blocks.back().start), std::max(joined.end, blocks.back().end)};
    }
    blocks.push_back(joined);
  }
  return blocks;
}

bool BlockCholesky::compute(const Eigen::MatrixXd& matrix) {
  blocks_.clear();
  bool definite = true;
  for (const auto& [start, end] : diagonal_blocks(matrix)) {
    blocks_.push_back({start, Eigen::LLT<Eigen::MatrixXd>(matrix.block(start, start, end - start, end - start))});
    definite = definite && blocks_.back().factor.info() == Eigen::Success;
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

}  // namespace pawl::internal
