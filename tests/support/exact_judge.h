// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/solve_lcp.h>

#include <vector>

#include "exact/numbers.h"

namespace pawl::oracle {

using internal::Rational;

/// Returns w = M z + q without rounding.
std::vector<Rational> exact_slack(const Lcp& lcp, const Eigen::VectorXd& z);

/// Returns max_i |min(z_i, w_i)| / max(1, |q|_inf), rounded once at the end.
double exact_residual(const Lcp& lcp, const Eigen::VectorXd& z);

/// Returns whether z is a solution, independently of the unit of z. First sets to zero the entries of z whose w exceeds
/// `close` max(1, |q|_inf). Then requires w >= 0, and w = 0 for all other entries, to within `close`. Therefore a
/// vector z is rejected if it seems complementary only because its numbers are small in its unit.
bool is_solution(const Lcp& lcp, const Eigen::VectorXd& z, double close = 1e-8);

/// Returns whether the list contains a vector on the complementary face of `z`. Let w = M z + q. The face contains the
/// vectors that are zero wherever w is not zero, and whose slack is zero wherever `z` is not zero.
bool face_is_listed(const Lcp& lcp, const Eigen::VectorXd& z, const std::vector<Eigen::VectorXd>& listed);

/// Checks a refutation by the rules of its documentation, with independent code. Each leaf is checked separately, with
/// the path that leads to it. Returns false for anything that is not a complete proof.
bool refutes(const Lcp& lcp, const LcpRefutation& refutation);

}  // namespace pawl::oracle
