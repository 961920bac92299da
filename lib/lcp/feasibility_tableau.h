// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace pawl {

/// The linear program w = M z + q, w, z >= 0, some variables fixed at 0, as a dictionary: basic = constant + sum of
/// coefficient * nonbasic, over w (0..n-1) and z (n..2n-1). Made feasible by dual pivots, which have no objective to
/// spoil; cheap to copy and to tighten.
class FeasibilityTableau {
 public:
  void assign(int n, const std::vector<double>& M, const std::vector<double>& q);

  /// Asks for variable v = 0 from now on.
  void fix(int v);
  bool is_fixed(int v) const { return fixed_[static_cast<std::size_t>(v)] != 0; }

  enum class End { feasible, infeasible, limit };
  End solve(int most, long& pivots);

  double value(int v) const;
  /// Of an infeasible program: the row that proves it, a basic variable; +1 when it is below 0 for every choice of the
  /// nonbasic variables, -1 when it is above 0 and fixed.
  int infeasible_variable() const { return basic_[static_cast<std::size_t>(row_)]; }
  int infeasible_sign() const { return sign_; }
  bool is_basic(int v) const { return place_[static_cast<std::size_t>(v)] >= 0; }

 private:
  double& at(int i, int j) { return table_[static_cast<std::size_t>(i) * static_cast<std::size_t>(n_ + 1) + static_cast<std::size_t>(j)]; }
  double at(int i, int j) const { return table_[static_cast<std::size_t>(i) * static_cast<std::size_t>(n_ + 1) + static_cast<std::size_t>(j)]; }
  double violation(int row) const;
  int entering(int row, bool least_index) const;
  void pivot(int row, int column);

  int n_ = 0;
  std::vector<double> table_;
  std::vector<int> basic_, nonbasic_, place_;
  std::vector<char> fixed_;
  int row_ = -1;
  int sign_ = 1;
};

}  // namespace pawl
