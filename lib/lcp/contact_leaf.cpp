// SPDX-License-Identifier: MIT
#include "lcp/contact_leaf.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl {
namespace {

using Contact = PlanarContactProblem::Contact;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double cross(const Eigen::Vector2d& r, double x, double y) { return r.x() * y - r.y() * x; }
double cross_size(const Eigen::Vector2d& r, double x, double y) { return std::fabs(r.x() * y) + std::fabs(r.y() * x); }

}  // namespace

/// J'l body by body, then times W.
void LeafJudge::move_bodies(const ContactLeaf& leaf) {
  motion_.assign(problem_.bodies.size(), {});
  for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
    const double n = leaf.normal[i];
    const double t = leaf.tangent[i];
    if (n == 0 && t == 0) continue;
    const Contact& contact = problem_.contacts[i];
    const Eigen::Vector2d& d = contact.normal;
    const double x = n * d.x() - t * d.y();
    const double y = n * d.y() + t * d.x();
    const double x_size = std::fabs(n * d.x()) + std::fabs(t * d.y());
    const double y_size = std::fabs(n * d.y()) + std::fabs(t * d.x());
    const auto push = [&](int body, const Eigen::Vector2d& arm, double sign) {
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
    const PlanarContactProblem::Body& body = problem_.bodies[k];
    for (Bounded* b : {&motion_[k].x, &motion_[k].y}) {
      b->value *= body.inverse_mass;
      b->size *= body.inverse_mass;
    }
    motion_[k].turn.value *= body.inverse_inertia;
    motion_[k].turn.size *= body.inverse_inertia;
  }
}

LeafJudge::Bounded LeafJudge::along(const Contact& contact, bool tangent) const {
  const double x = tangent ? -contact.normal.y() : contact.normal.x();
  const double y = tangent ? contact.normal.x() : contact.normal.y();
  Bounded sum;
  const auto feel = [&](int body, const Eigen::Vector2d& arm, double sign) {
    if (body < 0) return;
    const Motion& m = motion_[at(body)];
    sum.value += sign * (x * m.x.value + y * m.y.value + cross(arm, x, y) * m.turn.value);
    sum.size += std::fabs(x) * m.x.size + std::fabs(y) * m.y.size + cross_size(arm, x, y) * m.turn.size;
  };
  feel(contact.a, contact.arm_a, -1);
  feel(contact.b, contact.arm_b, 1);
  sum.value *= problem_.step;
  sum.size *= problem_.step;
  return sum;
}

bool LeafJudge::proves(ContactLeaf& leaf, const AssumptionSet& assumed, AssumptionSet& used) {
  const int n = static_cast<int>(problem_.contacts.size());
  // No sum has more than 2 n + 8 terms, no term more than 16 roundings; twice that covers the roundings of the sizes.
  rounding_ = 2 * (2 * n + 24) * std::numeric_limits<double>::epsilon();
  used.clear(n);
  leaf.bound.assign(at(n), 0);
  Bounded sum;
  for (int i = 0; i < n; ++i) {
    const Contact& contact = problem_.contacts[at(i)];
    const double parts[] = {leaf.normal[at(i)] * contact.normal_bias, leaf.tangent[at(i)] * contact.tangent_bias};
    for (const double part : parts) {
      sum.value += part;
      sum.size += std::fabs(part);
    }
  }
  if (!(sum.value < -error(sum)) || !std::isfinite(sum.size)) return false;
  move_bodies(leaf);
  for (int i = 0; i < n; ++i) {
    if (!contact_proves(i, leaf, assumed, used)) return false;
  }
  return true;
}

bool LeafJudge::contact_proves(int i, ContactLeaf& leaf, const AssumptionSet& assumed, AssumptionSet& used) const {
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
  if (!std::isfinite(n.size) || !std::isfinite(t.size)) return false;
  if (contact.sliding == 0) return rolling_proves(i, n, t, leaf, assumed, used);
  const double share = -contact.sliding * contact.friction;
  const Bounded sum{n.value + share * t.value, n.size + contact.friction * t.size};
  return sum.size == 0 || sum.value <= -error(sum) || need(Assumption::no_force);
}

/// The columns of c_n, n - mu t + 2 mu l <= 0, and of s+, t - l <= 0, with l >= 0 the weight of s-; each condition may
/// be broken where an assumption makes its variable zero.
bool LeafJudge::rolling_proves(int i, const Bounded& n, const Bounded& t, ContactLeaf& leaf, const AssumptionSet& assumed,
                               AssumptionSet& used) const {
  const double mu = problem_.contacts[at(i)].friction;
  double& l = leaf.bound[at(i)];
  if (n.size == 0 && t.size == 0) return true;
  const double most_t = t.value + error(t);
  if (mu == 0) {
    l = std::max(0., most_t);
    if (n.value <= -error(n) || n.size == 0) return true;
    if (!assumed.has(i, Assumption::no_force)) return false;
    used.add(i, Assumption::no_force);
    return true;
  }
  const double size = n.size + mu * t.size;
  const bool plus = n.value + mu * t.value <= -4 * rounding_ * size;
  const bool minus = n.value - mu * t.value <= -4 * rounding_ * size;
  const double free_l = (mu * t.value - n.value) / (2 * mu);  // the column of c_n is zero
  if (plus && minus) {
    l = (std::max(0., t.value) + free_l) / 2;
    return true;
  }
  if (assumed.has(i, Assumption::no_force)) {
    used.add(i, Assumption::no_force);
    l = std::max(0., most_t);
    return true;
  }
  if ((!plus && !assumed.has(i, Assumption::no_plus_force)) || (!minus && !assumed.has(i, Assumption::no_minus_force))) return false;
  if (!plus) used.add(i, Assumption::no_plus_force);
  if (!minus) used.add(i, Assumption::no_minus_force);
  if (plus) {
    l = (t.value + free_l) / 2;
  } else if (!minus) {
    l = free_l - 4 * rounding_ * size / mu;
  }  // else 0: n - mu t <= 0 is the column of c_n
  return true;
}

}  // namespace pawl
