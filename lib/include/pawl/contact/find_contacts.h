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
  Eigen::Vector2d at{0, 0};                         ///< m, world
  std::optional<Friction> friction = std::nullopt;  ///< default: that of all fixels
  double radius = 0;                                ///< m, >= 0
  /// World, into the part, any positive length; overrides the outline's.
  std::optional<Eigen::Vector2d> normal = std::nullopt;
};

/// The contact of each fixel with a part, in the part's frame: closest point, normal, gap (distance less radius).
/// Normals along an axis have unit length, others that of the edge or of the distance: parallel stays exactly parallel.
///
/// `pose` is (x, y, theta) of the part's frame in the world (m, m, rad); with theta 0 nothing is rotated or rounded by
/// a rotation. `friction` is that of fixels that state none. A fixel touches when |gap| <= contact_tolerance (m, >= 0).
///
/// Throws InputError for an outline that is not valid (validate(outline), pointers `/outline/...`); then, with every
/// fault, for numbers that are not finite, lengths beyond kLargestLength, a negative radius or tolerance, a zero normal
/// and friction that is not 0 <= low <= high (`/pose/k`, `/fixels/i/...`, `/friction`, `/contact_tolerance`); then,
/// with every fault, pointers `/fixels/i`, for a fixel that
/// - reaches deeper into the part than contact_tolerance;
/// - has no unique normal and gives none: it touches a corner, touches or is closest to two places, or is the centre of
///   the nearest arc or disc (in a hollow: nearer to it than contact_tolerance where it touches, than
///   tolerance::kEqualDistance of the distance where it does not);
/// - gives a normal that points out of the part, or one in a hollow that its pin fills.
std::vector<Contact> find_contacts(const Outline& outline, const Eigen::Vector3d& pose, std::span<const Fixel> fixels,
                                   const Friction& friction = {}, double contact_tolerance = tolerance::kContact);

}  // namespace pawl
