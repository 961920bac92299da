// SPDX-License-Identifier: MIT
#include "friction/contact_branching.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "exact/numbers.h"

namespace pawl::internal::inline friction {

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

/// Adds the row "sign * acceleration >= -slack * (sum of the forces at contacts that share a body or block with this
/// contact)".
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

void ContactBranching::assume(Dictionary<double>& program, int pair, PairSide side, double slack) const {
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
    normal[edge.contact] += force;
    tangent[edge.contact] += edge.tangent * force;
  }
  return judge_(normal, tangent);
}

/// Returns the Farkas multipliers, scaled and rounded so that doubles represent them exactly. All multipliers are scaled by one
/// power of two, so that the largest is between 2^43 and 2^44. Each multiplier is rounded to an integer and multiplied by the
/// unit of its contact. Leaves out multipliers below `least` times the largest multiplier.
ContactMultipliers<double> ContactBranching::multipliers_of(const Dictionary<double>& program, double least) const {
  const int n = edges_.contacts();
  ContactMultipliers<double> l;
  l.normal.assign(at(n), 0);
  l.tangent.assign(at(n), 0);
  program.farkas_multipliers([&](int slack, double multiplier) {
    const int contact = (slack - edges_.count()) % n;
    const int kind = (slack - edges_.count()) / n;
    if (kind <= 1) {
      l.normal[contact] += kind == 0 ? multiplier : -multiplier;
    } else {
      l.tangent[contact] += kind == 2 ? -multiplier : multiplier;
    }
  });
  double largest = 0;
  for (int i = 0; i < n; ++i) largest = std::max({largest, std::fabs(l.normal[i]), std::fabs(l.tangent[i])});
  int exponent = 0;
  std::frexp(largest, &exponent);
  for (int i = 0; i < n; ++i) {
    for (double* value : {&l.normal[i], &l.tangent[i]}) {
      if (std::fabs(*value) < least * largest) *value = 0;
      *value = std::nearbyint(std::ldexp(*value, 44 - exponent)) * edges_.unit(i);
    }
  }
  return l;
}

/// Returns the nonzero multipliers, each with the index of its row in the three-variable form.
template <class Real>
Multipliers<Real> ContactBranching::by_variables(const ContactMultipliers<Real>& l) const {
  Multipliers<Real> result;
  for (int i = 0; i < edges_.contacts(); ++i) {
    if (l.normal[i] != 0) result.emplace_back(form_.normal(i), l.normal[i]);
    if (l.tangent[i] != 0) result.emplace_back(form_.plus(i), l.tangent[i]);
    if (l.bound[i] != 0) result.emplace_back(form_.minus(i), l.bound[i]);
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

namespace {

using Contact = ContactProblem::Contact;

double magnitude(double x) { return std::fabs(x); }
Rational magnitude(const Rational& x) { return x < 0 ? Rational(-x) : x; }
bool is_finite(double x) { return std::isfinite(x); }
bool is_finite(const Rational&) { return true; }

/// Returns the relative rounding error of one operation.
double unit_rounding(double) { return std::numeric_limits<double>::epsilon(); }
Rational unit_rounding(const Rational&) { return 0; }

/// Returns whether an assumption is in `assumed`. If it is, adds it to `used`.
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
  // For n contacts, a sum has at most 2 n + 8 terms, plus those of a block, and a term has at most 16 roundings. The
  // first factor 2 allows for rounding errors in the sizes to which the bound is relative.
  rounding_ = 2 * (2 * n + 24 + dynamics_->largest_block()) * unit_rounding(Real(0));
  used.clear(kPairsPerContact * n);
  l.bound.assign(at(n), 0);
  Bounded<Real> sum;
  for (int i = 0; i < n; ++i) {
    for (const int d : {0, 1}) {
      const Bounded<Real> b = dynamics_->free_motion(i, d);
      const Real& weight = (d == 0 ? l.normal : l.tangent)[i];
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
  const Contact& contact = problem_.contacts[i];
  const auto need = [&](ContactAssumption a) { return use(i, a, assumed, used); };
  if (l.normal[i] < 0 && !need(ContactAssumption::closed)) return false;
  if (l.tangent[i] < 0 && !need(ContactAssumption::no_plus_motion)) return false;
  if (l.tangent[i] > 0 && !need(ContactAssumption::no_minus_motion)) return false;
  const Bounded<Real> n = motion_.along(i, 0);
  const Bounded<Real> t = motion_.along(i, 1);
  if (!is_finite(n.size) || !is_finite(t.size)) return false;
  if (contact.sliding == 0) return rolling_proves(i, n, t, l.bound[i], assumed, used);
  const Real share = -contact.sliding * Real(contact.friction);
  const Bounded<Real> sum{n.value + share * t.value, n.size + Real(contact.friction) * t.size};
  return sum.size == 0 || sum.value <= -error(sum) || need(ContactAssumption::no_force);
}

/// Finds the multiplier l >= 0 of s- = 2 mu c_n - s+ for a rolling contact. Let n and t be the coefficients of c_n and
/// c_t in l'A c, with c_t = s+ - mu c_n. For l'A c <= 0 for all forces, two conditions must hold:
///
///   n - mu t + 2 mu l <= 0 for the coefficient of c_n;   t - l <= 0 for the coefficient of s+
///
/// A condition is not needed if an assumption makes its variable 0. If n + mu t <= 0 and n - mu t <= 0 (the
/// coefficients of the two friction edges), some l satisfies both conditions.
template <class Real>
bool ContactFarkas<Real>::rolling_proves(int i, const Bounded<Real>& n, const Bounded<Real>& t, Real& l,
                                         const Assumptions& assumed, Assumptions& used) const {
  const auto need = [&](ContactAssumption a) { return use(i, a, assumed, used); };
  const Real mu = problem_.contacts[i].friction;
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
  const Real free_l = (mu * t.value - n.value) / (2 * mu);  // with this value of l, the coefficient of c_n is 0
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
  }  // otherwise l = 0 satisfies the condition, because the coefficient of c_n is n - mu t <= 0
  return true;
}

template class ContactFarkas<double>;
template class ContactFarkas<Rational>;

void ExactContactFarkas::add_row(int slack, int contact, bool tangent, int sign) {
  terms_.clear();
  for (const int j : edges_.coupled(contact)) {
    const ContactDelassus::Generator& edge = edges_.generator(j);
    const Quadruple sum = wide_->response(contact, tangent, edge.contact, 0) +
                          Quadruple(edge.tangent) * wide_->response(contact, tangent, edge.contact, 1);
    terms_.push_back({j, sign * sum * Quadruple(edges_.unit(contact)) * Quadruple(edges_.unit(edge.contact))});
  }
  program_.add_row(slack, terms_, sign * Quadruple(edges_.bias(contact, tangent)));
}

void ExactContactFarkas::start(const Assumptions& assumed) {
  const int n = edges_.contacts();
  const int m = edges_.count();
  const auto has = [&](int contact, ContactAssumption a) { return assumed.has(assumption(contact, a)); };
  program_.start(m + 4 * n, m);
  for (int i = 0; i < n; ++i) {
    const ContactDelassus::Of& of = edges_.of(i);
    add_row(m + i, i, false, 1);
    if (has(i, ContactAssumption::closed)) add_row(m + n + i, i, false, -1);
    if (has(i, ContactAssumption::no_plus_motion)) add_row(m + 2 * n + i, i, true, -1);
    if (has(i, ContactAssumption::no_minus_motion)) add_row(m + 3 * n + i, i, true, 1);
    const bool no_force = has(i, ContactAssumption::no_force);
    if (of.only >= 0 && no_force) program_.fix(of.only);
    if (of.plus >= 0 && (no_force || has(i, ContactAssumption::no_plus_force))) program_.fix(of.plus);
    if (of.minus >= 0 && (no_force || has(i, ContactAssumption::no_minus_force))) program_.fix(of.minus);
  }
}

/// Returns the rows of J whose multiplier is not negligible: above 1e-18 of the largest multiplier.
std::vector<ExactContactFarkas::Row> ExactContactFarkas::support() const {
  const int n = edges_.contacts();
  Quadruple largest = 0;
  program_.farkas_multipliers([&](int, Quadruple multiplier) { largest = std::max(largest, multiplier); });
  std::vector<char> taken(2 * at(n));
  program_.farkas_multipliers([&](int variable, Quadruple multiplier) {
    const int row = variable - edges_.count();
    if (multiplier > largest * Quadruple(1e-18)) taken[2 * (row % n) + (row / n >= 2)] = 1;
  });
  std::vector<Row> rows;
  for (int k = 0; k < 2 * n; ++k) {
    if (taken[k]) rows.push_back({k / 2, k % 2 == 1});
  }
  return rows;
}

/// Returns an equation of the elimination: the entries of the given rows in the column of edge j, and then the
/// right-hand side 0.
std::vector<Rational> ExactContactFarkas::equation(const std::vector<Row>& rows, int j) const {
  const ContactDelassus::Generator& edge = edges_.generator(j);
  std::vector<Rational> result;
  for (const Row& row : rows) {
    result.push_back(exact_->response(row.contact, row.tangent, edge.contact, 0) +
                     Rational(edge.tangent) * exact_->response(row.contact, row.tangent, edge.contact, 1));
  }
  result.emplace_back(0);
  return result;
}

bool ExactContactFarkas::find_multipliers(const std::vector<Row>& rows, std::vector<Rational>& multipliers,
                                          const StopToken& stop) const {
  Elimination elimination(rows.size());
  for (int j = 0; j < edges_.count() && elimination.rank() + 1 < rows.size(); ++j) {
    if (program_.is_basic(j) && j != program_.infeasible_variable()) elimination.add(equation(rows, j), stop);
  }
  if (elimination.rank() + 1 != rows.size()) return false;
  multipliers = elimination.solution(1);
  return true;
}

bool ExactContactFarkas::proves(const Assumptions& assumed, ContactMultipliers<Rational>& l, Assumptions& used,
                                long& pivots, const StopToken& stop) {
  const int n = edges_.contacts();
  if (!wide_) wide_.emplace(problem_);
  if (!exact_) exact_.emplace(problem_);
  start(assumed);
  const int most = 20 * (edges_.count() + n) + 100;
  const auto stopped = [&] { return stop.stop_requested(); };
  if (program_.solve(most, pivots, stopped) != Dictionary<Quadruple>::End::infeasible) return false;
  const std::vector<Row> rows = support();
  std::vector<Rational> multipliers;
  if (!find_multipliers(rows, multipliers, stop)) return false;
  for (const int sign : {1, -1}) {  // elimination determines the multipliers up to a factor; the loop tries both signs
                                    // of the factor
    l.normal.assign(at(n), 0);
    l.tangent.assign(at(n), 0);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      (rows[k].tangent ? l.tangent : l.normal)[rows[k].contact] = sign * multipliers[k];
    }
    if (judge_.proves(l, assumed, used)) return true;
  }
  return false;
}

namespace {

using Problem = ContactProblem;

double power_of_two_near(double value) { return std::exp2(std::round(std::log2(value))); }

}  // namespace

void ContactDelassus::assign(const Problem& problem) {
  dynamics_.assign(problem);
  choose_units(problem);
  list_generators(problem);
  fill(problem);
}

void ContactDelassus::choose_units(const Problem& problem) {
  const std::size_t n = problem.contacts.size();
  unit_.assign(n, 1);
  bias_.resize(2 * n);
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const int k = static_cast<int>(i);
    const double diagonal = dynamics_.response(k, 0, k, 0) + dynamics_.response(k, 1, k, 1);
    if (diagonal > 0 && std::isfinite(diagonal)) unit_[i] = power_of_two_near(1 / std::sqrt(diagonal));
    bias_[2 * i] = unit_[i] * dynamics_.bias(k, 0);
    bias_[2 * i + 1] = unit_[i] * dynamics_.bias(k, 1);
    largest = std::max({largest, std::fabs(bias_[2 * i]), std::fabs(bias_[2 * i + 1])});
  }
  force_unit_ = largest > 0 ? power_of_two_near(largest) : 1;
  for (double& b : bias_) b /= force_unit_;
}

void ContactDelassus::list_generators(const Problem& problem) {
  generators_.clear();
  of_.assign(problem.contacts.size(), {});
  on_body_.resize(problem.bodies.size() + problem.blocks.size());
  for (std::vector<int>& list : on_body_) list.clear();
  for (std::size_t i = 0; i < of_.size(); ++i) {
    const Problem::Contact& contact = problem.contacts[i];
    const int k = static_cast<int>(i);
    const auto add = [&](double tangent) {
      generators_.push_back({k, tangent});
      return count() - 1;
    };
    if (contact.sliding != 0 || contact.friction == 0) {
      of_[i].only = add(-contact.sliding * contact.friction);
    } else {
      of_[i].plus = add(contact.friction);
      of_[i].minus = add(-contact.friction);
    }
    for (const int body : {contact.a, contact.b}) {
      if (body >= 0) on_body_[body].push_back(k);
    }
  }
}

void ContactDelassus::fill(const Problem& problem) {
  const int n = contacts();
  coupled_.resize(at(n));
  neighbours_.resize(at(n));
  response_.assign(2 * at(n) * at(count()), 0);
  for (int i = 0; i < n; ++i) {
    std::vector<int>& near = neighbours_[i];
    near.clear();
    for (const int body : {problem.contacts[i].a, problem.contacts[i].b}) {
      if (body >= 0) near.insert(near.end(), on_body_[body].begin(), on_body_[body].end());
    }
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    coupled_[i].clear();
    for (const int k : near) respond(i, k);
  }
}

void ContactDelassus::respond(int contact, int other) {
  const double units = unit_[contact] * unit_[other];
  double block[2][2];
  for (const bool i : {false, true}) {
    for (const bool k : {false, true}) block[i][k] = units * dynamics_.response(contact, i, other, k);
  }
  for (const int j : {of_[other].only, of_[other].plus, of_[other].minus}) {
    if (j < 0) continue;
    coupled_[contact].push_back(j);
    for (const bool i : {false, true}) {
      response_[at(2 * contact + i) * at(count()) + at(j)] = block[i][0] + generators_[j].tangent * block[i][1];
    }
  }
}

}  // namespace pawl::internal::inline friction
