// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

namespace pawl::internal {

/// A fixed point x = F(x), where F contracts: Anderson's mixing [Anderson 1965; Walker, Ni 2011, type II]. With the
/// last residuals f_k = F(x_k) - x_k, the next place is
///
///   x = F(x_n) - sum_j g_j (F(x_{n-j+1}) - F(x_{n-j})),   g least squares of  f_n - sum_j g_j (f_{n-j+1} - f_{n-j}),
///
/// with at most kDepth differences: what a secant is in one dimension. Says nothing of whether a place is good: who
/// asks decides. O(kDepth^2 n) a place. Keeps its memory.
class AndersonMixing {
 public:
  /// Forgets; the places to come are of other unknowns than the last.
  void restart() { count_ = 0; }

  /// Takes F at the last place, which it gave, for the next place; both are one vector. After restart() it is F of
  /// whatever, and taken as it is.
  void next(Eigen::VectorXd& place);

 private:
  static constexpr int kDepth = 3;
  struct Pair {
    Eigen::VectorXd value, residual;  ///< differences
  };
  void solve(const Eigen::VectorXd& residual, int depth, double (&weights)[kDepth]) const;

  int count_ = 0;  ///< of places since the restart
  Eigen::VectorXd place_, value_, residual_;
  std::array<Pair, kDepth> last_;  ///< by count modulo kDepth
};

}  // namespace pawl::internal
