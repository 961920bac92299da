// SPDX-License-Identifier: MIT
#include "friction/search/exact_leaf.h"

#include <algorithm>

#include "friction/delassus.h"

namespace pawl {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Reduced row echelon form, equation by equation.
class Echelon {
 public:
  explicit Echelon(std::size_t unknowns) : row_of_(unknowns, -1) {}

  std::size_t rank() const { return rows_.size(); }

  /// Leaves it out when stopped.
  void add(std::vector<LcpRational> equation, const StopToken& stop) {
    for (std::size_t k = 0; k < row_of_.size(); ++k) {
      if (stop.stop_requested()) return;
      if (row_of_[k] >= 0 && !equation[k].is_zero()) subtract(equation, k);
    }
    for (std::size_t k = 0; k < row_of_.size(); ++k) {
      if (equation[k].is_zero()) continue;
      const LcpRational pivot = equation[k];
      for (LcpRational& entry : equation) {
        if (!entry.is_zero()) entry /= pivot;
      }
      row_of_[k] = static_cast<int>(rows_.size());
      rows_.push_back(std::move(equation));
      return;
    }
  }

  /// Of rank one less than the unknowns: the solution, up to its factor. The sign is that of the free unknown, 1.
  std::vector<LcpRational> solution() {
    std::vector<LcpRational> x(row_of_.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (row_of_[k] < 0) x[k] = 1;
    }
    // Rows were reduced by those before them only: the last one's unknown is known first.
    std::vector<std::size_t> pivot_of(rows_.size());
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (row_of_[k] >= 0) pivot_of[static_cast<std::size_t>(row_of_[k])] = k;
    }
    for (std::size_t r = rows_.size(); r-- > 0;) {
      LcpRational sum = 0;
      for (std::size_t k = 0; k < x.size(); ++k) {
        if (k != pivot_of[r] && !rows_[r][k].is_zero()) sum += rows_[r][k] * x[k];
      }
      x[pivot_of[r]] = -sum;
    }
    return x;
  }

 private:
  void subtract(std::vector<LcpRational>& equation, std::size_t k) const {
    const LcpRational factor = equation[k];
    const std::vector<LcpRational>& row = rows_[static_cast<std::size_t>(row_of_[k])];
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (!row[j].is_zero()) equation[j] -= factor * row[j];
    }
  }

  std::vector<std::vector<LcpRational>> rows_;
  std::vector<int> row_of_;
};

}  // namespace

void ExactLeafProver::add_row(int slack, int contact, bool tangent, int sign) {
  terms_.clear();
  const PlanarContactProblem::Contact& row = problem_.contacts[at(contact)];
  for (const int j : generators_.coupled(contact)) {
    const ContactGenerators::Generator& g = generators_.generator(j);
    const PlanarContactProblem::Contact& column = problem_.contacts[at(g.contact)];
    const Quadruple sum = delassus<Quadruple>(problem_, row, tangent, column, false) +
                          Quadruple(g.tangent) * delassus<Quadruple>(problem_, row, tangent, column, true);
    terms_.push_back({j, sign * sum * Quadruple(generators_.unit(contact)) * Quadruple(generators_.unit(g.contact))});
  }
  program_.add_constraint(slack, terms_, sign * Quadruple(generators_.bias(contact, tangent)));
}

void ExactLeafProver::start(const AssumptionSet& assumed) {
  const int n = generators_.contacts();
  const int m = generators_.count();
  program_.start(m + 4 * n, m);
  for (int i = 0; i < n; ++i) {
    const ContactGenerators::Of& of = generators_.of(i);
    add_row(m + i, i, false, 1);
    if (assumed.has(i, Assumption::closed)) add_row(m + n + i, i, false, -1);
    if (assumed.has(i, Assumption::no_plus_motion)) add_row(m + 2 * n + i, i, true, -1);
    if (assumed.has(i, Assumption::no_minus_motion)) add_row(m + 3 * n + i, i, true, 1);
    for (const int j : {of.only, of.plus, of.minus}) {
      const Assumption edge = j == of.plus ? Assumption::no_plus_force : Assumption::no_minus_force;
      if (j >= 0 && (assumed.has(i, Assumption::no_force) || (j != of.only && assumed.has(i, edge))))
        program_.vanish(j);
    }
  }
}

/// The rows of J with a weight.
std::vector<ExactLeafProver::Row> ExactLeafProver::support() const {
  const int n = generators_.contacts();
  Quadruple largest = 0;
  program_.infeasible_weights([&](int, Quadruple weight) { largest = std::max(largest, weight); });
  std::vector<char> taken(2 * at(n));
  program_.infeasible_weights([&](int variable, Quadruple weight) {
    const int row = variable - generators_.count();
    if (weight > largest * Quadruple(1e-18)) taken[at(2 * (row % n) + (row / n >= 2))] = 1;
  });
  std::vector<Row> rows;
  for (int k = 0; k < 2 * n; ++k) {
    if (taken[at(k)]) rows.push_back({k / 2, k % 2 == 1});
  }
  return rows;
}

/// The coefficient of a force in the sum, by weights: zero for those that are basic.
std::vector<LcpRational> ExactLeafProver::equation(const std::vector<Row>& rows, int force) const {
  const ContactGenerators::Generator& g = generators_.generator(force);
  const PlanarContactProblem::Contact& column = problem_.contacts[at(g.contact)];
  std::vector<LcpRational> result;
  for (const Row& row : rows) {
    const PlanarContactProblem::Contact& contact = problem_.contacts[at(row.contact)];
    result.push_back(delassus<LcpRational>(problem_, contact, row.tangent, column, false) +
                     LcpRational(g.tangent) * delassus<LcpRational>(problem_, contact, row.tangent, column, true));
  }
  return result;
}

bool ExactLeafProver::solve_weights(const std::vector<Row>& rows, std::vector<LcpRational>& weights,
                                    const StopToken& stop) const {
  Echelon echelon(rows.size());
  for (int j = 0; j < generators_.count() && echelon.rank() + 1 < rows.size(); ++j) {
    if (program_.is_basic(j) && j != program_.infeasible_variable()) echelon.add(equation(rows, j), stop);
  }
  if (echelon.rank() + 1 != rows.size()) return false;
  weights = echelon.solution();
  return true;
}

bool ExactLeafProver::proves(const AssumptionSet& assumed, ExactContactLeaf& leaf, AssumptionSet& used,
                             const StopToken& stop) {
  const int n = generators_.contacts();
  start(assumed);
  long pivots = 0;
  const int most = 20 * (generators_.count() + n) + 100;
  const auto stopped = [&] { return stop.stop_requested(); };
  if (program_.solve(most, pivots, stopped) != WideForceProgram::End::infeasible) return false;
  const std::vector<Row> rows = support();
  std::vector<LcpRational> weights;
  if (!solve_weights(rows, weights, stop)) return false;
  for (const int sign : {1, -1}) {
    leaf.normal.assign(at(n), 0);
    leaf.tangent.assign(at(n), 0);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      (rows[k].tangent ? leaf.tangent : leaf.normal)[at(rows[k].contact)] = sign * weights[k];
    }
    if (judge_.proves(leaf, assumed, used)) return true;
  }
  return false;
}

}  // namespace pawl
