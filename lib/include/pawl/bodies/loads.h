// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/system.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// The loads on a System other than gravity, and the inputs of its drives. A controller, a spring or a user sets them
/// at each step. (In contrast, the System is constant, and the State results from the motion.)
///
/// Each list has one entry per body or joint. An empty list means that all entries are 0. With `Loads{}`, only gravity
/// acts, and each drive whose acceleration is known keeps its velocity.
struct Loads {
  Loads() = default;
  /// Creates zero loads, with one entry for every body and joint, so that single entries can be set.
  explicit Loads(const System& system);

  std::vector<Eigen::Vector3d> body_wrenches;  ///< wrench on each body: (fx, fy, tau) about its centre of mass, world,
                                               ///< N and N m
  std::vector<Eigen::Vector3d> link_wrenches;  ///< wrench on the link of each joint: (fx, fy, tau) about the link's
                                               ///< centre of mass, world, N and N m
  /// Effort of each joint with Drive::effort, positive in the direction of motion, N m or N; unused for other joints.
  std::vector<double> efforts;
  /// Acceleration of each joint with Drive::acceleration, rad/s^2 or m/s^2; unused for other joints.
  std::vector<double> accelerations;
};

/// Throws InputError, which lists all faults, unless the system is valid, each list is empty or has the system's size,
/// and all numbers are finite.
void validate(const System& system, const Loads& loads);

}  // namespace pawl
