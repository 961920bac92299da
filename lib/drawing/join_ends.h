// SPDX-License-Identifier: MIT
// The segments of a drawing with their ends joined.
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
  std::size_t curve = 0;          ///< index in the drawing
  int smooth = 0;                 ///< number of the smooth curve of the segment, from 1 for the whole drawing; 0 if it
                                  ///< belongs to none
  std::size_t nodes[2] = {0, 0};  ///< nodes of its ends; ends that are joined have the same node
};

/// The segments of all chains, without duplicates, with their ends joined.
struct JoinedSegments {
  std::vector<DrawnSegment> segments;
  std::size_t nodes = 0;
  std::vector<JoinedEnds> joined;
  int duplicates = 0, zero_length = 0;
};

/// Joins the ends of the segments of those curves for which `used` is true. Nodes are positions of ends; equal ends
/// have the same node. Then ends that meet no other ("loose" ends) are paired: first those within their roundings where
/// one of them was computed, then those within `join`. The resulting vertex is the end that is written in the file, if
/// the other end was computed. Otherwise it is the end of the earlier curve. Bulges stay.
///
/// More than two loose ends within reach of each other are a fault, because it is unknown which of them belong
/// together. If `join` is not given, the reach is kDefaultJoin times the diameter, but at most a tenth of each of the
/// two segments. In this case, more than two ends within reach stay apart and are not a fault.
JoinedSegments join_ends(const Drawing& drawing, const std::vector<bool>& used, std::optional<double> join,
                         Validator& faults);

/// Returns the diagonal of the bounding box of all vertices and circles; 0 if there are none.
double diameter_of(const Drawing& drawing);

}  // namespace pawl::internal::inline drawing
