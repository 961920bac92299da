// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/system.h>

#include <Eigen/Core>
#include <cstddef>

namespace pawl {

/// The state of a System: the coordinates q and the generalised velocity u, two vectors with the same order of entries,
///
///   q = ((x, y, theta) of each body, then the position of each joint)
///   u = ((vx, vy, omega) of each body, then the velocity of each joint)
///
/// In the plane every velocity is the derivative of its coordinate, q' = u, so a time step adds a multiple of u to q.
/// The accessors read and set entries by name: `state.pose(0) << 1, 2, 0`, `state.velocity(1) = .5`. They throw
/// InputError for a body or joint that the state does not have.
struct State {
  State() = default;  ///< state of an empty system
  /// Constructs a state at rest, with all bodies at the origin and all joints at position 0.
  explicit State(const System& system);

  Eigen::VectorXd q;       ///< coordinates, System::degrees() entries, m and rad
  Eigen::VectorXd u;       ///< generalised velocity, as many entries as q, m/s and rad/s
  std::size_t bodies = 0;  ///< number of bodies; their entries come first in q and u, three per body

  /// A reference to three entries of q or u.
  using Triple = Eigen::VectorBlock<Eigen::VectorXd, 3>;
  using ConstTriple = Eigen::VectorBlock<const Eigen::VectorXd, 3>;

  /// Pose (x, y, theta) of a body's frame, whose origin is the body's centre of mass, world, m and rad.
  Triple pose(std::size_t body) { return q.segment<3>(body_entry(body, q)); }
  ConstTriple pose(std::size_t body) const { return q.segment<3>(body_entry(body, q)); }
  /// Velocity (vx, vy, omega) of a body's centre of mass, world, m/s and rad/s.
  Triple twist(std::size_t body) { return u.segment<3>(body_entry(body, u)); }
  ConstTriple twist(std::size_t body) const { return u.segment<3>(body_entry(body, u)); }
  /// Position of a joint: rad for a revolute joint; for a prismatic joint, m along the x axis of the link's frame.
  double& position(std::size_t joint) { return q[joint_entry(joint, q)]; }
  double position(std::size_t joint) const { return q[joint_entry(joint, q)]; }
  /// Velocity of a joint: rad/s for a revolute joint, m/s for a prismatic joint.
  double& velocity(std::size_t joint) { return u[joint_entry(joint, u)]; }
  double velocity(std::size_t joint) const { return u[joint_entry(joint, u)]; }

 private:
  Eigen::Index body_entry(std::size_t body, const Eigen::VectorXd& vector) const;
  Eigen::Index joint_entry(std::size_t joint, const Eigen::VectorXd& vector) const;
};

/// Throws InputError, which lists all faults, if the system is not valid, if the sizes of the state do not fit the
/// system, or if a number is not finite.
void validate(const System& system, const State& state);

/// Returns the state after `step` seconds at constant velocity: q + step u, and the same u. `step` may be negative.
State advanced(State state, double step);

}  // namespace pawl
