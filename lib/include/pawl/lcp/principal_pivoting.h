// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lemke.h>

namespace pawl {

/// Principal pivoting with least indices, w = M z + q, w, z >= 0, z'w = 0: a negative basic variable is exchanged with
/// its complement by its diagonal entry (Murty; Bard), or, where that is zero, together with a second pair (the
/// criss-cross method of den Hertog, Roos and Terlaky). Finite for sufficient matrices: P-matrices (exactly one
/// solution) and positive semidefinite ones (solved, or no z is feasible) among them.
///
/// `ray`: a row of the dictionary shows that no z >= 0 has w >= 0, as far as doubles can tell. `unsuited`: a pivot has
/// the wrong sign, so that M is not sufficient. Throws InputError for a problem that is not valid.
LcpSolution principal_pivoting(const Lcp& lcp, int most_pivots = 0);  ///< 0: 1000 + 100 n

}  // namespace pawl
