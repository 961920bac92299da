// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <string>
#include <vector>

namespace pawl::internal {

/// The faults of outline_faults for a path. Each kind is looked for only where there are none of those before it: the
/// counts, the numbers, repeated vertices, segments that meet elsewhere than where they are joined (exact, by
/// segment_meeting.h). Pairs of segments whose boxes overlap are compared: O(n log n) and those pairs; they are found
/// by going along the axis on which fewer boxes overlap.
std::vector<Fault> path_faults(const Path& path, const std::string& pointer);

/// What is wrong with a bulge: not finite, beyond kLargestBulge, or not 0 and below kSmallestBulge; null when nothing.
const char* wrong_with_bulge(double bulge);

}  // namespace pawl::internal
