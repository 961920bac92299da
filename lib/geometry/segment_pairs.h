// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <utility>
#include <vector>

#include "geometry/segment.h"

// Distances and common points of straight segments and arcs, in doubles. For decisions that must be exact, see
// segment.h.
namespace pawl::internal::inline geometry {

/// A straight segment or an arc, with the centre and radius of its circle.
class Curve {
 public:
  explicit Curve(const Segment& segment);

  const Segment& segment() const { return segment_; }
  bool straight() const { return segment_.bulge == 0; }
  const Eigen::Vector2d& center() const { return center_; }  ///< centre of an arc, m; (0, 0) for a straight segment
  double radius() const { return radius_; }                  ///< radius of an arc, m; 0 for a straight segment
  double length() const;                                     ///< length of the segment or arc, m

  /// Returns whether the ray from the arc's centre through the given point meets the arc.
  bool faces(const Eigen::Vector2d& point) const;
  /// Returns the point of the curve that is nearest to a point.
  Eigen::Vector2d nearest(const Eigen::Vector2d& point) const;
  double distance(const Eigen::Vector2d& point) const { return (nearest(point) - point).norm(); }
  /// Returns the position of a point of the curve: the length of the curve before the point, as a fraction of the whole
  /// length.
  double share(const Eigen::Vector2d& point) const;
  /// Returns the piece of the curve between two of its points. from_share and to_share are the positions of these
  /// points, as returned by share().
  Segment piece(const Eigen::Vector2d& from, double from_share, const Eigen::Vector2d& to, double to_share) const;

 private:
  Segment segment_;
  Eigen::Vector2d center_{0, 0};
  double radius_ = 0;
  double sweep_ = 0;  ///< angle of the arc, rad, negative if it runs clockwise
};

/// Returns the points at which two curves meet or come nearer than `tolerance` (m): crossings, points of tangency, and
/// ends of one curve on the other. If both curves contain a stretch, returns the ends of this stretch. Points can occur
/// more than once.
std::vector<Eigen::Vector2d> meetings(const Curve& a, const Curve& b, double tolerance);

/// Returns the two points, one of a and one of b, that are nearest to each other. If the curves cross, both are the
/// same point.
std::pair<Eigen::Vector2d, Eigen::Vector2d> nearest_points(const Curve& a, const Curve& b);

}  // namespace pawl::internal::inline geometry
