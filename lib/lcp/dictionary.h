// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>

#include <algorithm>
#include <vector>

#include "lcp/lcp.h"

namespace pawl::internal::inline lcp {

/// The tolerances of a Dictionary whose entries are near 1. If rounding causes a wrong decision, it is detected later,
/// when the proof is checked.
template <class Real>
struct DictionaryTolerance {
  Real feasible;  ///< largest violation of a bound that counts as satisfied
  Real pivot;     ///< smallest accepted pivot; smaller pivots would magnify rounding errors
  Real cost;      ///< In Harris' ratio test, a cost may fall below zero by at most this amount. This tolerance permits
                  ///< a larger pivot.
  Real adopted;   ///< smallest pivot in adopt_basis(); it is smaller than `pivot`, because adopt_basis() must reach a
                  ///< given basis
};

template <class Real>
DictionaryTolerance<Real> usual_tolerance();
template <>
inline DictionaryTolerance<double> usual_tolerance() {
  return {1e-9, 1e-6, 1e-4, 1e-12};
}
template <>
inline DictionaryTolerance<Quadruple> usual_tolerance() {
  return {1e-22, 1e-20, 1e-8, 1e-26};
}

/// A dictionary that decides whether the following polyhedron has a point:
///
///     x >= 0,   s = b + G x >= 0,   v = 0 for those x and s that are fixed.
///
/// Rows are added and variables are fixed one by one. In a dictionary [Chvatal, Linear Programming, 1983] each basic
/// variable equals a constant plus a sum of coefficient * nonbasic variable, and the nonbasic variables are 0. The dual
/// simplex method makes the dictionary feasible. The method starts from positive, distinct costs of x between 1 and 2,
/// and keeps costs >= 0. The variable that violates its bound most leaves the basis, and Harris' ratio test selects the
/// entering variable. A pivot costs columns * rows operations. A nonbasic variable that is fixed is removed from the
/// dictionary. A dictionary is inexpensive to copy.
///
/// The caller numbers the variables from 0 to variables - 1: first the unknowns x, then the slacks s. Real is double or
/// Quadruple; the caller should scale the program so that its entries are near 1.
template <class Real>
class Dictionary {
 public:
  struct Term {
    int unknown;
    Real coefficient;
  };
  enum class End { feasible, infeasible, limit };

  /// Starts a program without rows, in which every unknown is 0.
  void start(int variables, int unknowns, const DictionaryTolerance<Real>& tolerance = usual_tolerance<Real>());
  void add_row(int slack, const std::vector<Term>& terms, Real constant);
  /// Starts a program with the rows w = M z + q of a linear complementarity problem of n pairs. The unknowns z are the
  /// variables 0 to n - 1, and w_i is the variable n + i.
  void start_lcp(int n, const std::vector<Real>& M, const std::vector<Real>& q,
                 const DictionaryTolerance<Real>& tolerance);
  void fix(int variable);  ///< Fixes a variable at 0.

  /// Makes at most `most` further pivots and adds their number to `pivots`. Polls `stop()` every few pivots; a stop
  /// ends the method with End::limit.
  template <class Stop>
  End solve(int most, long& pivots, const Stop& stop) {
    // Number of changes of entries between two polls. They take one or two milliseconds.
    constexpr double kEntries = 1 << 20;
    const double touched = static_cast<double>(rows_ + 1) * (columns_ + 1) * (sizeof(Real) > sizeof(double) ? 50 : 1);
    const int often = std::max(1, static_cast<int>(std::min(64., kEntries / touched)));
    for (int done = 0; done < most && !stop(); done += often) {
      const End end = solve(std::min(often, most - done), pivots);
      if (end != End::limit) return end;
    }
    return End::limit;
  }
  End solve(int most, long& pivots);

  int variables() const { return static_cast<int>(place_.size()); }
  bool is_basic(int variable) const { return place_[at(variable)] >= 0; }
  bool is_fixed(int variable) const { return fixed_[at(variable)] != 0; }
  Real value(int variable) const;                ///< Returns the value of an unknown, or of a slack whose row was
                                                 ///< added.
  Real objective() const { return objective_; }  ///< Returns the objective: the sum of cost * value over the unknowns
                                                 ///< x.

  /// Valid for an infeasible program. infeasible_variable() returns the basic variable whose row proves infeasibility.
  /// infeasible_sign() returns +1 if this variable is below 0 for all nonnegative values of the nonbasic variables, and
  /// -1 if it is fixed at 0 but above 0 for all of them.
  int infeasible_variable() const { return basic_[at(row_)]; }
  int infeasible_sign() const { return sign_; }
  /// Calls take(slack, l) for each Farkas multiplier l > 0 of an infeasible program without fixed slacks. Summed over
  /// all these calls, l * slack is below 0 for all x >= 0 whose fixed entries are 0.
  template <class Take>
  void farkas_multipliers(const Take& take) const {
    const int variable = infeasible_variable();
    if (variable >= unknowns_) take(variable, Real(1));
    for (int j = 0; j < columns_; ++j) {
      const Real multiplier = -sign_ * entry(row_, j);
      if (nonbasic_[at(j)] >= unknowns_ && multiplier > 0) take(nonbasic_[at(j)], multiplier);
    }
  }

  /// Brings this program to the basis of `other`, and fixes the same unknowns. This program must have the same rows as
  /// `other`, and no pivots yet. Ends early if only tiny pivots remain, or if `stop` ends the work. The result is free
  /// of the rounding errors of `other`.
  void adopt_basis(const Dictionary& other, const StopToken& stop);

 private:
  static constexpr int kGone = -1000000000;  ///< value in place_ for a variable that was removed, or for a slack whose
                                             ///< row was not added
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  Real* row(int i) { return &table_[at(i) * at(stride_)]; }
  const Real* row(int i) const { return &table_[at(i) * at(stride_)]; }
  Real entry(int i, int j) const { return row(i)[j]; }
  Real& constant(int i) { return row(i)[stride_ - 1]; }
  Real constant(int i) const { return row(i)[stride_ - 1]; }
  Real violation(int i) const;
  int leaving_row() const;
  int entering_column(int i, int sign) const;
  void pivot(int i, int j);
  void drop_column(int j);
  static void add_row_multiple(Real* target, Real factor, const Real* source, int count);
  bool best_exchange(const Dictionary& other, int& i, int& j) const;

  DictionaryTolerance<Real> tolerance_;
  int unknowns_ = 0;
  int columns_ = 0;  ///< number of nonbasic variables that were not removed
  int rows_ = 0;
  int stride_ = 0;  ///< number of columns at the start, plus one for the constant, rounded up to a multiple of 4; the
                    ///< constant is in the last column
  std::vector<Real> table_;
  std::vector<Real> cost_;
  Real objective_ = 0;
  std::vector<int> basic_, nonbasic_;
  std::vector<int> place_;  ///< for each variable: r if it is basic in row r, -1 - c if it is nonbasic in column c,
                            ///< otherwise kGone
  std::vector<char> fixed_;
  int row_ = -1;  ///< index of the row that proves that the program is infeasible
  int sign_ = 1;
};

/// Returns how many dictionaries of this size a search may keep in memory. A search keeps one per level of its tree.
inline int levels_in_memory(int rows, int unknowns) {
  constexpr double kMost = 256e6;  // bytes
  const double bytes = 8 * (static_cast<double>(rows) + 1) * (static_cast<double>(unknowns) + 2);
  return static_cast<int>(std::clamp(kMost / bytes, 2., 1e6));
}

}  // namespace pawl::internal::inline lcp
