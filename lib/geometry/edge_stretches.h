// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace pawl::internal::inline geometry {

/// The stretch of an edge that a segment of the outline covers. A segment without a curve number covers a whole edge.
struct EdgeStretch {
  std::size_t edge = 1;     ///< number of the edge, from 1, as in edge_numbers()
  double from = 0, to = 1;  ///< start and end of the segment, as fractions of the edge's length

  bool whole() const { return from == 0 && to == 1; }
  /// Converts a fraction of the segment's length to a fraction of the edge's length.
  double on_edge(double along) const { return from + along * (to - from); }
  /// Converts a fraction of the edge's length to a fraction of the segment's length. The result is below 0 or above 1
  /// for points outside the segment.
  double on_segment(double along) const { return (along - from) / (to - from); }
};

/// Returns the stretch of each segment of a valid outline. A disc has one stretch, that of its only edge. O(n).
std::vector<EdgeStretch> edge_stretches(const Outline& outline);

/// Returns the segment that contains a point of an edge, and the point's position on it, as a fraction of the segment's
/// length, strictly between 0 and 1. `edge` is the number of an existing edge, from 1. `along` is the point's position
/// on the edge, as a fraction of the edge's length, in (0, 1).
std::pair<std::size_t, double> segment_at(const std::vector<EdgeStretch>& stretches, std::size_t edge, double along);

}  // namespace pawl::internal::inline geometry
