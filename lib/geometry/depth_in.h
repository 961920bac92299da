// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>

#include "geometry/boundary.h"

namespace pawl::internal {

/// The middle of an arc, m: not by its centre, which may be far away.
Eigen::Vector2d middle_of(const BoundarySide& side);

/// By how much a point is inside an outline, m; negative outside, by its distance. In the outline's frame, in doubles,
/// with arcs as they are: the nearest feature's own side decides; at a corner that of its bisector. None where the
/// nearest is a tip of two sides that fold back. O(sides).
std::optional<double> depth_in(const Eigen::Vector2d& point, const Boundary& boundary);

}  // namespace pawl::internal
