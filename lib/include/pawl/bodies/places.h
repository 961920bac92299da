// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/state.h>

#include <Eigen/Core>

namespace pawl {

// pose_of() and world_point() validate the system and the state, and throw InputError for a solid that the system does
// not have. Each call computes the kinematics of the whole system in one pass over bodies and joints.

/// Returns the pose (x, y, theta) of a solid's frame in the world, m and rad. The origin of a body's frame is its
/// centre of mass. A link's frame is given by Joint::anchor, Joint::angle and the position of the joint. The ground has
/// the world frame.
Eigen::Vector3d pose_of(const System& system, const State& state, Solid solid);

/// Returns the world position of a point given in the solid's frame, m.
Eigen::Vector2d world_point(const System& system, const State& state, Solid solid, const Eigen::Vector2d& local);

}  // namespace pawl
