// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

namespace pawl {

/// How the seated part moves when its three locators are off [MODEL section 7]: dq = J_n^-T e, for errors e along their
/// normals (positive: into the part), to first order. The world's axes; dq = (dx, dy, dtheta) is that of the centre of
/// mass.
struct PoseError {
  std::vector<Eigen::Vector3d> of_fixel;  ///< dq for an error of 1 of each: length/length and rad/length
  /// |dx|, |dy|, |dtheta| for errors of -1 or 1: the largest over all signs, and the root of the mean square.
  Eigen::Vector3d worst_pose{0, 0, 0}, rms_pose{0, 0, 0};
  /// The same of the point of the boundary that moves most (stated contacts: of the contacts' points). Length/length;
  /// exact on arcs too: what a turn moves most is what lies furthest from its centre.
  double worst = 0, rms = 0;
  Eigen::Vector2d worst_point{0, 0};  ///< frame of the set; one of them, where several points move as far
  /// Of J_n with torques divided by the radius of gyration, the largest first, dimensionless.
  Eigen::Vector3d singular_values{0, 0, 0};
  double norm = 0;  ///< of J_n^-T so scaled: 1 / the least of them
};

/// Of three contacts of a seated part, numbered from 0; nothing where they are not three, where they do not locate the
/// part (exactly), and where contacts that carry an error hardly do (a singular value below 1e-6: rounding may have
/// made them). `outline`: the part's, none for stated contacts; valid. Throws InputError for a set that is not valid
/// and for a number that is none of its contacts'.
std::optional<PoseError> pose_error(const ContactSet& seated, std::span<const int> locators, const Outline* outline);

/// Where a point of the part may be when each locator is off by at most a tolerance.
struct PointError {
  Eigen::Vector2d point{0, 0};            ///< frame of the set
  std::vector<Eigen::Vector2d> of_fixel;  ///< its motion for an error of the tolerance of each: the budget. World
  double worst = 0;                       ///< its largest motion, for errors of up to the tolerance of all at once
  /// Independent errors whose standard deviation is the tolerance: that of the motion along the axes of its ellipse,
  /// the longer first, and the direction of the longer in the world, rad in (-pi/2, pi/2].
  Eigen::Vector2d ellipse{0, 0};
  double ellipse_angle = 0;
  /// The corners of all that errors of up to the tolerance reach, about 0 and counterclockwise: a zonotope.
  std::vector<Eigen::Vector2d> reach;
};

/// Of a point in the frame of the set, for a tolerance of each locator in the set's unit of length. Throws InputError
/// for what is not finite, and a tolerance below 0.
PointError point_error(const ContactSet& seated, const PoseError& error, const Eigen::Vector2d& point,
                       double tolerance);

}  // namespace pawl
