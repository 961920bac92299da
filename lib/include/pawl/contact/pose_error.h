// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

namespace pawl {

/// The motion dq of the seated part caused by the errors of its three locators [MODEL section 7]. To first order, dq =
/// J_n^-T e for errors e along the locators' normals (positive: into the part). dq = (dx, dy, dtheta) is the motion of
/// the centre of mass, world axes.
struct PoseError {
  std::vector<Eigen::Vector3d> of_fixel;  ///< for each locator, dq if its error is 1 and all others are 0; angles in
                                          ///< rad per unit of length
  /// Values of |dx|, |dy| and |dtheta| for locator errors of 1 or -1: the largest values, and the root mean squares,
  /// over all combinations of signs. Lengths are per unit of error, angles in rad per unit of error.
  Eigen::Vector3d worst_pose{0, 0, 0}, rms_pose{0, 0, 0};
  /// Displacement, per unit of locator error, of the boundary point that moves most: largest value and root mean square
  /// over all combinations of signs of the errors. (For stated contacts, only the contact points count.) The values are
  /// exact on arcs too.
  double worst = 0, rms = 0;
  Eigen::Vector2d worst_point{0, 0};  ///< the boundary point whose largest displacement is `worst`, frame of the set
                                      ///< (one of them if there are several)
  /// Singular values of J_n with torques divided by the radius of gyration, largest first, dimensionless.
  Eigen::Vector3d singular_values{0, 0, 0};
  double norm = 0;  ///< norm of J_n^-T, with torques divided by the radius of gyration: 1 / the smallest singular value
};

/// Returns the pose error for three contacts of a seated part, numbered from 0. Returns nothing if `locators` does not
/// have three entries, or if the contacts do not locate the part (decided exactly). If the contacts have errors, also
/// returns nothing if a singular value is below 1e-6, because its true value may be 0. `outline` is the part's valid
/// outline, or null for stated contacts. Throws InputError for an invalid set and for an index that is not one of its
/// contacts.
std::optional<PoseError> pose_error(const ContactSet& seated, std::span<const int> locators, const Outline* outline);

/// The possible displacement of a point of the part if each locator error is at most the tolerance.
struct PointError {
  Eigen::Vector2d point{0, 0};  ///< the point of the part, frame of the set
  std::vector<Eigen::Vector2d>
      of_fixel;      ///< for each locator, the displacement of the point, world, if this locator's error equals the
                     ///< tolerance and all others are 0
  double worst = 0;  ///< largest displacement of the point if all errors are at most the tolerance
  /// Standard deviations of the displacement along the axes of its error ellipse, longer axis first, for independent
  /// errors whose standard deviation is the tolerance. `ellipse_angle` is the direction of the longer axis, rad, world,
  /// in (-pi/2, pi/2].
  Eigen::Vector2d ellipse{0, 0};
  double ellipse_angle = 0;
  /// Corners of the zonotope of displacements that are possible if each locator error is at most the tolerance,
  /// counterclockwise. The zonotope is centred at 0.
  std::vector<Eigen::Vector2d> reach;
};

/// Returns the error of a point, given in the frame of the set. `tolerance` bounds the error of each locator, in the
/// set's unit of length. Throws InputError for non-finite numbers and for a tolerance below 0.
PointError point_error(const ContactSet& seated, const PoseError& error, const Eigen::Vector2d& point,
                       double tolerance);

}  // namespace pawl
