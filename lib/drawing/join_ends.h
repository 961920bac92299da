// SPDX-License-Identifier: MIT
// Joins the ends of the segments of a drawing.
#pragma once

#include <pawl/io/drawing.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "base/faults.h"

namespace pawl::internal::inline drawing {

/// A straight segment or an arc of a drawing.
struct DrawnSegment {
  Eigen::Vector2d from{0, 0}, to{0, 0};
  double bulge = 0;
  std::size_t curve = 0;          ///< index of its curve in the drawing
  int smooth = 0;                 ///< number, from 1, of the smooth curve that contains the segment, unique in the
                                  ///< drawing; 0 without a smooth curve
  std::size_t nodes[2] = {0, 0};  ///< indices of the nodes at its start and end; joined ends have the same node
};

/// The segments of all curves, without duplicates, after their ends were joined.
struct JoinedSegments {
  std::vector<DrawnSegment> segments;
  std::size_t nodes = 0;
  std::vector<JoinedEnds> joined;
  int duplicates = 0, zero_length = 0;
};

/// Joins the ends of the segments of those curves for which `used` is true. A node is a point at which segments end;
/// equal ends have the same node. Ends at which no other segment ends ("loose" ends) are then paired in two passes. The
/// first pass pairs two ends if one of them was computed, and their distance is within the rounding of both. The second
/// pass pairs ends whose distance is at most `join`. If one of the two ends is stated in the file and the other is
/// computed, the resulting vertex is the stated end. Otherwise it is the end of the earlier curve. Bulges do not
/// change.
///
/// If more than two loose ends are within reach of each other, it is unknown which of them belong together, and a fault
/// is added. If `join` is not given, the second pass uses kDefaultJoin times the diameter, but at most a tenth of the
/// length of each of the two segments. In this case, the second pass does not join such ends, and adds no fault.
JoinedSegments join_ends(const Drawing& drawing, const std::vector<bool>& used, std::optional<double> join,
                         Validator& faults);

/// Returns the length of the diagonal of the bounding box of all vertices and circles; 0 for an empty drawing.
double diameter_of(const Drawing& drawing);

}  // namespace pawl::internal::inline drawing
