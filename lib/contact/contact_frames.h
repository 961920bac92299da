// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/geometry/closest_point.h>

#include <Eigen/Core>
#include <optional>
#include <span>

#include "contact/find_contacts.h"
#include "geometry/segment.h"

namespace pawl::internal::inline contact {

// The following functions compute the frame of a contact from the given numbers of the outline.
//
// Doubles cannot represent the closest point of a slanting edge exactly. The lever arms of forces, however, depend only
// on two lines through this point. The line along the normal passes through the fixel, and the line along the tangent
// passes through an end of the edge. The fixel and the end are given numbers, so rows of J that are computed from them
// (ExactFrames) are exact. Each function sets `point`, `normal`, the points through which the lines along normal and
// tangent run, the errors that rounding leaves, and the gap, if it is exactly 0. `fixel` is the fixel's centre, and
// contact.fixel_radius is the fixel's radius, m.

/// Sets the frame on a straight side. The normal is that of the side. The normal's line passes through the fixel, and
/// the tangent's line through an end of the side.
void set_on_side(const ClosestPoint& found, const BodyPoint& fixel, Contact& contact);

/// Sets the frame at a corner: the normal runs from the fixel to the corner.
void set_at_corner(const ClosestPoint& found, const BodyPoint& fixel, Contact& contact);

/// Sets the frame on an arc or a disc. The normal lies along the line through the fixel and the centre. It points
/// towards the centre of a convex arc, and away from the centre of a concave arc (for which found.radius is negative).
/// If doubles cannot represent the direction or the point, the contact's `error` contains the error. Rounding of the
/// radius (contact.part_radius, set here) counts as an error of the point.
void set_on_arc(const ExactCircle& circle, const ClosestPoint& found, const BodyPoint& fixel, Contact& contact);

/// Returns the uncertainty of an arc's centre, m, caused by the rounding of the numbers that define the arc. It is 0 if
/// these numbers are exact decimals.
double center_rounding(const ClosestPoint& found);

struct ArcCenter {
  ExactPoint exact;
  double rounding = 0;  ///< uncertainty of the centre, m (center_rounding())
};

/// Makes the normals of all contacts on arcs with the same centre pass through one point: the point in doubles that is
/// nearest to the centre. The normals are then concurrent even if doubles cannot represent the centre and the
/// directions. If the lines of all these contacts are exact, changes nothing. `centers` contains the exact centre of
/// the arc or disc of each contact.
void share_centers(std::span<const std::optional<ArcCenter>> centers, std::span<Contact> contacts);

/// Returns whether a direction is exactly parallel to the line from the circle's centre through a point.
bool along_radius(const ExactCircle& circle, const Eigen::Vector2d& point, const Eigen::Vector2d& direction);

/// Sets the frame with a stated nonzero normal, whose direction is accurate to `normal_error` rad.
void set_with_normal(const ClosestPoint& found, const BodyPoint& fixel, const Eigen::Vector2d& normal,
                     double normal_error, Contact& contact);

/// A direction from one point to another, and its error, rad. The error is 0 if doubles can represent the direction
/// exactly.
struct Direction {
  Eigen::Vector2d along;
  double error = 0;
};

/// Returns the direction of v, with arbitrary length. Doubles may be able to represent small integers in the same
/// proportion as the entries of v, even if they cannot represent the entries themselves.
Direction direction_of(const ExactPoint& v);
Direction direction_between(const Eigen::Vector2d& from, const Eigen::Vector2d& to);

/// Returns a vector with unit length if it is along an axis, which needs no rounding. Returns other vectors unchanged.
Eigen::Vector2d exact_unit(const Eigen::Vector2d& v);

/// Returns the vector `along` turned by 90 degrees to the side on which `inward` points.
Eigen::Vector2d turned_like(const Eigen::Vector2d& along, const Eigen::Vector2d& inward);

/// Returns a bound on the angle, rad, between a straight side and the direction computed from its ends.
double side_rounding(const ClosestPoint& found);

}  // namespace pawl::internal::inline contact
