// SPDX-License-Identifier: MIT
#include "friction/laws/coulomb_newton.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

using Contact = ContactFrame::Contact;
using Row = ContactFrame::Row;

constexpr int kMostSteps = 25;
constexpr double kCompliance = 1e-7;  ///< eps; rows are about 1 long
constexpr double kEnds = 1e-14;       ///< a velocity of no account; biases are up to 1
constexpr double kRounding = 4e-15;   ///< as part of the largest force: what rounding leaves of velocities
constexpr double kStill = 1e-14;      ///< m/s: moves nothing
constexpr double kLeastGain = 0.1;    ///< of a step with the states kept
constexpr double kOnEdge = 1e-12;     ///< as part of the bound: a tangent force that is the bound
constexpr double kLeastPivot = 1e-3;  ///< of the matrix, which without friction has none below 1

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// block += factor * column row'
void add_product(double factor, const double* column, const double* row, double* block) {
  for (int i = 0; i < BodyMatrix::kSize; ++i) {
    const double f = factor * column[i];
    for (int j = 0; j < BodyMatrix::kSize; ++j) block[BodyMatrix::kSize * i + j] += f * row[j];
  }
}

}  // namespace

void CoulombNewton::begin(const ContactFrame& frame, const std::vector<Force>& forces) {
  frame_ = &frame;
  factorizations_ = 0;
  states_.assign(at(frame.size()), State::open);
  for (int i = 0; i < frame.size(); ++i) {
    const Contact& contact = frame.contact(i);
    const Force& force = forces[at(i)];
    if (force.normal <= 0) continue;
    const double bound = contact.rolls ? contact.share[0] * force.normal : 0;
    const bool slides = std::fabs(force.tangent) >= (1 - kOnEdge) * bound;
    states_[at(i)] = !slides ? State::sticks : force.tangent >= 0 ? State::plus : State::minus;
  }
}

bool CoulombNewton::holds(std::vector<Force>& forces) {
  assume(forces);
  return is_rounding(residual(), forces);
}

bool CoulombNewton::solve(std::vector<Force>& forces) {
  set_pattern();
  bool changed = true;
  double before = 0;
  for (int k = 0; k < kMostSteps; ++k) {
    assume(forces);
    const double now = residual();
    if (now <= kEnds) return true;
    if (!changed && now > kLeastGain * before) {
      if (is_rounding(now, forces)) return true;
      if (!follow_ray(forces)) return false;
      changed = true;
      continue;
    }
    if (changed && !factor()) return false;
    step(forces);
    before = changed ? HUGE_VAL : now;
    changed = decide(forces);
  }
  return false;
}

/// What large forces leave of velocities, or what moves nothing.
bool CoulombNewton::is_rounding(double velocity, const std::vector<Force>& forces) const {
  double largest = 1, unit = HUGE_VAL;
  for (int i = 0; i < frame_->size(); ++i) {
    largest = std::max(largest, forces[at(i)].normal);
    unit = std::min(unit, frame_->contact(i).unit);
  }
  return velocity <= std::max(kRounding * largest, kStill * unit / frame_->force_unit());
}

/// Forces that went on changing while velocities did not: no velocities do what the states ask for, but for rounding.
/// They go on to where the first contact opens or slides.
bool CoulombNewton::follow_ray(std::vector<Force>& forces) {
  double least = HUGE_VAL;
  int blocks = -1;
  State then = State::open;
  const auto meet = [&](int i, double value, double rate, State state) {
    if (!(rate < 0) || std::max(value, 0.) >= -rate * least) return;
    least = std::max(value, 0.) / -rate;
    blocks = i;
    then = state;
  };
  for (int i = 0; i < frame_->size(); ++i) {
    if (states_[at(i)] == State::open) continue;
    const Force &force = forces[at(i)], &rate = rates_[at(i)];
    meet(i, force.normal, rate.normal, State::open);
    if (states_[at(i)] != State::sticks || !frame_->contact(i).rolls) continue;
    const double friction = frame_->contact(i).share[0];
    meet(i, friction * force.normal - force.tangent, friction * rate.normal - rate.tangent, State::plus);
    meet(i, friction * force.normal + force.tangent, friction * rate.normal + rate.tangent, State::minus);
  }
  if (blocks < 0) return false;
  for (int i = 0; i < frame_->size(); ++i) {
    if (states_[at(i)] == State::open) continue;
    forces[at(i)].normal = std::max(0., forces[at(i)].normal + least * rates_[at(i)].normal);
    forces[at(i)].tangent += least * rates_[at(i)].tangent;
  }
  states_[at(blocks)] = then;
  return true;
}

void CoulombNewton::set_pattern() {
  const int bodies = frame_->motions() / ContactFrame::kPlaces - 1;
  pairs_.clear();
  for (int i = 0; i < frame_->size(); ++i) {
    const Contact& contact = frame_->contact(i);
    const int a = contact.a / ContactFrame::kPlaces, b = contact.b / ContactFrame::kPlaces;
    pairs_.emplace_back(a == bodies ? -1 : a, b == bodies ? -1 : b);
  }
  matrix_.set_pattern(bodies, pairs_);
}

/// Forces as the states have them, and the velocities that they make.
void CoulombNewton::assume(std::vector<Force>& forces) {
  motion_.assign(at(frame_->motions()), 0);
  for (int i = 0; i < frame_->size(); ++i) {
    const Contact& contact = frame_->contact(i);
    Force& force = forces[at(i)];
    const State state = states_[at(i)];
    if (state == State::open) {
      force = {};
      continue;
    }
    if (!contact.rolls) {
      force.tangent = 0;
    } else if (state != State::sticks) {
      force.tangent = contact.share[state == State::minus] * force.normal;
    }
    ContactFrame::push(contact, contact.row[0], force.normal, motion_.data());
    if (force.tangent != 0) ContactFrame::push(contact, contact.row[1], force.tangent, motion_.data());
  }
  std::fill(motion_.end() - ContactFrame::kPlaces, motion_.end(), 0);
  velocity_.resize(2 * at(frame_->size()));
  for (int i = 0; i < frame_->size(); ++i) {
    const Contact& contact = frame_->contact(i);
    for (const int k : {0, 1}) {
      velocity_[at(2 * i + k)] = contact.bias[k] + ContactFrame::along(contact, contact.row[k], motion_.data());
    }
  }
}

/// How far the velocities are from the law, of forces that keep it.
double CoulombNewton::residual() const {
  double worst = 0;
  for (int i = 0; i < frame_->size(); ++i) {
    const double parting = velocity_[at(2 * i)], sliding = velocity_[at(2 * i + 1)];
    const State state = states_[at(i)];
    worst = std::max(worst, state == State::open ? -parting : std::fabs(parting));
    if (state == State::open || !frame_->contact(i).rolls) continue;
    worst = std::max(worst, state == State::sticks ? std::fabs(sliding) : state == State::plus ? sliding : -sliding);
  }
  return worst;
}

bool CoulombNewton::factor() {
  ++factorizations_;
  matrix_.set_identity();
  const int ground = frame_->motions() - ContactFrame::kPlaces;
  const auto add = [&](int i, const Row& pushed, const Row& row) {
    const Contact& contact = frame_->contact(i);
    const double factor = 1 / kCompliance;
    if (contact.a != ground) add_product(factor, pushed.a, row.a, matrix_.diagonal(contact.a / ContactFrame::kPlaces));
    if (contact.b != ground) add_product(factor, pushed.b, row.b, matrix_.diagonal(contact.b / ContactFrame::kPlaces));
    if (contact.a == ground || contact.b == ground) return;
    add_product(factor, pushed.a, row.b, matrix_.of_pair(i, 0));
    add_product(factor, pushed.b, row.a, matrix_.of_pair(i, 1));
  };
  for (int i = 0; i < frame_->size(); ++i) {
    const Contact& contact = frame_->contact(i);
    const State state = states_[at(i)];
    if (state == State::open) continue;
    if (!contact.rolls) {
      add(i, contact.row[0], contact.row[0]);
    } else if (state == State::sticks) {
      add(i, contact.row[0], contact.row[0]);
      add(i, contact.row[1], contact.row[1]);
    } else {
      add(i, contact.generator[state == State::minus], contact.row[0]);
    }
  }
  return matrix_.factor(kLeastPivot);
}

/// Forces and velocities where the states are kept.
void CoulombNewton::step(std::vector<Force>& forces) {
  change_.assign(at(frame_->motions()), 0);
  rates_.resize(forces.size());
  const double stiffness = 1 / kCompliance;
  for (int i = 0; i < frame_->size(); ++i) {
    const Contact& contact = frame_->contact(i);
    const State state = states_[at(i)];
    if (state == State::open) continue;
    const bool slides = contact.rolls && state != State::sticks;
    const Row& pushed = slides ? contact.generator[state == State::minus] : contact.row[0];
    ContactFrame::push(contact, pushed, -stiffness * velocity_[at(2 * i)], change_.data());
    if (state == State::sticks && contact.rolls) {
      ContactFrame::push(contact, contact.row[1], -stiffness * velocity_[at(2 * i + 1)], change_.data());
    }
  }
  std::fill(change_.end() - ContactFrame::kPlaces, change_.end(), 0);
  matrix_.solve(change_.data());
  for (int i = 0; i < frame_->size(); ++i) {
    const Contact& contact = frame_->contact(i);
    const State state = states_[at(i)];
    for (const int k : {0, 1}) {
      velocity_[at(2 * i + k)] += ContactFrame::along(contact, contact.row[k], change_.data());
    }
    if (state == State::open) continue;
    Force &force = forces[at(i)], &rate = rates_[at(i)];
    rate = {-stiffness * velocity_[at(2 * i)], 0};
    if (contact.rolls) {
      rate.tangent = state == State::sticks ? -stiffness * velocity_[at(2 * i + 1)]
                                            : contact.share[state == State::minus] * rate.normal;
    }
    force.normal += rate.normal;
    force.tangent += rate.tangent;
  }
}

/// What the contacts do; whether that is other than what was assumed.
bool CoulombNewton::decide(const std::vector<Force>& forces) {
  bool changed = false;
  for (int i = 0; i < frame_->size(); ++i) {
    const State state =
        next(frame_->contact(i), forces[at(i)], states_[at(i)], velocity_[at(2 * i)], velocity_[at(2 * i + 1)]);
    changed = changed || state != states_[at(i)];
    states_[at(i)] = state;
  }
  return changed;
}

CoulombNewton::State CoulombNewton::next(const Contact& contact, const Force& force, State now, double parting,
                                         double sliding) const {
  if (now == State::open) {
    if (parting >= -kEnds) return State::open;
    if (!contact.rolls) return State::plus;
    if (std::fabs(sliding) <= contact.share[0] * -parting) return State::sticks;
    return sliding > 0 ? State::minus : State::plus;
  }
  if (force.normal < 0) return State::open;
  if (!contact.rolls) return State::plus;
  if (now == State::sticks) {
    const double bound = (1 + kOnEdge) * contact.share[0] * force.normal;
    return std::fabs(force.tangent) <= bound ? State::sticks : force.tangent > 0 ? State::plus : State::minus;
  }
  return (now == State::plus ? sliding : -sliding) > kEnds ? State::sticks : now;
}

}  // namespace pawl::internal
