// SPDX-License-Identifier: MIT
#include "lcp/contact_leaf.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl {
namespace {

using Contact = PlanarContactProblem::Contact;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double magnitude(double x) { return std::fabs(x); }
LcpRational magnitude(const LcpRational& x) { return x < 0 ? LcpRational(-x) : x; }
bool is_finite(double x) { return std::isfinite(x); }
bool is_finite(const LcpRational&) { return true; }

/// Of one operation, relative.
double unit_rounding(double) { return std::numeric_limits<double>::epsilon(); }
LcpRational unit_rounding(const LcpRational&) { return 0; }

template <class Real>
Real cross(const Eigen::Vector2d& r, const Real& x, const Real& y) {
  return Real(r.x()) * y - Real(r.y()) * x;
}
template <class Real>
Real cross_size(const Eigen::Vector2d& r, const Real& x, const Real& y) {
  return magnitude(Real(Real(r.x()) * y)) + magnitude(Real(Real(r.y()) * x));
}

}  // namespace

/// J'l body by body, then times W.
template <class Real>
void LeafJudge<Real>::move_bodies(const BasicContactLeaf<Real>& leaf) {
  motion_.assign(problem_.bodies.size(), {});
  for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
    const Real& n = leaf.normal[i];
    const Real& t = leaf.tangent[i];
    if (n == 0 && t == 0) continue;
    const Contact& contact = problem_.contacts[i];
    const Real nx = n * Real(contact.normal.x());
    const Real ny = n * Real(contact.normal.y());
    const Real tx = t * Real(contact.normal.x());
    const Real ty = t * Real(contact.normal.y());
    const Real x = nx - ty;
    const Real y = ny + tx;
    const Real x_size = magnitude(nx) + magnitude(ty);
    const Real y_size = magnitude(ny) + magnitude(tx);
    const auto push = [&](int body, const Eigen::Vector2d& arm, int sign) {
      if (body < 0) return;
      Motion& m = motion_[at(body)];
      m.x.value += sign * x;
      m.y.value += sign * y;
      m.turn.value += sign * cross(arm, x, y);
      m.x.size += x_size;
      m.y.size += y_size;
      m.turn.size += cross_size(arm, x_size, y_size);
    };
    push(contact.a, contact.arm_a, -1);
    push(contact.b, contact.arm_b, 1);
  }
  for (std::size_t k = 0; k < motion_.size(); ++k) {
    const Real mass = problem_.bodies[k].inverse_mass;
    for (Bounded* b : {&motion_[k].x, &motion_[k].y}) {
      b->value *= mass;
      b->size *= mass;
    }
    motion_[k].turn.value *= Real(problem_.bodies[k].inverse_inertia);
    motion_[k].turn.size *= Real(problem_.bodies[k].inverse_inertia);
  }
}

template <class Real>
typename LeafJudge<Real>::Bounded LeafJudge<Real>::along(const Contact& contact, bool tangent) const {
  const Real x = tangent ? -contact.normal.y() : contact.normal.x();
  const Real y = tangent ? contact.normal.x() : contact.normal.y();
  Bounded sum;
  const auto feel = [&](int body, const Eigen::Vector2d& arm, int sign) {
    if (body < 0) return;
    const Motion& m = motion_[at(body)];
    if (m.x.size == 0 && m.y.size == 0 && m.turn.size == 0) return;
    sum.value += sign * Real(x * m.x.value + y * m.y.value + cross(arm, x, y) * m.turn.value);
    sum.size += magnitude(x) * m.x.size + magnitude(y) * m.y.size + cross_size(arm, x, y) * m.turn.size;
  };
  feel(contact.a, contact.arm_a, -1);
  feel(contact.b, contact.arm_b, 1);
  sum.value *= Real(problem_.step);
  sum.size *= Real(problem_.step);
  return sum;
}

template <class Real>
bool LeafJudge<Real>::proves(BasicContactLeaf<Real>& leaf, const AssumptionSet& assumed, AssumptionSet& used) {
  const int n = static_cast<int>(problem_.contacts.size());
  // No sum has more than 2 n + 8 terms, no term more than 16 roundings; twice that covers the roundings of the sizes.
  rounding_ = 2 * (2 * n + 24) * unit_rounding(Real(0));
  used.clear(n);
  leaf.bound.assign(at(n), 0);
  Bounded sum;
  for (int i = 0; i < n; ++i) {
    const Contact& contact = problem_.contacts[at(i)];
    for (const Real& part : {Real(leaf.normal[at(i)] * Real(contact.normal_bias)),
                             Real(leaf.tangent[at(i)] * Real(contact.tangent_bias))}) {
      sum.value += part;
      sum.size += magnitude(part);
    }
  }
  if (!(sum.value < -error(sum)) || !is_finite(sum.size)) return false;
  move_bodies(leaf);
  for (int i = 0; i < n; ++i) {
    if (!contact_proves(i, leaf, assumed, used)) return false;
  }
  return true;
}

template <class Real>
bool LeafJudge<Real>::contact_proves(int i, BasicContactLeaf<Real>& leaf, const AssumptionSet& assumed,
                                     AssumptionSet& used) const {
  const Contact& contact = problem_.contacts[at(i)];
  const auto need = [&](Assumption a) {
    if (!assumed.has(i, a)) return false;
    used.add(i, a);
    return true;
  };
  if (leaf.normal[at(i)] < 0 && !need(Assumption::closed)) return false;
  if (leaf.tangent[at(i)] < 0 && !need(Assumption::no_plus_motion)) return false;
  if (leaf.tangent[at(i)] > 0 && !need(Assumption::no_minus_motion)) return false;
  const Bounded n = along(contact, false);
  const Bounded t = along(contact, true);
  if (!is_finite(n.size) || !is_finite(t.size)) return false;
  if (contact.sliding == 0) return rolling_proves(i, n, t, leaf, assumed, used);
  const Real share = -contact.sliding * Real(contact.friction);
  const Bounded sum{n.value + share * t.value, n.size + Real(contact.friction) * t.size};
  return sum.size == 0 || sum.value <= -error(sum) || need(Assumption::no_force);
}

/// The columns of c_n, n - mu t + 2 mu l <= 0, and of s+, t - l <= 0, with l >= 0 the weight of s-; each condition may
/// be broken where an assumption makes its variable zero.
template <class Real>
bool LeafJudge<Real>::rolling_proves(int i, const Bounded& n, const Bounded& t, BasicContactLeaf<Real>& leaf,
                                     const AssumptionSet& assumed, AssumptionSet& used) const {
  const Real mu = problem_.contacts[at(i)].friction;
  Real& l = leaf.bound[at(i)];
  if (n.size == 0 && t.size == 0) return true;
  const Real most_t = t.value + error(t);
  const Real positive_t = most_t > 0 ? most_t : Real(0);
  if (mu == 0) {
    l = positive_t;
    if (n.value <= -error(n)) return true;
    if (!assumed.has(i, Assumption::no_force)) return false;
    used.add(i, Assumption::no_force);
    return true;
  }
  const Real room = 4 * rounding_ * Real(n.size + mu * t.size);
  const bool plus = n.value + mu * t.value <= -room;
  const bool minus = n.value - mu * t.value <= -room;
  const Real free_l = (mu * t.value - n.value) / (2 * mu);  // the column of c_n is zero
  if (plus && minus) {
    l = (Real(t.value > 0 ? t.value : Real(0)) + free_l) / 2;
    return true;
  }
  if (assumed.has(i, Assumption::no_force)) {
    used.add(i, Assumption::no_force);
    l = positive_t;
    return true;
  }
  if ((!plus && !assumed.has(i, Assumption::no_plus_force)) || (!minus && !assumed.has(i, Assumption::no_minus_force))) {
    return false;
  }
  if (!plus) used.add(i, Assumption::no_plus_force);
  if (!minus) used.add(i, Assumption::no_minus_force);
  if (plus) {
    l = (t.value + free_l) / 2;
  } else if (!minus) {
    l = free_l - room / mu;
  }  // else 0: n - mu t <= 0 is the column of c_n
  return true;
}

template class LeafJudge<double>;
template class LeafJudge<LcpRational>;

}  // namespace pawl
