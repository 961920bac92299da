// SPDX-License-Identifier: MIT
#include "lcp/search/force_program.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lcp/pivoting/row_kernel.h"

namespace pawl {
namespace {

/// Violation that counts, what counts as zero among coefficients (no pivot may magnify rounding errors much), how much
/// larger costs count so that larger pivots can be had, and the least pivot of a basis that is adopted.
template <class Real>
struct Tolerance;
template <>
struct Tolerance<double> {
  static constexpr double kFeasible = 1e-9, kPivot = 1e-6, kHarris = 1e-4, kTiny = 1e-12;
};
template <>
struct Tolerance<Quadruple> {
  static constexpr double kFeasible = 1e-22, kPivot = 1e-20, kHarris = 1e-8, kTiny = 1e-26;
};

template <class Real>
Real magnitude(Real x) {
  return x < 0 ? -x : x;
}

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

template <class Real>
void BasicForceProgram<Real>::start(int variables, int forces) {
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
    cost_[at(j)] = Real(1) + (spread - std::floor(spread));
  }
}

template <class Real>
void BasicForceProgram<Real>::add_constraint(int slack, const std::vector<Term>& terms, Real constant) {
  table_.resize(at(rows_ + 1) * at(stride_), 0);
  Real* added = row(rows_);
  std::fill(added, added + stride_, 0);
  added[stride_ - 1] = constant;
  for (const Term& term : terms) {
    const int where = place_[at(term.force)];
    if (where == kGone) continue;
    if (where < 0) {
      added[-1 - where] += term.coefficient;
    } else {
      add_row_multiple(added, term.coefficient, row(where), stride_);
    }
  }
  basic_.push_back(slack);
  place_[at(slack)] = rows_++;
}

template <class Real>
void BasicForceProgram<Real>::vanish(int force) {
  if (vanishing_[at(force)]) return;
  vanishing_[at(force)] = 1;
  if (place_[at(force)] != kGone && place_[at(force)] < 0) drop_column(-1 - place_[at(force)]);
}

template <class Real>
void BasicForceProgram<Real>::drop_column(int j) {
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

template <class Real>
Real BasicForceProgram<Real>::value(int variable) const {
  const int where = place_[at(variable)];
  return where >= 0 ? row(where)[stride_ - 1] : 0;
}

/// How far the row's variable is from where it must be.
template <class Real>
Real BasicForceProgram<Real>::violation(int i) const {
  const Real value = row(i)[stride_ - 1];
  const int variable = basic_[at(i)];
  return variable < forces_ && vanishing_[at(variable)] ? magnitude(value) : -value;
}

/// A nonbasic variable that, increased, mends the row at the least cost: of those within rounding of the least ratio
/// the one with the largest coefficient.
template <class Real>
int BasicForceProgram<Real>::entering(int i, Real sign) const {
  const Real* coefficients = row(i);
  Real least = Real(std::numeric_limits<double>::infinity());
  for (int j = 0; j < columns_; ++j) {
    const Real a = sign * coefficients[j];
    if (a > Tolerance<Real>::kPivot)
      least = std::min(least, (std::max(Real(0), cost_[at(j)]) + Tolerance<Real>::kHarris) / a);
  }
  int best = -1;
  Real largest = 0;
  for (int j = 0; j < columns_; ++j) {
    const Real a = sign * coefficients[j];
    if (a <= Tolerance<Real>::kPivot || a <= largest || std::max(Real(0), cost_[at(j)]) > least * a) continue;
    best = j;
    largest = a;
  }
  return best;
}

template <class Real>
typename BasicForceProgram<Real>::End BasicForceProgram<Real>::solve(int most, long& pivots) {
  for (int round = 0; round < most; ++round) {
    int leaving = -1;
    Real worst = Tolerance<Real>::kFeasible;
    for (int i = 0; i < rows_; ++i) {
      const Real violated = violation(i);
      if (violated <= worst) continue;
      leaving = i;
      worst = violated;
    }
    if (leaving < 0) return End::feasible;
    const Real sign = row(leaving)[stride_ - 1] < 0 ? 1 : -1;
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
template <class Real>
bool BasicForceProgram<Real>::best_exchange(const BasicForceProgram& other, int& i, int& j) const {
  Real largest = Tolerance<Real>::kTiny;
  for (int r = 0; r < rows_; ++r) {
    if (basic_[at(r)] < forces_ || other.is_basic(basic_[at(r)])) continue;
    for (int c = 0; c < columns_; ++c) {
      if (nonbasic_[at(c)] >= forces_ || !other.is_basic(nonbasic_[at(c)]) || magnitude(entry(r, c)) <= largest)
        continue;
      largest = magnitude(entry(r, c));
      i = r;
      j = c;
    }
  }
  return largest > Tolerance<Real>::kTiny;
}

template <class Real>
void BasicForceProgram<Real>::adopt_basis(const BasicForceProgram& other, const StopToken& stop) {
  for (int i = 0, j = 0; !stop.stop_requested() && best_exchange(other, i, j);) pivot(i, j);
  for (int v = 0; v < forces_; ++v) {
    if (other.vanishing_[at(v)]) vanish(v);
  }
}

template <class Real>
void BasicForceProgram<Real>::pivot(int i, int j) {
  Real* pivot_row = row(i);
  const Real inverse = 1 / pivot_row[j];
  pivot_row[j] = -1;
  for (int k = 0; k < stride_; ++k) pivot_row[k] *= -inverse;
  eliminate(table_.data(), rows_, stride_, i, j);
  const Real factor = cost_[at(j)];
  cost_[at(j)] = 0;
  for (int k = 0; k < columns_; ++k) cost_[at(k)] += factor * pivot_row[k];
  objective_ += factor * pivot_row[stride_ - 1];
  const int left = basic_[at(i)];
  std::swap(basic_[at(i)], nonbasic_[at(j)]);
  place_[at(basic_[at(i)])] = i;
  place_[at(left)] = -1 - j;
  if (left < forces_ && vanishing_[at(left)]) drop_column(j);
}

template <>
void BasicForceProgram<double>::add_row_multiple(double* target, double factor, const double* source, int count) {
  add_multiple(target, factor, source, count);
}

template <>
void BasicForceProgram<Quadruple>::add_row_multiple(Quadruple* target, Quadruple factor, const Quadruple* source,
                                                    int count) {
  for (int k = 0; k < count; ++k) {
    if (source[k] != 0) target[k] += factor * source[k];
  }
}

template class BasicForceProgram<double>;
template class BasicForceProgram<Quadruple>;

}  // namespace pawl
