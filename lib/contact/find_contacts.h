// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/find_contacts.h>

#include <Eigen/Core>

namespace pawl::internal::inline contact {

/// A point in the part's frame, and how far it may be from there by rounding, m: 0 where it is exactly what its
/// coordinates mean.
struct BodyPoint {
  Eigen::Vector2d at{0, 0};
  double error = 0;
  /// The error is that of each coordinate's own number, so that points with the same number share it: true of a frame
  /// that is not turned, or turned by quarters, in a pose without an error of its own.
  bool of_numbers = false;
  bool exact = true;  ///< nothing was rounded on the way from those numbers to the part's frame
};

/// The world as the part's frame sees it: x_body = R(-theta) (x_world - (x, y)), for a pose (x, y, theta) of that frame
/// in the world. Exact for a pose that is turned by quarters or not at all, and numbers with at most 15 digits; else
/// errors are bounded.
class BodyFrame {
 public:
  /// `position_error` (m) and `angle_error` (rad): how far the pose itself may be from its numbers.
  explicit BodyFrame(const Eigen::Vector3d& pose, double position_error = 0, double angle_error = 0);

  BodyPoint point(const Eigen::Vector2d& world) const;
  /// A direction of any length, not zero.
  Eigen::Vector2d direction(const Eigen::Vector2d& world) const;
  double direction_error(const Eigen::Vector2d& world) const;  ///< of direction(), rad

 private:
  double turn_error() const;

  Eigen::Vector3d pose_;
  double position_error_;
  double angle_error_;
};

/// As for a pose (pawl/contact/find_contacts.h), which may have an error. `unit`: of lengths, for faults.
std::vector<Contact> find_contacts(const Outline& outline, const BodyFrame& frame, std::span<const Fixel> fixels,
                                   const Friction& friction, double contact_tolerance, const char* unit = "m");

}  // namespace pawl::internal::inline contact
