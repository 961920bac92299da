// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <limits>
#include <vector>

namespace pawl::internal {

/// The smallest box with sides along a frame's axes.
struct BoundaryBox {
  static constexpr double kNowhere = std::numeric_limits<double>::infinity();
  Eigen::Vector2d low{kNowhere, kNowhere}, high{-kNowhere, -kNowhere};  ///< m

  void add(const Eigen::Vector2d& point, double radius = 0) {
    low = low.cwiseMin(point - Eigen::Vector2d(radius, radius));
    high = high.cwiseMax(point + Eigen::Vector2d(radius, radius));
  }
  bool meets(const BoundaryBox& other) const {
    return low.x() <= other.high.x() && other.low.x() <= high.x() && low.y() <= other.high.y() &&
           other.low.y() <= high.y();
  }
};

/// A straight side or an arc of an outline, run through with the inside on its left.
struct BoundarySide {
  Eigen::Vector2d start{0, 0}, end{0, 0};  ///< m
  /// Radius of curvature, m: kFlat, or of an arc, > 0 where it bulges out of the part, < 0 where it is hollow.
  double radius = kFlat;
  Eigen::Vector2d direction{1, 0};  ///< straight: unit vector from start to end
  double length = 0;                ///< straight: m
  Eigen::Vector2d center{0, 0};     ///< arc: m
  Eigen::Vector2d middle{1, 0};     ///< arc: unit vector from the centre to the arc's middle
  double half_sweep = 0;            ///< arc: half of the angle that it spans, rad, in (0, pi]
  double slack = 0;                 ///< m, by which it goes on beyond an end where the next side has the same tangent
  int start_corner = -1, end_corner = -1;  ///< rounds at its ends that point outwards; -1: none

  BoundaryBox box;  ///< of an arc: of its circle

  bool straight() const { return radius == kFlat; }
};

/// What is round and faces outwards: a bulging arc, or a corner as an arc of radius 0. Its outward normals are the unit
/// vectors at most `half_sweep` away from `middle`.
struct BoundaryRound {
  Eigen::Vector2d center{0, 0};  ///< m
  double radius = 0;             ///< m, >= 0
  Eigen::Vector2d middle{1, 0};
  double half_sweep = 0;                  ///< rad, in (0, pi]
  double slack = 0;                       ///< of an arc, as the side's, m
  int side_before = -1, side_after = -1;  ///< of a corner: the sides that meet in it

  bool corner() const { return side_before >= 0; }
};

/// The boundary of an outline as collision detection needs it: what can touch another body is something round, against
/// a side. Corners that point inwards touch nothing before their sides do; a joint of sides with one tangent is none.
struct Boundary {
  std::vector<BoundarySide> sides;
  std::vector<BoundaryRound> rounds;
  BoundaryBox box;   ///< of the outline
  double reach = 0;  ///< distance of the farthest point from the frame's origin, m

  /// The features in another frame: turned by pose[2] and shifted.
  Boundary moved(const Eigen::Vector3d& pose) const;
};

/// Where sides join smoothly there is nothing beside them: each goes on, by kSlack of the arc's radius, so that between
/// the two, in rounding, nothing comes through.
inline constexpr double kSlack = 1e-2;

/// The outline must be valid, or a disc of radius 0: a point, which is a round without a side. Vertices inside straight
/// sides are left out. O(n).
Boundary boundary_of(const Outline& outline);

}  // namespace pawl::internal
