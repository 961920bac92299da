// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>

namespace pawl::internal {

/// Whether what passes for zero in lcp_residual(), which knows no units, is zero by what it does as well. Of each pair
/// that is z_i, without which no w changes by more than kLcpResidual; or w_i, which is as little of its own terms, or
/// which a z_j takes away that changes no w by more. Else a number may be small for its unit only. O(n^2).
bool zero_in_units(const Lcp& lcp, const Eigen::VectorXd& z);

}  // namespace pawl::internal
