// SPDX-License-Identifier: MIT
#include "friction/laws/published_pivots.h"

#include <algorithm>
#include <cmath>

#include "base/dense_factorizations.h"

namespace pawl::internal {
namespace {

constexpr double kDependent = 1e-10;  ///< of a row's length: what is left of it beside others
constexpr double kAgrees = 1e-9;      ///< of the largest of 1 and the biases, m/s
constexpr double kNegative = 1e-12;   ///< of the largest bias

}  // namespace

void IndependentRows::begin(Eigen::Index coordinates) {
  size_ = 0;
  rows_.resize(coordinates, coordinates);
  factor_.setZero(coordinates, coordinates);
  bias_.setZero(coordinates);
  agrees_ = true;
}

bool IndependentRows::add(const Eigen::VectorXd& row, double bias) {
  Eigen::VectorXd part = rows().transpose() * row;
  const auto lower = factor_.topLeftCorner(size_, size_).triangularView<Eigen::Lower>();
  lower.solveInPlace(part);
  const double rest = row.squaredNorm() - part.squaredNorm();
  // The rest is a difference of squares: its own rounding is that of the square.
  if (size_ == rows_.rows() || rest <= kDependent * row.squaredNorm()) {
    lower.transpose().solveInPlace(part);
    const double due = part.dot(bias_.head(size_));
    agrees_ = agrees_ && std::fabs(bias - due) <= kAgrees * std::max({1., std::fabs(bias), std::fabs(due)});
    return false;
  }
  rows_.col(size_) = row;
  factor_.row(size_).head(size_) = part.transpose();
  factor_(size_, size_) = std::sqrt(rest);
  bias_[size_] = bias;
  ++size_;
  return true;
}

Eigen::VectorXd IndependentRows::multipliers(const Eigen::VectorXd& right) const {
  Eigen::VectorXd result = right;
  const auto lower = factor_.topLeftCorner(size_, size_).triangularView<Eigen::Lower>();
  lower.solveInPlace(result);
  lower.transpose().solveInPlace(result);
  return result;
}

bool PublishedPivots::solve_non_basic(const Eigen::MatrixXd& rows, const Eigen::VectorXd& bias) {
  const auto k = static_cast<Eigen::Index>(non_basic_.size());
  Eigen::MatrixXd columns(rows.rows(), k);
  z_.resize(k);
  for (Eigen::Index j = 0; j < k; ++j) {
    columns.col(j) = rows.col(non_basic_[static_cast<std::size_t>(j)]);
    z_[j] = -bias[non_basic_[static_cast<std::size_t>(j)]];
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(columns.transpose() * columns);
  if (factor.info() != Eigen::Success) return false;
  const Eigen::MatrixXd lower = factor.matrixL();
  if (lower.diagonal().cwiseAbs2().minCoeff() <= kDependent) return false;
  z_ = Eigen::VectorXd(factor.solve(z_));
  motion_.noalias() = columns * z_;
  w_ = rows.transpose() * motion_ + bias;
  for (const Eigen::Index i : non_basic_) w_[i] = 0;
  return true;
}

PublishedPivots::End PublishedPivots::solve(const Eigen::MatrixXd& rows, const Eigen::VectorXd& bias) {
  impulses_.setZero(bias.size());
  pivots_ = 0;
  Eigen::Index i = 0;
  if (bias.size() == 0 || bias.minCoeff(&i) >= 0) return End::solved;
  const double tolerance = kNegative * bias.cwiseAbs().maxCoeff();
  non_basic_ = {i};
  const int most = 200 + 20 * static_cast<int>(bias.size());
  for (; pivots_ < most; ++pivots_) {
    if (!solve_non_basic(rows, bias)) return End::singular;
    Eigen::Index j = 0;
    const bool negative = z_.minCoeff(&j) < 0;
    const bool violated = w_.minCoeff(&i) < -tolerance;
    if (!violated && !negative) {
      for (std::size_t k = 0; k < non_basic_.size(); ++k) impulses_[non_basic_[k]] = z_[static_cast<Eigen::Index>(k)];
      return End::solved;
    }
    if (negative) non_basic_.erase(non_basic_.begin() + j);
    if (violated) non_basic_.push_back(i);
    if (non_basic_.empty()) return End::emptied;
  }
  return End::cycled;
}

}  // namespace pawl::internal
