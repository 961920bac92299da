// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// A point of an outline that is closer to a given place than all outline points near it.
struct ClosestPoint {
  Eigen::Vector2d point{0, 0};  ///< m; exact in the coordinate that an axis-aligned edge fixes
  /// From the given place into the part, any positive length: the edge's own difference of vertices turned by 90
  /// degrees (so parallel edges have exactly parallel normals), or from the place to a vertex; zero when it is on one.
  Eigen::Vector2d normal{0, 0};
  double distance = 0;                  ///< m, negative when the place is inside the part
  bool at_vertex = false;               ///< `point` is a corner
  std::size_t feature = 0;              ///< the polygon's edge, or its vertex, counted from 0
  Eigen::Vector2d inward_before{0, 0};  ///< inward normals of the edges that meet at `point`; both the same on an edge
  Eigen::Vector2d inward_after{0, 0};
  /// The ends of the straight side that holds `point`, in the outline's order; both the corner where it is at one.
  Eigen::Vector2d side_start{0, 0}, side_end{0, 0};
};

/// All local minima of the distance to the outline, nearest first; never empty. Inside or outside is decided exactly. A
/// disc has one, with a zero normal at its centre. Throws InputError for an outline that is not valid, and for a place
/// (pointer `/from`) that is not finite or beyond kLargestLength. O(n log n), most of it for the validation.
std::vector<ClosestPoint> closest_points(const Outline& outline, const Eigen::Vector2d& from);

/// Where the closest corner is.
struct NearestCorner {
  double distance;     ///< m; infinite where there is no corner
  std::size_t vertex;  ///< counted from 0
};
/// Throws as closest_points does.
NearestCorner nearest_corner(const Outline& outline, const Eigen::Vector2d& from);

}  // namespace pawl
