// SPDX-License-Identifier: MIT
#include "base/dense_algebra.h"

#include <pawl/base/assert.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <vector>

PAWL_DENSE_FACTORIZATIONS()

namespace pawl::internal::inline base {

Eigen::Vector3d singular_values(const Eigen::MatrixXd& matrix) {
  PAWL_ASSERT(matrix.cols() == 3);
  // The factorisation needs at least three rows. `tall` is a copy of the matrix, extended by zero rows if it has fewer.
  Eigen::MatrixXd tall = Eigen::MatrixXd::Zero(std::max<Eigen::Index>(matrix.rows(), 3), 3);
  tall.topRows(matrix.rows()) = matrix;
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors(tall);
  const Eigen::Matrix3d triangle = factors.matrixQR().topRows<3>().triangularView<Eigen::Upper>();
  return Eigen::JacobiSVD<Eigen::Matrix3d, Eigen::NoQRPreconditioner>(triangle).singularValues();
}

Eigen::MatrixXd pseudoinverse(const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>& factors) {
  return factors.pseudoInverse();
}

Eigen::MatrixXd range_basis(const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>& factors) {
  Eigen::MatrixXd basis = Eigen::MatrixXd::Identity(factors.rows(), factors.rank());
  basis.applyOnTheLeft(factors.householderQ());
  return basis;
}

namespace {

class ActiveSet {
 public:
  ActiveSet(const Eigen::MatrixXd& A, const Eigen::VectorXd& b)
      : A_(A), b_(b), x_(Eigen::VectorXd::Zero(A.cols())), scale_(A.colwise().norm().maxCoeff() * b.norm()) {}

  Eigen::VectorXd solve() {
    // In exact arithmetic, the loop ends by itself. The bound on the number of rounds is needed because of rounding
    // errors.
    for (Eigen::Index round = 0; round < 10 * A_.cols() && enter(); ++round) minimise();
    return x_;
  }

 private:
  /// Frees the entry for which |A x - b| falls most steeply. Returns false if |A x - b| decreases, beyond rounding,
  /// with no entry.
  bool enter() {
    const Eigen::VectorXd gradient = A_.transpose() * (b_ - A_ * x_);
    Eigen::Index best = -1;
    for (Eigen::Index j = 0; j < gradient.size(); ++j) {
      if (is_free(j) || gradient[j] <= 1e-13 * scale_) continue;
      if (best < 0 || gradient[j] > gradient[best]) best = j;
    }
    if (best < 0) return false;
    free_.push_back(best);
    return true;
  }

  bool is_free(Eigen::Index j) const { return std::find(free_.begin(), free_.end(), j) != free_.end(); }

  /// Minimises |A x - b| over the free entries. Entries that would become negative are fixed at 0 again.
  void minimise() {
    while (!free_.empty()) {
      const Eigen::VectorXd wanted = A_(Eigen::all, free_).colPivHouseholderQr().solve(b_);
      double step = 1;
      for (Eigen::Index k = 0; k < wanted.size(); ++k) {
        const double now = x_[free_[k]];
        if (wanted[k] <= 0) step = std::min(step, now / (now - wanted[k] + (now == wanted[k])));
      }
      for (Eigen::Index k = 0; k < wanted.size(); ++k) {
        double& entry = x_[free_[k]];
        entry += step * (wanted[k] - entry);
      }
      if (step == 1 && wanted.minCoeff() > 0) return;
      drop();
    }
  }

  void drop() {
    std::vector<Eigen::Index> kept;
    for (const Eigen::Index j : free_) {
      if (x_[j] > 1e-15 * x_.maxCoeff()) {
        kept.push_back(j);
      } else {
        x_[j] = 0;
      }
    }
    if (kept.size() == free_.size()) kept.pop_back();  // without this line, rounding errors could prevent any progress
    free_ = std::move(kept);
  }

  const Eigen::MatrixXd& A_;
  const Eigen::VectorXd& b_;
  Eigen::VectorXd x_;
  double scale_;
  std::vector<Eigen::Index> free_;
};

}  // namespace

Eigen::VectorXd nonnegative_least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  const double largest = b.size() > 0 ? b.cwiseAbs().maxCoeff() : 0;
  if (A.cols() == 0 || largest == 0 || !std::isfinite(largest)) return Eigen::VectorXd::Zero(A.cols());
  // The solution x is proportional to b. The system is solved for b times a power of two that brings the largest entry
  // of b into [1, 2), so that no product leaves the range of doubles.
  const int exponent = std::ilogb(largest);
  const auto times_power = [](int power) { return [power](double entry) { return std::ldexp(entry, power); }; };
  const Eigen::VectorXd near_one = b.unaryExpr(times_power(-exponent));
  const Eigen::VectorXd x = ActiveSet(A, near_one).solve();
  return x.unaryExpr(times_power(exponent));
}

}  // namespace pawl::internal::inline base
