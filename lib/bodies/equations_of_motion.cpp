// SPDX-License-Identifier: MIT
#include <pawl/bodies/equations_of_motion.h>

#include "bodies/equation_terms.h"
#include "bodies/input_checks.h"

namespace pawl {
namespace {

void check_all(const System& system, const State& state, const std::vector<BodyContact>& contacts, const Loads& loads) {
  internal::Validator validator;
  check(system, validator);
  check(system, state, validator);
  check(system, loads, validator);
  check(system, contacts, validator);
  validator.finish();
}

/// A number for each body, and one for each tree of joints.
std::vector<int> movers(const System& system) {
  std::vector<int> numbers;
  int next = 0;
  for (; next < static_cast<int>(system.bodies.size()); ++next) numbers.insert(numbers.end(), 3, next);
  const std::size_t first = numbers.size();
  for (const Joint& joint : system.joints) {
    numbers.push_back(joint.parent < 0 ? next++ : numbers[first + static_cast<std::size_t>(joint.parent)]);
  }
  return numbers;
}

}  // namespace

ContactEquations equations_of_motion(const System& system, const State& state, const std::vector<BodyContact>& contacts,
                                     const Loads& loads) {
  check_all(system, state, contacts, loads);
  const internal::Kinematics kinematics(system, state);
  ContactEquations e;
  e.mass = mass_matrix(kinematics);
  e.force = applied_force(kinematics, loads);
  e.velocity = state.u;
  e.movers = movers(system);
  set_contact_rows(kinematics, contacts, e);
  e.bilateral = bilateral_rows(kinematics, loads);
  e.validate();
  return e;
}

}  // namespace pawl
