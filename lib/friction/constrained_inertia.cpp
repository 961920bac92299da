// SPDX-License-Identifier: MIT
#include "friction/constrained_inertia.h"

#include <fmt/format.h>
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/base/tolerance.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace pawl::internal::inline friction {
namespace {

/// Returns the coordinate of the nonzero entry of a row that has exactly one. Returns -1 for any other row.
Eigen::Index only_coordinate(const Eigen::MatrixXd& rows, Eigen::Index row) {
  Eigen::Index found = -1;
  for (Eigen::Index j = 0; j < rows.cols(); ++j) {
    if (rows(row, j) == 0) continue;
    if (found >= 0) return -1;
    found = j;
  }
  return found;
}

}  // namespace

PinFit pin_fit(const Bilateral& bilateral) {
  // Factor that allows for the growth of pivots and for the two solids of a pin, since the pin's point is a lever in
  // the rows of both solids.
  constexpr double kRoom = 8;
  const double off = bilateral.size() > 0 ? bilateral.gap.cwiseAbs().maxCoeff() : 0;
  const double largest = bilateral.size() > 0 ? bilateral.rows.cwiseAbs().maxCoeff() : 0;
  if (largest == 0) return {};
  const auto part = [&](double length) { return std::max(tolerance::kDependentRows, kRoom * length / largest); };
  return {off > tolerance::kLengthRounding * largest, part(off), part(std::min(off, tolerance::kPinClosure))};
}

ConstrainedInertia::ConstrainedInertia(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& rows, PinFit fit)
    : mass_(mass), rows_(rows), fit_(fit) {
  std::vector<bool> driven(static_cast<std::size_t>(mass.rows()), false);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const Eigen::Index coordinate = only_coordinate(rows, i);
    if (coordinate >= 0 && !driven[coordinate]) {
      driven[coordinate] = true;
      drives_.emplace_back(i, coordinate);
    } else {
      pin_rows_.push_back(i);
    }
  }
  for (Eigen::Index j = 0; j < mass.rows(); ++j) {
    if (!driven[j]) loose_.push_back(j);
  }
  if (!pin_rows_.empty()) pins_ = loose_columns(rows(pin_rows_, Eigen::all));
  const Eigen::MatrixXd inertia = mass(loose_, loose_);
  if (pins_.rows() > 0 && loose_count() > 0) {
    eliminate_pins();
    PAWL_ASSERT(factor_.compute(basis_.transpose() * inertia * basis_));
  } else {
    PAWL_ASSERT(factor_.compute(inertia));
  }
}

/// Eliminates the pins by LU factors. If the pins may have no exact solution, uses orthogonal factors instead. These
/// factors drop only the part of a dependent row that is orthogonal to the other rows, so the result is the
/// least-squares solution of all rows.
void ConstrainedInertia::eliminate_pins() {
  basis_.resize(loose_count(), 0);
  if (!fit_.off) {
    elimination_.setThreshold(fit_.dependent);
    elimination_.compute(pins_);
    if (elimination_.dimensionOfKernel() > 0) basis_ = elimination_.kernel();
    return;
  }
  least_squares_.setThreshold(fit_.dependent);
  least_squares_.compute(pins_);
  const Eigen::Index rank = least_squares_.rank();
  if (rank == loose_count()) return;
  const Eigen::MatrixXd z = least_squares_.matrixZ();
  basis_ = least_squares_.colsPermutation() * z.bottomRows(loose_count() - rank).transpose();
}

Eigen::MatrixXd ConstrainedInertia::loose_columns(const Eigen::MatrixXd& matrix) const {
  return matrix(Eigen::all, loose_);
}

Eigen::VectorXd ConstrainedInertia::particular(const Eigen::VectorXd& target, double slack) const {
  Eigen::VectorXd p = Eigen::VectorXd::Zero(mass_.rows());
  for (const auto& [row, coordinate] : drives_) p[coordinate] = target[row] / rows_(row, coordinate);
  if (pins_.rows() > 0 && loose_count() > 0) {
    const Eigen::VectorXd rest = target(pin_rows_) - rows_(pin_rows_, Eigen::all) * p;
    p(loose_) = fit_.off ? Eigen::VectorXd(least_squares_.solve(rest)) : Eigen::VectorXd(elimination_.solve(rest));
  }
  check_misses(p, target, slack);
  return p;
}

void ConstrainedInertia::check_misses(const Eigen::VectorXd& p, const Eigen::VectorXd& target, double slack) const {
  const Eigen::VectorXd sums = rows_.cwiseAbs() * p.cwiseAbs() + target.cwiseAbs();
  const Eigen::VectorXd misses = (rows_ * p - target).cwiseAbs();
  const double most = fit_.missed * (sums.size() > 0 ? sums.maxCoeff() : 0) + slack;
  Eigen::Index worst = 0;
  if (misses.size() == 0 || misses.maxCoeff(&worst) <= most) return;
  // At the velocity level, `slack` is tolerance::kPinClosure divided by the duration of the step. The factor
  // kPinClosure / slack therefore converts errors to lengths.
  const std::string missed =
      slack > 0 ? fmt::format("leaves {} m between its points, more than {} m",
                              misses[worst] / slack * tolerance::kPinClosure, most / slack * tolerance::kPinClosure)
                : fmt::format("misses it by {}, more than {}", misses[worst], most);
  throw InputError(fmt::format("/bilateral/{}", worst), fmt::format("{}", target[worst]),
                   "contradicts the equations of the other joints; the least-squares solution " + missed);
}

Eigen::MatrixXd ConstrainedInertia::on_basis(const Eigen::MatrixXd& jacobian) const {
  const Eigen::MatrixXd loose = loose_columns(jacobian);
  if (pins_.rows() == 0) return loose;
  // Motions that the pins prevent are set to exactly 0. A rounding error in place of this 0 could cause forces of 1e15
  // N.
  const Eigen::MatrixXd left = loose * basis_;
  const Eigen::MatrixXd sums = loose.cwiseAbs() * basis_.cwiseAbs();
  return (left.array().abs() <= tolerance::kCancelled * sums.array()).select(0, left);
}

Eigen::VectorXd ConstrainedInertia::motion_of(const Eigen::VectorXd& y) const {
  Eigen::VectorXd motion = Eigen::VectorXd::Zero(mass_.rows());
  motion(loose_) = pins_.rows() == 0 ? y : Eigen::VectorXd(basis_ * y);
  return motion;
}

Eigen::VectorXd ConstrainedInertia::motion(const Eigen::VectorXd& force, const Eigen::VectorXd& particular) const {
  const Eigen::VectorXd push = (force - mass_ * particular)(loose_);
  const Eigen::VectorXd y = pins_.rows() == 0 ? push : Eigen::VectorXd(basis_.transpose() * push);
  return particular + motion_of(factor_.solve(y));
}

Eigen::MatrixXd ConstrainedInertia::half(const Eigen::MatrixXd& jacobian) const {
  Eigen::MatrixXd g = on_basis(jacobian).transpose();
  factor_.solve_lower(g);
  return g;
}

Eigen::VectorXd ConstrainedInertia::spread(const Eigen::VectorXd& g) const { return motion_of(factor_.solve_upper(g)); }

Eigen::VectorXd ConstrainedInertia::multipliers(const Eigen::VectorXd& wrench) const {
  if (rows_.rows() == 0) return Eigen::VectorXd(0);
  // The transpose is stored in its own matrix. A transposed expression would need another factorisation type, which
  // costs seconds of compile time.
  const Eigen::MatrixXd columns = rows_.transpose();
  const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors(columns);
  const Eigen::VectorXd first = factors.solve(wrench);
  const Eigen::VectorXd missing = wrench - columns * first;
  // solves again for the residual of `first`, because `first` loses digits if rows are nearly dependent
  return first + factors.solve(missing);
}

/// The rows of the pins are first restricted to the coordinates without drives. Each vector in the kernel of the
/// transposed restricted rows gives a linear combination of the restricted rows that is 0, so the rows in it are
/// dependent. If the same combination of the full rows is not 0 in the coordinate of a drive, the drive takes part in
/// the dependence.
std::vector<bool> ConstrainedInertia::determined() const {
  std::vector<bool> determined(static_cast<std::size_t>(rows_.rows()), true);
  if (pins_.rows() == 0) return determined;
  Eigen::MatrixXd kernel = Eigen::MatrixXd::Identity(pins_.rows(), pins_.rows());
  if (loose_count() > 0) {
    const Eigen::MatrixXd columns = pins_.transpose();
    Eigen::FullPivLU<Eigen::MatrixXd> factors(columns.rows(), columns.cols());
    factors.setThreshold(fit_.dependent);
    factors.compute(columns);
    if (factors.dimensionOfKernel() == 0) return determined;
    kernel = factors.kernel();
  }
  const Eigen::MatrixXd pins = rows_(pin_rows_, Eigen::all);
  const double largest = rows_.cwiseAbs().maxCoeff();
  for (Eigen::Index k = 0; k < kernel.cols(); ++k) {
    const Eigen::VectorXd combination = kernel.col(k) / kernel.col(k).cwiseAbs().maxCoeff();
    const Eigen::VectorXd acts = pins.transpose() * combination;
    for (const auto& [row, coordinate] : drives_) {
      if (std::fabs(acts[coordinate]) > fit_.dependent * largest) determined[static_cast<std::size_t>(row)] = false;
    }
    for (std::size_t i = 0; i < pin_rows_.size(); ++i) {
      if (std::fabs(combination[static_cast<Eigen::Index>(i)]) > fit_.dependent)
        determined[static_cast<std::size_t>(pin_rows_[i])] = false;
    }
  }
  return determined;
}

namespace {

/// Returns the number of consecutive zeros at the top of a column; counts at most `most`.
Eigen::Index zeros_at_top(const double* column, Eigen::Index most) {
  Eigen::Index i = 0;
  while (i < most && column[i] == 0) ++i;
  return i;
}
/// Returns the number of consecutive zeros at the bottom of a column; counts at most `most`. `column_end` is the end of
/// the column.
Eigen::Index zeros_at_bottom(const double* column_end, Eigen::Index most) {
  Eigen::Index i = 0;
  while (i < most && column_end[-1 - i] == 0) ++i;
  return i;
}

}  // namespace

/// All coordinates from the first to the last nonzero entry of a column belong to one block. The loop reads the columns
/// in the order of the memory.
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
    const Eigen::MatrixXd block = matrix.block(start, start, end - start, end - start);
    blocks_.push_back({start, Eigen::LLT<Eigen::MatrixXd>(block)});
    definite = definite && blocks_.back().factor.info() == Eigen::Success;
  }
  return definite;
}

Eigen::VectorXd BlockCholesky::solve(const Eigen::VectorXd& right) const {
  Eigen::VectorXd result(right.size());
  for (const Block& block : blocks_) {
    const Eigen::VectorXd part = right.segment(block.start, block.factor.rows());
    result.segment(block.start, block.factor.rows()) = Eigen::VectorXd(block.factor.solve(part));
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

Eigen::Index first_massless(const Eigen::Ref<const Eigen::MatrixXd>& inertia, double& pivot) {
  Eigen::MatrixXd rest = inertia;
  for (Eigen::Index i = 0; i < inertia.rows(); ++i) {
    pivot = rest(i, i);
    if (!(pivot > tolerance::kMassless * inertia(i, i)) || !(inertia(i, i) > 0)) return i;
    const Eigen::Index below = inertia.rows() - i - 1;
    const Eigen::VectorXd column = rest.col(i).tail(below);
    if (!column.isZero(0)) rest.bottomRightCorner(below, below) -= column * column.transpose() / pivot;
  }
  return -1;
}

}  // namespace pawl::internal::inline friction
