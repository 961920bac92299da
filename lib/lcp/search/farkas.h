// SPDX-License-Identifier: MIT
#pragma once

#include "lcp/search/dictionary.h"
#include "lcp/search/refutation.h"

namespace pawl::internal {

/// Whether multipliers l prove that no w, z >= 0 with w = M z + q have the assumed variables 0: then
///
///     l'w - (M'l)'z = l'q < 0,
///
/// where the coefficients of all others are not negative. O(n * multipliers) operations on rationals; false when
/// stopped.
bool proves_infeasible(const ExactLcp& lcp, const Multipliers<Rational>& multipliers, const Assumptions& zero,
                       const StopToken& stop = {});

/// Exact multipliers from the basis at which the dual simplex method found start_lcp's program, some variables fixed,
/// infeasible; empty when they do not prove it exactly, or when stopped. With x_r the basic variable that cannot be
/// mended, the multiplier of equation i is the coefficient of w_i in x_r's row: zero for the other basic w, and such
/// that the other basic z have coefficient zero. O(k^3) operations on rationals for k basic z.
template <class Real>
Multipliers<Rational> farkas_multipliers(const ExactLcp& lcp, const Dictionary<Real>& infeasible,
                                         const StopToken& stop = {});

}  // namespace pawl::internal
