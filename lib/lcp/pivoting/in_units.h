// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>

namespace pawl::internal {

/// Whether every z_i that passes for zero in lcp_residual(), which knows no units, is zero by what it does as well: w
/// stays within kLcpResidual without it, or its own w_i is zero. Else a z_i may be small for its unit only.
bool zero_in_units(const Lcp& lcp, const Eigen::VectorXd& z);

}  // namespace pawl::internal
