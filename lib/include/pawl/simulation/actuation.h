// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/loads.h>
#include <pawl/simulation/support.h>

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace pawl {

/// A force that acts at a point of a body and has a constant direction in the world, and a torque.
struct PointForce {
  std::size_t body = 0;
  Eigen::Vector2d at{0, 0};     ///< point of the body at which the force acts, m, frame of the body (its origin is the
                                ///< centre of mass)
  Eigen::Vector2d force{0, 0};  ///< force, N, world
  double torque = 0;            ///< torque, N m, which acts in addition to the force
};

/// A pull that acts at the point `at` of a body and is directed towards the point `anchor` of the world. The size of
/// the force is tension + stiffness * (distance of the two points), or 0 if the two points coincide.
struct SpringPull {
  std::size_t body = 0;
  Eigen::Vector2d at{0, 0};      ///< point of the body at which the spring pulls, m, frame of the body
  Eigen::Vector2d anchor{0, 0};  ///< point towards which the spring pulls, m, world
  double tension = 0;            ///< force at distance 0, N, >= 0
  double stiffness = 0;          ///< stiffness, N/m, >= 0
};

/// The loads on a System during a step: constant loads, and loads that depend on the pose.
struct Actuation {
  Loads loads;
  std::vector<PointForce> forces;
  std::vector<SpringPull> springs;
  std::vector<Support> supports;  ///< support friction of each body, or an empty list; only for bodies without pins
};

/// Throws InputError, which lists all faults, unless the system is valid, the bodies that `actuation` names exist, and
/// its numbers are within their bounds.
void validate(const System& system, const Actuation& actuation);

}  // namespace pawl
