// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/tolerance.h>
#include <pawl/contact/contact.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

namespace pawl {

/// A fixel: a point, or a pin with a radius, fixed in the world [BTG02, section 2]. Coordinates are those of the world,
/// unless a task gives them in the frame of its part (Task::frame).
struct Fixel {
  Eigen::Vector2d at{0, 0};                         ///< position of the centre, m, world
  std::optional<Friction> friction = std::nullopt;  ///< friction at this fixel; by default, the friction that all
                                                    ///< fixels share
  double radius = 0;                                ///< radius, m, >= 0; 0: a point
  /// Normal into the part, world, any positive length; overrides the normal of the outline.
  std::optional<Eigen::Vector2d> normal = std::nullopt;
  /// For a diamond pin: the direction, world, any positive length, along which the pin has flats. The solid is the disc
  /// cut to the strip of `diamond_width` around the line across this direction, so that it locates the part only across
  /// the direction.
  std::optional<Eigen::Vector2d> diamond = std::nullopt;
  double diamond_width = 0;  ///< distance of the flats of a diamond pin, m, from 1e-6 of the diameter to below it
};

/// Returns the outline of a fixel in the world: a disc, which has the radius 0 for a point, or the path of a diamond
/// pin, whose first edge is the flat at its far end along the direction. The fixel must be valid.
Outline outline_of(const Fixel& fixel);

/// Finds the contact of each fixel with a part, in the part's frame: closest point, normal, and gap (distance minus
/// radius). A normal along an axis has unit length. Any other normal has the length of the edge or of the distance, so
/// that parallel edges have exactly parallel normals.
///
/// `pose` is (x, y, theta) of the part's frame in the world (m, m, rad); if theta is 0, nothing is rotated or rounded.
/// `friction` applies to fixels that state no friction. A fixel touches if |gap| <= contact_tolerance (m, >= 0).
///
/// The contact of a diamond pin is that of a wall with its outline, with the least gap (pawl/contact/wall.h). A stated
/// normal only selects among places that are equally close.
///
/// Throws InputError in three stages, each with every fault. First for an invalid outline (validate(outline), pointers
/// `/outline/...`). Then for numbers that are not finite, lengths above kLargestLength, a negative radius or tolerance,
/// a zero normal, a diamond pin without a width below its diameter, and friction that violates 0 <= low <= high
/// (`/pose/k`, `/fixels/i/...`, `/friction`, `/contact_tolerance`). Then (pointers `/fixels/i`) for
///   - a fixel that reaches deeper into the part than contact_tolerance;
///   - a fixel without a stated normal and without a unique normal: it touches a corner, touches or is closest to two
///     points, or is the centre of the nearest arc or disc;
///   - a fixel whose stated normal points out of the part, or is in a hollow that its pin fills.
///
/// In a hollow, a fixel counts as the centre of the arc if it is nearly at the centre. The limit of this distance is
/// contact_tolerance for a fixel that touches, and otherwise tolerance::kEqualDistance times the distance of the fixel
/// from the arc.
std::vector<Contact> find_contacts(const Outline& outline, const Eigen::Vector3d& pose, std::span<const Fixel> fixels,
                                   const Friction& friction = {}, double contact_tolerance = tolerance::kContact);

/// Finds the contacts of a part with holes. A fixel whose centre lies in a hole touches the edge of that hole. Throws
/// InputError also for the faults of hole_faults() (pointers `/outline/holes/...`).
std::vector<Contact> find_contacts(const Loops& loops, const Eigen::Vector3d& pose, std::span<const Fixel> fixels,
                                   const Friction& friction = {}, double contact_tolerance = tolerance::kContact);

}  // namespace pawl
