// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <vector>

namespace pawl {

/// A point of an outline that is closer to a given place than all outline points near it.
struct ClosestPoint {
  Eigen::Vector2d point{0, 0};  ///< m; exact in the coordinate that an axis-aligned edge fixes
  /// From the given place into the part, any positive length: the edge's own difference of vertices turned by 90
  /// degrees (so parallel edges have exactly parallel normals), towards or away from the centre of an arc or a disc, or
  /// from the place to a corner; zero when it is the corner, or the centre.
  Eigen::Vector2d normal{0, 0};
  double distance = 0;                  ///< m, negative when the place is inside the part
  bool at_vertex = false;               ///< `point` is a corner
  std::size_t feature = 0;              ///< the polygon's edge, the path's segment, or the vertex, counted from 0
  Eigen::Vector2d inward_before{0, 0};  ///< inward normals of the sides that meet at `point`; both the same on a side
  Eigen::Vector2d inward_after{0, 0};
  /// The ends of the straight side or the arc that holds `point`, in the outline's order; both the corner where it is
  /// at one, both `point` on a disc.
  Eigen::Vector2d side_start{0, 0}, side_end{0, 0};
  double bulge = 0;  ///< of the path's arc that holds `point` (outline.h); 0 elsewhere
  /// The outline's radius of curvature at `point`, m: of an arc or a disc, negative where it is hollow (its inside lies
  /// outside the part); infinite on a straight side, 0 at a corner. Rounded.
  double radius = std::numeric_limits<double>::infinity();
  Eigen::Vector2d center{0, 0};  ///< m, of the arc or disc, rounded; at a corner the corner, elsewhere unused
};

/// All local minima of the distance to the outline, nearest first; never empty. Inside or outside is decided exactly. A
/// disc has one, with a zero normal at its centre. From the centre of an arc all its points are equally far: its middle
/// stands for them, with a zero normal. Where two sides or arcs of a path are joined in one direction there is no
/// corner, and the one that begins there holds the joint. Throws InputError for an outline that is not valid, and for a
/// place (pointer `/from`) that is not finite or beyond kLargestLength. O(n log n), most of it for the validation.
std::vector<ClosestPoint> closest_points(const Outline& outline, const Eigen::Vector2d& from);

/// Where the closest corner is.
struct NearestCorner {
  double distance;     ///< m; infinite where there is no corner
  std::size_t vertex;  ///< counted from 0
};
/// Throws as closest_points does.
NearestCorner nearest_corner(const Outline& outline, const Eigen::Vector2d& from);

}  // namespace pawl
