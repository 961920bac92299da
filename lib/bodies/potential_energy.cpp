// SPDX-License-Identifier: MIT
#include <pawl/bodies/potential_energy.h>

#include "bodies/kinematics.h"

namespace pawl {

double potential_energy(const System& system, const State& state) {
  validate(system, state);
  const internal::Kinematics kinematics(system, state);
  double energy = 0;
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    energy -= system.bodies[i].mass * system.gravity.dot(kinematics.motion(Solid::body(i)).origin);
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    energy -= system.joints[i].mass * system.gravity.dot(kinematics.center_of_mass(i));
  }
  return energy;
}

}  // namespace pawl
