// SPDX-License-Identifier: MIT
#include "dynamics/constrained_inertia.h"

#include <fmt/format.h>
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/geometry/tolerance.h>

#include <Eigen/QR>

namespace pawl {
namespace {

/// The only coordinate of a row, or -1.
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

ConstrainedInertia::ConstrainedInertia(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& rows)
    : mass_(mass), rows_(rows) {
  std::vector<bool> driven(static_cast<std::size_t>(mass.rows()), false);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const Eigen::Index coordinate = only_coordinate(rows, i);
    if (coordinate >= 0 && !driven[static_cast<std::size_t>(coordinate)]) {
      driven[static_cast<std::size_t>(coordinate)] = true;
      drives_.emplace_back(i, coordinate);
    } else {
      pin_rows_.push_back(i);
    }
  }
  for (Eigen::Index j = 0; j < mass.rows(); ++j) {
    if (!driven[static_cast<std::size_t>(j)]) loose_.push_back(j);
  }
  pins_ = loose_columns(rows(pin_rows_, Eigen::all));
  const Eigen::MatrixXd inertia = mass(loose_, loose_);
  if (pins_.rows() > 0 && loose_count() > 0) {
    elimination_.setThreshold(tolerance::kDependentRows);
    elimination_.compute(pins_);
    basis_.resize(loose_count(), 0);
    if (elimination_.dimensionOfKernel() > 0) basis_ = elimination_.kernel();
    PAWL_ASSERT(factor_.compute(basis_.transpose() * inertia * basis_));
  } else {
    PAWL_ASSERT(factor_.compute(inertia));
  }
}

Eigen::MatrixXd ConstrainedInertia::loose_columns(const Eigen::MatrixXd& matrix) const {
  return matrix(Eigen::all, loose_);
}

Eigen::VectorXd ConstrainedInertia::particular(const Eigen::VectorXd& target) const {
  Eigen::VectorXd p = Eigen::VectorXd::Zero(mass_.rows());
  for (const auto& [row, coordinate] : drives_) p[coordinate] = target[row] / rows_(row, coordinate);
  if (pins_.rows() > 0 && loose_count() > 0) {
    const Eigen::VectorXd rest = target(pin_rows_) - rows_(pin_rows_, Eigen::all) * p;
    p(loose_) = elimination_.solve(rest);
  }
  const Eigen::VectorXd sums = rows_.cwiseAbs() * p.cwiseAbs() + target.cwiseAbs();
  const Eigen::VectorXd misses = (rows_ * p - target).cwiseAbs();
  for (Eigen::Index i = 0; i < misses.size(); ++i) {
    if (misses[i] > tolerance::kDependentRows * sums.maxCoeff()) {
      throw InputError(fmt::format("/bilateral/{}", i), fmt::format("{}", target[i]),
                       "contradicts the other joints' equations");
    }
  }
  return p;
}

Eigen::MatrixXd ConstrainedInertia::on_basis(const Eigen::MatrixXd& jacobian) const {
  const Eigen::MatrixXd loose = loose_columns(jacobian);
  if (pins_.rows() == 0) return loose;
  // What pins forbid must be nothing, not rounding: forces of 1e15 N would make something of it.
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
  return rows_.transpose().completeOrthogonalDecomposition().solve(wrench);
}

}  // namespace pawl
