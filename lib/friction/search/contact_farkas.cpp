// SPDX-License-Identifier: MIT
#include "friction/search/contact_farkas.h"

#include <cmath>
#include <limits>

namespace pawl::internal {
namespace {

using Contact = ContactProblem::Contact;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double magnitude(double x) { return std::fabs(x); }
Rational magnitude(const Rational& x) { return x < 0 ? Rational(-x) : x; }
bool is_finite(double x) { return std::isfinite(x); }
bool is_finite(const Rational&) { return true; }

/// Of one operation, relative.
double unit_rounding(double) { return std::numeric_limits<double>::epsilon(); }
Rational unit_rounding(const Rational&) { return 0; }

/// Whether it is assumed; then it is used.
bool use(int contact, ContactAssumption a, const Assumptions& assumed, Assumptions& used) {
  if (!assumed.has(assumption(contact, a))) return false;
  used.add(assumption(contact, a));
  return true;
}

}  // namespace

template <class Real>
bool ContactFarkas<Real>::proves(ContactMultipliers<Real>& l, const Assumptions& assumed, Assumptions& used) {
  const int n = static_cast<int>(problem_.contacts.size());
  if (!dynamics_) dynamics_.emplace(problem_);
  // No sum has more than 2 n + 8 terms and those of a block, no term more than 16 roundings; twice that covers the
  // roundings of the sizes.
  rounding_ = 2 * (2 * n + 24 + dynamics_->largest_block()) * unit_rounding(Real(0));
  used.clear(kPairsPerContact * n);
  l.bound.assign(at(n), 0);
  Bounded<Real> sum;
  for (int i = 0; i < n; ++i) {
    for (const int d : {0, 1}) {
      const Bounded<Real> b = dynamics_->free_motion(i, d);
      const Real& weight = (d == 0 ? l.normal : l.tangent)[at(i)];
      sum.value += weight * b.value;
      sum.size += magnitude(weight) * b.size;
    }
  }
  if (!(sum.value < -error(sum)) || !is_finite(sum.size)) return false;
  motion_.assign(*dynamics_, l.normal, l.tangent);
  for (int i = 0; i < n; ++i) {
    if (!contact_proves(i, l, assumed, used)) return false;
  }
  return true;
}

template <class Real>
bool ContactFarkas<Real>::contact_proves(int i, ContactMultipliers<Real>& l, const Assumptions& assumed,
                                         Assumptions& used) const {
  const Contact& contact = problem_.contacts[at(i)];
  const auto need = [&](ContactAssumption a) { return use(i, a, assumed, used); };
  if (l.normal[at(i)] < 0 && !need(ContactAssumption::closed)) return false;
  if (l.tangent[at(i)] < 0 && !need(ContactAssumption::no_plus_motion)) return false;
  if (l.tangent[at(i)] > 0 && !need(ContactAssumption::no_minus_motion)) return false;
  const Bounded<Real> n = motion_.along(i, 0);
  const Bounded<Real> t = motion_.along(i, 1);
  if (!is_finite(n.size) || !is_finite(t.size)) return false;
  if (contact.sliding == 0) return rolling_proves(i, n, t, l.bound[at(i)], assumed, used);
  const Real share = -contact.sliding * Real(contact.friction);
  const Bounded<Real> sum{n.value + share * t.value, n.size + Real(contact.friction) * t.size};
  return sum.size == 0 || sum.value <= -error(sum) || need(ContactAssumption::no_force);
}

/// With n and t the coefficients of c_n and c_t in l'A c, and l >= 0 the multiplier of s- = 2 mu c_n - s+, where
/// c_t = s+ - mu c_n: the coefficient of c_n, n - mu t + 2 mu l <= 0, and that of s+, t - l <= 0. Each condition may be
/// broken where an assumption makes its variable zero. Such an l exists when n + mu t <= 0 and n - mu t <= 0, the
/// coefficients of the friction edges.
template <class Real>
bool ContactFarkas<Real>::rolling_proves(int i, const Bounded<Real>& n, const Bounded<Real>& t, Real& l,
                                         const Assumptions& assumed, Assumptions& used) const {
  const auto need = [&](ContactAssumption a) { return use(i, a, assumed, used); };
  const Real mu = problem_.contacts[at(i)].friction;
  if (n.size == 0 && t.size == 0) return true;
  const Real most_t = t.value + error(t);
  const Real positive_t = most_t > 0 ? most_t : Real(0);
  if (mu == 0) {
    l = positive_t;
    return n.value <= -error(n) || need(ContactAssumption::no_force);
  }
  const Real room = 4 * rounding_ * Real(n.size + mu * t.size);
  const bool plus = n.value + mu * t.value <= -room;
  const bool minus = n.value - mu * t.value <= -room;
  const Real free_l = (mu * t.value - n.value) / (2 * mu);  // the coefficient of c_n is zero
  if (plus && minus) {
    l = (Real(t.value > 0 ? t.value : Real(0)) + free_l) / 2;
    return true;
  }
  if (need(ContactAssumption::no_force)) {
    l = positive_t;
    return true;
  }
  if (!plus && !need(ContactAssumption::no_plus_force)) return false;
  if (!minus && !need(ContactAssumption::no_minus_force)) return false;
  if (plus) {
    l = (t.value + free_l) / 2;
  } else if (!minus) {
    l = free_l - room / mu;
  }  // else 0: n - mu t <= 0 is the coefficient of c_n
  return true;
}

template class ContactFarkas<double>;
template class ContactFarkas<Rational>;

}  // namespace pawl::internal
