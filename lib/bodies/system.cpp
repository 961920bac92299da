// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/bodies/system.h>

#include "bodies/input_checks.h"

namespace pawl {
namespace internal {
namespace {

void check_body(std::size_t i, const Body& body, Validator& validator) {
  validator.positive(Place{"bodies", i, "mass"}, body.mass);
  validator.positive(Place{"bodies", i, "inertia"}, body.inertia);
}

void check_joint(std::size_t i, const Joint& joint, Validator& validator) {
  if (joint.parent < -1 || joint.parent >= static_cast<int>(i)) {
    validator.add(Place{"joints", i, "parent"}.str(), joint.parent, "must be an earlier joint, or -1 for the ground");
  }
  check_vector(Place{"joints", i, "anchor"}, joint.anchor, validator);
  validator.finite(Place{"joints", i, "angle"}, joint.angle);
  validator.not_negative(Place{"joints", i, "mass"}, joint.mass);
  validator.not_negative(Place{"joints", i, "inertia"}, joint.inertia);
  check_vector(Place{"joints", i, "center_of_mass"}, joint.center_of_mass, validator);
}

void check_pin(const System& system, std::size_t i, Validator& validator) {
  const Pin& pin = system.pins[i];
  check_sides(system, "pins", i, pin.a, pin.b, validator);
  check_vector(Place{"pins", i, "at_a"}, pin.at_a, validator);
  check_vector(Place{"pins", i, "at_b"}, pin.at_b, validator);
}

}  // namespace

void check(const System& system, Validator& validator) {
  for (std::size_t i = 0; i < system.bodies.size(); ++i) check_body(i, system.bodies[i], validator);
  for (std::size_t i = 0; i < system.joints.size(); ++i) check_joint(i, system.joints[i], validator);
  for (std::size_t i = 0; i < system.pins.size(); ++i) check_pin(system, i, validator);
  validator.finite("/gravity/0", system.gravity.x());
  validator.finite("/gravity/1", system.gravity.y());
}

}  // namespace internal

void validate(const System& system) {
  internal::Validator validator;
  check(system, validator);
  validator.finish();
}

}  // namespace pawl
