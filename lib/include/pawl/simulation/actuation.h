// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/loads.h>
#include <pawl/simulation/support.h>

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace pawl {

/// A force at a point of a body that keeps its direction in the world, with a torque.
struct PointForce {
  std::size_t body = 0;
  Eigen::Vector2d at{0, 0};     ///< m, frame of the body (its origin is the centre of mass)
  Eigen::Vector2d force{0, 0};  ///< N, world
  double torque = 0;            ///< N m
};

/// A pull from a point of a body towards a place of the world, by tension + stiffness * distance; none where the two
/// are one place.
struct SpringPull {
  std::size_t body = 0;
  Eigen::Vector2d at{0, 0};      ///< m, frame of the body
  Eigen::Vector2d anchor{0, 0};  ///< m, world
  double tension = 0;            ///< N, >= 0
  double stiffness = 0;          ///< N/m, >= 0
};

/// What pushes a System through a step: loads that stay as they are, and what depends on the pose.
struct Actuation {
  Loads loads;
  std::vector<PointForce> forces;
  std::vector<SpringPull> springs;
  std::vector<Support> supports;  ///< of each body, or none; of bodies that no pin holds
};

/// Throws InputError, with every fault, unless the system is valid, bodies exist and numbers are within their bounds.
void validate(const System& system, const Actuation& actuation);

}  // namespace pawl
