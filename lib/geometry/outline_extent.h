// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <vector>

namespace pawl::internal {

/// Points that say how far an outline moves when its pose does: a disc's centre, a polygon's vertices, a path's
/// vertices and points on its arcs, at most a sixteenth of a turn apart. What an arc reaches beyond them is below half
/// a percent of its radius.
std::vector<Eigen::Vector2d> extent_points(const Outline& outline);

/// The largest distance between two points of an outline, m; of a path within a percent of its largest arc's radius.
/// O(n log n), and the square of how many vertices are on the hull.
double diameter(const Outline& outline);

}  // namespace pawl::internal
