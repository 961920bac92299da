// SPDX-License-Identifier: MIT
#include "friction/laws/root_rows.h"

#include <algorithm>
#include <cmath>

#include "base/dense_factorizations.h"
#include "friction/contact_dynamics.h"

namespace pawl::internal {
namespace {

/// (step W)^(1/2)' of a block: a row r of J is root * r.
Eigen::MatrixXd root_of(const ContactProblem::Block& block, double step) {
  const Eigen::Index n = block.inertia.rows();
  Eigen::MatrixXd inertia = block.inertia;
  std::vector<Eigen::Index> driven;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (block.driven.empty() || !block.driven[static_cast<std::size_t>(i)]) continue;
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
      if (on.mover >= 0) side = {dynamics.first(on.mover), dynamics.size(on.mover), entries_.size()};
      sides_.push_back(side);
      if (on.mover < 0) continue;
      for (const int d : {kNormal, kTangent}) {
        const Eigen::Map<const Eigen::VectorXd> row(dynamics.row(on, d), side.size);
        Eigen::VectorXd scaled = row;
        if (dynamics.is_body(on.mover)) {
          const ContactProblem::Body& body = problem.bodies[static_cast<std::size_t>(on.mover)];
          scaled.head<2>() *= std::sqrt(problem.step * body.inverse_mass);
          scaled[2] *= std::sqrt(problem.step * body.inverse_inertia);
        } else {
          scaled = roots[static_cast<std::size_t>(on.mover) - problem.bodies.size()] * row;
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

}  // namespace pawl::internal
