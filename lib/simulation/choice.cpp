// SPDX-License-Identifier: MIT
#include "simulation/choice.h"

#include <algorithm>
#include <cmath>

#include "base/philox.h"
#include "friction/laws/coulomb.h"

namespace pawl::internal {
namespace {

constexpr double kSameVelocity = 1e-6;            ///< of the largest free velocity
constexpr std::uint32_t kChoiceKey = 0x63686f69;  ///< apart from what else is drawn by the same seed

using Solution = CoulombSolutions::Solution;

double largest_bias(const ContactDynamics<double>& dynamics) {
  double largest = 0;
  for (int i = 0; i < dynamics.contacts(); ++i) {
    for (const int d : {0, 1}) largest = std::max(largest, std::fabs(dynamics.bias(i, d)));
  }
  return largest;
}

double work_of(const Solution& one, const Eigen::VectorXd& pull) {
  double work = 0;
  for (Eigen::Index i = 0; i < one.normal.size(); ++i) {
    work += one.normal[i] * pull[2 * i] + one.tangent[i] * pull[2 * i + 1];
  }
  return work;
}

Eigen::VectorXd velocity_of(const ContactDynamics<double>& dynamics, const ContactImpulses& impulses) {
  WeightedMotion<double> motion;
  motion.start(dynamics);
  for (int i = 0; i < dynamics.contacts(); ++i) {
    motion.push(i, 0, impulses.normal[i]);
    motion.push(i, 1, impulses.tangent[i]);
  }
  motion.move();
  Eigen::VectorXd velocity(2 * dynamics.contacts());
  for (int i = 0; i < dynamics.contacts(); ++i) {
    for (const int d : {0, 1}) velocity[2 * i + d] = motion.along(i, d).value + dynamics.bias(i, d);
  }
  return velocity;
}

}  // namespace

/// By work, so that the order does not depend on how solutions were come by.
void SolutionChoice::sort(const Eigen::VectorXd& pull) {
  order_.clear();
  for (const Solution& one : found_.solutions()) order_.push_back(&one);
  std::stable_sort(order_.begin(), order_.end(),
                   [&](const Solution* a, const Solution* b) { return work_of(*a, pull) < work_of(*b, pull); });
}

std::size_t SolutionChoice::drawn(std::size_t count) const {
  const std::array<std::uint32_t, 4> counter{static_cast<std::uint32_t>(options_.trial),
                                             static_cast<std::uint32_t>(options_.trial >> 32), place.step,
                                             place.part << 1 | place.stage};
  const double part = uniform_at(counter, {options_.seed, kChoiceKey + place.island});
  return std::min(count - 1, static_cast<std::size_t>(part * static_cast<double>(count)));
}

Chosen SolutionChoice::choose(const ContactProblem& problem, const Eigen::VectorXd& pull, double off,
                              ContactImpulses& impulses) {
  dynamics_.assign(problem);
  if (CoulombSolutions::certainly_one(problem, dynamics_)) return Chosen::none;
  const double same = kSameVelocity * largest_bias(dynamics_) + off;
  if (!found_.find(problem, dynamics_, same)) return Chosen::unseen;
  if (found_.solutions().size() < 2) return Chosen::none;
  sort(pull);
  const Solution& taken = *order_[options_.solutions == Solutions::random ? drawn(order_.size()) : 0];
  if ((velocity_of(dynamics_, impulses) - taken.velocity).cwiseAbs().maxCoeff() <= same) return Chosen::chosen;
  ContactImpulses other{true, taken.normal, taken.tangent, 0, impulses.pivots};
  other.residual = residual_of(Coulomb(), problem, other);
  if (!(other.residual <= kLcpResidual)) return Chosen::unseen;
  impulses = std::move(other);
  return Chosen::chosen;
}

}  // namespace pawl::internal
