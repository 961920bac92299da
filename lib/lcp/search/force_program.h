// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>

#include <algorithm>
#include <vector>

#include "lcp/pivoting/quadruple.h"

namespace pawl {

/// A linear program over forces x >= 0 with constraints (slacks) s = b + G x >= 0 that come one by one, and forces that
/// are asked to vanish one by one: is there such an x? As a dictionary, made feasible by the dual simplex method with a
/// positive cost for each force. Cheap to copy; a force that has vanished leaves the dictionary.
///
/// Variables have numbers of the caller's, 0..variables-1; forces come first. Real is double or Quadruple; the problem
/// is to be scaled to entries near 1.
template <class Real>
class BasicForceProgram {
 public:
  struct Term {
    int force;
    Real coefficient;
  };
  enum class End { feasible, infeasible, limit };

  void start(int variables, int forces);
  void add_constraint(int slack, const std::vector<Term>& terms, Real constant);
  void vanish(int force);
  /// At most so many pivots more, counted in `pivots`; `stop()` is asked every few, and ends it with End::limit.
  template <class Stop>
  End solve(int most, long& pivots, const Stop& stop) {
    constexpr double kEntries = 1 << 20;  // that pivots may touch between two looks: a millisecond or two
    const double touched = static_cast<double>(rows_ + 1) * (columns_ + 1) * (sizeof(Real) > sizeof(double) ? 50 : 1);
    const int often = std::max(1, static_cast<int>(std::min(64., kEntries / touched)));
    for (int done = 0; done < most && !stop(); done += often) {
      const End end = solve(std::min(often, most - done), pivots);
      if (end != End::limit) return end;
    }
    return End::limit;
  }
  End solve(int most, long& pivots);

  bool has(int variable) const { return place_[static_cast<std::size_t>(variable)] != kGone; }
  bool is_basic(int variable) const { return place_[static_cast<std::size_t>(variable)] >= 0; }
  /// Brings a program that has the same constraints, and none of the pivots, to the basis of another, as far as pivots
  /// are not tiny, or until stopped: what is left of that one's rounding errors is gone.
  void adopt_basis(const BasicForceProgram& other, const StopToken& stop);

  Real value(int variable) const;  ///< of a force or of a constraint that was added
  Real objective() const { return objective_; }

  int infeasible_variable() const { return basic_[static_cast<std::size_t>(row_)]; }
  /// Of an infeasible program: weights > 0 of slacks whose sum is < 0 for all x >= 0 with vanished forces zero.
  template <class Take>
  void infeasible_weights(const Take& take) const {
    const int variable = basic_[static_cast<std::size_t>(row_)];
    if (variable >= forces_) take(variable, Real(1));
    for (int j = 0; j < columns_; ++j) {
      const Real weight = -sign_ * entry(row_, j);
      if (nonbasic_[static_cast<std::size_t>(j)] >= forces_ && weight > 0)
        take(nonbasic_[static_cast<std::size_t>(j)], weight);
    }
  }

 private:
  static constexpr int kGone = -1000000000;
  Real* row(int i) { return &table_[static_cast<std::size_t>(i) * static_cast<std::size_t>(stride_)]; }
  const Real* row(int i) const { return &table_[static_cast<std::size_t>(i) * static_cast<std::size_t>(stride_)]; }
  Real entry(int i, int j) const { return row(i)[j]; }
  Real violation(int i) const;
  int entering(int i, Real sign) const;
  void pivot(int i, int j);
  void drop_column(int j);
  static void add_row_multiple(Real* target, Real factor, const Real* source, int count);
  bool best_exchange(const BasicForceProgram& other, int& i, int& j) const;

  int forces_ = 0;
  int columns_ = 0;  ///< live nonbasic variables
  int rows_ = 0;
  int stride_ = 0;  ///< columns at the start, and the constant last
  std::vector<Real> table_;
  std::vector<Real> cost_;
  Real objective_ = 0;
  std::vector<int> basic_, nonbasic_;
  std::vector<int> place_;  ///< row, or -1 - column, or kGone
  std::vector<char> vanishing_;
  int row_ = -1;
  Real sign_ = 1;
};

/// How many programs of so many rows and forces a tree may hold, one a level.
inline int levels_in_memory(int rows, int forces) {
  constexpr double kMost = 256e6;  // bytes
  const double bytes = 8 * (static_cast<double>(rows) + 1) * (static_cast<double>(forces) + 2);
  return static_cast<int>(std::clamp(kMost / bytes, 2., 1e6));
}

using ForceProgram = BasicForceProgram<double>;
using WideForceProgram = BasicForceProgram<Quadruple>;

}  // namespace pawl
