// SPDX-License-Identifier: MIT
#include "wrench_trials.h"

#include <pawl/base/tolerance.h>
#include <pawl/planner/certainty.h>

#include <cmath>
#include <random>

#include "exact/turn.h"
#include "exact/written.h"

namespace pawl::internal {
namespace {

constexpr int kPairs = 3;

bool has_computed_centre(const ContactSet& set) {
  return is_computed(set.center_of_mass.x()) || is_computed(set.center_of_mass.y());
}

/// Random shares, each between a half and all of the trial's error, either way.
class Shares {
 public:
  double operator()() { return (random_() % 2 ? 1 : -1) * sizes_(random_) * tolerance::kTrialError; }

 private:
  std::mt19937_64 random_{19970101};
  std::uniform_real_distribution<double> sizes_{0.5, 1};
};

}  // namespace

std::vector<WrenchTrial> wrench_trials(const ContactSet& set, const Eigen::Vector3d& wrench) {
  const bool turns = !quarter_turns(set.angle) || is_computed(wrench.x()) || is_computed(wrench.y());
  const bool shifts = has_computed_centre(set);
  const bool twists = is_computed(wrench.z());
  const bool weighs = is_computed(set.inertia) || is_computed(set.mass);
  std::vector<WrenchTrial> trials;
  if (!turns && !shifts && !twists && !weighs) return trials;
  Shares share;
  const double force = std::hypot(wrench.x(), wrench.y());
  for (int pair = 0; pair < kPairs; ++pair) {
    const double turn = turns ? share() : 0;
    const double arm = shifts ? share() * set.radius_of_gyration() : 0;
    const double torque = twists ? share() * wrench.z() : 0;
    const double weight = weighs ? share() : 0;
    for (const double sign : {1., -1.}) {
      WrenchTrial& trial = trials.emplace_back(WrenchTrial{set, wrench});
      trial.wrench.x() -= sign * turn * wrench.y();
      trial.wrench.y() += sign * turn * wrench.x();
      trial.wrench.z() += sign * (arm * force + torque);
      trial.set.inertia *= 1 + sign * weight;
    }
  }
  return trials;
}

std::vector<WrenchDomain> domain_trials(const ContactSet& set, const WrenchDomain& domain) {
  std::vector<WrenchDomain> trials;
  const bool torques = domain.first.z() != 0 || domain.second.z() != 0;
  if (domain.kind == WrenchDomain::Kind::free || (!torques && !has_computed_centre(set))) return trials;
  Shares share;
  for (int pair = 0; pair < kPairs; ++pair) {
    const double first = share() * set.radius_of_gyration() * domain.first.head<2>().norm();
    const double second = share() * set.radius_of_gyration() * domain.second.head<2>().norm();
    const double turn = share();
    for (const double sign : {1., -1.}) {
      WrenchDomain& trial = trials.emplace_back(domain);
      trial.first.z() += sign * first;
      trial.second.z() += sign * second;
      trial.from += sign * turn;
      trial.to += sign * turn;
    }
  }
  return trials;
}

}  // namespace pawl::internal
