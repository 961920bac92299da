// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/tolerance.h>
#include <pawl/friction/contact_equations.h>

#include <Eigen/Core>
#include <vector>

#include "base/dense_factorizations.h"
#include "friction/block_cholesky.h"

namespace pawl::internal {

/// How well the pins of B fit. `off`: their points are apart by more than rounding. `dependent`: pivots below this part
/// of the largest say nothing: rounding, and levers not much longer than the pins' points are apart. `missed`: the part
/// of their terms by which equations may be missed: as much, within tolerance::kPinClosure.
struct PinFit {
  bool off = false;
  double dependent = tolerance::kDependentRows, missed = tolerance::kDependentRows;
};
PinFit pin_fit(const Bilateral& bilateral);

/// Motions u' = p + Z y that keep B u' = t, and the inertia Z'MZ that they have, factored once.
///
/// Rows of B with one entry (drives) take their coordinate out, exactly and first; Z then spans what the other rows
/// (pins) leave of the rest. B may have dependent rows; where pins are off by more than rounding these are met in the
/// least-squares sense.
class ConstrainedInertia {
 public:
  /// M symmetric positive definite, d x d; B with any number of rows.
  ConstrainedInertia(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& rows, PinFit fit = {});
  ConstrainedInertia(const Eigen::MatrixXd& mass, const Bilateral& bilateral)
      : ConstrainedInertia(mass, bilateral.rows, pin_fit(bilateral)) {}

  Eigen::Index freedom() const { return pins_.rows() == 0 ? loose_count() : basis_.cols(); }

  /// A motion p with B p = t, or nearest to it. Throws InputError, pointer `/bilateral/i`, when t contradicts itself by
  /// more than `slack` (t's units) and rounding.
  Eigen::VectorXd particular(const Eigen::VectorXd& target, double slack = 0) const;

  /// The motion with B u' = B p that `force` gives: M u' = force + B' lambda.
  Eigen::VectorXd motion(const Eigen::VectorXd& force, const Eigen::VectorXd& particular) const;

  /// G = L^-1 Z' J' with LL' = Z'MZ, so that J (motions that forces J'c give) = G'G c.
  Eigen::MatrixXd half(const Eigen::MatrixXd& jacobian) const;

  /// Z L'^-1 g: the motion that the forces of `half` give.
  Eigen::VectorXd spread(const Eigen::VectorXd& g) const;

  /// J Z, what is left of rows when the motion is y; and Z y.
  Eigen::MatrixXd on_basis(const Eigen::MatrixXd& jacobian) const;
  Eigen::VectorXd motion_of(const Eigen::VectorXd& y) const;

  /// lambda with B' lambda = wrench, least squares and of least length where B has dependent rows.
  Eigen::VectorXd multipliers(const Eigen::VectorXd& wrench) const;

 private:
  Eigen::Index loose_count() const { return static_cast<Eigen::Index>(loose_.size()); }
  Eigen::MatrixXd loose_columns(const Eigen::MatrixXd& matrix) const;
  void eliminate_pins();
  void check_misses(const Eigen::VectorXd& p, const Eigen::VectorXd& target, double slack) const;

  Eigen::MatrixXd mass_, rows_;
  std::vector<Eigen::Index> loose_;                            // coordinates that no drive holds
  std::vector<std::pair<Eigen::Index, Eigen::Index>> drives_;  // row, coordinate
  std::vector<Eigen::Index> pin_rows_;
  Eigen::MatrixXd pins_, basis_;  // the other rows on loose coordinates, and their kernel
  PinFit fit_;
  Eigen::FullPivLU<Eigen::MatrixXd> elimination_;                          // of pins_
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> least_squares_;  // of pins_, where they are off
  BlockCholesky factor_;
};

}  // namespace pawl::internal
