// SPDX-License-Identifier: MIT
#include "lcp/force_program.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lcp/row_kernel.h"

namespace pawl {
namespace {

constexpr double kFeasible = 1e-9;  ///< violation that counts; the problem is scaled to entries near 1
constexpr double kPivot = 1e-6;     ///< coefficients below this are zero: no pivot may magnify rounding errors much
constexpr double kHarris = 1e-4;     ///< costs count as this much larger, so that larger pivots can be had
constexpr double kTinyPivot = 1e-12;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

void ForceProgram::start(int variables, int forces) {
  forces_ = columns_ = forces;
  rows_ = 0;
  stride_ = (forces + 1 + 3) / 4 * 4;
  table_.clear();
  basic_.clear();
  nonbasic_.resize(at(forces));
  cost_.resize(at(forces));
  place_.assign(at(variables), kGone);
  vanishing_.assign(at(forces), 0);
  objective_ = 0;
  for (int j = 0; j < forces; ++j) {
    nonbasic_[at(j)] = j;
    place_[at(j)] = -1 - j;
    // No two alike, so that ratios do not tie; the golden ratio spreads them evenly.
    const double spread = .6180339887498949 * (j + 1);
    cost_[at(j)] = 1 + (spread - std::floor(spread));
  }
}

void ForceProgram::add_constraint(int slack, const std::vector<Term>& terms, double constant) {
  table_.resize(at(rows_ + 1) * at(stride_), 0);
  double* added = row(rows_);
  std::fill(added, added + stride_, 0);
  added[stride_ - 1] = constant;
  for (const Term& term : terms) {
    const int where = place_[at(term.force)];
    if (where == kGone) continue;
    if (where < 0) {
      added[-1 - where] += term.coefficient;
    } else {
      add_multiple(added, term.coefficient, row(where), stride_);
    }
  }
  basic_.push_back(slack);
  place_[at(slack)] = rows_++;
}

void ForceProgram::vanish(int force) {
  if (vanishing_[at(force)]) return;
  vanishing_[at(force)] = 1;
  if (place_[at(force)] != kGone && place_[at(force)] < 0) drop_column(-1 - place_[at(force)]);
}

void ForceProgram::drop_column(int j) {
  const int last = --columns_;
  place_[at(nonbasic_[at(j)])] = kGone;
  if (j != last) {
    nonbasic_[at(j)] = nonbasic_[at(last)];
    place_[at(nonbasic_[at(j)])] = -1 - j;
    cost_[at(j)] = cost_[at(last)];
  }
  for (int i = 0; i < rows_; ++i) {
    row(i)[j] = row(i)[last];
    row(i)[last] = 0;
  }
}

double ForceProgram::value(int variable) const {
  const int where = place_[at(variable)];
  return where >= 0 ? row(where)[stride_ - 1] : 0;
}

/// How far the row's variable is from where it must be.
double ForceProgram::violation(int i) const {
  const double value = row(i)[stride_ - 1];
  const int variable = basic_[at(i)];
  return variable < forces_ && vanishing_[at(variable)] ? std::fabs(value) : -value;
}

/// A nonbasic variable that, increased, mends the row at the least cost: of those within rounding of the least ratio the
/// one with the largest coefficient.
int ForceProgram::entering(int i, double sign) const {
  const double* coefficients = row(i);
  double least = std::numeric_limits<double>::infinity();
  for (int j = 0; j < columns_; ++j) {
    const double a = sign * coefficients[j];
    if (a > kPivot) least = std::min(least, (std::max(0., cost_[at(j)]) + kHarris) / a);
  }
  int best = -1;
  double largest = 0;
  for (int j = 0; j < columns_; ++j) {
    const double a = sign * coefficients[j];
    if (a <= kPivot || a <= largest || std::max(0., cost_[at(j)]) > least * a) continue;
    best = j;
    largest = a;
  }
  return best;
}

ForceProgram::End ForceProgram::solve(int most, long& pivots) {
  for (int round = 0; round < most; ++round) {
    int leaving = -1;
    double worst = kFeasible;
    for (int i = 0; i < rows_; ++i) {
      const double violated = violation(i);
      if (violated <= worst) continue;
      leaving = i;
      worst = violated;
    }
    if (leaving < 0) return End::feasible;
    const double sign = row(leaving)[stride_ - 1] < 0 ? 1 : -1;
    const int column = entering(leaving, sign);
    if (column < 0) {
      row_ = leaving;
      sign_ = sign;
      return End::infeasible;
    }
    pivot(leaving, column);
    ++pivots;
  }
  return End::limit;
}

/// The largest entry where a row's slack should be nonbasic and a column's force basic.
bool ForceProgram::best_exchange(const ForceProgram& other, int& i, int& j) const {
  double largest = kTinyPivot;
  for (int r = 0; r < rows_; ++r) {
    if (basic_[at(r)] < forces_ || other.is_basic(basic_[at(r)])) continue;
    for (int c = 0; c < columns_; ++c) {
      if (nonbasic_[at(c)] >= forces_ || !other.is_basic(nonbasic_[at(c)]) || std::fabs(entry(r, c)) <= largest) continue;
      largest = std::fabs(entry(r, c));
      i = r;
      j = c;
    }
  }
  return largest > kTinyPivot;
}

void ForceProgram::adopt_basis(const ForceProgram& other) {
  for (int i = 0, j = 0; best_exchange(other, i, j);) pivot(i, j);
  for (int v = 0; v < forces_; ++v) {
    if (other.vanishing_[at(v)]) vanish(v);
  }
}

void ForceProgram::pivot(int i, int j) {
  double* pivot_row = row(i);
  const double inverse = 1 / pivot_row[j];
  pivot_row[j] = -1;
  for (int k = 0; k < stride_; ++k) pivot_row[k] *= -inverse;
  for (int other = 0; other < rows_; ++other) {
    double* changed = row(other);
    const double factor = changed[j];
    if (other == i || factor == 0) continue;
    changed[j] = 0;
    add_multiple(changed, factor, pivot_row, stride_);
  }
  const double factor = cost_[at(j)];
  cost_[at(j)] = 0;
  for (int k = 0; k < columns_; ++k) cost_[at(k)] += factor * pivot_row[k];
  objective_ += factor * pivot_row[stride_ - 1];
  const int left = basic_[at(i)];
  std::swap(basic_[at(i)], nonbasic_[at(j)]);
  place_[at(basic_[at(i)])] = i;
  place_[at(left)] = -1 - j;
  if (left < forces_ && vanishing_[at(left)]) drop_column(j);
}

}  // namespace pawl
