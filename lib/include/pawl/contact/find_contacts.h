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
  double radius = 0;                                ///< radius, m, >= 0; 0 means a point
  /// Normal into the part, world, any positive length. If it is set, it replaces the normal of the outline.
  std::optional<Eigen::Vector2d> normal = std::nullopt;
  /// For a diamond pin: a vector perpendicular to the two flats, world, any positive length. The pin is the part of the
  /// disc between the flats, so the pin locates the part only in the direction parallel to the flats.
  std::optional<Eigen::Vector2d> diamond = std::nullopt;
  double diamond_width = 0;  ///< distance between the flats of a diamond pin, m; at least 1e-6 of the diameter, and
                             ///< below the diameter
};

/// Returns the outline of a fixel in the world: a disc, whose radius is 0 for a point, or the path of a diamond pin.
/// The first edge of this path is the flat whose outward direction is `diamond`. The fixel must be valid.
Outline outline_of(const Fixel& fixel);

/// Finds the contact of each fixel with a part, in the part's frame: the closest point of the part, the normal, and the
/// gap (distance minus radius of the fixel). A normal along an axis has unit length. Any other normal is as long as the
/// edge, or as the distance from the fixel, so that parallel edges have exactly parallel normals.
///
/// `pose` is (x, y, theta) of the part's frame in the world (m, m, rad). If theta is 0, coordinates are neither rotated
/// nor rounded. `friction` applies to fixels that state no friction. A fixel touches if |gap| <= contact_tolerance (m,
/// >= 0).
///
/// A diamond pin has the same contact as a wall with the pin's outline (pawl/contact/wall.h), at the point with the
/// least gap. If a diamond pin states a normal, the normal only selects one of several equally close points.
///
/// Checks the input in three stages. A stage that finds faults ends the check, and throws InputError, which lists all
/// faults of this stage. The first stage checks the outline (validate(outline), pointers `/outline/...`). The second
/// stage finds numbers that are not finite, lengths above kLargestLength, a negative radius or tolerance, a zero
/// normal, a diamond pin whose width is outside its bounds, and friction that violates 0 <= low <= high (`/pose/k`,
/// `/fixels/i/...`, `/friction`, `/contact_tolerance`). The third stage (pointers `/fixels/i`) finds
///   - a fixel that reaches deeper into the part than contact_tolerance;
///   - a fixel without a stated normal and without a unique normal: it touches a corner, touches or is closest to two
///     points, or is the centre of the nearest arc or disc;
///   - a fixel whose stated normal points out of the part, or whose pin fills the concave arc in which it lies;
///   - a diamond pin with a flat along an edge of the part.
///
/// In a concave arc, a fixel also counts as being at the centre of the arc if it is nearly at the centre. The largest
/// distance from the centre is contact_tolerance for a fixel that touches. For any other fixel, it is
/// tolerance::kEqualDistance times the distance of the fixel from the arc.
std::vector<Contact> find_contacts(const Outline& outline, const Eigen::Vector3d& pose, std::span<const Fixel> fixels,
                                   const Friction& friction = {}, double contact_tolerance = tolerance::kContact);

/// Finds the contacts of fixels with a part that has holes. A fixel whose centre lies in a hole touches the edge of
/// that hole. Also throws InputError for the faults of hole_faults() (pointers `/outline/holes/...`).
std::vector<Contact> find_contacts(const Loops& loops, const Eigen::Vector3d& pose, std::span<const Fixel> fixels,
                                   const Friction& friction = {}, double contact_tolerance = tolerance::kContact);

}  // namespace pawl
