// SPDX-License-Identifier: MIT
#include "friction/search/contact_branching.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

ContactBranching::ContactBranching(const ContactProblem& problem, Judge judge)
    : judge_(std::move(judge)),
      form_(problem, ContactLayout::Form::three),
      farkas_(problem),
      exact_farkas_(problem, edges_) {
  edges_.assign(problem);
  proves_in_doubles_ = std::all_of(problem.blocks.begin(), problem.blocks.end(), [](const auto& block) {
    return block.inertia.isDiagonal(0) && block.driven.empty();
  });
}

Branching::Size ContactBranching::size() const {
  const int n = edges_.contacts();
  return {.pairs = kPairsPerContact * n,
          .groups = n,
          .unknowns = edges_.count(),
          .rows = 2 * n,
          .pivots = 20 * (edges_.count() + n) + 100,
          .variables = form_.size()};
}

bool ContactBranching::has_pair(int pair) const {
  return pair % kPairsPerContact == 0 || edges_.of(group(pair)).only < 0;
}

int ContactBranching::variable(int pair) const {
  const int contact = group(pair);
  switch (static_cast<ContactPair>(pair % kPairsPerContact)) {
    case ContactPair::normal:
      return form_.normal(contact);
    case ContactPair::plus:
      return form_.plus(contact);
    case ContactPair::minus:
      break;
  }
  return form_.minus(contact);
}

/// sign * acceleration >= -slack * (sum of the forces that share a body with the contact).
void ContactBranching::add_row(Dictionary<double>& program, int contact, int kind, double slack) const {
  const bool tangent = kind >= 2;
  const double sign = kind == 0 || kind == 3 ? 1 : -1;
  std::vector<Dictionary<double>::Term> terms;
  for (const int j : edges_.coupled(contact)) {
    terms.push_back({j, sign * edges_.response(contact, tangent, j) + slack});
  }
  program.add_row(row(contact, kind), terms, sign * edges_.bias(contact, tangent));
}

void ContactBranching::build(Dictionary<double>& program, const Assumptions& assumed, double slack) const {
  const int n = edges_.contacts();
  program.start(edges_.count() + 4 * n, edges_.count());
  const ContactAssumption needed[] = {ContactAssumption::closed, ContactAssumption::closed,
                                      ContactAssumption::no_plus_motion, ContactAssumption::no_minus_motion};
  for (int kind = 0; kind < 4; ++kind) {
    for (int i = 0; i < n; ++i) {
      if (kind == 0 || assumed.has(assumption(i, needed[kind]))) add_row(program, i, kind, slack);
    }
  }
}

void ContactBranching::assume(Dictionary<double>& program, int pair, Side side, double slack) const {
  const int contact = group(pair);
  const ContactDelassus::Of& of = edges_.of(contact);
  switch (static_cast<ContactAssumption>(assumption(pair % kPairsPerContact, side))) {
    case ContactAssumption::no_force:
      for (const int j : {of.only, of.plus, of.minus}) {
        if (j >= 0) program.fix(j);
      }
      break;
    case ContactAssumption::closed:
      add_row(program, contact, 1, slack);
      break;
    case ContactAssumption::no_plus_force:
      program.fix(of.plus);
      break;
    case ContactAssumption::no_plus_motion:
      add_row(program, contact, 2, slack);
      break;
    case ContactAssumption::no_minus_motion:
      add_row(program, contact, 3, slack);
      break;
    case ContactAssumption::no_minus_force:
      program.fix(of.minus);
      break;
  }
}

double ContactBranching::tangential(const Dictionary<double>& program, int contact) const {
  double sum = edges_.bias(contact, true);
  for (const int j : edges_.coupled(contact)) sum += edges_.response(contact, true, j) * program.value(j);
  return sum;
}

void ContactBranching::list_pairs(const Dictionary<double>& program, std::vector<Pair>& pairs) const {
  for (int i = 0; i < edges_.contacts(); ++i) {
    const ContactDelassus::Of& of = edges_.of(i);
    const double normal_motion = program.value(row(i, 0));
    if (of.only >= 0) {
      pairs.push_back({contact_pair(i, ContactPair::normal), program.value(of.only), normal_motion});
      continue;
    }
    const double plus = program.value(of.plus);
    const double minus = program.value(of.minus);
    pairs.push_back({contact_pair(i, ContactPair::normal), plus + minus, normal_motion});
    if (std::max(plus, minus) <= kComplementary) continue;
    const double motion = tangential(program, i);
    pairs.push_back({contact_pair(i, ContactPair::plus), plus, motion});
    pairs.push_back({contact_pair(i, ContactPair::minus), -motion, minus});
  }
}

bool ContactBranching::accept(const Dictionary<double>& program) {
  const int n = edges_.contacts();
  std::vector<double> normal(at(n), 0), tangent(at(n), 0);
  for (int j = 0; j < edges_.count(); ++j) {
    const ContactDelassus::Generator& edge = edges_.generator(j);
    const double force = std::max(0., program.value(j)) * edges_.unit(edge.contact) * edges_.force_unit();
    normal[at(edge.contact)] += force;
    tangent[at(edge.contact)] += edge.tangent * force;
  }
  return judge_(normal, tangent);
}

/// Farkas' multipliers as whole multiples of a small part of the largest, and then of the contacts' units, powers of
/// two: few digits, and exact. Those below `least` of the largest are left out.
ContactMultipliers<double> ContactBranching::multipliers_of(const Dictionary<double>& program, double least) const {
  const int n = edges_.contacts();
  ContactMultipliers<double> l;
  l.normal.assign(at(n), 0);
  l.tangent.assign(at(n), 0);
  program.farkas_multipliers([&](int slack, double multiplier) {
    const int contact = (slack - edges_.count()) % n;
    const int kind = (slack - edges_.count()) / n;
    if (kind <= 1) {
      l.normal[at(contact)] += kind == 0 ? multiplier : -multiplier;
    } else {
      l.tangent[at(contact)] += kind == 2 ? -multiplier : multiplier;
    }
  });
  double largest = 0;
  for (int i = 0; i < n; ++i) largest = std::max({largest, std::fabs(l.normal[at(i)]), std::fabs(l.tangent[at(i)])});
  int exponent = 0;
  std::frexp(largest, &exponent);
  for (int i = 0; i < n; ++i) {
    for (double* value : {&l.normal[at(i)], &l.tangent[at(i)]}) {
      if (std::fabs(*value) < least * largest) *value = 0;
      *value = std::nearbyint(std::ldexp(*value, 44 - exponent)) * edges_.unit(i);
    }
  }
  return l;
}

/// Those that are not zero, by rows of the three-variable form.
template <class Real>
Multipliers<Real> ContactBranching::by_variables(const ContactMultipliers<Real>& l) const {
  Multipliers<Real> result;
  for (int i = 0; i < edges_.contacts(); ++i) {
    if (l.normal[at(i)] != 0) result.emplace_back(form_.normal(i), l.normal[at(i)]);
    if (l.tangent[at(i)] != 0) result.emplace_back(form_.plus(i), l.tangent[at(i)]);
    if (l.bound[at(i)] != 0) result.emplace_back(form_.minus(i), l.bound[at(i)]);
  }
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return result;
}

bool ContactBranching::refute(const Dictionary<double>& program, double least, const Assumptions& assumed,
                              Assumptions& used, Multipliers<double>& multipliers) {
  if (!proves_in_doubles_) return false;
  ContactMultipliers<double> l = multipliers_of(program, least);
  if (!farkas_.proves(l, assumed, used)) return false;
  multipliers = by_variables(l);
  return true;
}

bool ContactBranching::refute_exactly(const Assumptions& assumed, Assumptions& used, Multipliers<Rational>& multipliers,
                                      long& pivots, const StopToken& stop) {
  ContactMultipliers<Rational> l;
  if (!exact_farkas_.proves(assumed, l, used, pivots, stop)) return false;
  multipliers = by_variables(l);
  return true;
}

}  // namespace pawl::internal
