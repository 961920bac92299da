// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <string>
#include <vector>

#include "geometry/segment_meeting.h"

namespace pawl::internal {

/// The faults of outline_faults for a path. Each kind is looked for only where there are none of those before it: the
/// counts, the numbers, repeated vertices, segments that meet elsewhere than where they are joined (exact, by
/// segment_meeting.h). Pairs of segments whose boxes overlap are compared: O(n log n) and those pairs; they are found
/// by going along the axis on which fewer boxes overlap.
std::vector<Fault> path_faults(const Path& path, const std::string& pointer);

/// How segments i and j of a path meet elsewhere than at a vertex that they share, exactly.
SegmentMeeting segment_meeting(const Path& path, std::size_t i, std::size_t j);

/// What is wrong with a bulge: not finite, beyond kLargestBulge, or not 0 and below kSmallestBulge; null when nothing.
const char* wrong_with_bulge(double bulge);

}  // namespace pawl::internal
