// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>

#include <string>
#include <vector>

namespace pawl {

/// The result of checking a complementary basis in exact arithmetic, for the doubles of the problem.
enum class ExactBasis {
  solution,    ///< z and w of the basis are >= 0, so the basis solves the problem exactly
  infeasible,  ///< some entry of z or w of the basis is negative, so the basis is not a solution
  singular     ///< the equations of the basis have no solution, or infinitely many solutions
};

/// Checks the basis in which the variables z_i with basis[i] = 1 are basic and the other z_i are 0
/// (LcpSolution::basis). Uses elimination in rationals, with O(k^3) operations on growing numbers for k basic z_i. This
/// takes seconds for k of about 100 or more. If `z` is not null, sets *z to the exact solution as n fractions, or to an
/// empty list if the basis is singular. Throws InputError for an invalid problem, and at /basis for a basis of the
/// wrong size.
ExactBasis check_basis(const Lcp& lcp, const std::vector<char>& basis, std::vector<std::string>* z = nullptr);

}  // namespace pawl
