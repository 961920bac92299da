// SPDX-License-Identifier: MIT
#include "friction/laws/coulomb_newton.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

constexpr int kMostSteps = 15;
constexpr int kMany = 200;            ///< contacts
constexpr int kMostStepsOfMany = 10;  ///< where it ends at all, it mostly does in 3 to 7
constexpr int kMostRestarts = 2;      ///< from where sweeps led
constexpr int kSweeps = 40;
constexpr double kCompliance = 1e-7;     ///< eps; rows are about 1 long
constexpr double kSameRow = 1e-10;       ///< of rows whose matrix is as good as factored: less than eps by far
constexpr double kEnds = 1e-14;          ///< a velocity of no account; biases are up to 1
constexpr double kRounding = 4e-15;      ///< as part of the largest force: what rounding leaves of velocities
constexpr double kMostRounding = 1e-12;  ///< of that: larger forces hide velocities that add up from step to step
constexpr double kStill = 1e-14;         ///< m/s: moves nothing
constexpr double kLeastGain = 0.1;       ///< of a step with the states kept
constexpr double kOnEdge = 1e-12;        ///< as part of the bound: a tangent force that is the bound
constexpr double kLeastPivot = 1e-3;     ///< of the matrix, which without friction has none below 1

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool nearly_equal(const BodyContacts::Row& x, const BodyContacts::Row& y) {
  double most = 0;
  for (int k = 0; k < BodyContacts::kPlaces; ++k) {
    most = std::max({most, std::fabs(x.a[k] - y.a[k]), std::fabs(x.b[k] - y.b[k])});
  }
  return most <= kSameRow;
}

}  // namespace

void CoulombNewton::begin(const BodyContacts& contacts, const std::vector<Force>& forces, double rounding) {
  contacts_ = &contacts;
  rounding_ = std::clamp(rounding, kStill, kLcpResidual);  // what ends keeps the law
  factorizations_ = 0;
  take_states(forces);
}

void CoulombNewton::take_states(const std::vector<Force>& forces) {
  states_.assign(forces.size(), State::open);
  for (int i = 0; i < contacts_->size(); ++i) {
    const Force& force = forces[at(i)];
    if (force.normal <= 0) continue;
    const bool slides = std::fabs(force.tangent) >= (1 - kOnEdge) * (*contacts_)[i].friction * force.normal;
    states_[at(i)] = !slides ? State::sticks : force.tangent >= 0 ? State::plus : State::minus;
  }
}

bool CoulombNewton::holds(std::vector<Force>& forces) {
  assume(forces);
  return is_rounding(residual(), forces);
}

bool CoulombNewton::solve(std::vector<Force>& forces) {
  const bool other = set_pattern();
  return follow(other || !is_factored(), forces);
}

bool CoulombNewton::solve_from_sweeps(std::vector<Force>& forces) {
  for (int k = 0; k < kMostRestarts; ++k) {
    sweep(forces);
    take_states(forces);
    if (follow(true, forces)) return true;
  }
  return false;
}

bool CoulombNewton::finish(const std::vector<Force>& near, std::vector<Force>& forces) {
  forces = near;
  take_states(forces);
  set_pattern();
  return follow(true, forces);
}

/// Gauss and Seidel's: each contact in turn does what its law says while the others' forces stay. Comes nearer to what
/// all do, from anywhere, but slowly.
void CoulombNewton::sweep(std::vector<Force>& forces) {
  assume(forces);
  for (int k = 0; k < kSweeps; ++k) {
    for (int i = 0; i < contacts_->size(); ++i) {
      const Contact& contact = (*contacts_)[i];
      const Eigen::Vector2d v = BodyContacts::velocity(contact, motion_.data());
      const Force was = forces[at(i)];
      forces[at(i)] = alone(contact, was, v[0], v[1]);
      BodyContacts::push(contact, contact.row[0], forces[at(i)].normal - was.normal, motion_.data());
      BodyContacts::push(contact, contact.row[1], forces[at(i)].tangent - was.tangent, motion_.data());
      std::fill(motion_.end() - BodyContacts::kPlaces, motion_.end(), 0);
    }
  }
}

/// Of one contact whose velocities are these under the force that it has; where it cannot be, that force.
CoulombNewton::Force CoulombNewton::alone(const Contact& contact, const Force& force, double parting,
                                          double sliding) const {
  const auto dot = [](const BodyContacts::Row& x, const BodyContacts::Row& y) {
    double sum = 0;
    for (int k = 0; k < BodyContacts::kPlaces; ++k) sum += x.a[k] * y.a[k] + x.b[k] * y.b[k];
    return sum;
  };
  const double nn = dot(contact.row[0], contact.row[0]), nt = dot(contact.row[0], contact.row[1]);
  const double tt = dot(contact.row[1], contact.row[1]);
  const double free_n = parting - nn * force.normal - nt * force.tangent;
  const double free_t = sliding - nt * force.normal - tt * force.tangent;
  if (free_n >= 0) return {};
  for (const double share : {contact.friction, -contact.friction}) {
    const double response = nn + share * nt;
    if (!(response > 0)) continue;
    const double normal = -free_n / response;
    if (share * (free_t + (nt + share * tt) * normal) <= 0) return {normal, share * normal};
  }
  const double determinant = nn * tt - nt * nt;
  const Force sticks{(free_t * nt - free_n * tt) / determinant, (free_n * nt - free_t * nn) / determinant};
  return sticks.normal >= 0 && std::fabs(sticks.tangent) <= contact.friction * sticks.normal ? sticks : force;
}

/// Newton's method alone; `changed`: the matrix is not that of the states.
bool CoulombNewton::follow(bool changed, std::vector<Force>& forces) {
  bool fresh = false;
  double before = HUGE_VAL;
  const int most = contacts_->size() < kMany ? kMostSteps : kMostStepsOfMany;
  for (int k = 0; k < most; ++k) {
    assume(forces);
    const double now = residual();
    if (now <= kEnds) return true;
    if (!changed && now > kLeastGain * before) {
      if (is_rounding(now, forces)) return true;
      if (fresh) {
        if (!follow_ray(forces)) return false;
        before = HUGE_VAL;
        changed = true;
        continue;
      }
      changed = true;
    }
    if (changed && !factor()) return false;
    fresh = fresh || changed;
    step(forces);
    before = changed ? HUGE_VAL : now;
    changed = decide(forces);
  }
  return false;
}

/// What large forces leave of velocities, or what moves nothing.
bool CoulombNewton::is_rounding(double velocity, const std::vector<Force>& forces) const {
  double largest = 1, unit = HUGE_VAL;
  for (int i = 0; i < contacts_->size(); ++i) {
    largest = std::max(largest, forces[at(i)].normal);
    unit = std::min(unit, (*contacts_)[i].unit);
  }
  return velocity <= std::max(std::min(kRounding * largest, kMostRounding), rounding_ * unit / contacts_->force_unit());
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
  for (int i = 0; i < contacts_->size(); ++i) {
    if (states_[at(i)] == State::open) continue;
    const Force &force = forces[at(i)], &rate = rates_[at(i)];
    meet(i, force.normal, rate.normal, State::open);
    if (states_[at(i)] != State::sticks) continue;
    const double friction = (*contacts_)[i].friction;
    meet(i, friction * force.normal - force.tangent, friction * rate.normal - rate.tangent, State::plus);
    meet(i, friction * force.normal + force.tangent, friction * rate.normal + rate.tangent, State::minus);
  }
  if (blocks < 0) return false;
  for (int i = 0; i < contacts_->size(); ++i) {
    if (states_[at(i)] == State::open) continue;
    forces[at(i)].normal = std::max(0., forces[at(i)].normal + least * rates_[at(i)].normal);
    forces[at(i)].tangent += least * rates_[at(i)].tangent;
  }
  states_[at(blocks)] = then;
  return true;
}

/// Of the normal in the edge by which a contact slides: c_t = share * c_n.
double CoulombNewton::share(int i) const {
  return states_[at(i)] == State::minus ? -(*contacts_)[i].friction : (*contacts_)[i].friction;
}

/// Whether it is other than the matrix' was.
bool CoulombNewton::set_pattern() {
  contacts_->find_pairs(pairs_);
  return matrix_.set_pattern(contacts_->bodies(), pairs_);
}

/// Whether the matrix is that of the states, of rows that were the same but for rounding. The pattern must be the same.
bool CoulombNewton::is_factored() const {
  if (factored_states_ != states_) return false;
  for (int i = 0; i < contacts_->size(); ++i) {
    const Contact &now = (*contacts_)[i], &then = factored_contacts_[at(i)];
    if (states_[at(i)] == State::open) continue;
    if (now.friction != then.friction || !nearly_equal(now.row[0], then.row[0])) return false;
    if (!nearly_equal(now.row[1], then.row[1])) return false;
  }
  return true;
}

/// Forces as the states have them, and the velocities that they make.
void CoulombNewton::assume(std::vector<Force>& forces) {
  motion_.assign(at(contacts_->motions()), 0);
  for (int i = 0; i < contacts_->size(); ++i) {
    const Contact& contact = (*contacts_)[i];
    Force& force = forces[at(i)];
    const State state = states_[at(i)];
    if (state == State::open) {
      force = {};
      continue;
    }
    if (state != State::sticks) force.tangent = share(i) * force.normal;
    BodyContacts::push(contact, contact.row[0], force.normal, motion_.data());
    if (force.tangent != 0) BodyContacts::push(contact, contact.row[1], force.tangent, motion_.data());
  }
  std::fill(motion_.end() - BodyContacts::kPlaces, motion_.end(), 0);
  velocity_.resize(2 * at(contacts_->size()));
  for (int i = 0; i < contacts_->size(); ++i) {
    const Eigen::Vector2d v = BodyContacts::velocity((*contacts_)[i], motion_.data());
    velocity_[at(2 * i)] = v[0];
    velocity_[at(2 * i + 1)] = v[1];
  }
}

/// How far a contact's velocities are from the law, of forces that keep it.
double CoulombNewton::error(int i) const {
  const double parting = velocity_[at(2 * i)], sliding = velocity_[at(2 * i + 1)];
  const State state = states_[at(i)];
  if (state == State::open) return std::max(0., -parting);
  if ((*contacts_)[i].friction == 0) return std::fabs(parting);
  const double wrong = state == State::sticks ? std::fabs(sliding) : state == State::plus ? sliding : -sliding;
  return std::max(std::fabs(parting), wrong);
}

double CoulombNewton::residual() const {
  double worst = 0;
  for (int i = 0; i < contacts_->size(); ++i) worst = std::max(worst, error(i));
  return are_finite() ? worst : HUGE_VAL;
}

/// Forces are within their bounds, so that what is left is velocities.
double CoulombNewton::law_residual() const {
  double worst = 0, scale = 1;
  for (int i = 0; i < contacts_->size(); ++i) {
    const double unit = contacts_->velocity_unit(i);
    worst = std::max(worst, unit * error(i));
    for (const double bias : (*contacts_)[i].bias) scale = std::max(scale, unit * std::fabs(bias));
  }
  return are_finite() ? worst / scale : HUGE_VAL;
}

/// Velocities: comparisons would pass over those that are not numbers.
bool CoulombNewton::are_finite() const {
  double sum = 0;  // finite only if all are
  for (const double velocity : velocity_) sum += 0 * velocity;
  return sum == 0;
}

bool CoulombNewton::factor() {
  ++factorizations_;
  matrix_.set_identity();
  for (int i = 0; i < contacts_->size(); ++i) {
    if (states_[at(i)] != State::open) add(i);
  }
  factored_states_.clear();
  if (!matrix_.factor(kLeastPivot)) return false;
  factored_states_ = states_;
  factored_contacts_.resize(states_.size());
  for (int i = 0; i < contacts_->size(); ++i) factored_contacts_[at(i)] = (*contacts_)[i];
  return true;
}

/// A contact's part of the matrix.
void CoulombNewton::add(int i) {
  constexpr double kStiffness = 1 / kCompliance;
  const bool sticks = states_[at(i)] == State::sticks;
  const double response[3] = {kStiffness, sticks ? 0 : kStiffness * share(i), sticks ? kStiffness : 0};
  contacts_->add(i, response, matrix_);
}

/// Forces and velocities where the states are kept.
void CoulombNewton::step(std::vector<Force>& forces) {
  change_.assign(at(contacts_->motions()), 0);
  rates_.resize(forces.size());
  const double stiffness = 1 / kCompliance;
  const auto rate = [&](int i) {
    const double normal = -stiffness * velocity_[at(2 * i)];
    const bool sticks = states_[at(i)] == State::sticks;
    return Force{normal, sticks ? -stiffness * velocity_[at(2 * i + 1)] : share(i) * normal};
  };
  for (int i = 0; i < contacts_->size(); ++i) {
    if (states_[at(i)] == State::open) continue;
    const Contact& contact = (*contacts_)[i];
    const Force push = rate(i);
    BodyContacts::push(contact, contact.row[0], push.normal, change_.data());
    if (push.tangent != 0) BodyContacts::push(contact, contact.row[1], push.tangent, change_.data());
  }
  std::fill(change_.end() - BodyContacts::kPlaces, change_.end(), 0);
  matrix_.solve(change_.data());
  for (int i = 0; i < contacts_->size(); ++i) {
    const Contact& contact = (*contacts_)[i];
    for (const int k : {0, 1}) {
      velocity_[at(2 * i + k)] += BodyContacts::along(contact, contact.row[k], change_.data());
    }
    if (states_[at(i)] == State::open) continue;
    rates_[at(i)] = rate(i);
    forces[at(i)].normal += rates_[at(i)].normal;
    forces[at(i)].tangent += rates_[at(i)].tangent;
  }
}

/// What the contacts do; whether that is other than what was assumed.
bool CoulombNewton::decide(const std::vector<Force>& forces) {
  bool changed = false;
  for (int i = 0; i < contacts_->size(); ++i) {
    const State state =
        next((*contacts_)[i], forces[at(i)], states_[at(i)], velocity_[at(2 * i)], velocity_[at(2 * i + 1)]);
    changed = changed || state != states_[at(i)];
    states_[at(i)] = state;
  }
  return changed;
}

CoulombNewton::State CoulombNewton::next(const Contact& contact, const Force& force, State now, double parting,
                                         double sliding) const {
  if (now == State::open) {
    if (parting >= -kEnds) return State::open;
    if (contact.friction > 0 && std::fabs(sliding) <= contact.friction * -parting) return State::sticks;
    return sliding > 0 ? State::minus : State::plus;
  }
  if (force.normal < 0) return State::open;
  if (contact.friction == 0) return now;
  if (now == State::sticks) {
    const double bound = (1 + kOnEdge) * contact.friction * force.normal;
    return std::fabs(force.tangent) <= bound ? State::sticks : force.tangent > 0 ? State::plus : State::minus;
  }
  return (now == State::plus ? sliding : -sliding) > kEnds ? State::sticks : now;
}

}  // namespace pawl::internal
