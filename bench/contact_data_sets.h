// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_lcp.h>

#include <vector>

namespace pawl::bench {

/// One row of the printed table: a kind of problem.
struct Row {
  int tangents;  ///< number of tangent directions per contact: 1 in the plane, 2 in space (friction pyramid)
  bool rest;     ///< whether all bodies are at rest; a solution then exists [TPSL97, theorem 1a]
  int size;      ///< size of M: number of sliding contacts + (1 + 2 tangents) * number of rolling contacts
};

/// Returns the rows of [TPSL97, table 1]: in the plane and in space, with sliding contacts and at rest. At rest, the
/// size is a multiple of 1 + 2 tangents, so the nearest one is used: a multiple of 3 in the plane and of 5 in space.
/// Rows at rest with a single contact are omitted.
std::vector<Row> table_rows();

/// Returns a random problem of a row. The caller sets its friction coefficients afterwards.
MotionProblem random_motion_problem(const Row& row, unsigned seed);
MotionProblem with_friction(MotionProblem problem, double mu);

}  // namespace pawl::bench
