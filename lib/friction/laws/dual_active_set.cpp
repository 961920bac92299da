// SPDX-License-Identifier: MIT
#include "friction/laws/dual_active_set.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl::internal {
namespace {

constexpr double kDependent = 1e-10;  ///< of a row's length: what is left of it beside active ones
constexpr double kViolated = 1e-13;   ///< of the largest bias, or the motion
constexpr double kNegligible = 2e-10;  ///< the same, where nothing can be done about it

}  // namespace

void DualActiveSet::begin(const Eigen::MatrixXd& rows, const Eigen::VectorXd& bias) {
  rows_ = &rows;
  bias_ = &bias;
  const Eigen::Index m = rows.rows(), n = rows.cols();
  q_.setIdentity(m, m);
  r_.setZero(m, m);
  active_.clear();
  is_active_.assign(static_cast<std::size_t>(n), 0);
  active_count_ = 0;
  x_.setZero(m);
  weights_.setZero(m + 1);
  pivots_ = 0;
  most_pivots_ = static_cast<int>(200 + 20 * std::min(m, n));
  infeasible_ = false;
}

/// Of a row that enters: how the motion changes and how the multipliers do; the square of what no active row has of it.
double DualActiveSet::set_directions(Eigen::Index row) {
  const Eigen::Index k = active_count_;
  turned_.noalias() = q_.transpose() * rows_->col(row);
  change_ = turned_.head(k);
  r_.topLeftCorner(k, k).triangularView<Eigen::Upper>().solveInPlace(change_);
  const auto rest = turned_.tail(turned_.size() - k);
  direction_.noalias() = q_.rightCols(rest.size()) * rest;
  const double square = rest.squaredNorm();
  return square > kDependent * kDependent ? square : 0;
}

void DualActiveSet::step(double length) {
  weights_.head(active_count_) -= length * change_;
  entering_weight_ += length;
}

/// By a reflection of the columns of Q behind the active ones.
void DualActiveSet::add(Eigen::Index row) {
  const Eigen::Index k = active_count_, rest = turned_.size() - k;
  Eigen::VectorXd mirror = turned_.tail(rest);
  const double length = mirror[0] > 0 ? -mirror.norm() : mirror.norm();
  mirror[0] -= length;
  const double square = mirror.squaredNorm();
  if (square > 0) {
    const Eigen::VectorXd along = q_.rightCols(rest) * mirror;
    q_.rightCols(rest).noalias() -= along * (2 / square) * mirror.transpose();
  }
  r_.col(k).head(k) = turned_.head(k);
  r_(k, k) = length;
  active_.push_back(row);
  is_active_[static_cast<std::size_t>(row)] = 1;
  weights_[k] = entering_weight_;
  ++active_count_;
}

/// By rotations of neighbouring columns of Q.
void DualActiveSet::drop(Eigen::Index position) {
  const Eigen::Index k = active_count_;
  is_active_[static_cast<std::size_t>(active_[static_cast<std::size_t>(position)])] = 0;
  active_.erase(active_.begin() + position);
  for (Eigen::Index j = position; j + 1 < k; ++j) {
    r_.col(j).head(j + 2) = r_.col(j + 1).head(j + 2);
    weights_[j] = weights_[j + 1];
  }
  for (Eigen::Index j = position; j + 1 < k; ++j) {
    const double length = std::hypot(r_(j, j), r_(j + 1, j));
    const double cosine = r_(j, j) / length, sine = r_(j + 1, j) / length;
    for (Eigen::Index c = j; c + 1 < k; ++c) {
      const double upper = r_(j, c), lower = r_(j + 1, c);
      r_(j, c) = cosine * upper + sine * lower;
      r_(j + 1, c) = cosine * lower - sine * upper;
    }
    const Eigen::VectorXd left = q_.col(j);
    q_.col(j) = cosine * left + sine * q_.col(j + 1);
    q_.col(j + 1) = cosine * q_.col(j + 1) - sine * left;
  }
  --active_count_;
}

void DualActiveSet::enter_equality(Eigen::Index row) {
  entering_weight_ = 0;
  const double square = set_directions(row);
  if (square == 0) return;
  const double length = -value(row) / square;
  x_ += length * direction_;
  step(length);
  add(row);
  ++pivots_;
}

bool DualActiveSet::enter(Eigen::Index row) {
  entering_weight_ = 0;
  for (; pivots_ < most_pivots_; ++pivots_) {
    const double square = set_directions(row);
    double most = std::numeric_limits<double>::infinity();
    Eigen::Index leaving = -1;
    for (Eigen::Index j = 0; j < active_count_; ++j) {
      if (active_[static_cast<std::size_t>(j)] < equalities_ || !(change_[j] > 0)) continue;
      const double ratio = std::max(0., weights_[j]) / change_[j];
      if (ratio < most) {
        most = ratio;
        leaving = j;
      }
    }
    const double full = square > 0 ? -value(row) / square : std::numeric_limits<double>::infinity();
    const double length = std::min(most, full);
    if (!std::isfinite(length)) {
      // Nearly dependent active rows leave a motion that is right to so much only.
      infeasible_ = value(row) < -kNegligible * size_of_values();
      is_active_[static_cast<std::size_t>(row)] = 1;
      return !infeasible_;
    }
    if (square > 0) x_ += length * direction_;
    step(length);
    if (full <= most) {
      add(row);
      ++pivots_;
      return true;
    }
    drop(leaving);
  }
  return false;
}

/// Motion and multipliers of the active rows anew, without what the steps have gathered of rounding.
void DualActiveSet::finish() {
  const Eigen::Index k = active_count_;
  Eigen::VectorXd target(k);
  for (Eigen::Index j = 0; j < k; ++j) target[j] = -(*bias_)[active_[static_cast<std::size_t>(j)]];
  const auto upper = r_.topLeftCorner(k, k).triangularView<Eigen::Upper>();
  upper.transpose().solveInPlace(target);
  x_.noalias() = q_.leftCols(k) * target;
  upper.solveInPlace(target);
  multipliers_.setZero(rows_->cols());
  for (Eigen::Index j = 0; j < k; ++j) multipliers_[active_[static_cast<std::size_t>(j)]] = target[j];
  for (Eigen::Index i = equalities_; i < multipliers_.size(); ++i) multipliers_[i] = std::max(0., multipliers_[i]);
}

bool DualActiveSet::solve(const Eigen::MatrixXd& rows, const Eigen::VectorXd& bias, Eigen::Index equalities) {
  equalities_ = equalities;
  begin(rows, bias);
  for (Eigen::Index i = 0; i < equalities; ++i) enter_equality(i);
  most_pivots_ += pivots_;
  Eigen::VectorXd values(rows.cols());
  while (true) {
    values.noalias() = rows.transpose() * x_;
    values += bias;
    Eigen::Index worst = -1;
    double least = -kViolated * size_of_values();
    for (Eigen::Index i = equalities; i < rows.cols(); ++i) {
      if (is_active_[static_cast<std::size_t>(i)] || values[i] >= least) continue;
      least = values[i];
      worst = i;
    }
    if (worst < 0) break;
    if (!enter(worst)) return false;
  }
  finish();
  return true;
}

}  // namespace pawl::internal
