// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/tolerance.h>
#include <pawl/friction/contact_equations.h>

#include <Eigen/Core>
#include <vector>

#include "base/dense_algebra.h"

namespace pawl::internal::inline friction {

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

/// The first degree of freedom of a symmetric matrix that moves no mass when those before it move freely: Cholesky's
/// pivot there is not over tolerance::kMassless of the diagonal entry. `pivot` becomes that pivot. -1 where the matrix
/// is positive definite. O(n^3), O(n) for a diagonal matrix.
Eigen::Index first_massless(const Eigen::Ref<const Eigen::MatrixXd>& inertia, double& pivot);

}  // namespace pawl::internal::inline friction
