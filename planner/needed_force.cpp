// SPDX-License-Identifier: MIT
// Problem: minimise the sum of forces over x >= 0 with A x = g, A with three rows. Method: a least-squares solution
// with x >= 0 first, which is enough where its forces are small; else every basis of at most three columns (the minimum
// of a linear program is at one). Cost: O(n^3) for n columns, paid only where forces are large.
#include "needed_force.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/dense_factorizations.h"
#include "modes/nonnegative_least_squares.h"

namespace pawl::internal {
namespace {

/// A wrench is made up when no more than this part of it is left.
constexpr double kLeft = 1e-9;
/// A share this small against the largest is 0: rounding.
constexpr double kNoShare = 1e-12;

class Builder {
 public:
  explicit Builder(const ContactSet& set)
      : set_(set), jacobian_(contact_jacobian(set)), rho_(set.radius_of_gyration()) {}

  void add(const Eigen::Vector3d& v, double force, int contact) {
    columns_.emplace_back(v.x(), v.y(), v.z() / rho_);
    result_.force.push_back(force);
    result_.contact.push_back(contact);
  }
  void add_motion(const Eigen::Vector3d& v) { add(v, 0, -1); }
  void add_edge(int contact, double slope) {
    const Eigen::Index n = static_cast<Eigen::Index>(set_.size());
    add(-(jacobian_.col(contact) + slope * jacobian_.col(n + contact)), std::hypot(1, slope), contact);
  }

  ForceColumns finish() {
    result_.columns.resize(3, static_cast<Eigen::Index>(columns_.size()));
    for (std::size_t k = 0; k < columns_.size(); ++k) result_.columns.col(static_cast<Eigen::Index>(k)) = columns_[k];
    return std::move(result_);
  }

 private:
  const ContactSet& set_;
  Eigen::MatrixXd jacobian_;
  double rho_;
  std::vector<Eigen::Vector3d> columns_;
  ForceColumns result_;
};

class LeastForce {
 public:
  LeastForce(const ForceColumns& columns, const Eigen::Vector3d& g) : columns_(columns), g_(g) {}

  void consider(const std::vector<int>& basis) {
    const auto size = static_cast<Eigen::Index>(basis.size());
    Eigen::MatrixXd matrix(3, size);
    for (Eigen::Index k = 0; k < size; ++k) matrix.col(k) = columns_.columns.col(basis[static_cast<std::size_t>(k)]);
    const Eigen::VectorXd x = matrix.colPivHouseholderQr().solve(g_);
    offer(basis, x, (matrix * x - g_).norm());
  }

  void offer(const std::vector<int>& basis, const Eigen::VectorXd& x, double left) {
    if (!x.allFinite() || !(left <= kLeft * g_.norm()) || x.minCoeff() < -kNoShare * x.cwiseAbs().maxCoeff()) return;
    double sum = 0;
    for (Eigen::Index k = 0; k < x.size(); ++k) {
      sum += std::max(0., x[k]) * columns_.force[static_cast<std::size_t>(basis[static_cast<std::size_t>(k)])];
    }
    if (sum >= sum_) return;
    sum_ = sum;
    basis_ = basis;
    x_ = x;
  }

  double sum() const { return sum_; }

  std::vector<int> contacts_above(double large) const {
    std::vector<int> found;
    for (std::size_t k = 0; k < basis_.size(); ++k) {
      const auto column = static_cast<std::size_t>(basis_[k]);
      const double force = x_[static_cast<Eigen::Index>(k)] * columns_.force[column];
      if (columns_.contact[column] >= 0 && force > large) found.push_back(columns_.contact[column]);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

 private:
  const ForceColumns& columns_;
  Eigen::Vector3d g_;
  double sum_ = std::numeric_limits<double>::infinity();
  std::vector<int> basis_;
  Eigen::VectorXd x_;
};

}  // namespace

ForceColumns columns_of_mode(const ContactSet& set, const Mode& mode, Motions motions) {
  Builder builder(set);
  const Cone momenta = motions == Motions::of_mode ? momentum_cone(set, mode).cone : Cone();
  for (const Eigen::Vector3d& ray : momenta.rays()) builder.add_motion(ray);
  for (const Eigen::Vector3d& line : momenta.lines()) {
    builder.add_motion(line);
    builder.add_motion(-line);
  }
  for (std::size_t i = 0; i < set.size(); ++i) {
    const char letter = mode[i];
    const Friction& friction = set.contacts[i].friction;
    const int contact = static_cast<int>(i);
    if (letter == 'a' || letter == 's') continue;
    if (letter != 'l') builder.add_edge(contact, friction.high);
    if (letter != 'r') builder.add_edge(contact, -friction.high);
    if (letter != 'n' && friction.is_interval())
      builder.add_edge(contact, letter == 'r' ? friction.low : -friction.low);
  }
  return builder.finish();
}

ForceColumns columns_of_contacts(const ContactSet& set, const std::vector<int>& contacts, bool with_friction,
                                 bool high) {
  Builder builder(set);
  for (const int contact : contacts) {
    const Friction& friction = set.contacts[static_cast<std::size_t>(contact)].friction;
    const double mu = !with_friction ? 0 : high ? friction.high : friction.low;
    builder.add_edge(contact, mu);
    if (mu > 0) builder.add_edge(contact, -mu);
  }
  return builder.finish();
}

NeededForce needed_force(const ForceColumns& columns, const Eigen::Vector3d& g, double large) {
  LeastForce least(columns, g);
  const int count = static_cast<int>(columns.columns.cols());
  if (count == 0 || g.isZero(0)) return {g.isZero(0) ? 0 : least.sum(), {}};
  const Eigen::VectorXd shares = nonnegative_least_squares(columns.columns, g);
  std::vector<int> all;
  for (int k = 0; k < count; ++k) all.push_back(k);
  least.offer(all, shares, (columns.columns * shares - g).norm());
  if (least.sum() <= large) return {least.sum(), {}};
  for (int i = 0; i < count; ++i) {
    least.consider({i});
    for (int j = i + 1; j < count; ++j) {
      least.consider({i, j});
      for (int k = j + 1; k < count; ++k) least.consider({i, j, k});
    }
  }
  return {least.sum(), least.contacts_above(large / 4)};
}

}  // namespace pawl::internal
