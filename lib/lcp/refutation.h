// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/solve_lcp.h>

#include "lcp/exact_lcp.h"
#include "lcp/feasibility_tableau.h"

namespace pawl {

/// The exact multipliers of an infeasible tableau of the scaled problem, for the problem as given; empty when the
/// tableau's basis turns out not to prove it exactly.
std::vector<std::pair<int, std::string>> farkas_multipliers(const ExactLcp& lcp, const FeasibilityTableau& tableau);

}  // namespace pawl
