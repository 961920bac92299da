// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "geometry/feature_pair.h"

namespace pawl::internal {

/// In place of a shape, of what is a stop.
inline constexpr int kStop = std::numeric_limits<int>::max();

/// What a row of a contact problem is about: two features; or kStop, the stop's mover, and 0 or 1 for the end as round.
struct RowName {
  int shape_a = -1, shape_b = -1;  ///< -1: nothing
  FeaturePair pair;
  bool operator==(const RowName&) const = default;
};

}  // namespace pawl::internal
