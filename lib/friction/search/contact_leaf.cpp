// SPDX-License-Identifier: MIT
#include "friction/search/contact_leaf.h"

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

}  // namespace

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
  motion_.assign(leaf.normal, leaf.tangent);
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
  const Bounded n = motion_.along(contact, false);
  const Bounded t = motion_.along(contact, true);
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
  if ((!plus && !assumed.has(i, Assumption::no_plus_force)) ||
      (!minus && !assumed.has(i, Assumption::no_minus_force))) {
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
