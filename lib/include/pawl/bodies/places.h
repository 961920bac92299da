// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/state.h>

#include <Eigen/Core>

namespace pawl {

/// (x, y, theta) of a solid's frame in the world: at the centre of mass of a body, at the joint of a link.
/// Validates the system and the state, here and below.
Eigen::Vector3d pose_of(const System& system, const State& state, Solid solid);

/// World place of a point of the solid's frame, m.
Eigen::Vector2d world_point(const System& system, const State& state, Solid solid, const Eigen::Vector2d& local);

}  // namespace pawl
