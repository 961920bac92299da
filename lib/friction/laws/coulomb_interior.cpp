// SPDX-License-Identifier: MIT
#include "friction/laws/coulomb_interior.h"

#include <algorithm>
#include <cmath>

#include "friction/laws/mehrotra_step.h"

namespace pawl::internal {
namespace {

constexpr int kMostSteps = 60;
constexpr double kEnds = 1e-10;  ///< of products and of what is missing; forces and velocities are about 1
constexpr double kShort = .01;   ///< a step that leads nowhere
constexpr int kMostShort = 2;
constexpr double kLeastPivot = 1e-6;  ///< of the matrix, which without friction has none below 1

enum Pair { kNormal, kPlus, kMinus, kSpeed };

std::size_t at(int i) { return static_cast<std::size_t>(i); }

int pairs_of(double friction) { return friction > 0 ? 4 : 1; }

}  // namespace

bool CoulombInterior::solve(const BodyContacts& contacts, double scale, std::vector<Force>& forces) {
  contacts_ = &contacts;
  factorizations_ = 0;
  start(scale);
  bool ended = false;
  for (int k = 0, short_steps = 0; k < kMostSteps && short_steps < kMostShort && !ended; ++k) {
    const double step = mehrotra_step(*this);
    if (step == 0) break;
    short_steps += step < kShort;
    ended = product(0) <= kEnds && missing() <= kEnds;
  }
  write(forces);
  return ended;
}

/// All variables positive, and motions of their forces.
void CoulombInterior::start(double scale) {
  contacts_->find_pairs(pairs_);
  matrix_.set_pattern(contacts_->bodies(), pairs_);
  now_.resize(pairs_.size());
  change_.assign(pairs_.size(), {});
  local_.resize(pairs_.size());
  motion_.assign(at(contacts_->motions()), 0);
  for (int i = 0; i < contacts_->size(); ++i) {
    const double friction = (*contacts_)[i].friction;
    Variables& v = now_[at(i)];
    v.x[kNormal] = v.x[kSpeed] = scale;
    v.x[kPlus] = v.x[kMinus] = scale * friction / 4;
    std::fill(v.y, v.y + kPairs, scale);
    v.y[kSpeed] = scale * std::max(friction / 2, .01);
    BodyContacts::push((*contacts_)[i], (*contacts_)[i].row[0], v.x[kNormal], motion_.data());
  }
  clear_ground(motion_);
}

void CoulombInterior::clear_ground(std::vector<double>& motion) {
  std::fill(motion.end() - BodyContacts::kPlaces, motion.end(), 0.);
}

/// The mean of all products after a part of the change.
double CoulombInterior::product(double part) const {
  double sum = 0;
  long count = 0;
  for (int i = 0; i < contacts_->size(); ++i) {
    const Variables &now = now_[at(i)], &change = change_[at(i)];
    const int pairs = pairs_of((*contacts_)[i].friction);
    for (int k = 0; k < pairs; ++k) sum += (now.x[k] + part * change.x[k]) * (now.y[k] + part * change.y[k]);
    count += pairs;
  }
  return sum / static_cast<double>(std::max(count, 1L));
}

/// By how much the linear equations of a contact miss.
void CoulombInterior::find_residual(int i, double (&residual)[kPairs]) const {
  const Contact& contact = (*contacts_)[i];
  const Variables& v = now_[at(i)];
  const Eigen::Vector2d u = BodyContacts::velocity(contact, motion_.data());
  residual[kNormal] = u[0] - v.y[kNormal];
  residual[kPlus] = u[1] + v.x[kSpeed] - v.y[kPlus];
  residual[kMinus] = -u[1] + v.x[kSpeed] - v.y[kMinus];
  residual[kSpeed] = contact.friction * v.x[kNormal] - v.x[kPlus] - v.x[kMinus] - v.y[kSpeed];
}

double CoulombInterior::missing() const {
  double worst = 0;
  for (int i = 0; i < contacts_->size(); ++i) {
    double residual[kPairs];
    find_residual(i, residual);
    const int pairs = pairs_of((*contacts_)[i].friction);
    for (int k = 0; k < pairs; ++k) worst = std::max(worst, std::fabs(residual[k]));
  }
  return worst;
}

/// D of each contact, and the matrix of the bodies.
bool CoulombInterior::factor() {
  ++factorizations_;
  matrix_.set_identity();
  for (int i = 0; i < contacts_->size(); ++i) {
    const Variables& v = now_[at(i)];
    Local& local = local_[at(i)];
    const double normal = v.x[kNormal] / v.y[kNormal];
    local = {};
    local.response[0] = normal;
    if ((*contacts_)[i].friction > 0) {
      const double plus = v.x[kPlus] / v.y[kPlus], minus = v.x[kMinus] / v.y[kMinus], both = plus + minus;
      local.weight = 1 / (v.y[kSpeed] + v.x[kSpeed] * both);
      local.by_n = v.x[kSpeed] * (*contacts_)[i].friction * normal * local.weight;
      local.by_t = -v.x[kSpeed] * (plus - minus) * local.weight;
      local.response[1] = (plus - minus) * local.by_n;
      // both + (plus - minus) by_t without the cancellation
      local.response[2] = (v.y[kSpeed] * both + 4 * v.x[kSpeed] * plus * minus) * local.weight;
    }
    contacts_->add(i, local.response, matrix_);
  }
  return matrix_.factor(kLeastPivot);
}

/// Newton's step to where all products are `target`; `second`: with the products of first_'s changes.
void CoulombInterior::find_step(double target, bool second) {
  push_.assign(at(contacts_->motions()), 0);
  for (int i = 0; i < contacts_->size(); ++i) {
    const Contact& contact = (*contacts_)[i];
    const Variables& v = now_[at(i)];
    Local& local = local_[at(i)];
    find_residual(i, local.residual);
    for (int k = 0; k < kPairs; ++k) {
      local.wanted[k] = target - v.x[k] * v.y[k] - (second ? first_[at(i)].x[k] * first_[at(i)].y[k] : 0);
    }
    const auto alone = [&](int k) { return (local.wanted[k] - v.x[k] * local.residual[k]) / v.y[k]; };
    local.forces[0] = alone(kNormal);
    local.forces[1] = 0;
    if (contact.friction > 0) {
      const double plus = alone(kPlus), minus = alone(kMinus);
      const double bound = contact.friction * local.forces[0] - plus - minus + local.residual[kSpeed];
      local.speed = (local.wanted[kSpeed] - v.x[kSpeed] * bound) * local.weight;
      local.forces[1] = plus - minus - (v.x[kPlus] / v.y[kPlus] - v.x[kMinus] / v.y[kMinus]) * local.speed;
    }
    BodyContacts::push(contact, contact.row[0], local.forces[0], push_.data());
    BodyContacts::push(contact, contact.row[1], local.forces[1], push_.data());
  }
  clear_ground(push_);
  matrix_.solve(push_.data());
  for (int i = 0; i < contacts_->size(); ++i) take_change(i);
}

/// A contact's variables, from its velocities' change.
void CoulombInterior::take_change(int i) {
  const Contact& contact = (*contacts_)[i];
  const Variables& v = now_[at(i)];
  const Local& local = local_[at(i)];
  Variables& change = change_[at(i)];
  change = {};
  const double parting = BodyContacts::along(contact, contact.row[0], push_.data());
  const double sliding = BodyContacts::along(contact, contact.row[1], push_.data());
  const auto take = [&](int k, double by) {
    change.y[k] = by + local.residual[k];
    change.x[k] = (local.wanted[k] - v.x[k] * change.y[k]) / v.y[k];
  };
  take(kNormal, parting);
  if (!(contact.friction > 0)) return;
  change.x[kSpeed] = local.speed + local.by_n * parting + local.by_t * sliding;
  take(kPlus, sliding + change.x[kSpeed]);
  take(kMinus, -sliding + change.x[kSpeed]);
  change.y[kSpeed] = contact.friction * change.x[kNormal] - change.x[kPlus] - change.x[kMinus] + local.residual[kSpeed];
}

/// How far the variables may go until the first is 0; at most 1e3.
double CoulombInterior::longest() const {
  double part = 1e3;
  for (int i = 0; i < contacts_->size(); ++i) {
    const Variables &now = now_[at(i)], &change = change_[at(i)];
    const int pairs = pairs_of((*contacts_)[i].friction);
    for (int k = 0; k < pairs; ++k) {
      if (change.x[k] < 0) part = std::min(part, -now.x[k] / change.x[k]);
      if (change.y[k] < 0) part = std::min(part, -now.y[k] / change.y[k]);
    }
  }
  return part;
}

void CoulombInterior::go(double part) {
  std::fill(motion_.begin(), motion_.end(), 0.);
  for (int i = 0; i < contacts_->size(); ++i) {
    Variables& now = now_[at(i)];
    for (int k = 0; k < kPairs; ++k) {
      now.x[k] += part * change_[at(i)].x[k];
      now.y[k] += part * change_[at(i)].y[k];
    }
    const Contact& contact = (*contacts_)[i];
    BodyContacts::push(contact, contact.row[0], now.x[kNormal], motion_.data());
    if (contact.friction > 0) {
      BodyContacts::push(contact, contact.row[1], now.x[kPlus] - now.x[kMinus], motion_.data());
    }
  }
  clear_ground(motion_);
}

/// With what the contacts do: of each product the smaller factor is 0.
void CoulombInterior::write(std::vector<Force>& forces) const {
  forces.resize(now_.size());
  for (int i = 0; i < contacts_->size(); ++i) {
    const Variables& v = now_[at(i)];
    Force& force = forces[at(i)];
    force = {};
    if (v.x[kNormal] < v.y[kNormal]) continue;
    force.normal = v.x[kNormal];
    const double bound = (*contacts_)[i].friction * force.normal;
    const double tangent = v.x[kPlus] - v.x[kMinus];
    const bool slides = v.x[kSpeed] > v.y[kSpeed];
    force.tangent = bound == 0 ? 0 : slides ? std::copysign(bound, tangent) : std::clamp(tangent, -bound, bound);
  }
}

}  // namespace pawl::internal
