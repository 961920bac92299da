// SPDX-License-Identifier: MIT
#include "plain_lemke.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

namespace pawl::bench {
namespace {

using Real = long double;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

constexpr Real kPivot = 1e-13L;  // of the column's largest entry
constexpr Real kTie = 1e-14L;    // of the ratios compared

/// Rows w - M z - d z0 = q; columns w, z, z0, right side.
class Tableau {
 public:
  Tableau(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, const Eigen::VectorXd& cover)
      : n_(q.size()), rows_(n_, 2 * n_ + 2), basis_(static_cast<std::size_t>(n_)) {
    rows_ << Matrix::Identity(n_, n_), -M.cast<Real>(), -cover.cast<Real>(), q.cast<Real>();
    for (Eigen::Index i = 0; i < n_; ++i) basis_[static_cast<std::size_t>(i)] = i;
  }

  /// Runs to a complementary basis; false for a ray or too many pivots.
  bool run(const Eigen::VectorXd& cover, int limit, int& pivots) {
    Eigen::Index row = 0;
    (rows_.col(side()).array() / cover.cast<Real>().array()).minCoeff(&row);
    if (rows_(row, side()) >= 0) return true;
    Eigen::Index left = exchange(row, artificial());
    while (left != artificial()) {
      if (++pivots > limit) return false;
      const Eigen::Index enters = left < n_ ? left + n_ : left - n_;
      row = leaving_row(enters);
      if (row < 0) return false;
      left = exchange(row, enters);
    }
    return true;
  }

  /// z of the final basis, solved anew from the problem's own numbers.
  Eigen::VectorXd solution(const Eigen::MatrixXd& M, const Eigen::VectorXd& q) const {
    Matrix columns = Matrix::Identity(n_, n_);
    for (const Eigen::Index variable : basis_) {
      if (variable >= n_) columns.col(variable - n_) = -M.col(variable - n_).cast<Real>();
    }
    const Vector values = columns.fullPivLu().solve(q.cast<Real>());
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n_);
    for (const Eigen::Index variable : basis_) {
      if (variable >= n_) z[variable - n_] = std::max(0.0, static_cast<double>(values[variable - n_]));
    }
    return z;
  }

 private:
  Eigen::Index artificial() const { return 2 * n_; }
  Eigen::Index side() const { return 2 * n_ + 1; }

  Eigen::Index exchange(Eigen::Index row, Eigen::Index enters) {
    rows_.row(row) /= rows_(row, enters);
    for (Eigen::Index i = 0; i < n_; ++i) {
      if (i != row && rows_(i, enters) != 0) rows_.row(i) -= rows_(i, enters) * rows_.row(row);
    }
    return std::exchange(basis_[static_cast<std::size_t>(row)], enters);
  }

  /// Whether row a over its pivot comes lexicographically before row b over its own: right side, then the columns of w.
  bool before(Eigen::Index a, Eigen::Index b, Eigen::Index enters) const {
    for (Eigen::Index j = -1; j < n_; ++j) {
      const Eigen::Index column = j < 0 ? side() : j;
      const Real x = rows_(a, column) / rows_(a, enters), y = rows_(b, column) / rows_(b, enters);
      if (std::fabs(x - y) > kTie * (1 + std::fabs(x))) return x < y;
    }
    return false;
  }

  Eigen::Index leaving_row(Eigen::Index enters) const {
    const Real least = kPivot * std::max<Real>(1, rows_.col(enters).cwiseAbs().maxCoeff());
    Eigen::Index best = -1;
    for (Eigen::Index i = 0; i < n_; ++i) {
      if (rows_(i, enters) <= least) continue;
      if (best < 0 || before(i, best, enters)) best = i;
    }
    return best;
  }

  Eigen::Index n_;
  Matrix rows_;
  std::vector<Eigen::Index> basis_;
};

bool solves(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, const Eigen::VectorXd& z) {
  return z.cwiseMin(M * z + q).cwiseAbs().maxCoeff() <= 1e-9 * std::max(1.0, q.cwiseAbs().maxCoeff());
}

}  // namespace

LemkeOutcome plain_lemke(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, int starts) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> entry(0.1, 1);
  LemkeOutcome outcome;
  Eigen::VectorXd cover = Eigen::VectorXd::Ones(q.size());
  while (!outcome.solved && outcome.starts < starts) {
    ++outcome.starts;
    Tableau tableau(M, q, cover);
    const int limit = outcome.pivots + 20 * static_cast<int>(q.size()) + 100;
    if (tableau.run(cover, limit, outcome.pivots)) {
      outcome.z = tableau.solution(M, q);
      outcome.solved = solves(M, q, outcome.z);
    }
    for (double& c : cover) c = entry(engine);
  }
  return outcome;
}

}  // namespace pawl::bench
