// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lemke.h>

namespace pawl {

/// Solves w = M z + q, w, z >= 0, z'w = 0 by principal pivoting with least indices. A negative basic variable is
/// exchanged with its complement; the pivot is the diagonal entry of this pair (methods of Murty and of Bard). If that
/// entry is zero, a second pair is exchanged too (the criss-cross method of den Hertog, Roos and Terlaky). The method
/// is finite for sufficient matrices. These include P-matrices (exactly one solution exists) and positive semidefinite
/// matrices (if no solution exists, no z is feasible).
///
/// The status `ray` means that a row of the dictionary shows, in doubles, that w has a negative entry for every z >= 0.
/// The status `unsuited` means that a pivot has the wrong sign, so that M is not sufficient. Throws InputError for an
/// invalid problem.
/// With `most_pivots` = 0, the limit is 1000 + 100 n pivots.
LcpSolution principal_pivoting(const Lcp& lcp, int most_pivots = 0);

}  // namespace pawl
