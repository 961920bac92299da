// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/simulation/actuation.h>

#include <algorithm>

#include "simulation/actuation_checks.h"

namespace pawl {
namespace internal {
namespace {

void check_body(const System& system, const char* list, std::size_t i, std::size_t body, Validator& validator) {
  if (!exists(system, Solid::body(body))) add_missing(Place{list, i, "body"}.str(), Solid::body(body), validator);
}

void check_supports(const System& system, const std::vector<Support>& supports, Validator& validator) {
  if (!supports.empty() && supports.size() != system.bodies.size()) {
    validator.add("/supports", fmt::format("{} entries", supports.size()),
                  fmt::format("must have {}, or none", system.bodies.size()));
    return;
  }
  for (std::size_t i = 0; i < supports.size(); ++i) {
    validator.not_negative(Place{"supports", i, "strength"}, supports[i].strength);
    validator.not_negative(Place{"supports", i, "moment_radius"}, supports[i].moment_radius);
    const bool pinned = std::any_of(system.pins.begin(), system.pins.end(),
                                    [&](const Pin& pin) { return pin.a == Solid::body(i) || pin.b == Solid::body(i); });
    if (!pinned || supports[i].law == Support::Law::none) continue;
    validator.add(fmt::format("/supports/{}", i), "", "must be of a body that no pin holds");
  }
}

}  // namespace

void check(const System& system, const Actuation& actuation, Validator& validator) {
  check(system, actuation.loads, validator);
  for (std::size_t i = 0; i < actuation.forces.size(); ++i) {
    const PointForce& one = actuation.forces[i];
    check_body(system, "forces", i, one.body, validator);
    check_vector(Place{"forces", i, "at"}, one.at, validator);
    check_vector(Place{"forces", i, "force"}, one.force, validator);
    validator.finite(Place{"forces", i, "torque"}, one.torque);
  }
  for (std::size_t i = 0; i < actuation.springs.size(); ++i) {
    const SpringPull& one = actuation.springs[i];
    check_body(system, "springs", i, one.body, validator);
    check_vector(Place{"springs", i, "at"}, one.at, validator);
    check_vector(Place{"springs", i, "anchor"}, one.anchor, validator);
    validator.not_negative(Place{"springs", i, "tension"}, one.tension);
    validator.not_negative(Place{"springs", i, "stiffness"}, one.stiffness);
  }
  check_supports(system, actuation.supports, validator);
}

}  // namespace internal

void validate(const System& system, const Actuation& actuation) {
  internal::Validator validator;
  check(system, validator);
  check(system, actuation, validator);
  validator.finish();
}

}  // namespace pawl
