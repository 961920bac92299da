// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/loads.h>
#include <pawl/bodies/state.h>
#include <pawl/io/scene.h>

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace pawl {

/// A scene as the bodies that move, where they start and what pushes them, and where its parts are found in them.
///
/// In SI units, whatever those of the scene. Bodies of a System have their frames at their centres of mass; a scene's
/// `pose` places the coordinates that its outline is given in. What is fixed is a shape of the ground.
struct SceneSystem {
  System system;
  State state;
  Loads loads;

  std::vector<Solid> solids;             ///< of each body of the scene: a body of the system, or the ground
  std::vector<Eigen::Vector2d> centers;  ///< of each body of the scene: its centre of mass, body coordinates, m
  std::vector<Eigen::Vector3d> fixed;    ///< of each body of the scene: its pose, where it is fixed
  std::vector<Solid> owners;             ///< of each shape of the system: the scene's body or link, by its index there

  /// (x, y, theta) of the coordinates of each of the scene's bodies in the world, m and rad: as `pose` in the file.
  std::vector<Eigen::Vector3d> poses(const State& now) const;
  /// (vx, vy, omega) of their centres of mass, world, m/s and rad/s; 0 of what is fixed.
  std::vector<Eigen::Vector3d> twists(const State& now) const;
};

/// Throws InputError for a scene with faults, as validate does.
SceneSystem system_of(const Scene& scene);

}  // namespace pawl
