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
// (ExactFrames) are exact.
//
// Each function sets `point` and `normal`; normal_through and tangent_through, if `point` does not define these two
// lines exactly; the errors that rounding leaves; and the gap, if it is exactly 0. `fixel` is the fixel's centre, and
// contact.fixel_radius is the fixel's radius, m.

/// Sets the frame on a straight edge. The normal is that of the edge. The normal's line passes through the fixel, and
/// the tangent's line through an end of the edge.
void set_on_side(const ClosestPoint& found, const BodyPoint& fixel, Contact& contact);

/// Sets the frame at a corner. The normal runs from the fixel's centre to the corner or, if the fixel's centre is
/// inside the part, from the corner to the fixel's centre.
void set_at_corner(const ClosestPoint& found, const BodyPoint& fixel, Contact& contact);

/// Sets the frame on an arc or a disc. The normal lies along the line through the fixel and the centre. It points
/// towards the centre of a convex arc, and away from the centre of a concave arc (whose found.radius is negative). If
/// doubles cannot represent the direction or the point, contact.error bounds the difference. Rounding of the radius
/// (contact.part_radius, which is set here) counts as an error of the point.
void set_on_arc(const ExactCircle& circle, const ClosestPoint& found, const BodyPoint& fixel, Contact& contact);

/// Returns the uncertainty of an arc's centre, m, caused by the rounding of the numbers that define the arc. It is 0 if
/// these numbers are exact decimals.
double center_rounding(const ClosestPoint& found);

struct ArcCenter {
  ExactPoint exact;
  double rounding = 0;  ///< uncertainty of the centre, m (see center_rounding())
};

/// Makes the normals of all contacts on arcs with the same centre pass through one point: the double-precision point
/// that is nearest to the centre. The normals then meet in one point even if doubles cannot represent the centre and
/// the directions. If the lines of all these contacts are exact, changes nothing. For each contact, `centers` contains
/// the exact centre of its arc or disc.
void share_centers(std::span<const std::optional<ArcCenter>> centers, std::span<Contact> contacts);

/// Returns whether `direction` is exactly parallel to the line from the circle's centre to `point`.
bool along_radius(const ExactCircle& circle, const Eigen::Vector2d& point, const Eigen::Vector2d& direction);

/// Sets the frame of a contact with the given normal, which must not be zero. `normal_error` is a bound on the error of
/// the normal's direction, rad.
void set_with_normal(const ClosestPoint& found, const BodyPoint& fixel, const Eigen::Vector2d& normal,
                     double normal_error, Contact& contact);

/// A direction from one point to another, and its error, rad. The error is 0 if doubles can represent the direction
/// exactly.
struct Direction {
  Eigen::Vector2d along;
  double error = 0;
};

/// Returns the direction of v, with arbitrary length. The result is exact in two cases: doubles can represent the
/// entries of v, or they can represent the smallest integers with the same ratio as these entries. Otherwise the result
/// is v rounded to doubles.
Direction direction_of(const ExactPoint& v);
Direction direction_between(const Eigen::Vector2d& from, const Eigen::Vector2d& to);

/// If a vector is along an axis, returns it with unit length, which needs no rounding. Returns any other vector
/// unchanged.
Eigen::Vector2d exact_unit(const Eigen::Vector2d& v);

/// Returns the vector `along` turned by 90 degrees, to the left or right, so that it points to the same side as
/// `inward`.
Eigen::Vector2d turned_like(const Eigen::Vector2d& along, const Eigen::Vector2d& inward);

/// Returns a bound on the angle, rad, between a straight edge and the direction computed from its ends.
double side_rounding(const ClosestPoint& found);

}  // namespace pawl::internal::inline contact
