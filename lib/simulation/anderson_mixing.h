// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>

namespace pawl::internal::inline simulation {

/// Anderson's mixing [Anderson 1965; Walker, Ni 2011, type II], which accelerates a fixed-point iteration x = F(x) with
/// a contracting F. With the last residuals f_k = F(x_k) - x_k, the next iterate is
///
///   x = F(x_n) - sum_j g_j (F(x_{n-j+1}) - F(x_{n-j})), where g minimises |f_n - sum_j g_j (f_{n-j+1} - f_{n-j})|,
///
/// with at most kDepth differences. In one dimension this is the secant method. The caller decides when to stop. An
/// iteration costs O(kDepth^2 n) for n unknowns. The class reuses its memory.
class AndersonMixing {
 public:
  /// Discards all iterates. Must be called before an iteration for different unknowns.
  void restart() { count_ = 0; }

  /// Computes the next iterate. On input, `iterate` is F(x) for the iterate x that the last call returned. On output,
  /// it is the next iterate. The first call after restart() does not change its argument, which becomes the first
  /// iterate.
  void next(Eigen::VectorXd& iterate);

 private:
  static constexpr int kDepth = 3;
  struct Pair {
    Eigen::VectorXd value, residual;  ///< difference between consecutive values F(x_k), and between consecutive
                                      ///< residuals f_k
  };
  void solve(const Eigen::VectorXd& residual, int depth, double (&weights)[kDepth]) const;

  int count_ = 0;  ///< number of iterates since the last restart()
  Eigen::VectorXd iterate_, value_, residual_;
  std::array<Pair, kDepth> last_;  ///< the last differences; the newest is at the index (count_ - 1) modulo kDepth
};

}  // namespace pawl::internal::inline simulation
