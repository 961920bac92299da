// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/solve_lcp.h>

#include <vector>

#include "exact/numbers.h"

namespace pawl::oracle {

using internal::Rational;

/// Returns w = M z + q without rounding.
std::vector<Rational> exact_slack(const Lcp& lcp, const Eigen::VectorXd& z);

/// Returns max_i |min(z_i, w_i)| / max(1, |q|_inf). Only the result is rounded.
double exact_residual(const Lcp& lcp, const Eigen::VectorXd& z);

/// Returns whether z is a solution, whatever the unit of z is. Let w = M z + q and s = `close` max(1, |q|_inf). First
/// requires z_i >= -`close` max(1, |z|_inf). Then sets those z_i to zero that are negative or whose w_i exceeds s, and
/// computes w again. Requires w_i >= -s, and also w_i <= s where z_i > 0. This rejects a vector z that seems
/// complementary only because its numbers are small in its unit.
bool is_solution(const Lcp& lcp, const Eigen::VectorXd& z, double close = 1e-8);

/// Returns whether the list contains a vector on the complementary face of z. Let w = M z + q. A vector is on this face
/// if it is zero where w is not zero, and its slack is zero where z is not zero. Entries of vectors count as zero up to
/// 1e-6 (1 + |z|_inf), and slacks up to 1e-6 (1 + |w|_inf).
bool face_is_listed(const Lcp& lcp, const Eigen::VectorXd& z, const std::vector<Eigen::VectorXd>& listed);

/// Checks a refutation by the rules in its documentation. Does not use the code of the library. Checks each leaf
/// separately, together with the path to it. Returns false for anything but a complete proof.
bool refutes(const Lcp& lcp, const LcpRefutation& refutation);

}  // namespace pawl::oracle
