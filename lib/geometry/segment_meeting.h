// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/exact_arc.h"

namespace pawl::internal {

enum class SegmentMeeting { none, touch, cross, overlap };

/// Which ends of two segments are one vertex, by their place in the outline.
struct SharedEnds {
  bool first_to_second = false;  ///< the first ends where the second begins
  bool second_to_first = false;  ///< the second ends where the first begins
};

/// How two segments of a path meet elsewhere than at a vertex that they share, exactly; `overlap` is a common piece.
///
/// Both run on curves a |p|^2 + b . p + c = 0, lines where a = 0. Two such curves meet on the line that is left when a
/// is eliminated, so in points p0 +- p1 sqrt(D) with p0, p1 and D rational. Where a point of its curve lies on a
/// segment depends on signs of linear functions of it only: along the chord for a straight side; for an arc the side
/// of the chord. Each is the sign of u + v sqrt(D), decided by squaring. O(1).
SegmentMeeting segment_meeting(const Segment& first, const Segment& second, const SharedEnds& shared);

}  // namespace pawl::internal
