// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/exact_arc.h"

namespace pawl::internal {

/// 16 units in the last place of a box's coordinates: what touches on paper may be that far apart as it was read.
double rounding_of(const Box& box);

/// Whether all of one is on one side of the line that the other, a straight side, runs on, by more than their rounding.
/// In doubles and quick; false says nothing.
bool clearly_apart(const Segment& first, const Segment& second);

/// Whether one of them, moved along an axis by the rounding of their coordinates, meets the other.
bool nearly_meet(const Segment& first, const Segment& second);

}  // namespace pawl::internal
