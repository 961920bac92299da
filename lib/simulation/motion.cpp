// SPDX-License-Identifier: MIT
#include "simulation/motion.h"

#include <cmath>
#include <numeric>

#include "bodies/kinematics.h"

namespace pawl::internal {

std::vector<int> joints_with_limits(const System& system) {
  std::vector<int> limited;
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    const Joint& joint = system.joints[i];
    if (std::isfinite(joint.lower) || std::isfinite(joint.upper)) limited.push_back(static_cast<int>(i));
  }
  return limited;
}

std::vector<int> first_movers(std::size_t count) {
  std::vector<int> movers(count);
  std::iota(movers.begin(), movers.end(), 0);
  return movers;
}

void set_motion(const System& system, const State& state, Motion& motion) {
  const Eigen::Index bodies = 3 * static_cast<Eigen::Index>(system.bodies.size());
  const auto joints = static_cast<Eigen::Index>(system.joints.size());
  if (joints == 0) {
    motion.q = state.q;
    motion.u = state.u;
  } else {
    const std::vector<int> limited = joints_with_limits(system);
    const Eigen::Index movers = bodies + 3 * (joints + static_cast<Eigen::Index>(limited.size()));
    motion.q.setZero(movers);
    motion.u.setZero(movers);
    motion.q.head(bodies) = state.q.head(bodies);
    motion.u.head(bodies) = state.u.head(bodies);
    const Kinematics kinematics(system, state);
    for (Eigen::Index i = 0; i < joints; ++i) {
      const SolidMotion& link = kinematics.motion(Solid::link(static_cast<std::size_t>(i)));
      motion.q.segment<3>(bodies + 3 * i) << link.origin, link.angle;
      motion.u.segment<3>(bodies + 3 * i) << link.velocity, link.spin;
    }
    for (std::size_t k = 0; k < limited.size(); ++k) {
      const Eigen::Index stop = bodies + 3 * (joints + static_cast<Eigen::Index>(k));
      motion.q[stop] = state.position(static_cast<std::size_t>(limited[k]));
      motion.u[stop] = state.velocity(static_cast<std::size_t>(limited[k]));
    }
  }
  motion.positions = state.q.tail(joints);
  motion.rates = state.u.tail(joints);
  motion.places.resize(static_cast<std::size_t>(motion.q.size() / 3));
  for (int mover = 0; mover < static_cast<int>(motion.places.size()); ++mover) motion.place(mover);
}

void set_state(const Motion& motion, State& state) {
  const Eigen::Index joints = motion.positions.size(), bodies = state.q.size() - joints;
  state.q.head(bodies) = motion.q.head(bodies);
  state.u.head(bodies) = motion.u.head(bodies);
  state.q.tail(joints) = motion.positions;
  state.u.tail(joints) = motion.rates;
}

}  // namespace pawl::internal
