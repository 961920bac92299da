// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

#include "lcp/pivoting/quadruple.h"

namespace pawl {

/// What counts as zero in a tableau of the scaled problem, where entries are near 1. What these decide wrongly the
/// exact check of a proof finds out.
struct TableauTolerance {
  double feasible = 1e-10;
  double pivot = 1e-9;
};

/// The linear program w = M z + q, w, z >= 0, some variables fixed at 0, as a dictionary: basic = constant + sum of
/// coefficient * nonbasic, over w (0..n-1) and z (n..2n-1). Made feasible by the dual simplex method for some positive
/// costs of z, which end its way; cheap to copy and to tighten.
template <class Real>
class FeasibilityTableau {
 public:
  void assign(int n, const std::vector<Real>& M, const std::vector<Real>& q, const TableauTolerance& tolerance = {});

  /// Asks for variable v = 0 from now on.
  void fix(int v);
  int variables() const { return 2 * n_; }
  bool is_fixed(int v) const { return fixed_[static_cast<std::size_t>(v)] != 0; }

  enum class End { feasible, infeasible, limit };
  /// At most so many pivots more, counted in `pivots`; `stop()` is asked every few, and ends it with End::limit.
  template <class Stop>
  End solve(int most, long& pivots, const Stop& stop) {
    constexpr double kEntries = 1 << 20;  // that pivots may touch between two looks: a millisecond or two
    const double touched = (n_ + 1.) * (n_ + 1.) * (sizeof(Real) > sizeof(double) ? 50 : 1);
    const int often = std::max(1, static_cast<int>(std::min(64., kEntries / touched)));
    for (int done = 0; done < most && !stop(); done += often) {
      const End end = solve(std::min(often, most - done), pivots);
      if (end != End::limit) return end;
    }
    return End::limit;
  }
  End solve(int most, long& pivots);

  Real value(int v) const;
  /// Of an infeasible program: the row that proves it, a basic variable; +1 when it is below 0 for every choice of the
  /// nonbasic variables, -1 when it is above 0 and fixed.
  int infeasible_variable() const { return basic_[static_cast<std::size_t>(row_)]; }
  int infeasible_sign() const { return sign_; }
  bool is_basic(int v) const { return place_[static_cast<std::size_t>(v)] >= 0; }

 private:
  Real& at(int i, int j) {
    return table_[static_cast<std::size_t>(i) * static_cast<std::size_t>(n_ + 1) + static_cast<std::size_t>(j)];
  }
  Real at(int i, int j) const {
    return table_[static_cast<std::size_t>(i) * static_cast<std::size_t>(n_ + 1) + static_cast<std::size_t>(j)];
  }
  Real violation(int row) const;
  Real& cost(int j) { return at(n_, j); }
  Real cost(int j) const { return at(n_, j); }
  int entering(int row) const;
  void pivot(int row, int column);

  TableauTolerance tolerance_;
  int n_ = 0;
  std::vector<Real> table_;
  std::vector<int> basic_, nonbasic_, place_;
  std::vector<char> fixed_;
  int row_ = -1;
  int sign_ = 1;
};

namespace detail {
inline std::size_t at_index(int i) { return static_cast<std::size_t>(i); }
}  // namespace detail

template <class Real>
void FeasibilityTableau<Real>::assign(int n, const std::vector<Real>& M, const std::vector<Real>& q,
                                      const TableauTolerance& tolerance) {
  tolerance_ = tolerance;
  n_ = n;
  table_.resize(detail::at_index(n + 1) * detail::at_index(n + 1));
  basic_.resize(detail::at_index(n));
  nonbasic_.resize(detail::at_index(n));
  place_.resize(detail::at_index(2 * n));
  fixed_.assign(detail::at_index(2 * n), 0);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) at(i, j) = M[detail::at_index(i) * detail::at_index(n) + detail::at_index(j)];
    at(i, n) = q[detail::at_index(i)];
    basic_[detail::at_index(i)] = i;
    nonbasic_[detail::at_index(i)] = n + i;
    place_[detail::at_index(i)] = i;
    place_[detail::at_index(n + i)] = -1 - i;
  }
  // No two alike, so that no ratio test ties; the golden ratio spreads them evenly.
  for (int j = 0; j < n; ++j)
    cost(j) = 1 + Real(.6180339887498949 * (j + 1) - static_cast<int>(.6180339887498949 * (j + 1)));
  cost(n) = 0;
}

template <class Real>
void FeasibilityTableau<Real>::fix(int v) {
  fixed_[detail::at_index(v)] = 1;
}

template <class Real>
Real FeasibilityTableau<Real>::value(int v) const {
  const int where = place_[detail::at_index(v)];
  return where >= 0 ? at(where, n_) : 0;
}

/// How far the row's variable is from where it must be.
template <class Real>
Real FeasibilityTableau<Real>::violation(int row) const {
  const Real value = at(row, n_);
  return fixed_[detail::at_index(basic_[detail::at_index(row)])] ? (value < 0 ? -value : value) : -value;
}

/// A nonbasic variable that, increased, mends the row at the least cost: of those within rounding of the least ratio
/// the one with the largest coefficient.
template <class Real>
int FeasibilityTableau<Real>::entering(int row) const {
  const Real sign = at(row, n_) < 0 ? 1 : -1;
  const auto mends = [&](int j) {
    return !fixed_[detail::at_index(nonbasic_[detail::at_index(j)])] && sign * at(row, j) > tolerance_.pivot;
  };
  bool any = false;
  Real least = 0;
  for (int j = 0; j < n_; ++j) {
    if (!mends(j)) continue;
    const Real ratio = (std::max(Real(0), cost(j)) + tolerance_.feasible) / (sign * at(row, j));
    least = any ? std::min(least, ratio) : ratio;
    any = true;
  }
  int best = -1;
  for (int j = 0; j < n_; ++j) {
    if (!mends(j) || std::max(Real(0), cost(j)) / (sign * at(row, j)) > least) continue;
    if (best < 0 || sign * at(row, j) > sign * at(row, best)) best = j;
  }
  return best;
}

template <class Real>
typename FeasibilityTableau<Real>::End FeasibilityTableau<Real>::solve(int most, long& pivots) {
  for (int round = 0; round < most; ++round) {
    int row = -1;
    Real worst = tolerance_.feasible;
    for (int i = 0; i < n_; ++i) {
      if (violation(i) <= worst) continue;
      row = i;
      worst = violation(i);
    }
    if (row < 0) return End::feasible;
    const int column = entering(row);
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

template <class Real>
void FeasibilityTableau<Real>::pivot(int row, int column) {
  Real* pivot_row = &at(row, 0);
  const Real inverse = 1 / pivot_row[column];
  for (int j = 0; j <= n_; ++j) pivot_row[j] *= -inverse;
  pivot_row[column] = inverse;
  for (int i = 0; i <= n_; ++i) {
    Real* other = &at(i, 0);
    const Real factor = other[column];
    if (i == row || factor == 0) continue;
    other[column] = 0;
    for (int j = 0; j <= n_; ++j) other[j] += factor * pivot_row[j];
  }
  std::swap(basic_[detail::at_index(row)], nonbasic_[detail::at_index(column)]);
  place_[detail::at_index(basic_[detail::at_index(row)])] = row;
  place_[detail::at_index(nonbasic_[detail::at_index(column)])] = -1 - column;
}

}  // namespace pawl
