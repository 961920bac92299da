// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// The linear complementarity problem: find z >= 0 with w = M z + q >= 0 and z'w = 0.
struct Lcp {
  Eigen::MatrixXd M;  ///< n x n
  Eigen::VectorXd q;  ///< n

  Eigen::Index size() const { return q.size(); }
  /// Throws InputError unless M is n x n and every number is finite; pointers /M/i/j and /q/i.
  void validate() const;
};

/// max_i |min(z_i, (M z + q)_i)| / max(1, |q|_inf), computed in more than double precision; infinite when z has entries
/// that are not finite or the wrong size.
double lcp_residual(const Lcp& lcp, const Eigen::VectorXd& z);

/// A z with a larger residual than this is never called a solution; nor is one with an entry that passes for zero there
/// only because its unit makes it small.
inline constexpr double kLcpResidual = 1e-9;

}  // namespace pawl
