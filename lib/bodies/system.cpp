// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/bodies/system.h>

#include <algorithm>
#include <cmath>

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
  if (!(joint.lower <= joint.upper)) {
    validator.add(Place{"joints", i, "lower"}.str(), joint.lower,
                  fmt::format("must be at most the upper limit, {}", joint.upper));
  }
}

void check_pin(const System& system, std::size_t i, Validator& validator) {
  const Pin& pin = system.pins[i];
  check_sides(system, "pins", i, pin.a, pin.b, validator);
  check_vector(Place{"pins", i, "at_a"}, pin.at_a, validator);
  check_vector(Place{"pins", i, "at_b"}, pin.at_b, validator);
}

void check_shape(const System& system, std::size_t i, Validator& validator) {
  const Shape& shape = system.shapes[i];
  if (!exists(system, shape.solid)) add_missing(Place{"shapes", i, "solid"}.str(), shape.solid, validator);
  const Disc* disc = std::get_if<Disc>(&shape.outline);
  const bool point = disc != nullptr && disc->radius == 0 && disc->center.allFinite();
  if (!point) validator.add(outline_faults(shape.outline, Place{"shapes", i, "outline"}.str()));
  check_vector(Place{"shapes", i, "pose"}, shape.pose, validator);
  if (shape.friction) validator.not_negative(Place{"shapes", i, "friction"}, *shape.friction);
  if (!(shape.restitution >= 0 && shape.restitution <= 1)) {
    validator.add(Place{"shapes", i, "restitution"}.str(), shape.restitution, "must be from 0 to 1");
  }
}

}  // namespace

void check(const System& system, Validator& validator) {
  for (std::size_t i = 0; i < system.bodies.size(); ++i) check_body(i, system.bodies[i], validator);
  for (std::size_t i = 0; i < system.joints.size(); ++i) check_joint(i, system.joints[i], validator);
  for (std::size_t i = 0; i < system.pins.size(); ++i) check_pin(system, i, validator);
  for (std::size_t i = 0; i < system.shapes.size(); ++i) check_shape(system, i, validator);
  validator.finite("/gravity/0", system.gravity.x());
  validator.finite("/gravity/1", system.gravity.y());
}

}  // namespace internal

double friction_between(const Shape& a, const Shape& b) {
  if (a.friction && b.friction) return std::sqrt(*a.friction * *b.friction);
  return a.friction.value_or(b.friction.value_or(0));
}

double restitution_between(const Shape& a, const Shape& b) { return std::max(a.restitution, b.restitution); }

void validate(const System& system) {
  internal::Validator validator;
  check(system, validator);
  validator.finish();
}

}  // namespace pawl
