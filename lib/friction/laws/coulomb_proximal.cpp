// SPDX-License-Identifier: MIT
#include "friction/laws/coulomb_proximal.h"

#include <algorithm>
#include <cmath>

#include "friction/laws/cones.h"

namespace pawl::internal {
namespace {

constexpr double kEnds = 1e-12;   ///< of what the law misses by; biases are up to 1
constexpr double kEnough = 1e-2;  ///< of that, to which an inner problem is solved
constexpr double kMostEnough = 1e-4;
constexpr int kMostTurns = 100;  ///< some need no factorization
constexpr int kMostInner = 8;    ///< steps of Newton's method
constexpr int kSoon = 3;         ///< steps after which it ended soon
constexpr int kLate = 5;
constexpr int kMostHalvings = 5;  ///< of a step's length
constexpr double kLeastCompliance = 1e-6, kMostCompliance = 1;
constexpr double kLeastPivot = 1e-3;  ///< of the matrix, which without friction has none below 1

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double first_compliance(double off) { return off > 1e-3 ? .1 : off > 1e-5 ? .01 : 1e-3; }

}  // namespace

void CoulombProximal::solve(const BodyContacts& contacts, double off_before, int most, std::vector<Force>& forces) {
  contacts_ = &contacts;
  factorizations_ = 0;
  most_ = most;
  contacts.find_pairs(pairs_);
  matrix_.set_pattern(contacts.bodies(), pairs_);
  last_ = forces;
  contacts.find_motion(last_, motion_);
  compliance_ = first_compliance(off_before);
  double now = off_before;
  for (int turn = 0; turn < kMostTurns && now > kEnds && factorizations_ < most; ++turn) {
    const int before = factorizations_;
    const std::vector<double> start = motion_;
    if (!minimise(std::min(kMostEnough, kEnough * now))) {
      if (compliance_ == kMostCompliance) break;
      motion_ = start;
      compliance_ = std::min(kMostCompliance, 8 * compliance_);
      continue;
    }
    last_ = forces_;
    now = off();
    const int steps = factorizations_ - before;
    if (steps <= kSoon) compliance_ = std::max(kLeastCompliance, compliance_ / (steps <= 1 ? 10 : 4));
    if (steps > kLate) compliance_ = std::min(kMostCompliance, 2 * compliance_);
  }
  forces = last_;
}

/// To the motion whose forces make it, with the compliance and the last forces.
bool CoulombProximal::minimise(double enough) {
  double now = evaluate(motion_);
  for (int k = 0; k < kMostInner && now > enough; ++k) {
    if (factorizations_ == most_ || !factor()) return false;
    step_ = missing_;
    matrix_.solve(step_.data());
    double part = 1, before = now;
    for (int half = 0; half <= kMostHalvings; ++half, part /= 2) {
      trial_ = motion_;
      for (std::size_t i = 0; i < trial_.size(); ++i) trial_[i] += part * step_[i];
      now = evaluate(trial_);
      if (now < before * (1 - 1e-3 * part)) break;
    }
    std::swap(motion_, trial_);
  }
  return now <= enough;
}

/// The forces of a motion, and by how much it is not what they make; the most of that.
double CoulombProximal::evaluate(const std::vector<double>& motion) {
  forces_.resize(last_.size());
  for (int i = 0; i < contacts_->size(); ++i) {
    const BodyContacts::Contact& contact = (*contacts_)[i];
    const Force& last = last_[at(i)];
    const Eigen::Vector2d v = BodyContacts::velocity(contact, motion.data());
    Force& force = forces_[at(i)];
    force.normal = std::max(0., last.normal - v[0] / compliance_);
    const double bound = contact.friction * force.normal;
    force.tangent = std::clamp(last.tangent - v[1] / compliance_, -bound, bound);
  }
  contacts_->find_motion(forces_, missing_);
  double worst = 0;
  for (std::size_t i = 0; i < missing_.size(); ++i) {
    missing_[i] -= motion[i];
    worst = std::max(worst, std::fabs(missing_[i]));
  }
  return worst;
}

bool CoulombProximal::factor() {
  ++factorizations_;
  matrix_.set_identity();
  const double stiffness = 1 / compliance_;
  for (int i = 0; i < contacts_->size(); ++i) {
    const Force& force = forces_[at(i)];
    if (force.normal <= 0) continue;
    const double friction = (*contacts_)[i].friction;
    const bool sticks = std::fabs(force.tangent) < friction * force.normal;
    const double edge = force.tangent > 0 ? friction : -friction;
    contacts_->add(i, {stiffness, sticks ? 0 : edge * stiffness, sticks ? stiffness : 0}, matrix_);
  }
  return matrix_.factor(kLeastPivot);
}

/// By how much the last forces are not what their velocities ask for, scaled.
double CoulombProximal::off() const {
  double worst = 0;
  for (int i = 0; i < contacts_->size(); ++i) {
    const BodyContacts::Contact& contact = (*contacts_)[i];
    const Eigen::Vector2d c(last_[at(i)].normal, last_[at(i)].tangent);
    worst =
        std::max(worst, coulomb_projection_error(contact.friction, c, BodyContacts::velocity(contact, motion_.data())));
  }
  return worst;
}

}  // namespace pawl::internal
