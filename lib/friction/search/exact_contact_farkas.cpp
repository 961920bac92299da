// SPDX-License-Identifier: MIT
#include "friction/search/exact_contact_farkas.h"

#include <algorithm>

#include "exact/elimination.h"

namespace pawl::internal {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

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

/// The rows of J with a multiplier.
std::vector<ExactContactFarkas::Row> ExactContactFarkas::support() const {
  const int n = edges_.contacts();
  Quadruple largest = 0;
  program_.farkas_multipliers([&](int, Quadruple multiplier) { largest = std::max(largest, multiplier); });
  std::vector<char> taken(2 * at(n));
  program_.farkas_multipliers([&](int variable, Quadruple multiplier) {
    const int row = variable - edges_.count();
    if (multiplier > largest * Quadruple(1e-18)) taken[at(2 * (row % n) + (row / n >= 2))] = 1;
  });
  std::vector<Row> rows;
  for (int k = 0; k < 2 * n; ++k) {
    if (taken[at(k)]) rows.push_back({k / 2, k % 2 == 1});
  }
  return rows;
}

/// The entries of the rows for the force along an edge, and the right side 0.
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
  for (const int sign : {1, -1}) {  // the factor's
    l.normal.assign(at(n), 0);
    l.tangent.assign(at(n), 0);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      (rows[k].tangent ? l.tangent : l.normal)[at(rows[k].contact)] = sign * multipliers[k];
    }
    if (judge_.proves(l, assumed, used)) return true;
  }
  return false;
}

}  // namespace pawl::internal
