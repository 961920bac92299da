// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/tolerance.h>
#include <pawl/friction/contact_equations.h>

#include <Eigen/Core>
#include <vector>

#include "base/dense_algebra.h"

namespace pawl::internal::inline friction {

struct DiagonalBlock {
  Eigen::Index start, end;  ///< index of the first row and column, and the index after the last row and column
};

/// Returns the smallest blocks of consecutive rows and columns on the diagonal such that a square matrix is zero
/// outside of them. O(n^2).
std::vector<DiagonalBlock> diagonal_blocks(const Eigen::MatrixXd& matrix);

/// The factorisation M = L L' of a symmetric positive definite, block-diagonal matrix with one block per body or arm.
/// Each block is factored separately. A matrix without such structure is one block.
class BlockCholesky {
 public:
  /// Returns whether every block is positive definite.
  bool compute(const Eigen::MatrixXd& matrix);

  Eigen::VectorXd solve(const Eigen::VectorXd& right) const;
  void solve_lower(Eigen::MatrixXd& columns) const;  ///< Replaces `columns` by L^-1 columns.
  Eigen::VectorXd solve_upper(const Eigen::VectorXd& right) const;

 private:
  struct Block {
    Eigen::Index start;
    Eigen::LLT<Eigen::MatrixXd> factor;
  };
  std::vector<Block> blocks_;
};

/// How well the pins in B fit together. `off` is true if the two points of some pin are farther apart than rounding can
/// explain. `dependent` is a fraction of the largest pivot; a smaller pivot results from rounding, or from levers that
/// are not much longer than the distance between a pin's points. `missed` is the allowed error of the equations, as a
/// fraction of their terms; it corresponds to a distance of tolerance::kPinClosure between a pin's points.
struct PinFit {
  bool off = false;
  double dependent = tolerance::kDependentRows, missed = tolerance::kDependentRows;
};
PinFit pin_fit(const Bilateral& bilateral);

/// The motions u' = p + Z y with B u' = t, and their inertia Z'MZ, factored once.
///
/// Rows of B with a single entry (drives) are eliminated first, exactly, together with their coordinates. Z then spans
/// the kernel of the other rows (pins) in the remaining coordinates. B may have dependent rows. If the points of pins
/// are farther apart than rounding can explain, dependent rows are satisfied in the least-squares sense.
class ConstrainedInertia {
 public:
  /// Factors the inertia. M must be symmetric positive definite, d x d; B may have any number of rows.
  ConstrainedInertia(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& rows, PinFit fit = {});
  ConstrainedInertia(const Eigen::MatrixXd& mass, const Bilateral& bilateral)
      : ConstrainedInertia(mass, bilateral.rows, pin_fit(bilateral)) {}

  Eigen::Index freedom() const { return pins_.rows() == 0 ? loose_count() : basis_.cols(); }

  /// Returns a motion p with B p = t. If no motion satisfies this equation, returns the motion with the least error.
  /// Throws InputError, pointer `/bilateral/i`, if this error exceeds `slack` (in the units of t) by more than
  /// rounding.
  Eigen::VectorXd particular(const Eigen::VectorXd& target, double slack = 0) const;

  /// Returns the motion u' under `force`: the motion that satisfies B u' = B p and M u' = force + B' lambda.
  Eigen::VectorXd motion(const Eigen::VectorXd& force, const Eigen::VectorXd& particular) const;

  /// For the rows J of a Jacobian, returns G = L^-1 Z' J', where L L' = Z'MZ. Contact forces c cause the motion G'G c
  /// along these rows.
  Eigen::MatrixXd half(const Eigen::MatrixXd& jacobian) const;

  /// Returns Z L'^-1 g. If g = half(J) c, this is the motion that the contact forces c cause.
  Eigen::VectorXd spread(const Eigen::VectorXd& g) const;

  /// on_basis() returns J Z, which maps y to motions along the rows of J. motion_of() returns the motion Z y.
  Eigen::MatrixXd on_basis(const Eigen::MatrixXd& jacobian) const;
  Eigen::VectorXd motion_of(const Eigen::VectorXd& y) const;

  /// Returns lambda with B' lambda = wrench. If B has dependent rows, returns the least-squares solution with the least
  /// norm.
  Eigen::VectorXd multipliers(const Eigen::VectorXd& wrench) const;

  /// Returns, for each row of B, whether its multiplier is the same in all solutions lambda of B' lambda = wrench. The
  /// multiplier is not unique if the row depends on other rows.
  std::vector<bool> determined() const;

 private:
  Eigen::Index loose_count() const { return static_cast<Eigen::Index>(loose_.size()); }
  Eigen::MatrixXd loose_columns(const Eigen::MatrixXd& matrix) const;
  void eliminate_pins();
  void check_misses(const Eigen::VectorXd& p, const Eigen::VectorXd& target, double slack) const;

  Eigen::MatrixXd mass_, rows_;
  std::vector<Eigen::Index> loose_;                            // coordinates that have no drive
  std::vector<std::pair<Eigen::Index, Eigen::Index>> drives_;  // for each drive, its row and its coordinate
  std::vector<Eigen::Index> pin_rows_;
  Eigen::MatrixXd pins_, basis_;  // the rows of the pins, restricted to the coordinates in loose_, and a basis of the
                                  // kernel of these rows
  PinFit fit_;
  Eigen::FullPivLU<Eigen::MatrixXd> elimination_;                          // factors of pins_
  // Factors of pins_, used instead of elimination_ if pins have gaps.
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> least_squares_;
  BlockCholesky factor_;
};

/// Returns the first massless degree of freedom of a symmetric matrix. A degree of freedom is massless if its Cholesky
/// pivot is at most tolerance::kMassless times its diagonal entry. (The pivot is the effective inertia of the degree of
/// freedom while all earlier degrees of freedom can move freely.) Writes the pivot to `pivot`. Returns -1 if no degree
/// of freedom is massless. O(n^3), or O(n) for a diagonal matrix.
Eigen::Index first_massless(const Eigen::Ref<const Eigen::MatrixXd>& inertia, double& pivot);

}  // namespace pawl::internal::inline friction
