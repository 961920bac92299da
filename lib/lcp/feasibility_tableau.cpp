// SPDX-License-Identifier: MIT
#include "lcp/feasibility_tableau.h"

#include <algorithm>
#include <cmath>

namespace pawl {
namespace {

// In the scaled problem, where entries are near 1. What these decide wrongly the exact check of the proof finds out.
constexpr double kFeasible = 1e-10;
constexpr double kPivot = 1e-11;

std::size_t at_index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

void FeasibilityTableau::assign(int n, const std::vector<double>& M, const std::vector<double>& q) {
  n_ = n;
  table_.resize(at_index(n) * at_index(n + 1));
  basic_.resize(at_index(n));
  nonbasic_.resize(at_index(n));
  place_.resize(at_index(2 * n));
  fixed_.assign(at_index(2 * n), 0);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) at(i, j) = M[at_index(i) * at_index(n) + at_index(j)];
    at(i, n) = q[at_index(i)];
    basic_[at_index(i)] = i;
    nonbasic_[at_index(i)] = n + i;
    place_[at_index(i)] = i;
    place_[at_index(n + i)] = -1 - i;
  }
}

void FeasibilityTableau::fix(int v) { fixed_[at_index(v)] = 1; }

double FeasibilityTableau::value(int v) const {
  const int where = place_[at_index(v)];
  return where >= 0 ? at(where, n_) : 0;
}

/// How far the row's variable is from where it must be.
double FeasibilityTableau::violation(int row) const {
  const double value = at(row, n_);
  return fixed_[at_index(basic_[at_index(row)])] ? std::fabs(value) : -value;
}

/// A nonbasic variable that, increased, mends the row: the one with the largest coefficient, or the first.
int FeasibilityTableau::entering(int row, bool least_index) const {
  const double sign = at(row, n_) < 0 ? 1 : -1;
  int best = -1;
  double largest = kPivot;
  for (int j = 0; j < n_; ++j) {
    if (fixed_[at_index(nonbasic_[at_index(j)])] || sign * at(row, j) <= largest) continue;
    if (!least_index) largest = sign * at(row, j);
    if (!least_index || best < 0 || nonbasic_[at_index(j)] < nonbasic_[at_index(best)]) best = j;
  }
  return best;
}

FeasibilityTableau::End FeasibilityTableau::solve(int most, long& pivots) {
  for (int round = 0; round < most; ++round) {
    const bool least_index = round > most / 2;  // the criss-cross rule cannot cycle
    int row = -1;
    double worst = kFeasible;
    for (int i = 0; i < n_; ++i) {
      if (violation(i) <= worst) continue;
      if (least_index && row >= 0 && basic_[at_index(i)] > basic_[at_index(row)]) continue;
      row = i;
      if (!least_index) worst = violation(i);
    }
    if (row < 0) return End::feasible;
    const int column = entering(row, least_index);
    if (column < 0) {
      row_ = row;
      sign_ = at(row, n_) < 0 ? 1 : -1;
      return End::infeasible;
    }
    pivot(row, column);
    ++pivots;
  }
  return End::limit;
}

void FeasibilityTableau::pivot(int row, int column) {
  double* pivot_row = &at(row, 0);
  const double inverse = 1 / pivot_row[column];
  for (int j = 0; j <= n_; ++j) pivot_row[j] *= -inverse;
  pivot_row[column] = inverse;
  for (int i = 0; i < n_; ++i) {
    double* other = &at(i, 0);
    const double factor = other[column];
    if (i == row || factor == 0) continue;
    other[column] = 0;
    for (int j = 0; j <= n_; ++j) other[j] += factor * pivot_row[j];
  }
  std::swap(basic_[at_index(row)], nonbasic_[at_index(column)]);
  place_[at_index(basic_[at_index(row)])] = row;
  place_[at_index(nonbasic_[at_index(column)])] = -1 - column;
}

}  // namespace pawl
