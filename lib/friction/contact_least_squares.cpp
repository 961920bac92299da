// SPDX-License-Identifier: MIT
#include "friction/contact_least_squares.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/dense_algebra.h"
#include "friction/contact_dynamics.h"

namespace pawl::internal::inline friction {
namespace {

/// Returns a square root of step * W for a block, where W is the block's inverse inertia. The caller multiplies each
/// row of the Jacobian by this root.
Eigen::MatrixXd root_of(const ContactProblem::Block& block, double step) {
  const Eigen::Index n = block.inertia.rows();
  Eigen::MatrixXd inertia = block.inertia;
  std::vector<Eigen::Index> driven;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (block.driven.empty() || !block.driven[i]) continue;
    driven.push_back(i);
    inertia.row(i).setZero();
    inertia.col(i).setZero();
    inertia(i, i) = 1;
  }
  Eigen::MatrixXd root = Eigen::MatrixXd::Identity(n, n) * std::sqrt(step);
  inertia.llt().matrixL().solveInPlace(root);
  for (const Eigen::Index i : driven) root.row(i).setZero();
  return root;
}

}  // namespace

void RootRows::assign(const ContactProblem& problem) {
  const ContactDynamics<double> dynamics(problem);
  coordinates_ = dynamics.coordinates();
  std::vector<Eigen::MatrixXd> roots;
  for (const ContactProblem::Block& block : problem.blocks) roots.push_back(root_of(block, problem.step));
  sides_.clear();
  entries_.clear();
  bias_.clear();
  square_.clear();
  for (int i = 0; i < dynamics.contacts(); ++i) {
    double square[2] = {0, 0};
    for (const int which : {0, 1}) {
      const auto& on = dynamics.side(i, which);
      Side side{0, 0, entries_.size()};
      if (on.link >= 0) side = {dynamics.first(on.link), dynamics.size(on.link), entries_.size()};
      sides_.push_back(side);
      if (on.link < 0) continue;
      for (const int d : {kNormal, kTangent}) {
        const Eigen::Map<const Eigen::VectorXd> row(dynamics.row(on, d), side.size);
        Eigen::VectorXd scaled = row;
        if (dynamics.is_body(on.link)) {
          const ContactProblem::Body& body = problem.bodies[on.link];
          scaled.head<2>() *= std::sqrt(problem.step * body.inverse_mass);
          scaled[2] *= std::sqrt(problem.step * body.inverse_inertia);
        } else {
          scaled = roots[static_cast<std::size_t>(on.link) - problem.bodies.size()] * row;
        }
        entries_.insert(entries_.end(), scaled.begin(), scaled.end());
        square[d] += scaled.squaredNorm();
      }
    }
    for (const int d : {kNormal, kTangent}) {
      bias_.push_back(dynamics.bias(i, d));
      square_.push_back(square[d]);
    }
  }
}

double RootRows::largest_bias() const {
  double largest = 0;
  for (const double one : bias_) largest = std::max(largest, std::fabs(one));
  return largest;
}

void RootRows::push(int contact, int direction, double amount, Eigen::VectorXd& motion) const {
  for (const int which : {0, 1}) {
    const Side& one = side(contact, which);
    const double* entry = entries_.data() + one.entries + static_cast<std::size_t>(direction * one.size);
    for (int k = 0; k < one.size; ++k) motion[one.first + k] += amount * entry[k];
  }
}

double RootRows::along(int contact, int direction, const Eigen::VectorXd& motion) const {
  double sum = 0;
  for (const int which : {0, 1}) {
    const Side& one = side(contact, which);
    const double* entry = entries_.data() + one.entries + static_cast<std::size_t>(direction * one.size);
    for (int k = 0; k < one.size; ++k) sum += motion[one.first + k] * entry[k];
  }
  return sum;
}

Eigen::VectorXd RootRows::dense(int contact, int direction) const {
  Eigen::VectorXd row = Eigen::VectorXd::Zero(coordinates_);
  push(contact, direction, 1, row);
  return row;
}

namespace {

constexpr double kDependentRow = 1e-10;  ///< a row counts as dependent if its part orthogonal to the active rows is at
                                         ///< most this long, relative to the row
constexpr double kViolated = 1e-13;    ///< largest accepted violation of a row, relative to the larger of the largest
                                       ///< bias and the length of the motion
constexpr double kNegligible = 2e-10;  ///< largest accepted violation of a row that cannot be corrected, relative to
                                       ///< the same value as for kViolated

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

/// Finds the directions in which the motion and the multipliers change as a row becomes active. Returns the squared
/// length of that part of the row that is orthogonal to the active rows, or 0 if this part is so short that the row
/// counts as dependent on the active rows.
double DualActiveSet::set_directions(Eigen::Index row) {
  const Eigen::Index k = active_count_;
  turned_.noalias() = q_.transpose() * rows_->col(row);
  change_ = turned_.head(k);
  r_.topLeftCorner(k, k).triangularView<Eigen::Upper>().solveInPlace(change_);
  const auto rest = turned_.tail(turned_.size() - k);
  direction_.noalias() = q_.rightCols(rest.size()) * rest;
  const double square = rest.squaredNorm();
  return square > kDependentRow * kDependentRow ? square : 0;
}

void DualActiveSet::step(double length) {
  weights_.head(active_count_) -= length * change_;
  entering_weight_ += length;
}

/// Adds a row to the active set. A Householder reflection then restores the triangular factor; it changes only the
/// columns of Q that follow the active columns.
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
  is_active_[row] = 1;
  weights_[k] = entering_weight_;
  ++active_count_;
}

/// Removes a row by rotations of neighbouring columns of Q.
void DualActiveSet::drop(Eigen::Index position) {
  const Eigen::Index k = active_count_;
  is_active_[active_[static_cast<std::size_t>(position)]] = 0;
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
      if (active_[j] < equalities_ || !(change_[j] > 0)) continue;
      const double ratio = std::max(0., weights_[j]) / change_[j];
      if (ratio < most) {
        most = ratio;
        leaving = j;
      }
    }
    const double full = square > 0 ? -value(row) / square : std::numeric_limits<double>::infinity();
    const double length = std::min(most, full);
    if (!std::isfinite(length)) {
      // if active rows are nearly dependent, the motion is accurate only to kNegligible
      infeasible_ = value(row) < -kNegligible * size_of_values();
      is_active_[row] = 1;
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

/// Recomputes the motion and the multipliers of the active rows, without the accumulated rounding errors.
void DualActiveSet::finish() {
  const Eigen::Index k = active_count_;
  Eigen::VectorXd target(k);
  for (Eigen::Index j = 0; j < k; ++j) target[j] = -(*bias_)[active_[j]];
  const auto upper = r_.topLeftCorner(k, k).triangularView<Eigen::Upper>();
  upper.transpose().solveInPlace(target);
  x_.noalias() = q_.leftCols(k) * target;
  upper.solveInPlace(target);
  multipliers_.setZero(rows_->cols());
  for (Eigen::Index j = 0; j < k; ++j) multipliers_[active_[j]] = target[j];
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
      if (is_active_[i] || values[i] >= least) continue;
      least = values[i];
      worst = i;
    }
    if (worst < 0) break;
    if (!enter(worst)) return false;
  }
  finish();
  return true;
}

namespace {

constexpr double kDependentSquare = 1e-10;  ///< a row counts as dependent if its part orthogonal to the other rows has
                                            ///< at most this squared length, relative to the row's squared length
constexpr double kAgrees = 1e-9;     ///< largest difference of two biases that count as equal, relative to the largest
                                     ///< of 1 m/s and the two biases
constexpr double kNegative = 1e-12;  ///< largest violation of w >= 0 that is accepted, relative to the largest bias

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
  // `rest` is a difference of squares, so its rounding error is as large as that of the row's squared length
  if (size_ == rows_.rows() || rest <= kDependentSquare * row.squaredNorm()) {
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
    columns.col(j) = rows.col(non_basic_[j]);
    z_[j] = -bias[non_basic_[j]];
  }
  const Eigen::MatrixXd products = columns.transpose() * columns;
  const Eigen::LLT<Eigen::MatrixXd> factor(products);
  if (factor.info() != Eigen::Success) return false;
  const Eigen::MatrixXd lower = factor.matrixL();
  if (lower.diagonal().cwiseAbs2().minCoeff() <= kDependentSquare) return false;
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

}  // namespace pawl::internal::inline friction
