// SPDX-License-Identifier: MIT
#include "friction/search/weighted_motion.h"

#include <cmath>

#include "exact/rational.h"

namespace pawl {
namespace {

using Contact = PlanarContactProblem::Contact;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double magnitude(double x) { return std::fabs(x); }
Rational magnitude(const Rational& x) { return x < 0 ? Rational(-x) : x; }

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
void WeightedMotion<Real>::assign(const std::vector<Real>& normal, const std::vector<Real>& tangent) {
  motion_.assign(problem_.bodies.size(), {});
  for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
    const Real& n = normal[i];
    const Real& t = tangent[i];
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
typename WeightedMotion<Real>::Bounded WeightedMotion<Real>::along(const Contact& contact, bool tangent) const {
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

template class WeightedMotion<double>;
template class WeightedMotion<Rational>;

}  // namespace pawl
