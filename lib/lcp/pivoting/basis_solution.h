// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/lcp/lcp.h>

namespace pawl::internal {

/// The z of a complementary basis: M_aa z_a = -q_a over the entries marked, 0 elsewhere, with iterative refinement in
/// extended precision. Where M_aa is singular a least squares solution near `guess`, of up to 512
/// entries. When stopped before the factorisation: the guess.
Eigen::VectorXd basis_solution(const Lcp& lcp, const std::vector<char>& basis, const Eigen::VectorXd& guess,
                               const StopToken& stop = {});

}  // namespace pawl::internal
