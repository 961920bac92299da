// SPDX-License-Identifier: MIT
#include "dynamics/constrained_inertia.h"

#include <fmt/format.h>
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/geometry/tolerance.h>

#include <Eigen/LU>
#include <Eigen/QR>

namespace pawl {

ConstrainedInertia::ConstrainedInertia(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& rows)
    : mass_(mass), rows_(rows), free_(rows.rows() == 0) {
  if (free_) {
    factor_.compute(mass);
  } else {
    // A kernel by elimination keeps the columns of coordinates that no row touches exact.
    Eigen::FullPivLU<Eigen::MatrixXd> elimination;
    elimination.setThreshold(tolerance::kDependentRows);
    elimination.compute(rows);
    basis_ = elimination.dimensionOfKernel() == 0 ? Eigen::MatrixXd(mass.rows(), 0) : elimination.kernel();
    if (freedom() > 0) factor_.compute(basis_.transpose() * mass * basis_);
  }
  PAWL_ASSERT(freedom() == 0 || factor_.info() == Eigen::Success);
}

Eigen::VectorXd ConstrainedInertia::particular(const Eigen::VectorXd& target) const {
  if (free_) return Eigen::VectorXd::Zero(mass_.rows());
  Eigen::FullPivLU<Eigen::MatrixXd> elimination;
  elimination.setThreshold(tolerance::kDependentRows);
  elimination.compute(rows_);
  const Eigen::VectorXd p = elimination.solve(target);
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
  return free_ ? jacobian : Eigen::MatrixXd(jacobian * basis_);
}

Eigen::VectorXd ConstrainedInertia::motion_of(const Eigen::VectorXd& y) const {
  return free_ ? y : Eigen::VectorXd(basis_ * y);
}

Eigen::VectorXd ConstrainedInertia::motion(const Eigen::VectorXd& force, const Eigen::VectorXd& particular) const {
  if (free_) return factor_.solve(force);
  if (freedom() == 0) return particular;
  return particular + basis_ * factor_.solve(basis_.transpose() * (force - mass_ * particular));
}

Eigen::MatrixXd ConstrainedInertia::half(const Eigen::MatrixXd& jacobian) const {
  Eigen::MatrixXd g = on_basis(jacobian).transpose();
  if (freedom() > 0) factor_.matrixL().solveInPlace(g);
  return g;
}

Eigen::VectorXd ConstrainedInertia::spread(const Eigen::VectorXd& g) const {
  if (freedom() == 0) return Eigen::VectorXd::Zero(mass_.rows());
  return motion_of(factor_.matrixU().solve(g));
}

Eigen::VectorXd ConstrainedInertia::multipliers(const Eigen::VectorXd& wrench) const {
  if (free_) return Eigen::VectorXd(0);
  return rows_.transpose().completeOrthogonalDecomposition().solve(wrench);
}

}  // namespace pawl
