// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/solve_lcp.h>

#include "lcp/search/exact_lcp.h"
#include "lcp/search/feasibility_tableau.h"

namespace pawl {

/// Where an infeasible tableau ended.
struct InfeasibleBasis {
  std::vector<char> basic, fixed;  ///< of w (0..n-1) and z (n..2n-1)
  int variable = 0;                ///< the basic variable that cannot be mended
  int sign = 1;                    ///< 1: it is below 0; -1: it is fixed and above

  template <class Real>
  explicit InfeasibleBasis(const FeasibilityTableau<Real>& tableau)
      : variable(tableau.infeasible_variable()), sign(tableau.infeasible_sign()) {
    for (int v = 0; v < tableau.variables(); ++v) {
      basic.push_back(tableau.is_basic(v));
      fixed.push_back(tableau.is_fixed(v));
    }
  }
};

/// The exact multipliers of an infeasible basis; empty when it turns out not to prove the infeasibility exactly,
/// or when stopped.
std::vector<std::pair<int, std::string>> farkas_multipliers(const ExactLcp& lcp, const InfeasibleBasis& basis,
                                                            const StopToken& stop = {});

}  // namespace pawl
