// SPDX-License-Identifier: MIT
#include "bodies/system.h"

#include <fmt/format.h>
#include <pawl/bodies/body_contact.h>
#include <pawl/bodies/loads.h>
#include <pawl/bodies/state.h>
#include <pawl/bodies/system.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace pawl {
namespace internal::inline bodies {
namespace {

void check_body(std::size_t i, const Body& body, Validator& validator) {
  validator.positive(Place{"bodies", i, "mass"}, body.mass);
  validator.positive(Place{"bodies", i, "inertia"}, body.inertia);
}

/// Checks the stiffness and the damping of a pin, or of the stops or the spring of a joint.
void check_spring(const char* list, std::size_t i, const char* stiffness, const char* damping,
                  const std::optional<double>& stiff, const std::optional<double>& damped, Validator& validator) {
  if (stiff) validator.positive(Place{list, i, stiffness}, *stiff);
  if (damped) validator.not_negative(Place{list, i, damping}, *damped);
  if (damped && !stiff) {
    validator.add(Place{list, i, stiffness}.str(), "", fmt::format("missing: \"{}\" needs a stiffness", damping));
  }
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
  check_spring("joints", i, "stop_stiffness", "stop_damping", joint.stop_stiffness, joint.stop_damping, validator);
  check_spring("joints", i, "spring_stiffness", "spring_damping", joint.spring_stiffness, joint.spring_damping,
               validator);
  validator.finite(Place{"joints", i, "spring_rest"}, joint.spring_rest);
}

void check_pin(const System& system, std::size_t i, Validator& validator) {
  const Pin& pin = system.pins[i];
  check_sides(system, "pins", i, pin.a, pin.b, validator);
  check_vector(Place{"pins", i, "at_a"}, pin.at_a, validator);
  check_vector(Place{"pins", i, "at_b"}, pin.at_b, validator);
  check_spring("pins", i, "stiffness", "damping", pin.stiffness, pin.damping, validator);
}

void check_shape(const System& system, std::size_t i, Validator& validator) {
  const Shape& shape = system.shapes[i];
  if (!exists(system, shape.solid)) add_missing(Place{"shapes", i, "solid"}.str(), shape.solid, validator);
  const Disc* disc = std::get_if<Disc>(&shape.outline);
  const bool point = disc != nullptr && disc->radius == 0 && disc->center.allFinite();
  if (point && !shape.holes.empty()) validator.add(Place{"shapes", i, "holes"}.str(), "", "a point cannot have holes");
  if (!point) {
    const std::vector<Fault> faults = outline_faults(shape.outline, Place{"shapes", i, "outline"}.str());
    validator.add(faults.empty() ? hole_faults(shape.loops(), Place{"shapes", i, "holes"}.str()) : faults);
  }
  check_vector(Place{"shapes", i, "pose"}, shape.pose, validator);
  if (shape.friction) validator.not_negative(Place{"shapes", i, "friction"}, *shape.friction);
  if (shape.kinetic_friction) {
    validator.not_negative(Place{"shapes", i, "kinetic_friction"}, *shape.kinetic_friction);
    if (!shape.friction) {
      validator.add(Place{"shapes", i, "friction"}.str(), "", "missing: \"kinetic_friction\" needs a static coefficient");
    } else if (*shape.kinetic_friction > *shape.friction) {
      validator.add(Place{"shapes", i, "kinetic_friction"}.str(), *shape.kinetic_friction,
                    fmt::format("must be at most the static coefficient, {}", *shape.friction));
    }
  }
  if (shape.viscosity) validator.not_negative(Place{"shapes", i, "viscosity"}, *shape.viscosity);
  if (!(shape.restitution >= 0 && shape.restitution <= 1)) {
    validator.add(Place{"shapes", i, "restitution"}.str(), shape.restitution, "must be from 0 to 1");
  }
}

void check_pair_spring(const System& system, std::size_t i, Validator& validator) {
  const PairSpring& pair = system.pair_springs[i];
  const auto check_shape_index = [&](const char* field, std::size_t shape) {
    if (shape < system.shapes.size()) return;
    validator.add(Place{"pair_springs", i, field}.str(), static_cast<double>(shape),
                  "must be the index of a shape that exists");
  };
  check_shape_index("shape_a", pair.shape_a);
  check_shape_index("shape_b", pair.shape_b);
  if (pair.shape_a == pair.shape_b) {
    validator.add(fmt::format("/pair_springs/{}", i), "", "must be between two different shapes");
  }
  if (pair.stiffness) validator.positive(Place{"pair_springs", i, "stiffness"}, *pair.stiffness);
  if (pair.damping) validator.not_negative(Place{"pair_springs", i, "damping"}, *pair.damping);
  if (pair.modulus) validator.positive(Place{"pair_springs", i, "modulus"}, *pair.modulus);
  if (pair.radius) validator.positive(Place{"pair_springs", i, "radius"}, *pair.radius);
  if (pair.modulus && !pair.radius) {
    validator.add(Place{"pair_springs", i, "radius"}.str(), "", "missing: a modulus needs a radius");
  }
  if (pair.radius && !pair.modulus) {
    validator.add(Place{"pair_springs", i, "modulus"}.str(), "", "missing: a radius needs a modulus");
  }
  if (pair.stiffness && (pair.modulus || pair.radius)) {
    validator.add(Place{"pair_springs", i, "stiffness"}.str(), *pair.stiffness,
                  "must be absent with a modulus and a radius, which determine the stiffness");
  }
}

/// Checks that no pair of shapes occurs twice.
void check_pairs_once(const System& system, Validator& validator) {
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> first;
  for (std::size_t i = 0; i < system.pair_springs.size(); ++i) {
    const PairSpring& pair = system.pair_springs[i];
    const auto [found, added] = first.emplace(std::minmax(pair.shape_a, pair.shape_b), i);
    if (added) continue;
    validator.add(fmt::format("/pair_springs/{}", i), "",
                  fmt::format("must be another pair of shapes than that of /pair_springs/{}", found->second));
  }
}

}  // namespace

void check(const System& system, Validator& validator) {
  for (std::size_t i = 0; i < system.bodies.size(); ++i) check_body(i, system.bodies[i], validator);
  for (std::size_t i = 0; i < system.joints.size(); ++i) check_joint(i, system.joints[i], validator);
  for (std::size_t i = 0; i < system.pins.size(); ++i) check_pin(system, i, validator);
  for (std::size_t i = 0; i < system.shapes.size(); ++i) check_shape(system, i, validator);
  for (std::size_t i = 0; i < system.pair_springs.size(); ++i) check_pair_spring(system, i, validator);
  check_pairs_once(system, validator);
  validator.finite("/gravity/0", system.gravity.x());
  validator.finite("/gravity/1", system.gravity.y());
}

}  // namespace internal::inline bodies

double friction_between(const Shape& a, const Shape& b) {
  if (a.friction && b.friction) return std::sqrt(*a.friction * *b.friction);
  return a.friction.value_or(b.friction.value_or(0));
}

double kinetic_friction_between(const Shape& a, const Shape& b) {
  const auto kinetic = [](const Shape& shape) { return shape.kinetic_friction ? shape.kinetic_friction : shape.friction; };
  const std::optional<double> of_a = kinetic(a), of_b = kinetic(b);
  if (of_a && of_b) return std::sqrt(*of_a * *of_b);
  return of_a.value_or(of_b.value_or(0));
}

double restitution_between(const Shape& a, const Shape& b) { return std::max(a.restitution, b.restitution); }

std::optional<double> viscosity_between(const Shape& a, const Shape& b) {
  if (a.viscosity && b.viscosity && a.viscosity != b.viscosity) return std::sqrt(*a.viscosity) * std::sqrt(*b.viscosity);
  return a.viscosity ? a.viscosity : b.viscosity;
}

void validate(const System& system) {
  internal::Validator validator;
  check(system, validator);
  validator.finish();
}

namespace internal::inline bodies {
namespace {

[[noreturn]] void refuse(const char* list, std::size_t index, const char* what) {
  throw InputError(fmt::format("/{}/{}", list, index), "", fmt::format("must be the index of a {} of the state", what));
}

/// Checks that the state has the system's number of bodies, and that q and u have one entry per degree of freedom.
/// Returns whether no fault of the state was found.
bool check_sizes(const System& system, const State& state, Validator& validator) {
  if (state.bodies != system.bodies.size()) {
    validator.add("/state/bodies", fmt::format("{}", state.bodies),
                  fmt::format("must be the number of bodies of the system, {}", system.bodies.size()));
  }
  const auto check_size = [&](const char* pointer, const Eigen::VectorXd& vector) {
    if (static_cast<std::size_t>(vector.size()) == system.degrees()) return;
    validator.add(pointer, fmt::format("{} entries", vector.size()),
                  fmt::format("must have one entry per degree of freedom ({})", system.degrees()));
  };
  check_size("/state/q", state.q);
  check_size("/state/u", state.u);
  return validator.empty() || !validator.any_under("/state");
}

}  // namespace

void check(const System& system, const State& state, Validator& validator) {
  if (!check_sizes(system, state, validator)) return;
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    check_vector(Place{"bodies", i, "pose"}, state.pose(i), validator);
    check_vector(Place{"bodies", i, "twist"}, state.twist(i), validator);
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    validator.finite(Place{"joints", i, "position"}, state.position(i));
    validator.finite(Place{"joints", i, "velocity"}, state.velocity(i));
  }
}

}  // namespace internal::inline bodies

State::State(const System& system)
    : q(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(system.degrees()))), u(q), bodies(system.bodies.size()) {}

Eigen::Index State::body_entry(std::size_t body, const Eigen::VectorXd& vector) const {
  if (body >= bodies || 3 * body + 3 > static_cast<std::size_t>(vector.size()))
    internal::refuse("bodies", body, "body");
  return 3 * static_cast<Eigen::Index>(body);
}

Eigen::Index State::joint_entry(std::size_t joint, const Eigen::VectorXd& vector) const {
  const std::size_t size = static_cast<std::size_t>(vector.size());
  if (joint >= size || 3 * bodies + joint >= size) internal::refuse("joints", joint, "joint");
  return static_cast<Eigen::Index>(3 * bodies + joint);
}

void validate(const System& system, const State& state) {
  internal::Validator validator;
  check(system, validator);
  check(system, state, validator);
  validator.finish();
}

State advanced(State state, double step) {
  internal::Validator validator;
  validator.finite("/step", step);
  if (state.q.size() != state.u.size()) {
    validator.add("/state/u", fmt::format("{} entries", state.u.size()), "must have as many entries as q");
  }
  validator.finish();
  state.q += step * state.u;
  return state;
}

namespace internal::inline bodies {
namespace {

/// Checks that the list is empty or has `count` entries.
template <class List>
void check_size(const char* pointer, const List& list, std::size_t count, Validator& validator) {
  if (list.empty() || list.size() == count) return;
  validator.add(pointer, fmt::format("{} entries", list.size()), fmt::format("must have {} entries, or none", count));
}

void check_wrenches(const char* list, const std::vector<Eigen::Vector3d>& wrenches, Validator& validator) {
  for (std::size_t i = 0; i < wrenches.size(); ++i) check_vector(Place{list, i, "wrench"}, wrenches[i], validator);
}

void check_numbers(const char* field, const std::vector<double>& numbers, Validator& validator) {
  for (std::size_t i = 0; i < numbers.size(); ++i) validator.finite(Place{"joints", i, field}, numbers[i]);
}

}  // namespace

void check(const System& system, const Loads& loads, Validator& validator) {
  check_size("/loads/body_wrenches", loads.body_wrenches, system.bodies.size(), validator);
  check_size("/loads/link_wrenches", loads.link_wrenches, system.joints.size(), validator);
  check_size("/loads/efforts", loads.efforts, system.joints.size(), validator);
  check_size("/loads/accelerations", loads.accelerations, system.joints.size(), validator);
  check_wrenches("bodies", loads.body_wrenches, validator);
  check_wrenches("joints", loads.link_wrenches, validator);
  check_numbers("effort", loads.efforts, validator);
  check_numbers("acceleration", loads.accelerations, validator);
}

}  // namespace internal::inline bodies

Loads::Loads(const System& system)
    : body_wrenches(system.bodies.size(), Eigen::Vector3d::Zero()),
      link_wrenches(system.joints.size(), Eigen::Vector3d::Zero()),
      efforts(system.joints.size(), 0.0),
      accelerations(system.joints.size(), 0.0) {}

void validate(const System& system, const Loads& loads) {
  internal::Validator validator;
  check(system, validator);
  check(system, loads, validator);
  validator.finish();
}

namespace internal::inline bodies {
namespace {

/// Checks the radii of curvature. Two arcs can touch without crossing if the sum of their curvatures is positive. The
/// curvature of a corner is infinite.
void check_radii(const Place& place, double a, double b, Validator& validator) {
  if (std::isinf(a) && std::isinf(b)) {
    validator.add(
        place.str(), b,
        "must not be straight like radius_a; state an edge on an edge as two contacts of a corner on an edge");
    return;
  }
  const bool flat = std::isinf(a) || std::isinf(b);
  const bool fit = !std::isnan(a + b) && (flat               ? a >= 0 && b >= 0
                                          : a == 0 || b == 0 ? a + b != 0
                                                             : (a + b) / a / b > 0);
  if (fit) return;
  validator.add(place.str(), b,
                "must fit radius_a: two corners have no normal, and a feature in a hollow must have a smaller radius");
}

void check_contact(const System& system, std::size_t i, const BodyContact& contact, Validator& validator) {
  check_sides(system, "contacts", i, contact.a, contact.b, validator);
  check_vector(Place{"contacts", i, "point"}, contact.point, validator);
  check_vector(Place{"contacts", i, "normal"}, contact.normal, validator);
  if (contact.normal.isZero(0)) {
    validator.add(Place{"contacts", i, "normal"}.str(), "[0,0]", "must not be the zero vector");
  }
  validator.not_negative(Place{"contacts", i, "friction"}, contact.friction);
  validator.finite(Place{"contacts", i, "gap"}, contact.gap);
  check_radii(Place{"contacts", i, "radius_b"}, contact.radius_a, contact.radius_b, validator);
}

}  // namespace

void check(const System& system, const std::vector<BodyContact>& contacts, Validator& validator) {
  for (std::size_t i = 0; i < contacts.size(); ++i) check_contact(system, i, contacts[i], validator);
}

}  // namespace internal::inline bodies

void validate(const System& system, const std::vector<BodyContact>& contacts) {
  internal::Validator validator;
  check(system, validator);
  check(system, contacts, validator);
  validator.finish();
}

}  // namespace pawl

namespace pawl::internal::inline bodies {

std::string Place::str() const {
  return entry < 0 ? fmt::format("/{}/{}/{}", list, index, field)
                   : fmt::format("/{}/{}/{}/{}", list, index, field, entry);
}

bool exists(const System& system, Solid solid) {
  if (solid.kind == Solid::Kind::ground) return true;
  return solid.index < (solid.kind == Solid::Kind::body ? system.bodies.size() : system.joints.size());
}

void add_missing(std::string pointer, Solid solid, Validator& validator) {
  validator.add(std::move(pointer), static_cast<double>(solid.index),
                "must be the index of a body or joint that exists");
}

void check_sides(const System& system, const char* list, std::size_t index, Solid a, Solid b, Validator& validator) {
  if (!exists(system, a)) add_missing(Place{list, index, "a"}.str(), a, validator);
  if (!exists(system, b)) add_missing(Place{list, index, "b"}.str(), b, validator);
  if (a == b) validator.add(fmt::format("/{}/{}", list, index), "", "must be between two different solids");
}

}  // namespace pawl::internal::inline bodies
