// SPDX-License-Identifier: MIT
#include "lcp/dictionary.h"

#include <cmath>
#include <limits>

#include "lcp/lcp.h"

namespace pawl::internal::inline lcp {
namespace {

template <class Real>
Real magnitude(Real x) {
  return x < 0 ? -x : x;
}

}  // namespace

template <class Real>
void Dictionary<Real>::start(int variables, int unknowns, const DictionaryTolerance<Real>& tolerance) {
  tolerance_ = tolerance;
  unknowns_ = columns_ = unknowns;
  rows_ = 0;
  stride_ = (unknowns + 1 + 3) / 4 * 4;
  table_.clear();
  basic_.clear();
  nonbasic_.resize(at(unknowns));
  cost_.resize(at(unknowns));
  place_.assign(at(variables), kGone);
  fixed_.assign(at(variables), 0);
  objective_ = 0;
  for (int j = 0; j < unknowns; ++j) {
    nonbasic_[at(j)] = j;
    place_[at(j)] = -1 - j;
    // The costs are distinct, so that the ratio test has no ties. Multiples of the golden ratio distribute them evenly.
    const double spread = .6180339887498949 * (j + 1);
    cost_[at(j)] = Real(1) + (spread - std::floor(spread));
  }
}

template <class Real>
void Dictionary<Real>::add_row(int slack, const std::vector<Term>& terms, Real constant) {
  table_.resize(at(rows_ + 1) * at(stride_), 0);
  Real* added = row(rows_);
  std::fill(added, added + stride_, 0);
  added[stride_ - 1] = constant;
  for (const Term& term : terms) {
    const int where = place_[at(term.unknown)];
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
void Dictionary<Real>::start_lcp(int n, const std::vector<Real>& M, const std::vector<Real>& q,
                                 const DictionaryTolerance<Real>& tolerance) {
  start(2 * n, n, tolerance);
  std::vector<Term> terms;
  for (int i = 0; i < n; ++i) {
    terms.clear();
    for (int j = 0; j < n; ++j) terms.push_back({j, M[at(i) * at(n) + at(j)]});
    add_row(n + i, terms, q[at(i)]);
  }
}

template <class Real>
void Dictionary<Real>::fix(int variable) {
  if (fixed_[at(variable)]) return;
  fixed_[at(variable)] = 1;
  const int where = place_[at(variable)];
  if (where != kGone && where < 0) drop_column(-1 - where);
}

template <class Real>
void Dictionary<Real>::drop_column(int j) {
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
Real Dictionary<Real>::value(int variable) const {
  const int where = place_[at(variable)];
  return where >= 0 ? constant(where) : 0;
}

/// Returns by how much the basic variable of row i violates its bound: its magnitude if it is fixed, otherwise its
/// negative. The result is negative if a variable that is not fixed is above 0.
template <class Real>
Real Dictionary<Real>::violation(int i) const {
  return fixed_[at(basic_[at(i)])] ? magnitude(constant(i)) : -constant(i);
}

/// Returns the row whose basic variable has the largest violation, or -1 if all violations are within the tolerance.
template <class Real>
int Dictionary<Real>::leaving_row() const {
  int leaving = -1;
  Real worst = tolerance_.feasible;
  for (int i = 0; i < rows_; ++i) {
    const Real violated = violation(i);
    if (violated <= worst) continue;
    leaving = i;
    worst = violated;
  }
  return leaving;
}

/// Returns the column of a nonbasic variable whose increase corrects row i at the least cost. If several variables have
/// the least ratio up to the tolerance of the costs, chooses the one with the largest coefficient. Returns -1 if no
/// variable corrects the row, which shows that the program is infeasible.
template <class Real>
int Dictionary<Real>::entering_column(int i, int sign) const {
  const Real* coefficients = row(i);
  Real least = Real(std::numeric_limits<double>::infinity());
  for (int j = 0; j < columns_; ++j) {
    const Real a = sign * coefficients[j];
    if (a > tolerance_.pivot) least = std::min(least, (std::max(Real(0), cost_[at(j)]) + tolerance_.cost) / a);
  }
  int best = -1;
  Real largest = 0;
  for (int j = 0; j < columns_; ++j) {
    const Real a = sign * coefficients[j];
    if (a <= tolerance_.pivot || a <= largest || std::max(Real(0), cost_[at(j)]) > least * a) continue;
    best = j;
    largest = a;
  }
  return best;
}

template <class Real>
typename Dictionary<Real>::End Dictionary<Real>::solve(int most, long& pivots) {
  for (int round = 0; round < most; ++round) {
    const int leaving = leaving_row();
    if (leaving < 0) return End::feasible;
    const int sign = constant(leaving) < 0 ? 1 : -1;
    const int entering = entering_column(leaving, sign);
    if (entering < 0) {
      row_ = leaving;
      sign_ = sign;
      return End::infeasible;
    }
    pivot(leaving, entering);
    ++pivots;
  }
  return End::limit;
}

/// Finds the entry of largest magnitude whose row is that of a slack that is nonbasic in `other`, and whose column is
/// that of an unknown that is basic in `other`. Returns false if no such entry exceeds tolerance_.adopted.
template <class Real>
bool Dictionary<Real>::best_exchange(const Dictionary& other, int& i, int& j) const {
  Real largest = tolerance_.adopted;
  for (int r = 0; r < rows_; ++r) {
    if (basic_[at(r)] < unknowns_ || other.is_basic(basic_[at(r)])) continue;
    for (int c = 0; c < columns_; ++c) {
      const int variable = nonbasic_[at(c)];
      if (variable >= unknowns_ || !other.is_basic(variable) || magnitude(entry(r, c)) <= largest) continue;
      largest = magnitude(entry(r, c));
      i = r;
      j = c;
    }
  }
  return largest > tolerance_.adopted;
}

template <class Real>
void Dictionary<Real>::adopt_basis(const Dictionary& other, const StopToken& stop) {
  for (int i = 0, j = 0; !stop.stop_requested() && best_exchange(other, i, j);) pivot(i, j);
  for (int v = 0; v < unknowns_; ++v) {
    if (other.fixed_[at(v)]) fix(v);
  }
}

template <class Real>
void Dictionary<Real>::pivot(int i, int j) {
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
  if (fixed_[at(left)]) drop_column(j);
}

template <>
void Dictionary<double>::add_row_multiple(double* target, double factor, const double* source, int count) {
  add_multiple(target, factor, source, count);
}

template <>
void Dictionary<Quadruple>::add_row_multiple(Quadruple* target, Quadruple factor, const Quadruple* source, int count) {
  for (int k = 0; k < count; ++k) {
    if (source[k] != 0) target[k] += factor * source[k];
  }
}

template class Dictionary<double>;
template class Dictionary<Quadruple>;

}  // namespace pawl::internal::inline lcp
