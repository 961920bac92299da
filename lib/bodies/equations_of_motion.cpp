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

}  // namespace

ContactEquations equations_of_motion(const System& system, const State& state, const std::vector<BodyContact>& contacts,
                                     const Loads& loads) {
  check_all(system, state, contacts, loads);
  const internal::Kinematics kinematics(system, state);
  ContactEquations e;
  e.mass = mass_matrix(kinematics);
  e.force = applied_force(kinematics, loads);
  e.velocity = state.u;
  set_contact_rows(kinematics, contacts, e);
  e.bilateral = bilateral_rows(kinematics, loads);
  e.validate();
  return e;
}

}  // namespace pawl
