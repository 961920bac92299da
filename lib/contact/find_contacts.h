// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/feature.h>
#include <pawl/contact/find_contacts.h>

#include <Eigen/Core>
#include <string>

namespace pawl::internal::inline contact {

/// A point in the part's frame, and a bound on the rounding error of its coordinates, m (0 if they are exact).
struct BodyPoint {
  Eigen::Vector2d at{0, 0};
  double error = 0;
  /// True if the error of each coordinate depends only on the coordinate itself, so that equal coordinates of two
  /// points have equal errors. This is true if the frame is turned by a multiple of 90 degrees and the pose has no
  /// error of its own.
  bool of_numbers = false;
  bool exact = true;  ///< true if the transform to the part's frame did not round the coordinates
};

/// The transform from the world to the part's frame: x_body = R(-theta) (x_world - (x, y)), for a pose (x, y, theta) of
/// that frame in the world. The transform is exact if theta is a multiple of 90 degrees and the differences of the
/// coordinates need no rounding, for example if they have at most 15 digits. Otherwise its errors are bounded.
class BodyFrame {
 public:
  /// `position_error` (m) and `angle_error` (rad) bound the difference between the true pose and the given numbers.
  explicit BodyFrame(const Eigen::Vector3d& pose, double position_error = 0, double angle_error = 0);

  BodyPoint point(const Eigen::Vector2d& world) const;
  /// Transforms a direction to the part's frame. The direction may have any length except 0.
  Eigen::Vector2d direction(const Eigen::Vector2d& world) const;
  /// Returns a bound on the angle, rad, between the result of direction() and the exact direction.
  double direction_error(const Eigen::Vector2d& world) const;
  /// pose(), position_error() and angle_error() return the arguments of the constructor.
  const Eigen::Vector3d& pose() const { return pose_; }
  double position_error() const { return position_error_; }
  double angle_error() const { return angle_error_; }

 private:
  double turn_error() const;

  Eigen::Vector3d pose_;
  double position_error_;
  double angle_error_;
};

/// Does the same as find_contacts() in pawl/contact/find_contacts.h, for a pose that may have an error. `unit` is the
/// unit of length in messages.
std::vector<Contact> find_contacts(const Loops& loops, const BodyFrame& frame, std::span<const Fixel> fixels,
                                   const Friction& friction, double contact_tolerance, const char* unit = "m");

/// Returns the text of a feature for messages, in which numbers start at 1: "edge 4" if text_of() returns "edge 3".
std::string counted_text_of(Feature feature);

}  // namespace pawl::internal::inline contact
