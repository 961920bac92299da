// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/wall.h>

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

#include "geometry/boundary.h"

namespace pawl::internal::inline base {
class Validator;
}  // namespace pawl::internal::inline base

namespace pawl::internal::inline contact {

/// The pose (x, y, theta) of a part's frame in the world, in which the poses of the walls are given too, with bounds on
/// the errors of the position (m) and of the angle (rad).
struct PartPose {
  Eigen::Vector3d pose{0, 0, 0};
  double position_error = 0, angle_error = 0;
};

/// A straight edge or an arc of an outline, with the coordinates and the bulge of the outline.
struct OutlineSegment {
  Feature feature;
  Eigen::Vector2d from{0, 0}, to{0, 0};  ///< ends in the outline's order, m; for a disc, both are the disc's leftmost
                                         ///< point
  double bulge = 0;                      ///< bulge as in Path; 0 for a straight edge and for a disc
  Eigen::Vector2d center{0, 0};          ///< centre of an arc or a disc, m
  double radius = kFlat;                 ///< radius, m; negative for a concave arc, kFlat for a straight edge
  Eigen::Vector2d inward{0, 0};          ///< for a straight edge: normal into the material, any length
  Eigen::Vector2d middle{1, 0};          ///< for an arc: unit vector from its centre to its middle
  double half_sweep = 0;                 ///< for an arc: half of the angle that it spans, rad
  double length = 0;                     ///< for a straight edge: its length, m
};

/// A convex corner (radius 0) or a convex arc. In each contact, the feature of at least one of the two bodies is of
/// this kind.
struct ConvexFeature {
  Feature feature;
  Eigen::Vector2d center{0, 0};  ///< for a corner, its point; for an arc, its centre, m
  double radius = 0;             ///< radius, m; 0 for a corner
  Eigen::Vector2d middle{1, 0};  ///< unit vector in the middle of the feature's range of outward normals
  double half_sweep = 0;         ///< half of the angle between the first and the last outward normal of the feature,
                                 ///< rad
  /// Indices in BodyFeatures::segments of the segment before and of the segment after the feature, if the loop is
  /// traversed with the material on the left; -1 for a whole disc, and at an end of an arc at which the boundary turns.
  int before = -1, after = -1;
  int arc = -1;  ///< for an arc, its index in BodyFeatures::segments; -1 for a corner
};

/// The features of a body, in the body's frame.
struct BodyFeatures {
  std::vector<OutlineSegment> segments;
  std::vector<ConvexFeature> rounds;
  Boundary boundary;  ///< boundary of the body, used to detect overlaps
  double size = 0;    ///< largest magnitude of a coordinate of the body, m
};
/// Returns the features of a body with the given loops, which must be valid. O(n).
BodyFeatures features_of(const Loops& loops);

/// Limits within which a pair of features counts as a contact.
struct ContactLimits {
  double tolerance;  ///< largest depth of a contact, and largest distance of its point beyond an end of an edge, m
  double reach;      ///< largest gap of a contact, m
};

/// The contacts of one part with walls. The object refers to the walls, which must outlive it.
class WallContacts {
 public:
  /// All outlines and numbers must be valid. `unit` is the name of the unit of length in messages.
  WallContacts(const Loops& part, std::span<const Wall> walls, const Friction& friction, double contact_tolerance,
               const char* unit = "m");

  /// Returns the contacts of the part in this pose with all walls, as find_wall_contacts() does. Throws InputError at
  /// /walls/k for a wall that the part overlaps, or a contact without a unique normal.
  std::vector<WallContact> find(const PartPose& pose, double reach) const;

  /// For a pair of features that find() found, returns their contact in another pose of the part, even if the features
  /// are far apart there.
  Contact contact(const WallContact& pair, const PartPose& pose) const;

 private:
  /// Returns the contact tolerance plus a bound on the rounding errors of distances from wall k, m.
  double tolerance_at(const PartPose& pose, std::size_t k) const;
  /// Returns the contacts with wall k. Adds faults at /walls/k for an overlap and for contacts without a unique normal.
  std::vector<WallContact> find_at(std::size_t k, const PartPose& pose, const ContactLimits& limits,
                                   Validator& faults) const;

  const std::span<const Wall> walls_;
  const Friction friction_;
  const double tolerance_;
  const char* unit_;
  BodyFeatures part_;
  std::vector<BodyFeatures> of_walls_;
};

}  // namespace pawl::internal::inline contact
