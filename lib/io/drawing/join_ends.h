// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>

#include <cstddef>
#include <vector>

#include "base/validator.h"

namespace pawl::internal {

/// A straight side or an arc of a drawing.
struct DrawnSegment {
  Eigen::Vector2d from{0, 0}, to{0, 0};
  double bulge = 0;
  std::size_t curve = 0;          ///< of the drawing
  std::size_t nodes[2] = {0, 0};  ///< that its ends are: equal where they are joined
};

/// The segments of all chains, each once, with their ends joined.
struct JoinedSegments {
  std::vector<DrawnSegment> segments;
  std::size_t nodes = 0;
  std::vector<JoinedEnds> joined;
  int duplicates = 0, zero_length = 0;
};

/// Nodes are places where ends are: equal ones are one. Then ends that no other meets ("loose") are paired: those
/// within their roundings where one of them was computed, and those within `join`. The vertex is the end as it stands
/// in the file, before a computed one, and else that of the earlier curve; bulges stay. More than two loose ends within
/// reach of each other are a fault: nobody can say which belong together.
JoinedSegments join_ends(const Drawing& drawing, double join, Validator& faults);

}  // namespace pawl::internal
