// SPDX-License-Identifier: MIT
#include <pawl/simulation/overlapping_shapes.h>

#include "bodies/kinematics.h"
#include "simulation/overlap.h"

namespace pawl {
namespace {

std::vector<internal::Placement> movers_of(const System& system, const State& state) {
  const internal::Kinematics kinematics(system, state);
  std::vector<internal::Placement> movers;
  const auto add = [&](const Solid& solid) {
    const internal::SolidMotion& motion = kinematics.motion(solid);
    movers.emplace_back(motion.origin, motion.angle);
  };
  for (std::size_t i = 0; i < system.bodies.size(); ++i) add(Solid::body(i));
  for (std::size_t i = 0; i < system.joints.size(); ++i) add(Solid::link(i));
  return movers;
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> overlapping_shapes(const System& system, const State& state) {
  validate(system, state);
  std::vector<std::pair<std::size_t, std::size_t>> result;
  const internal::World world(system);
  for (const auto& [a, b] : internal::overlaps(world, movers_of(system, state), true)) {
    if (world.joined(a, b)) continue;
    result.emplace_back(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
  }
  return result;
}

}  // namespace pawl
