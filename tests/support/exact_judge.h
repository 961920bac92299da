// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/solve_lcp.h>

#include <vector>

#include "exact/numbers.h"

namespace pawl::oracle {

using internal::Rational;

/// w = M z + q without rounding.
std::vector<Rational> exact_slack(const Lcp& lcp, const Eigen::VectorXd& z);

/// max_i |min(z_i, w_i)| / max(1, |q|_inf), rounded once at the end.
double exact_residual(const Lcp& lcp, const Eigen::VectorXd& z);

/// The same, but blind to units: entries of z whose w is over `close` max(1, |q|_inf) are made zero, which must leave
/// w >= 0 and w = 0 under the others to within `close`. A z that is called complementary only because its unit makes it
/// small fails.
bool is_solution(const Lcp& lcp, const Eigen::VectorXd& z, double close = 1e-8);

/// Whether some listed z lies on the complementary face of `z`: is zero where z's w is not, and has w zero where z is
/// not.
bool face_is_listed(const Lcp& lcp, const Eigen::VectorXd& z, const std::vector<Eigen::VectorXd>& listed);

/// Follows a refutation by the words of its description, in a way of its own: leaf by leaf, each with the path that
/// leads there. False for anything that is not a complete proof.
bool refutes(const Lcp& lcp, const LcpRefutation& refutation);

}  // namespace pawl::oracle
