// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/loads.h>
#include <pawl/bodies/state.h>
#include <pawl/io/scene.h>

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace pawl {

/// A scene converted to a System with its initial State and Loads, and the correspondence between the bodies of the
/// scene and of the System.
///
/// All values are in SI units. Bodies of a System have their frames at their centres of mass; in contrast, the `pose`
/// of a body of the scene is the pose of its body coordinates, in which its outline is given. A fixed body is a shape
/// of the ground.
struct SceneSystem {
  System system;
  State state;
  Loads loads;

  std::vector<Solid> solids;             ///< solid of each body of the scene: a body of the system, or the ground
  std::vector<Eigen::Vector2d> centers;  ///< centre of mass of each body of the scene, body coordinates, m
  std::vector<Eigen::Vector3d> fixed;    ///< pose of each body of the scene; only the entries of fixed bodies are used
  std::vector<Solid> owners;  ///< index in the scene of the body or link that each shape of the system belongs to

  /// Returns the pose (x, y, theta) of the body coordinates of each body of the scene, world, m and rad, like `pose` in
  /// the file.
  std::vector<Eigen::Vector3d> poses(const State& now) const;
  /// Returns (vx, vy, omega) of the centre of mass of each of the scene's bodies, world, m/s and rad/s; 0 for fixed
  /// bodies.
  std::vector<Eigen::Vector3d> twists(const State& now) const;
};

/// Converts a scene. Throws InputError for a scene with faults, as validate() does.
SceneSystem system_of(const Scene& scene);

}  // namespace pawl
