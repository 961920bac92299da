// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/loads.h>
#include <pawl/bodies/state.h>
#include <pawl/io/scene.h>

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace pawl {

/// A scene converted to a System with its initial State and Loads. The members below relate the bodies of the scene to
/// those of the System.
///
/// All values are in SI units. A body of a System has its frame at its centre of mass. In contrast, the `pose` of a
/// body of the scene is the pose of its body coordinates, in which its outline is given. A fixed body of the scene
/// becomes a shape of the ground.
struct SceneSystem {
  System system;
  State state;
  Loads loads;

  std::vector<Solid> solids;             ///< for each body of the scene, its solid in the system: a body, or the ground
                                         ///< if the body is fixed
  std::vector<Eigen::Vector2d> centers;  ///< for each body of the scene, its centre of mass, body coordinates, m
  std::vector<Eigen::Vector3d> fixed;    ///< for each body of the scene, its pose; only the entries of fixed bodies are
                                         ///< used
  std::vector<Solid> owners;  ///< for each shape of the system, the body or link of the scene that it belongs to

  /// Returns the pose (x, y, theta) of the body coordinates of each body of the scene, world, m and rad, like `pose` in
  /// the file.
  std::vector<Eigen::Vector3d> poses(const State& now) const;
  /// Returns the velocity (vx, vy, omega) of the centre of mass of each of the scene's bodies, world, m/s and rad/s; 0
  /// for fixed bodies.
  std::vector<Eigen::Vector3d> twists(const State& now) const;
};

/// Converts a scene. Throws InputError for a scene with faults, as validate() does.
SceneSystem system_of(const Scene& scene);

}  // namespace pawl
