// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

namespace pawl {

/// Area, centroid and second moment in rationals, rounded once. The polygon must be valid.
AreaProperties exact_area_properties(const Polygon& polygon);

}  // namespace pawl
