// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

namespace pawl {

/// The faults of outline_faults for a polygon.
std::vector<Fault> polygon_faults(const Polygon& polygon, const std::string& pointer);

}  // namespace pawl
