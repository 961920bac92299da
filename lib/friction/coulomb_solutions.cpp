// SPDX-License-Identifier: MIT
#include "friction/coulomb_solutions.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"

namespace pawl::internal::inline friction {
namespace {

constexpr double kConditionTolerance = 1e-10;  ///< largest accepted violation of a condition, relative to the largest
                                               ///< free velocity
/// An edge counts as dependent on other edges if its part orthogonal to them has at most this squared length.
constexpr double kDependent = 1e-14;
constexpr double kSingular = 1e-11;  ///< largest pivot that counts as 0, relative to the largest pivot of the system
/// A system is certainly regular if its smallest pivot is at least this, relative to the largest pivot. If the smallest
/// pivot is between kSingular and this value, the rank is uncertain.
constexpr double kRegular = 1e-6;
constexpr char kDriven = 3;  ///< marks a contact that no impulse can move; the conditions do not apply to it

double choose(double n, int k) {
  double ways = 1;
  for (int i = 0; i < k; ++i) ways *= (n - i) / (i + 1);
  return std::max(0., ways);
}

}  // namespace

bool CoulombSolutions::certainly_one(const ContactProblem& problem, const ContactDynamics<double>& dynamics) {
  const auto& contacts = problem.contacts;
  if (std::all_of(contacts.begin(), contacts.end(), [](const auto& one) { return one.friction == 0; })) return true;
  return contacts.size() == 1 && contacts[0].friction * std::fabs(dynamics.response(0, 0, 0, 1)) <
                                     (1 - kConditionTolerance) * dynamics.response(0, 0, 0, 0);
}

void CoulombSolutions::load_edges(const ContactProblem& problem, const ContactDynamics<double>& dynamics) {
  contacts_ = dynamics.contacts();
  units_.resize(at(contacts_));
  free_.resize(at(2 * contacts_));
  used_.assign(at(contacts_), 0);
  edges_.clear();
  size_ = 0;
  for (int i = 0; i < contacts_; ++i) {
    const double response = dynamics.response(i, 0, i, 0) + dynamics.response(i, 1, i, 1);
    const bool gives_way = response > 0;
    units_[i] = gives_way ? std::sqrt(response) : 1;
    for (const int d : {0, 1}) {
      free_[2 * i + d] = dynamics.bias(i, d) / units_[i];
      size_ = std::max(size_, std::fabs(free_[2 * i + d]));
    }
    if (!gives_way) {
      used_[i] = kDriven;
      continue;
    }
    const double friction = problem.contacts[i].friction;
    edges_.push_back({i, -friction, -1});
    if (friction > 0) edges_.push_back({i, friction, static_cast<int>(edges_.size()) - 1});
  }
}

void CoulombSolutions::load_responses(const ContactDynamics<double>& dynamics) {
  responses_.resize(free_.size() * edges_.size());
  for (int row = 0; row < 2 * contacts_; ++row) {
    const int i = row / 2, d = row % 2;
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      const Edge& edge = edges_[e];
      responses_[at(row) * edges_.size() + e] =
          (dynamics.response(i, d, edge.contact, 0) + edge.slope * dynamics.response(i, d, edge.contact, 1)) /
          (units_[i] * units_[edge.contact]);
    }
  }
}

double CoulombSolutions::sets(int coordinates) const {
  double count = 0;
  for (int k = 0; k <= std::min(coordinates, static_cast<int>(edges_.size())); ++k) {
    count += choose(static_cast<double>(edges_.size()), k);
  }
  return count;
}

bool CoulombSolutions::find(const ContactProblem& problem, const ContactDynamics<double>& dynamics, double same) {
  solutions_.clear();
  complete_ = true;
  same_ = same;
  load_edges(problem, dynamics);
  most_ = std::min(edges_.size(), at(dynamics.coordinates()));
  if (most_ > at(kMostEdges) || sets(dynamics.coordinates()) > kMostSets) return false;
  load_responses(dynamics);
  set_.clear();
  cholesky_.setZero(kMostEdges, kMostEdges);
  extend(0);
  return complete_;
}

/// Enumerates all sets that contain the edges of `set_`, and otherwise only edges with indices >= `next`.
void CoulombSolutions::extend(std::size_t next) {
  solve();
  if (set_.size() == most_) return;
  for (std::size_t e = next; e < edges_.size(); ++e) {
    if (!independent(e)) continue;
    set_.push_back(e);
    ++used_[edges_[e].contact];
    extend(e + 1);
    --used_[edges_[e].contact];
    set_.pop_back();
  }
}

/// Returns whether the edge is independent of the edges of the set. Appends a row to the Cholesky factor of e'Ge, where
/// e contains the edges and G is the response matrix.
bool CoulombSolutions::independent(std::size_t edge) {
  const auto product = [&](std::size_t e) {
    const std::size_t row = 2 * at(edges_[e].contact);
    return response(row, edge) + edges_[e].slope * response(row + 1, edge);
  };
  const auto k = static_cast<Eigen::Index>(set_.size());
  const double all = product(edge);
  double left = all;
  for (Eigen::Index j = 0; j < k; ++j) {
    const double dot = cholesky_.row(k).head(j).dot(cholesky_.row(j).head(j));
    cholesky_(k, j) = (product(set_[j]) - dot) / cholesky_(j, j);
    left -= cholesky_(k, j) * cholesky_(k, j);
  }
  cholesky_(k, k) = std::sqrt(std::max(left, 0.));
  return left > kDependent * all;
}

void CoulombSolutions::solve() {
  const auto k = static_cast<Eigen::Index>(set_.size());
  Matrix matrix(k, k);
  Vector right(k);
  for (Eigen::Index i = 0; i < k; ++i) {
    const Edge& edge = edges_[set_[i]];
    const bool second = i > 0 && edge.other >= 0 && set_[static_cast<std::size_t>(i) - 1] == at(edge.other);
    const std::size_t row = 2 * at(edge.contact) + (second ? 1 : 0);
    for (Eigen::Index j = 0; j < k; ++j) matrix(i, j) = response(row, set_[j]);
    right[i] = -free_[row];
  }
  if (k == 0) {
    if (allowed(right)) add(right);
    return;
  }
  const Eigen::PartialPivLU<Matrix> quick(matrix);
  const auto pivots = quick.matrixLU().diagonal().cwiseAbs();
  if (pivots.minCoeff() > kRegular * pivots.maxCoeff()) {
    const Vector weights = quick.solve(right);
    if (allowed(weights)) add(weights);
    return;
  }
  Eigen::FullPivLU<Matrix> factors(matrix);
  factors.setThreshold(kSingular);
  const Vector weights = factors.solve(right);
  if (factors.rank() == k) {
    if (allowed(weights)) add(weights);
  } else if ((matrix * weights - right).cwiseAbs().maxCoeff() <= kConditionTolerance * size_) {
    if (factors.rank() + 1 < k)
      complete_ = false;
    else
      solve_segment(weights, Vector(factors.kernel().col(0)));
  }
}

/// Considers all weights point + t way on a line, with a number t. Finds the two ends of the segment in which all
/// weights are >= 0 and the velocity satisfies the conditions.
void CoulombSolutions::solve_segment(const Vector& point, const Vector& way) {
  double low = -HUGE_VAL, high = HUGE_VAL;
  const auto bound = [&](double value, double slope) {  // restricts t to values for which value + t slope >= 0
    if (std::fabs(slope) <= kSingular) return;
    double& end = slope > 0 ? low : high;
    end = slope > 0 ? std::max(end, -value / slope) : std::min(end, -value / slope);
  };
  set_velocity(way);
  Eigen::VectorXd change = velocity_ - Eigen::Map<const Eigen::VectorXd>(free_.data(), velocity_.size());
  set_velocity(point);
  for (Eigen::Index j = 0; j < point.size(); ++j) bound(point[j], way[j]);
  for (int i = 0; i < contacts_; ++i) {
    if (used_[i] == 0) bound(velocity_[2 * i], change[2 * i]);
  }
  for (std::size_t j = 0; j < set_.size(); ++j) {
    const Edge& edge = edges_[set_[j]];
    if (edge.slope == 0 || used_[edge.contact] == 2) continue;
    const double sign = edge.slope < 0 ? 1 : -1;
    bound(sign * velocity_[2 * edge.contact + 1], sign * change[2 * edge.contact + 1]);
  }
  if (low > high) return;
  for (const double end : {low, high}) {
    if (!std::isfinite(end)) {
      complete_ = false;
      continue;
    }
    const Vector weights = point + end * way;
    if (allowed(weights)) add(weights);
  }
}

void CoulombSolutions::set_velocity(const Vector& weights) {
  velocity_ = Eigen::Map<const Eigen::VectorXd>(free_.data(), 2 * contacts_);
  for (std::size_t j = 0; j < set_.size(); ++j) {
    for (int row = 0; row < 2 * contacts_; ++row) {
      velocity_[row] += response(at(row), set_[j]) * weights[static_cast<Eigen::Index>(j)];
    }
  }
}

/// Returns whether the weights satisfy the conditions, and sets the velocity.
bool CoulombSolutions::allowed(const Vector& weights) {
  const double rounding = kConditionTolerance * size_;
  if (!weights.allFinite() || (weights.array() < -rounding).any()) return false;
  set_velocity(weights);
  for (int i = 0; i < contacts_; ++i) {
    if (used_[i] == 0 && velocity_[2 * i] < -rounding) return false;
  }
  return std::all_of(set_.begin(), set_.end(), [&](std::size_t e) {
    const Edge& edge = edges_[e];
    if (edge.slope == 0 || used_[edge.contact] == 2) return true;
    return (edge.slope < 0 ? 1 : -1) * velocity_[2 * edge.contact + 1] >= -rounding;
  });
}

void CoulombSolutions::add(const Vector& weights) {
  Solution found;
  found.velocity.resize(2 * contacts_);
  for (int row = 0; row < 2 * contacts_; ++row) found.velocity[row] = velocity_[row] * units_[row / 2];
  const bool known = std::any_of(solutions_.begin(), solutions_.end(), [&](const Solution& other) {
    return (other.velocity - found.velocity).cwiseAbs().maxCoeff() <= same_;
  });
  if (known) return;
  found.normal.setZero(contacts_);
  found.tangent.setZero(contacts_);
  for (std::size_t j = 0; j < set_.size(); ++j) {
    const Edge& edge = edges_[set_[j]];
    const double impulse = std::max(0., weights[static_cast<Eigen::Index>(j)]) / units_[edge.contact];
    found.normal[edge.contact] += impulse;
    found.tangent[edge.contact] += edge.slope * impulse;
  }
  solutions_.push_back(std::move(found));
}

}  // namespace pawl::internal::inline friction
