// SPDX-License-Identifier: MIT
#include <pawl/bodies/places.h>

#include "bodies/input_checks.h"
#include "bodies/kinematics.h"

namespace pawl {
namespace {

/// The faults of all that a place depends on.
internal::Validator checked(const System& system, const State& state, Solid solid) {
  internal::Validator validator;
  check(system, validator);
  check(system, state, validator);
  if (!internal::exists(system, solid)) internal::add_missing("/solid", solid, validator);
  return validator;
}

}  // namespace

Eigen::Vector3d pose_of(const System& system, const State& state, Solid solid) {
  checked(system, state, solid).finish();
  const internal::Kinematics kinematics(system, state);
  const internal::SolidMotion& motion = kinematics.motion(solid);
  return {motion.origin.x(), motion.origin.y(), motion.angle};
}

Eigen::Vector2d world_point(const System& system, const State& state, Solid solid, const Eigen::Vector2d& local) {
  internal::Validator validator = checked(system, state, solid);
  validator.finite("/local/0", local.x());
  validator.finite("/local/1", local.y());
  validator.finish();
  return internal::Kinematics(system, state).motion(solid).world(local);
}

}  // namespace pawl
