// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_lcp.h>

#include <vector>

namespace pawl::bench {

/// A kind of problem, which is one row of the printed table.
struct Row {
  int tangents;  ///< number of tangents: 1 in the plane, 2 in space (friction pyramid)
  bool rest;     ///< true if all bodies are at rest, so that a solution exists [TPSL97, theorem 1a]
  int size;      ///< size of M: number of sliding contacts + (1 + 2 tangents) times the number of rolling contacts
};

/// Returns the sizes of [TPSL97, table 1] in the plane and in space, with sliding contacts and at rest. For problems at
/// rest, takes the nearest size that is a multiple of 3 in the plane and of 5 in space (1 + 2 * Row::tangents).
std::vector<Row> table_rows();

/// Returns one random problem of a row. The caller replaces the friction coefficients.
MotionProblem random_motion_problem(const Row& row, unsigned seed);
MotionProblem with_friction(MotionProblem problem, double mu);

}  // namespace pawl::bench
