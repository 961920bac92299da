// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "lcp/exact_lcp.h"

namespace pawl {

/// The solution of A x = b by Gauss elimination, zeros skipped; nothing when A is singular.
std::optional<std::vector<LcpRational>> rational_solve(std::vector<std::vector<LcpRational>> A,
                                                       std::vector<LcpRational> b);

}  // namespace pawl
