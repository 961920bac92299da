// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <string>

namespace pawl {

/// What Boost.Geometry has against the polygon, on its exact coordinates; empty when it is valid there.
std::string topological_failure(const Polygon& polygon);

/// Area, centroid and second moment in rationals, rounded once. The polygon must be valid.
AreaProperties exact_area_properties(const Polygon& polygon);

}  // namespace pawl
