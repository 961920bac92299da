// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/bodies/state.h>

#include <cmath>

#include "bodies/input_checks.h"

namespace pawl {
namespace internal {
namespace {

[[noreturn]] void refuse(const char* list, std::size_t index, const char* what) {
  throw InputError(fmt::format("/{}/{}", list, index), "", fmt::format("must be a {} that the state has", what));
}

/// Whether q and u have an entry for each degree of freedom.
bool check_sizes(const System& system, const State& state, Validator& validator) {
  if (state.bodies != system.bodies.size()) {
    validator.add("/state/bodies", fmt::format("{}", state.bodies),
                  fmt::format("must be the number of bodies of the system, {}", system.bodies.size()));
  }
  const auto check_size = [&](const char* pointer, const Eigen::VectorXd& vector) {
    if (static_cast<std::size_t>(vector.size()) == system.degrees()) return;
    validator.add(pointer, fmt::format("{} entries", vector.size()),
                  fmt::format("must have one for each degree of freedom, {}", system.degrees()));
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

}  // namespace internal

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
    validator.add("/state/u", fmt::format("{} entries", state.u.size()), "must have as many as q");
  }
  validator.finish();
  state.q += step * state.u;
  return state;
}

}  // namespace pawl
