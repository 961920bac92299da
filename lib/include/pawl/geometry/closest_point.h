// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <vector>

namespace pawl {

/// A local minimum of the distance from a query point to an outline.
struct ClosestPoint {
  Eigen::Vector2d point{0, 0};  ///< point of the outline, m; on an edge parallel to an axis, the constant coordinate is
                                ///< exact
  /// Direction at `point` into the part, of any positive length. On an edge, it is the difference of the edge's
  /// vertices turned by 90 degrees, so that parallel edges have exactly parallel normals. On an arc or disc, it points
  /// towards or away from the centre. At a corner, it points from the query point to the corner or, if the query point
  /// is inside the part, from the corner to the query point. It is zero if the query point coincides with the corner,
  /// or with the centre of the arc or disc.
  Eigen::Vector2d normal{0, 0};
  double distance = 0;                  ///< distance from the query point, m; negative if the query point is inside the
                                        ///< part
  bool at_vertex = false;               ///< whether `point` is a corner
  std::size_t feature = 0;              ///< index, from 0, of the vertex if `point` is a corner, otherwise of the
                                        ///< polygon's edge or the path's segment on which `point` lies
  Eigen::Vector2d inward_before{0, 0};  ///< inward normals of the edges before and after the corner `point`; if `point`
                                        ///< is not a corner, both are the normal at `point`
  Eigen::Vector2d inward_after{0, 0};
  /// Ends of the straight edge or arc that contains `point`, in the outline's order. At a corner, and on a disc, both
  /// ends equal `point`.
  Eigen::Vector2d side_start{0, 0}, side_end{0, 0};
  double bulge = 0;  ///< bulge of the path's arc that contains `point` (outline.h); 0 if `point` is not on an arc
  /// Radius of curvature of the outline at `point`, m, rounded. On an arc or disc it is the radius, which is negative
  /// for a concave arc (an arc whose centre lies outside the part). On a straight edge it is infinite, and at a corner
  /// it is 0.
  double radius = std::numeric_limits<double>::infinity();
  Eigen::Vector2d center{
      0, 0};  ///< centre of the arc or disc, or the corner itself, m, rounded; unused on straight edges
  std::size_t loop = 0;  ///< the loop that contains `point`: 0 is the outer outline, k is hole k
};

/// Returns all local minima of the distance to the outline, nearest first; the list is never empty. The sign of the
/// distance (whether the query point is inside) is decided exactly. A disc has one minimum; its normal is zero if the
/// query point is the centre. If the query point is the centre of an arc, all points of the arc are equally far from
/// it; the midpoint of the arc represents them, with a zero normal. A vertex at which a path continues in the same
/// direction is not a corner; it belongs to the segment that begins at the vertex. Throws InputError for an invalid
/// outline, and for a query point (pointer `/from`) that is not finite or exceeds kLargestLength. O(n log n), most of
/// it for the validation.
std::vector<ClosestPoint> closest_points(const Outline& outline, const Eigen::Vector2d& from);

/// Returns the local minima of the distance to the boundary of a body with holes. If the query point is outside the
/// outer outline, only the outer outline counts. If it is inside a hole, only this hole counts. If it is inside the
/// material, all loops count. Also throws InputError for the faults of hole_faults().
std::vector<ClosestPoint> closest_points(const Loops& loops, const Eigen::Vector2d& from);

/// The corner of an outline that is closest to a point.
struct NearestCorner {
  double distance;       ///< distance from the point, m; infinite if the outline has no corner
  std::size_t vertex;    ///< index of the corner's vertex, from 0
  std::size_t loop = 0;  ///< the loop of the vertex: 0 is the outer outline, k is hole k
};
/// Returns the corner closest to a point. Throws InputError in the cases of closest_points().
NearestCorner nearest_corner(const Outline& outline, const Eigen::Vector2d& from);

}  // namespace pawl
