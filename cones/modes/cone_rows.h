// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/modes/wrench_cone.h>

#include "exact/conic_hull.h"

namespace pawl {

/// The rows of a hull's cone in doubles; from integers where doubles are not good to 1e-12.
void cone_rows(DirectionPool& pool, const ConicHull& hull, ConeRows& rows);

}  // namespace pawl
