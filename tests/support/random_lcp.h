// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>

#include <random>

namespace pawl::oracle {

/// A source of random LCPs of given classes. If the numbers are small integers, the ratio tests of pivoting methods
/// have many ties.
class RandomLcp {
 public:
  explicit RandomLcp(unsigned seed) : engine_(seed) {}

  double real(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

  Eigen::MatrixXd reals(Eigen::Index rows, Eigen::Index columns) {
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&](Eigen::Index, Eigen::Index) { return real(-1, 1); });
  }
  Eigen::MatrixXd integers(Eigen::Index rows, Eigen::Index columns, int largest) {
    return Eigen::MatrixXd::NullaryExpr(
        rows, columns, [&](Eigen::Index, Eigen::Index) { return static_cast<double>(integer(-largest, largest)); });
  }

  /// Returns a P-matrix. It is either positive definite and not symmetric, or strictly diagonally dominant with a
  /// positive diagonal.
  Eigen::MatrixXd p_matrix(Eigen::Index n) {
    Eigen::MatrixXd M = reals(n, n);
    if (integer(0, 1) == 0) return M * M.transpose() + .1 * Eigen::MatrixXd::Identity(n, n) + skew(reals(n, n));
    for (Eigen::Index i = 0; i < n; ++i) M(i, i) = M.row(i).cwiseAbs().sum() + real(.01, 1);
    return M;
  }

  /// Returns a positive semidefinite matrix of small integers, which is also copositive-plus. The rank of its symmetric
  /// part is at most half its size, rounded up.
  Eigen::MatrixXd semidefinite(Eigen::Index n) {
    const Eigen::MatrixXd half = integers(n, (n + 1) / 2, 1);
    return half * half.transpose() + integer(0, 1) * skew(integers(n, n, 1));
  }

 private:
  static Eigen::MatrixXd skew(const Eigen::MatrixXd& any) { return any - any.transpose(); }

  std::mt19937 engine_;
};

}  // namespace pawl::oracle
