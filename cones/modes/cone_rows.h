// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/modes/wrench_cone.h>

#include "exact/conic_hull.h"

namespace pawl::internal {

/// The rows of a hull's cone in doubles, of unit length: cross products of its rays and lines, straight from the pool's
/// doubles where their error bounds show them good to 1e-12, all from integers otherwise. O(rays).
void cone_rows(DirectionPool& pool, const ConicHull& hull, ConeRows& rows);

}  // namespace pawl::internal
