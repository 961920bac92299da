// SPDX-License-Identifier: MIT
#include "friction/coulomb_methods.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "friction/body_contacts.h"
#include "friction/cone_program.h"

namespace pawl::internal::inline friction {
namespace {

constexpr int kMostNewtonSteps = 15;
constexpr int kMany = 200;            ///< number of contacts from which kMostStepsOfMany applies
constexpr int kMostStepsOfMany = 10;  ///< largest number of steps for kMany or more contacts; the method usually needs
                                      ///< 3 to 7 steps if it terminates
constexpr int kMostRestarts = 2;      ///< largest number of restarts from the result of Gauss-Seidel sweeps
constexpr int kSweeps = 40;
constexpr double kCompliance = 1e-7;  ///< compliance eps; dimensionless, because rows have a length of about 1
constexpr double kSameRow = 1e-10;    ///< largest change of the rows at which the factored matrix is still used; far
                                      ///< below eps
constexpr double kNegligibleVelocity = 1e-14;  ///< largest negligible velocity in scaled units; the largest bias is 1
constexpr double kRounding = 4e-15;            ///< rounding error of scaled velocities, relative to the largest scaled
                                               ///< force
constexpr double kMostRounding = 1e-12;        ///< Upper limit of the rounding error of velocities that is assumed.
                                               ///< With a larger limit, small velocities that add up over many steps
                                               ///< would count as zero.
constexpr double kStill = 1e-14;  ///< smallest bound on the rounding of biases that is used, m/s
/// If a Newton step with the old matrix changes no contact state, and leaves more than this fraction of the residual,
/// the matrix is factored again.
constexpr double kLeastGain = 0.1;
constexpr double kOnEdge = 1e-12;     ///< largest relative distance from an edge of the friction cone at which a force
                                      ///< counts as being on the edge
constexpr double kLeastPivot = 1e-3;  ///< smallest accepted pivot of the matrix; without friction all pivots are >= 1

/// Returns the force per unit velocity of a contact with the compliance eps, along its normal (direction 0) or tangent
/// (direction 1). If the contact has a compliance c of its own, eps is at most c/100. Each of Newton's steps then reduces
/// the error of redundant forces by a factor of at least 100. With eps > c, the steps would be as slow as eps/(c + eps).
double stiffness(const BodyContacts::Contact& contact, int direction) {
  constexpr double kPart = .01;
  const double own = contact.compliance[direction];
  return 1 / (own + (own > 0 ? std::min(kCompliance, kPart * own) : kCompliance));
}

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
  rounding_ = std::clamp(rounding, kStill, kLcpResidual);  // a solution with this accuracy, m/s, is accepted
  factorizations_ = 0;
  take_states(forces);
}

void CoulombNewton::take_states(const std::vector<Force>& forces) {
  states_.assign(forces.size(), State::open);
  for (int i = 0; i < contacts_->size(); ++i) {
    const Force& force = forces[i];
    if ((*contacts_)[i].damper) states_[i] = State::sticks;
    if (force.normal <= 0 || (*contacts_)[i].damper) continue;
    const bool slides = std::fabs(force.tangent) >= (1 - kOnEdge) * (*contacts_)[i].friction * force.normal;
    states_[i] = !slides ? State::sticks : force.tangent >= 0 ? State::plus : State::minus;
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

/// Makes Gauss-Seidel sweeps: solves the law of each contact in turn, while all other contacts keep their forces. The
/// sweeps converge from any initial forces, but slowly.
void CoulombNewton::sweep(std::vector<Force>& forces) {
  assume(forces);
  for (int k = 0; k < kSweeps; ++k) {
    for (int i = 0; i < contacts_->size(); ++i) {
      const Contact& contact = (*contacts_)[i];
      const Force was = forces[i];
      const Eigen::Vector2d v = BodyContacts::velocity(contact, motion_.data(), was);
      forces[i] = alone(contact, was, v[0], v[1]);
      BodyContacts::push(contact, contact.row[0], forces[i].normal - was.normal, motion_.data());
      BodyContacts::push(contact, contact.row[1], forces[i].tangent - was.tangent, motion_.data());
      std::fill(motion_.end() - BodyContacts::kPlaces, motion_.end(), 0);
    }
  }
}

/// Solves the law of one contact, while all other contacts keep their forces. `parting` and `sliding` are the contact's
/// velocities under its present force. Returns the new force, or the present force if the law has no solution.
CoulombNewton::Force CoulombNewton::alone(const Contact& contact, const Force& force, double parting,
                                          double sliding) const {
  const auto dot = [](const BodyContacts::Row& x, const BodyContacts::Row& y) {
    double sum = 0;
    for (int k = 0; k < BodyContacts::kPlaces; ++k) sum += x.a[k] * y.a[k] + x.b[k] * y.b[k];
    return sum;
  };
  const double nn = dot(contact.row[0], contact.row[0]) + contact.compliance[0];
  const double tt = dot(contact.row[1], contact.row[1]) + contact.compliance[1];
  const double nt = dot(contact.row[0], contact.row[1]);
  const double free_n = parting - nn * force.normal - nt * force.tangent;
  const double free_t = sliding - nt * force.normal - tt * force.tangent;
  if (contact.damper) return {-free_n / nn, 0};
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

/// Runs Newton's method from the present contact states, without sweeps. `changed` is true if the matrix must be
/// factored before the first step. Returns whether the forces satisfy the law up to rounding.
bool CoulombNewton::follow(bool changed, std::vector<Force>& forces) {
  bool fresh = false;
  double before = HUGE_VAL;
  const int most = contacts_->size() < kMany ? kMostNewtonSteps : kMostStepsOfMany;
  for (int k = 0; k < most; ++k) {
    assume(forces);
    const double now = residual();
    if (now <= kNegligibleVelocity) return true;
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

/// Returns whether a velocity is negligible: below a fixed limit, or at most the rounding error of velocities under
/// these forces.
bool CoulombNewton::is_rounding(double velocity, const std::vector<Force>& forces) const {
  double largest = 1, unit = HUGE_VAL;
  for (int i = 0; i < contacts_->size(); ++i) {
    largest = std::max(largest, forces[i].normal);
    unit = std::min(unit, (*contacts_)[i].unit);
  }
  return velocity <= std::max(std::min(kRounding * largest, kMostRounding), rounding_ * unit / contacts_->force_unit());
}

/// Handles the case that the forces keep changing while the velocities stay constant. Up to rounding, no velocities
/// satisfy the contact states in this case. Extrapolates the forces to the point where the first contact opens or
/// slides. Returns false if no such point exists.
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
    if (states_[i] == State::open || (*contacts_)[i].damper) continue;
    const Force &force = forces[i], &rate = rates_[i];
    meet(i, force.normal, rate.normal, State::open);
    if (states_[i] != State::sticks) continue;
    const double friction = (*contacts_)[i].friction;
    meet(i, friction * force.normal - force.tangent, friction * rate.normal - rate.tangent, State::plus);
    meet(i, friction * force.normal + force.tangent, friction * rate.normal + rate.tangent, State::minus);
  }
  if (blocks < 0) return false;
  for (int i = 0; i < contacts_->size(); ++i) {
    if (states_[i] == State::open) continue;
    forces[i].normal += least * rates_[i].normal;
    if (!(*contacts_)[i].damper) forces[i].normal = std::max(0., forces[i].normal);
    forces[i].tangent += least * rates_[i].tangent;
  }
  states_[blocks] = then;
  return true;
}

/// Returns the ratio c_t / c_n of the sliding contact i: mu or -mu.
double CoulombNewton::share(int i) const {
  return states_[i] == State::minus ? -(*contacts_)[i].friction : (*contacts_)[i].friction;
}

/// Updates the pairs of bodies that touch. Returns whether they differ from the pairs of the matrix.
bool CoulombNewton::set_pattern() {
  contacts_->find_pairs(pairs_);
  return matrix_.set_pattern(contacts_->bodies(), pairs_);
}

/// Returns whether the factored matrix belongs to the present states and, up to rounding, to the present rows. The
/// pairs of bodies that touch must not have changed since the factorisation.
bool CoulombNewton::is_factored() const {
  if (factored_states_ != states_) return false;
  for (int i = 0; i < contacts_->size(); ++i) {
    const Contact &now = (*contacts_)[i], &then = factored_contacts_[i];
    if (states_[i] == State::open) continue;
    if (now.friction != then.friction || !nearly_equal(now.row[0], then.row[0])) return false;
    if (now.compliance[0] != then.compliance[0] || now.compliance[1] != then.compliance[1]) return false;
    if (!nearly_equal(now.row[1], then.row[1])) return false;
  }
  return true;
}

/// Sets the forces to the values that the contact states prescribe, and computes the velocities v + compliance * c
/// under these forces.
void CoulombNewton::assume(std::vector<Force>& forces) {
  motion_.assign(at(contacts_->motions()), 0);
  for (int i = 0; i < contacts_->size(); ++i) {
    const Contact& contact = (*contacts_)[i];
    Force& force = forces[i];
    const State state = states_[i];
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
    const Eigen::Vector2d v = BodyContacts::velocity((*contacts_)[i], motion_.data(), forces[i]);
    velocity_[2 * i] = v[0];
    velocity_[2 * i + 1] = v[1];
  }
}

/// Returns by how much a contact's velocities violate the law. The forces must be within their bounds.
double CoulombNewton::error(int i) const {
  const double parting = velocity_[2 * i], sliding = velocity_[2 * i + 1];
  const State state = states_[i];
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

/// The residual depends only on the velocities, because all forces are within their bounds.
double CoulombNewton::law_residual() const {
  double worst = 0, scale = 1;
  for (int i = 0; i < contacts_->size(); ++i) {
    const double unit = contacts_->velocity_unit(i);
    worst = std::max(worst, unit * error(i));
    for (const double bias : (*contacts_)[i].bias) scale = std::max(scale, unit * std::fabs(bias));
  }
  return are_finite() ? worst / scale : HUGE_VAL;
}

/// Returns false if a velocity is NaN or infinite. (Comparisons would not detect NaN.)
bool CoulombNewton::are_finite() const {
  double sum = 0;
  for (const double velocity : velocity_) sum += 0 * velocity;
  return sum == 0;
}

bool CoulombNewton::factor() {
  ++factorizations_;
  matrix_.set_identity();
  for (int i = 0; i < contacts_->size(); ++i) {
    if (states_[i] != State::open) add(i);
  }
  factored_states_.clear();
  if (!matrix_.factor(kLeastPivot)) return false;
  factored_states_ = states_;
  factored_contacts_.resize(states_.size());
  for (int i = 0; i < contacts_->size(); ++i) factored_contacts_[i] = (*contacts_)[i];
  return true;
}

/// Adds the contribution of a contact to the matrix.
void CoulombNewton::add(int i) {
  const Contact& contact = (*contacts_)[i];
  const bool sticks = states_[i] == State::sticks;
  const double normal = stiffness(contact, 0);
  const double response[3] = {normal, sticks ? 0 : normal * share(i), sticks ? stiffness(contact, 1) : 0};
  contacts_->add(i, response, matrix_);
}

/// Makes a Newton step: computes the forces, and the velocities that they cause, for the present contact states.
void CoulombNewton::step(std::vector<Force>& forces) {
  change_.assign(at(contacts_->motions()), 0);
  rates_.resize(forces.size());
  const auto rate = [&](int i) {
    const double normal = -stiffness((*contacts_)[i], 0) * velocity_[2 * i];
    const bool sticks = states_[i] == State::sticks;
    return Force{normal, sticks ? -stiffness((*contacts_)[i], 1) * velocity_[2 * i + 1] : share(i) * normal};
  };
  for (int i = 0; i < contacts_->size(); ++i) {
    if (states_[i] == State::open) continue;
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
      velocity_[2 * i + k] += BodyContacts::along(contact, contact.row[k], change_.data());
    }
    if (states_[i] == State::open) continue;
    rates_[i] = rate(i);
    forces[i].normal += rates_[i].normal;
    forces[i].tangent += rates_[i].tangent;
    velocity_[2 * i] += contact.compliance[0] * rates_[i].normal;
    velocity_[2 * i + 1] += contact.compliance[1] * rates_[i].tangent;
  }
}

/// Determines the contact states from the forces, and returns whether they differ from the assumed states.
bool CoulombNewton::decide(const std::vector<Force>& forces) {
  bool changed = false;
  for (int i = 0; i < contacts_->size(); ++i) {
    const State state = next((*contacts_)[i], forces[i], states_[i], velocity_[2 * i], velocity_[2 * i + 1]);
    changed = changed || state != states_[i];
    states_[i] = state;
  }
  return changed;
}

CoulombNewton::State CoulombNewton::next(const Contact& contact, const Force& force, State now, double parting,
                                         double sliding) const {
  if (contact.damper) return now;
  if (now == State::open) {
    if (parting >= -kNegligibleVelocity) return State::open;
    if (contact.friction > 0 && std::fabs(sliding) <= contact.friction * -parting) return State::sticks;
    return sliding > 0 ? State::minus : State::plus;
  }
  if (force.normal < 0) return State::open;
  if (contact.friction == 0) return now;
  if (now == State::sticks) {
    const double bound = (1 + kOnEdge) * contact.friction * force.normal;
    return std::fabs(force.tangent) <= bound ? State::sticks : force.tangent > 0 ? State::plus : State::minus;
  }
  return (now == State::plus ? sliding : -sliding) > kNegligibleVelocity ? State::sticks : now;
}

namespace {

constexpr int kMostInteriorSteps = 60;
constexpr double kInteriorTolerance = 1e-10;  ///< largest products and residuals at which the method ends; forces and
                                              ///< velocities are about 1
/// Upper limit of the product at which the method ends, divided by the smallest compliance along a tangent. A contact
/// that sticks creeps at a velocity of its compliance times its tangential force. In the solution, the force of the
/// opposite edge vanishes; the method leaves the product divided by this velocity, about 1e-8 with this limit. With
/// kInteriorTolerance and a compliance of 1e-6 it would be 1e-4, and sticking contacts would seem to slide.
constexpr double kProductPerCompliance = 1e-8;
constexpr double kLeastInteriorProduct = 1e-16;  ///< smallest product that rounding permits
constexpr double kShort = .01;                   ///< length below which a step is useless
constexpr int kMostShort = 2;
constexpr double kLeastInteriorPivot = 1e-6;  ///< smallest accepted pivot of the matrix; without friction all pivots
                                              ///< are >= 1

enum Pair { kNormal, kPlus, kMinus, kSpeed };

/// Returns the number of complementary pairs of a contact. A damper has none, because its force may have either sign.
int pairs_of(const BodyContacts::Contact& contact) { return contact.damper ? 0 : contact.friction > 0 ? 4 : 1; }

}  // namespace

bool CoulombInterior::solve(const BodyContacts& contacts, double scale, std::vector<Force>& forces) {
  contacts_ = &contacts;
  factorizations_ = 0;
  start(scale);
  const double tolerance = product_tolerance();
  bool ended = false;
  for (int k = 0, short_steps = 0; k < kMostInteriorSteps && short_steps < kMostShort && !ended; ++k) {
    const double step = mehrotra_step(*this);
    if (step == 0) break;
    short_steps += step < kShort;
    ended = product(0) <= tolerance && missing() <= kInteriorTolerance;
  }
  write(forces);
  return ended;
}

/// Returns the mean product at which the method ends.
double CoulombInterior::product_tolerance() const {
  double tolerance = kInteriorTolerance;
  for (int i = 0; i < contacts_->size(); ++i) {
    const Contact& contact = (*contacts_)[i];
    if (contact.damper || contact.friction == 0 || contact.compliance[1] == 0) continue;
    tolerance = std::min(tolerance, kProductPerCompliance * contact.compliance[1]);
  }
  return std::max(kLeastInteriorProduct, tolerance);
}

/// Sets all variables of contacts to positive values of about `scale`, and those of dampers to 0. Computes the motions
/// that their forces cause.
void CoulombInterior::start(double scale) {
  contacts_->find_pairs(pairs_);
  matrix_.set_pattern(contacts_->bodies(), pairs_);
  now_.resize(pairs_.size());
  change_.assign(pairs_.size(), {});
  local_.resize(pairs_.size());
  motion_.assign(at(contacts_->motions()), 0);
  for (int i = 0; i < contacts_->size(); ++i) {
    const double friction = (*contacts_)[i].friction;
    Variables& v = now_[i];
    v.x[kNormal] = v.x[kSpeed] = scale;
    v.x[kPlus] = v.x[kMinus] = scale * friction / 4;
    std::fill(v.y, v.y + kPairs, scale);
    v.y[kSpeed] = scale * std::max(friction / 2, .01);
    if ((*contacts_)[i].damper) v = {};
    BodyContacts::push((*contacts_)[i], (*contacts_)[i].row[0], v.x[kNormal], motion_.data());
  }
  clear_ground(motion_);
}

void CoulombInterior::clear_ground(std::vector<double>& motion) {
  std::fill(motion.end() - BodyContacts::kPlaces, motion.end(), 0.);
}

/// Returns the mean of the products x y of all complementary pairs after a fraction `part` of the Newton step.
double CoulombInterior::product(double part) const {
  double sum = 0;
  long count = 0;
  for (int i = 0; i < contacts_->size(); ++i) {
    const Variables &now = now_[i], &change = change_[i];
    const int pairs = pairs_of((*contacts_)[i]);
    for (int k = 0; k < pairs; ++k) sum += (now.x[k] + part * change.x[k]) * (now.y[k] + part * change.y[k]);
    count += pairs;
  }
  return sum / static_cast<double>(std::max(count, 1L));
}

/// Computes the residuals of the linear equations of contact i.
void CoulombInterior::find_residual(int i, double (&residual)[kPairs]) const {
  const Contact& contact = (*contacts_)[i];
  const Variables& v = now_[i];
  const Eigen::Vector2d u = BodyContacts::velocity(contact, motion_.data());
  residual[kNormal] = u[0] + contact.compliance[0] * v.x[kNormal] - v.y[kNormal];
  residual[kPlus] = u[1] + contact.compliance[1] * v.x[kPlus] + v.x[kSpeed] - v.y[kPlus];
  residual[kMinus] = -u[1] + contact.compliance[1] * v.x[kMinus] + v.x[kSpeed] - v.y[kMinus];
  residual[kSpeed] = contact.friction * v.x[kNormal] - v.x[kPlus] - v.x[kMinus] - v.y[kSpeed];
}

double CoulombInterior::missing() const {
  double worst = 0;
  for (int i = 0; i < contacts_->size(); ++i) {
    double residual[kPairs];
    find_residual(i, residual);
    const int equations = std::max(1, pairs_of((*contacts_)[i]));
    for (int k = 0; k < equations; ++k) worst = std::max(worst, std::fabs(residual[k]));
  }
  return worst;
}

/// Returns x/(y + E x) for a pair of factors x and y, with the compliance E of the pair: the derivative of x with
/// respect to the negative velocity. For a damper, whose only variable is its force, returns 1/E.
double CoulombInterior::share_of(const Contact& contact, const Variables& v, int pair) {
  return contact.damper ? 1 / contact.compliance[0]
                        : v.x[pair] / (v.y[pair] + compliance_of(contact, pair) * v.x[pair]);
}

/// Computes the matrix D of each contact, and factors the matrix of the bodies.
bool CoulombInterior::factor() {
  ++factorizations_;
  matrix_.set_identity();
  for (int i = 0; i < contacts_->size(); ++i) {
    const Variables& v = now_[i];
    Local& local = local_[i];
    const double normal = share_of((*contacts_)[i], v, kNormal);
    local = {};
    local.response[0] = normal;
    if ((*contacts_)[i].friction > 0) {
      const double plus = share_of((*contacts_)[i], v, kPlus), minus = share_of((*contacts_)[i], v, kMinus);
      const double both = plus + minus;
      local.weight = 1 / (v.y[kSpeed] + v.x[kSpeed] * both);
      local.by_n = v.x[kSpeed] * (*contacts_)[i].friction * normal * local.weight;
      local.by_t = -v.x[kSpeed] * (plus - minus) * local.weight;
      local.response[1] = (plus - minus) * local.by_n;
      // this form of both + (plus - minus) * by_t has no cancellation
      local.response[2] = (v.y[kSpeed] * both + 4 * v.x[kSpeed] * plus * minus) * local.weight;
    }
    contacts_->add(i, local.response, matrix_);
  }
  return matrix_.factor(kLeastInteriorPivot);
}

/// Finds Newton's step to products x y equal to `target`. If `second` is true, the step includes the products of the
/// changes in first_.
void CoulombInterior::find_step(double target, bool second) {
  push_.assign(at(contacts_->motions()), 0);
  for (int i = 0; i < contacts_->size(); ++i) {
    const Contact& contact = (*contacts_)[i];
    const Variables& v = now_[i];
    Local& local = local_[i];
    find_residual(i, local.residual);
    for (int k = 0; k < kPairs; ++k) {
      local.wanted[k] = target - v.x[k] * v.y[k] - (second ? first_[i].x[k] * first_[i].y[k] : 0);
    }
    const auto alone = [&](int k) {
      if (contact.damper) return -local.residual[k] / contact.compliance[0];
      return (local.wanted[k] - v.x[k] * local.residual[k]) / (v.y[k] + compliance_of(contact, k) * v.x[k]);
    };
    local.forces[0] = alone(kNormal);
    local.forces[1] = 0;
    if (contact.friction > 0) {
      const double plus = alone(kPlus), minus = alone(kMinus);
      const double bound = contact.friction * local.forces[0] - plus - minus + local.residual[kSpeed];
      local.speed = (local.wanted[kSpeed] - v.x[kSpeed] * bound) * local.weight;
      local.forces[1] = plus - minus - (share_of(contact, v, kPlus) - share_of(contact, v, kMinus)) * local.speed;
    }
    BodyContacts::push(contact, contact.row[0], local.forces[0], push_.data());
    BodyContacts::push(contact, contact.row[1], local.forces[1], push_.data());
  }
  clear_ground(push_);
  matrix_.solve(push_.data());
  for (int i = 0; i < contacts_->size(); ++i) take_change(i);
}

/// Computes the change of a contact's variables from the change of its velocities.
void CoulombInterior::take_change(int i) {
  const Contact& contact = (*contacts_)[i];
  const Variables& v = now_[i];
  const Local& local = local_[i];
  Variables& change = change_[i];
  change = {};
  const double parting = BodyContacts::along(contact, contact.row[0], push_.data());
  const double sliding = BodyContacts::along(contact, contact.row[1], push_.data());
  if (contact.damper) {
    change.x[kNormal] = -(parting + local.residual[kNormal]) / contact.compliance[0];
    return;
  }
  const auto take = [&](int k, double by) {
    const double rigid = by + local.residual[k], compliance = compliance_of(contact, k);
    change.x[k] = (local.wanted[k] - v.x[k] * rigid) / (v.y[k] + compliance * v.x[k]);
    change.y[k] = rigid + compliance * change.x[k];
  };
  take(kNormal, parting);
  if (!(contact.friction > 0)) return;
  change.x[kSpeed] = local.speed + local.by_n * parting + local.by_t * sliding;
  take(kPlus, sliding + change.x[kSpeed]);
  take(kMinus, -sliding + change.x[kSpeed]);
  change.y[kSpeed] = contact.friction * change.x[kNormal] - change.x[kPlus] - change.x[kMinus] + local.residual[kSpeed];
}

/// Returns the fraction of the Newton step at which the first factor of a pair becomes 0, at most 1e3.
double CoulombInterior::longest() const {
  double part = 1e3;
  for (int i = 0; i < contacts_->size(); ++i) {
    const Variables &now = now_[i], &change = change_[i];
    const int pairs = pairs_of((*contacts_)[i]);
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
    Variables& now = now_[i];
    for (int k = 0; k < kPairs; ++k) {
      now.x[k] += part * change_[i].x[k];
      now.y[k] += part * change_[i].y[k];
    }
    const Contact& contact = (*contacts_)[i];
    BodyContacts::push(contact, contact.row[0], now.x[kNormal], motion_.data());
    if (contact.friction > 0) {
      BodyContacts::push(contact, contact.row[1], now.x[kPlus] - now.x[kMinus], motion_.data());
    }
  }
  clear_ground(motion_);
}

/// Writes the forces that result if the smaller factor of each pair is set to 0.
void CoulombInterior::write(std::vector<Force>& forces) const {
  forces.resize(now_.size());
  for (int i = 0; i < contacts_->size(); ++i) {
    const Variables& v = now_[i];
    Force& force = forces[i];
    force = {};
    if (v.x[kNormal] < v.y[kNormal] && !(*contacts_)[i].damper) continue;
    force.normal = v.x[kNormal];
    const double bound = (*contacts_)[i].friction * force.normal;
    const double tangent = v.x[kPlus] - v.x[kMinus];
    const bool slides = v.x[kSpeed] > v.y[kSpeed];
    force.tangent = bound == 0 ? 0 : slides ? std::copysign(bound, tangent) : std::clamp(tangent, -bound, bound);
  }
}

namespace {

constexpr double kProximalTolerance = 1e-12;  ///< violation of the law, in scaled units, at which the method ends;
                                              ///< biases are at most 1
constexpr double kEnough = 1e-2;              ///< accuracy of an inner problem, relative to the violation of the law
constexpr double kMostEnough = 1e-4;
constexpr int kMostTurns = 100;  ///< largest number of steps, including steps without a factorization
constexpr int kMostInner = 8;    ///< limit on steps of Newton's method per inner problem
constexpr int kSoon = 3;         ///< an inner problem counts as solved quickly if it takes at most this number of
                                 ///< Newton steps
constexpr int kLate = 5;
constexpr int kMostHalvings = 5;  ///< largest number of times that the length of a step is halved
constexpr double kLeastCompliance = 1e-6, kMostCompliance = 1;

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
  for (int turn = 0; turn < kMostTurns && now > kProximalTolerance && factorizations_ < most; ++turn) {
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

/// Finds the motion u = J'c(u), where c(u) are the forces for the present compliance and the forces of the last step.
/// Returns whether each entry of u - J'c(u) is at most `enough`.
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

/// Computes the forces c(u) of a motion u, and the difference u - J'c(u). Returns the largest entry of the difference.
double CoulombProximal::evaluate(const std::vector<double>& motion) {
  forces_.resize(last_.size());
  for (int i = 0; i < contacts_->size(); ++i) {
    const BodyContacts::Contact& contact = (*contacts_)[i];
    const Force& last = last_[i];
    const Eigen::Vector2d v = BodyContacts::velocity(contact, motion.data());
    Force& force = forces_[i];
    force.normal = (last.normal - v[0] / compliance_) / (1 + contact.compliance[0] / compliance_);
    if (!contact.damper) force.normal = std::max(0., force.normal);
    const double bound = contact.damper ? 0 : contact.friction * force.normal;
    const double tangent = (last.tangent - v[1] / compliance_) / (1 + contact.compliance[1] / compliance_);
    force.tangent = std::clamp(tangent, -bound, bound);
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
  for (int i = 0; i < contacts_->size(); ++i) {
    const Force& force = forces_[i];
    const BodyContacts::Contact& contact = (*contacts_)[i];
    if (force.normal <= 0 && !contact.damper) continue;
    const double normal = 1 / (compliance_ + contact.compliance[0]);
    const double tangent = 1 / (compliance_ + contact.compliance[1]);
    const bool sticks = std::fabs(force.tangent) < contact.friction * force.normal;
    const double edge = force.tangent > 0 ? contact.friction : -contact.friction;
    contacts_->add(i, {normal, sticks ? 0 : edge * normal, sticks ? tangent : 0}, matrix_);
  }
  return matrix_.factor(kLeastPivot);
}

/// Returns by how much the forces of the last step, and the velocities that they cause, violate the law, in scaled
/// units.
double CoulombProximal::off() const {
  double worst = 0;
  for (int i = 0; i < contacts_->size(); ++i) {
    const BodyContacts::Contact& contact = (*contacts_)[i];
    const Eigen::Vector2d c(last_[i].normal, last_[i].tangent);
    const Eigen::Vector2d v = BodyContacts::velocity(contact, motion_.data(), last_[i]);
    worst = std::max(worst, contact.damper ? std::fabs(v[0]) : coulomb_projection_error(contact.friction, c, v));
  }
  return worst;
}

namespace {

constexpr int kStyle = 10;       ///< number of steps between two evaluations of the residuals
constexpr double kSolved = .5;   ///< A program counts as solved if its residual is at most this fraction of the
                                 ///< residual of Coulomb's law.
constexpr double kFollows = .5;  ///< Fraction of the distance from a speed s to |v_t| by which s moves per update. The
                                 ///< full distance would overshoot.

}  // namespace

CoulombGradient::Program::Local CoulombGradient::Program::velocity(int i, const Eigen::VectorXd& x) const {
  Local v = BodyContacts::velocity((*rows)[i], x.data());
  v[0] += added[i];
  return v;
}

CoulombGradient::Program::Local CoulombGradient::Program::project(int i, const Local& c) const {
  return Wedge::project((*rows)[i].friction, c);
}

void CoulombGradient::Program::find_motion(const Eigen::VectorXd& c, Eigen::VectorXd& x) const {
  x.setZero(rows->motions());
  for (int i = 0; i < contacts(); ++i) {
    const BodyContacts::Contact& contact = (*rows)[i];
    if (c[2 * i] == 0) continue;
    BodyContacts::push(contact, contact.row[0], c[2 * i], x.data());
    BodyContacts::push(contact, contact.row[1], c[2 * i + 1], x.data());
  }
  x.tail<BodyContacts::kPlaces>().setZero();
}

void CoulombGradient::begin(const BodyContacts& contacts, const std::vector<Force>& near) {
  program_.rows = &contacts;
  program_.added.assign(at(contacts.size()), 0);
  Eigen::VectorXd c(2 * contacts.size());
  for (int i = 0; i < contacts.size(); ++i) {
    c.segment<2>(2 * i) = program_.project(i, {near[i].normal, near[i].tangent});
  }
  method_.emplace(program_, c);
  for (int i = 0; i < contacts.size(); ++i) program_.added[i] = wanted(i);
  steps_ = 0;
}

void CoulombGradient::advance(int steps) {
  for (int k = 0; k < steps; ++k) {
    method_->step();
    if (++steps_ % kStyle == 0) follow();
  }
}

double CoulombGradient::off() const {
  double worst = 0;
  for (int i = 0; i < program_.contacts(); ++i) {
    const BodyContacts::Contact& contact = (*program_.rows)[i];
    const Eigen::Vector2d v = BodyContacts::velocity(contact, method_->motion().data());
    worst = std::max(worst, coulomb_projection_error(contact.friction, method_->impulses().segment<2>(2 * i), v));
  }
  return worst;
}

/// Returns the target of the term mu s of a contact: the friction coefficient times the contact's current sliding
/// speed.
double CoulombGradient::wanted(int i) const {
  const BodyContacts::Contact& contact = (*program_.rows)[i];
  return contact.friction * std::fabs(BodyContacts::velocity(contact, method_->motion().data())[1]);
}

/// Moves the speeds s towards the contacts' sliding speeds, if the program is solved accurately enough.
void CoulombGradient::follow() {
  double of_program = 0;
  for (int i = 0; i < program_.contacts(); ++i) {
    const Eigen::Vector2d c = method_->impulses().segment<2>(2 * i);
    of_program = std::max(
        of_program, projection_error<Wedge>((*program_.rows)[i].friction, c, program_.velocity(i, method_->motion())));
  }
  if (of_program > kSolved * off()) return;
  for (int i = 0; i < program_.contacts(); ++i) {
    program_.added[i] += kFollows * (wanted(i) - program_.added[i]);
  }
}

void CoulombGradient::write(std::vector<Force>& forces) const {
  forces.resize(at(program_.contacts()));
  for (int i = 0; i < program_.contacts(); ++i) {
    forces[i] = {method_->impulses()[2 * i], method_->impulses()[2 * i + 1]};
  }
}

}  // namespace pawl::internal::inline friction
