// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/system.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// What pushes a System beside gravity, and what its drives do. Loads are neither fixed, as the System is, nor do they
/// follow from the motion, as the State does: a controller, a spring or a user sets them anew at each step.
///
/// Each list has one entry a body or joint, or none at all: then all are 0. `Loads{}` is no load, with drives of known
/// acceleration held at their velocity.
struct Loads {
  Loads() = default;
  /// Zero for every body and joint, to be set one by one.
  explicit Loads(const System& system);

  std::vector<Eigen::Vector3d> body_wrenches;  ///< (fx, fy, tau) about the centre of mass, world, N and N m
  std::vector<Eigen::Vector3d> link_wrenches;  ///< the same on the link of each joint
  std::vector<double> efforts;                 ///< of Drive::effort, along the motion, N m or N; of others unused
  std::vector<double> accelerations;           ///< of Drive::acceleration, rad/s^2 or m/s^2; of others unused
};

/// Throws InputError, with every fault, unless the system is valid, lists have its sizes or none, and numbers are
/// finite.
void validate(const System& system, const Loads& loads);

}  // namespace pawl
