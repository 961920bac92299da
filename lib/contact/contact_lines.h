// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/geometry/closest_point.h>

#include <optional>
#include <span>

#include "contact/body_frame.h"
#include "geometry/exact_arc.h"

namespace pawl::internal {

// The frame of a contact from the outline's own numbers.
//
// The closest point of a slanting edge has coordinates that doubles cannot hold, but its lever arms need it only
// through two lines: along the normal, which runs through the fixel, and along the tangent, which runs through an end
// of the edge. Both of these points are given numbers, so that rows of J made from them (ExactFrames) are exact. Each
// function sets `point`, `normal`, the points through which the lines along normal and tangent run, the errors that
// rounding leaves, and the gap, which is 0 where it is so exactly. `fixel` is the fixel's centre; contact.fixel_radius
// its radius, m.

/// On a straight side: the normal is the side's own, and the lines run through the fixel and through the side's end.
void set_on_side(const ClosestPoint& found, const BodyPoint& fixel, Contact& contact);

/// At a corner: the normal runs from the fixel to it.
void set_at_corner(const ClosestPoint& found, const BodyPoint& fixel, Contact& contact);

/// On an arc or a disc: the normal lies along the line through the fixel and the centre, towards the centre where the
/// outline is round, away from it where it is hollow (found.radius is negative). Neither the direction nor the point
/// need be numbers that doubles hold; where they are not, the contact carries the error. A radius that is rounded
/// (contact.part_radius, set here) counts as an error of the point.
void set_on_arc(const ExactCircle& circle, const ClosestPoint& found, const BodyPoint& fixel, Contact& contact);

/// What the rounding of an arc's own numbers leaves open of its centre, m; 0 for numbers that are written.
double center_rounding(const ClosestPoint& found);

struct ArcCenter {
  ExactPoint exact;
  double rounding = 0;  ///< center_rounding()
};

/// Lets the normals of contacts on arcs with one centre run through one point, so that they stay concurrent where doubles
/// hold neither the centre nor the directions: then all run through the double nearest to the centre. Contacts whose
/// lines are all exact keep them. `centers`: the exact centre of the arc or disc that each contact is on.
void share_centers(std::span<const std::optional<ArcCenter>> centers, std::span<Contact> contacts);

/// Whether a direction is exactly that of the line through the circle's centre and a point.
bool along_radius(const ExactCircle& circle, const Eigen::Vector2d& point, const Eigen::Vector2d& direction);

/// With a normal that somebody states, known within `normal_error` rad; not zero.
void set_with_normal(const ClosestPoint& found, const BodyPoint& fixel, const Eigen::Vector2d& normal,
                     double normal_error, Contact& contact);

}  // namespace pawl::internal
