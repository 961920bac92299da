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

/// How far a trial moves a centre of mass (m) and an inertia (its share) that may be rounded.
struct MassShift {
  Eigen::Vector2d centre{0, 0};
  double inertia = 0;
};

MassShift mass_shift(const ContactSet& set, Shares& share) {
  MassShift shift;
  const double rho = set.radius_of_gyration();
  if (is_computed(set.center_of_mass.x())) shift.centre.x() = share() * rho;
  if (is_computed(set.center_of_mass.y())) shift.centre.y() = share() * rho;
  if (is_computed(set.inertia) || is_computed(set.mass)) shift.inertia = share();
  return shift;
}

ContactSet moved(const ContactSet& set, const MassShift& shift, double sign) {
  ContactSet result = set;
  result.center_of_mass += sign * shift.centre;
  result.inertia *= 1 + sign * shift.inertia;
  return result;
}

}  // namespace

bool has_rounded_mass(const ContactSet& set) {
  return has_computed_centre(set) || is_computed(set.inertia) || is_computed(set.mass);
}

std::vector<ContactSet> mass_trials(const ContactSet& set) {
  std::vector<ContactSet> trials;
  Shares share;
  if (!has_rounded_mass(set)) return trials;
  const MassShift shift = mass_shift(set, share);
  for (const double sign : {1., -1.}) trials.push_back(moved(set, shift, sign));
  return trials;
}

std::vector<WrenchTrial> wrench_trials(const ContactSet& set, const Eigen::Vector3d& wrench) {
  const bool turns = !quarter_turns(set.angle) || is_computed(wrench.x()) || is_computed(wrench.y());
  const bool twists = is_computed(wrench.z());
  std::vector<WrenchTrial> trials;
  if (!turns && !twists && !has_rounded_mass(set)) return trials;
  Shares share;
  for (int pair = 0; pair < kPairs; ++pair) {
    const double turn = turns ? share() : 0;
    const double torque = twists ? share() * wrench.z() : 0;
    const MassShift shift = mass_shift(set, share);
    for (const double sign : {1., -1.}) {
      WrenchTrial& trial = trials.emplace_back(WrenchTrial{moved(set, shift, sign), wrench});
      trial.wrench.x() -= sign * turn * wrench.y();
      trial.wrench.y() += sign * turn * wrench.x();
      trial.wrench.z() += sign * torque;
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
