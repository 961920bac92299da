// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/state.h>

#include <Eigen/Core>
#include <vector>

#include "geometry/feature_pair.h"

namespace pawl::internal {

/// What moves, while a step is made. A mover is a body, or behind the bodies the link of a joint, or behind the links a
/// stop: the position of a joint that has limits, as a point that moves along the x axis.
struct Motion {
  Eigen::VectorXd q, u;           ///< frame and its twist, three entries a mover, world
  std::vector<Placement> places;  ///< of q
  Eigen::VectorXd positions;      ///< of joints, rad or m
  Eigen::VectorXd rates;          ///< of joints, rad/s or m/s

  void place(int mover) {
    places[static_cast<std::size_t>(mover)] = Placement(Eigen::Vector3d(q.segment<3>(3 * mover)));
  }
};

/// The number of a link's mover.
inline int mover_of_link(const System& system, std::size_t joint) {
  return static_cast<int>(system.bodies.size() + joint);
}

/// The joints that have limits, in order: each is a stop.
std::vector<int> joints_with_limits(const System& system);

/// The numbers of so many movers.
std::vector<int> first_movers(std::size_t count);

/// Sets places and velocities of all movers.
void set_motion(const System& system, const State& state, Motion& motion);
/// The state that has this motion; of as many bodies and joints.
void set_state(const Motion& motion, State& state);

}  // namespace pawl::internal
