// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// The linear complementarity problem: find z >= 0 with w = M z + q >= 0 and z'w = 0.
struct Lcp {
  Eigen::MatrixXd M;  ///< matrix M, n x n
  Eigen::VectorXd q;  ///< vector q, n entries

  Eigen::Index size() const { return q.size(); }
  /// Throws InputError unless M is n x n and every number is finite. The pointers are /M/i/j and /q/i.
  void validate() const;
};

/// Returns max_i |min(z_i, (M z + q)_i)| / max(1, |q|_inf), computed in more than double precision. The result is
/// infinite if z has non-finite entries or the wrong size.
double lcp_residual(const Lcp& lcp, const Eigen::VectorXd& z);

/// Largest residual of a vector z that counts as a solution. Solvers also reject a z whose residual is this small only
/// because of the units of its entries: setting a negligible entry to 0 would change some w by more than kLcpResidual
/// max(1, |q|_inf), for example.
inline constexpr double kLcpResidual = 1e-9;

}  // namespace pawl
