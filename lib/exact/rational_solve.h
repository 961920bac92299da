// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>

#include <optional>
#include <vector>

#include "lcp/search/exact_lcp.h"

namespace pawl {

/// The solution of A x = b by Gauss elimination, zeros skipped; nothing when A is singular, or when
/// stopped (looked at row by row).
std::optional<std::vector<LcpRational>> rational_solve(std::vector<std::vector<LcpRational>> A,
                                                       std::vector<LcpRational> b, const StopToken& stop = {});

}  // namespace pawl
