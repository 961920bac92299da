// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace pawl {

/// A linear program over forces x >= 0 with constraints (slacks) s = b + G x >= 0 that come one by one, and forces that
/// are asked to vanish one by one: is there such an x? As a dictionary, made feasible by the dual simplex method with a
/// positive cost for each force. Cheap to copy; a force that has vanished leaves the dictionary.
///
/// Variables have numbers of the caller's, 0..variables-1; forces come first.
class ForceProgram {
 public:
  struct Term {
    int force;
    double coefficient;
  };
  enum class End { feasible, infeasible, limit };

  void start(int variables, int forces);
  void add_constraint(int slack, const std::vector<Term>& terms, double constant);
  void vanish(int force);
  End solve(int most, long& pivots);

  bool has(int variable) const { return place_[static_cast<std::size_t>(variable)] != kGone; }
  bool is_basic(int variable) const { return place_[static_cast<std::size_t>(variable)] >= 0; }
  /// Brings a program that has the same constraints, and none of the pivots, to the basis of another, as far as pivots
  /// are not tiny: what is left of that one's rounding errors is gone.
  void adopt_basis(const ForceProgram& other);

  double value(int variable) const;        ///< of a force or of a constraint that was added
  double objective() const { return objective_; }

  /// Of an infeasible program: weights > 0 of slacks whose sum is < 0 for all x >= 0 with vanished forces zero.
  template <class Take>
  void infeasible_weights(const Take& take) const {
    const int variable = basic_[static_cast<std::size_t>(row_)];
    if (variable >= forces_) take(variable, 1.);
    for (int j = 0; j < columns_; ++j) {
      const double weight = -sign_ * entry(row_, j);
      if (nonbasic_[static_cast<std::size_t>(j)] >= forces_ && weight > 0) take(nonbasic_[static_cast<std::size_t>(j)], weight);
    }
  }

 private:
  static constexpr int kGone = -1000000000;
  double* row(int i) { return &table_[static_cast<std::size_t>(i) * static_cast<std::size_t>(stride_)]; }
  const double* row(int i) const { return &table_[static_cast<std::size_t>(i) * static_cast<std::size_t>(stride_)]; }
  double entry(int i, int j) const { return row(i)[j]; }
  double violation(int i) const;
  int entering(int i, double sign) const;
  void pivot(int i, int j);
  void drop_column(int j);
  bool best_exchange(const ForceProgram& other, int& i, int& j) const;

  int forces_ = 0;
  int columns_ = 0;  ///< live nonbasic variables
  int rows_ = 0;
  int stride_ = 0;   ///< columns at the start, and the constant last
  std::vector<double> table_;
  std::vector<double> cost_;
  double objective_ = 0;
  std::vector<int> basic_, nonbasic_;
  std::vector<int> place_;  ///< row, or -1 - column, or kGone
  std::vector<char> vanishing_;
  int row_ = -1;
  double sign_ = 1;
};

}  // namespace pawl
