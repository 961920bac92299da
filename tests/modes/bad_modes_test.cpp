// SPDX-License-Identifier: MIT
// Every function of pawl/cones and pawl/modes must refuse invalid arguments, and the fault must have a pointer to the
// invalid value.
#include <doctest/doctest.h>
#include <pawl/cones/cone.h>
#include <pawl/modes/ambiguity.h>
#include <pawl/modes/closure.h>
#include <pawl/modes/contact_matrices.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/forward.h>
#include <pawl/modes/wrench_cone.h>

#include <limits>
#include <stdexcept>

#include "support/faults.h"

using namespace pawl;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

ContactSet two_contacts() {
  ContactSet set;
  set.contacts = {{{-.5, 0}, {0, 1}, .3}, {{.5, 0}, {0, 1}, .3}};
  return set;
}

const Eigen::Vector3d kNoVectors[] = {{kNan, 0, 0}, {0, kInfinity, 0}, {0, 0, -kInfinity}};

}  // namespace

TEST_CASE("cones accept only finite vectors, in construction and in queries") {
  const Cone cone = Cone::from_rays({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  for (int k = 0; k < 3; ++k) {
    const Eigen::Vector3d& g = kNoVectors[k];
    const std::string entry = "/" + std::to_string(k);
    const std::string at = "/wrench" + entry;
    CHECK(pointers_of_faults([&] { Cone::from_rays({{1, 0, 0}, g}); }) == "/rays/1" + entry);
    CHECK(pointers_of_faults([&] { Cone::from_rays({}, {g}); }) == "/lines/0" + entry);
    CHECK(pointers_of_faults([&] { Cone::from_faces({g}); }) == "/faces/0" + entry);
    CHECK(pointers_of_faults([&] { Cone::from_faces({}, {g}); }) == "/equalities/0" + entry);
    CHECK(pointers_of_faults([&] { static_cast<void>(cone.contains(g)); }) == at);
    CHECK(pointers_of_faults([&] { static_cast<void>(cone.contains_inside(g)); }) == at);
    CHECK(pointers_of_faults([&] { static_cast<void>(cone.active_faces(g)); }) == at);
    CHECK(pointers_of_faults([&] { margin(cone, g); }) == at);
    CHECK(pointers_of_faults([&] { angle_to(cone, g); }) == at);
  }
  for (const double rho : {0., -1., kNan, kInfinity}) {
    CHECK(pointers_of_faults([&] { margin(cone, {1, 0, 0}, rho); }) == "/rho");
    CHECK(pointers_of_faults([&] { angle_to(cone, {1, 0, 0}, rho); }) == "/rho");
    CHECK(pointers_of_faults([&] { widest_direction(cone, rho); }) == "/rho");
  }
  CHECK(pointers_of_faults([&] { margin(cone, {0, 0, 1e300}, 1e-300); }) == "/wrench/2");
  CHECK(Cone::from_rays({}) == Cone());
  CHECK(Cone::from_faces({}).is_all());
  CHECK(Cone::from_rays({{0, 0, 0}}) == Cone());
}

TEST_CASE("an invalid contact set is refused by every function of pawl/modes") {
  ContactSet set = two_contacts();
  set.contacts[1].normal = {0, 0};
  set.mass = -1;
  const std::string both = "/part/mass /contacts/1/normal";
  const Mode mode("ss");
  CHECK(pointers_of_faults([&] { feasible_modes(set); }) == both);
  CHECK(pointers_of_faults([&] { FeasibleModeWalk walk(set); }) == both);
  CHECK(pointers_of_faults([&] { FeasibleModesSolver().solve(set); }) == both);
  CHECK(pointers_of_faults([&] { count_feasible_modes(set); }) == both);
  CHECK(pointers_of_faults([&] { expand_modes(set, "**"); }) == both);
  CHECK(pointers_of_faults([&] { wrench_cone(set, mode); }) == both);
  CHECK(pointers_of_faults([&] { wrench_cones(set); }) == both);
  CHECK(pointers_of_faults([&] { for_each_wrench_cone(set, [](const WrenchCone&) {}); }) == both);
  CHECK(pointers_of_faults([&] { rest_cone(set); }) == both);
  CHECK(pointers_of_faults([&] { momentum_cone(set, mode); }) == both);
  CHECK(pointers_of_faults([&] { WrenchConeSolver().set(set); }) == both);
  CHECK(pointers_of_faults([&] { contact_matrices(set, mode); }) == both);
  CHECK(pointers_of_faults([&] { closure(set); }) == both);
  CHECK(pointers_of_faults([&] { forward(set, {0, 0, 0}); }) == both);
  CHECK(pointers_of_faults([&] { ForwardSolver().set(set); }) == both);
  CHECK(pointers_of_faults([&] { Ambiguity ambiguity(set); }) == both);
}

TEST_CASE("modes that do not match the contacts are refused") {
  const ContactSet set = two_contacts();
  const Ambiguity ambiguity(set);
  WrenchConeSolver solver;
  solver.set(set);
  for (const char* letters : {"", "s", "sss", "as", "sa"}) {  // both contacts touch, so that the letter `a` is not
                                                              // possible
    const Mode mode(letters);
    CHECK(pointers_of_faults([&] { wrench_cone(set, mode); }) == "-");
    CHECK(pointers_of_faults([&] { momentum_cone(set, mode); }) == "-");
    CHECK(pointers_of_faults([&] { contact_matrices(set, mode); }) == "-");
    CHECK(pointers_of_faults([&] { expand_modes(set, letters); }) == "-");
    CHECK(pointers_of_faults([&] { ambiguity.of_mode(letters); }) == "-");
    CHECK(pointers_of_faults([&] { solver.solve(letters); }) == "-");
    if (mode.size() == 0) continue;  // the empty pattern matches all modes
    WrenchConeWalkOptions options;
    options.pattern = letters;
    CHECK(pointers_of_faults([&] {
            for_each_wrench_cone(
                set, [](const WrenchCone&) {}, options);
          }) == "-");
    CHECK(pointers_of_faults([&] { FeasibleModeWalk walk(set, letters); }) == "-");
    CHECK(pointers_of_faults([&] { count_feasible_modes(set, letters); }) == "-");
  }
  CHECK(pointers_of_faults([&] { expand_modes(set, "x*"); }) == "-");
  CHECK(pointers_of_faults([&] { solver.solve("s*"); }) == "-");  // `s*` is a pattern and not a mode
}

TEST_CASE("invalid wrenches and twists are refused") {
  const ContactSet set = two_contacts();
  const Ambiguity ambiguity(set);
  const WrenchCone cone = wrench_cone(set, Mode("ss"));
  const WrenchCone infeasible = wrench_cone(set, Mode("lr"));
  REQUIRE_FALSE(infeasible.feasible);
  for (int k = 0; k < 3; ++k) {
    const Eigen::Vector3d& g = kNoVectors[k];
    const std::string at = "/wrench/" + std::to_string(k);
    CHECK(pointers_of_faults([&] { static_cast<void>(cone.admits(g)); }) == at);
    CHECK(pointers_of_faults([&] { static_cast<void>(infeasible.admits(g)); }) == at);
    CHECK(pointers_of_faults([&] { ambiguity.of_wrench(g); }) == at);
    CHECK(pointers_of_faults([&] { forward(set, g); }) == "/wrench");
    CHECK(pointers_of_faults([&] { forward(set, {0, -1, 0}, g); }) == "/twist");
  }
  CHECK(pointers_of_faults([&] { forward(set, {0, -1e200, 0}); }) == "/wrench");
  CHECK(pointers_of_faults([&] { forward(set, {0, -1, 0}, {0, 1e200, 0}); }) == "/twist");
}

TEST_CASE("solvers without a contact set report this") {
  const ContactSet set = two_contacts();
  CHECK_THROWS_AS(static_cast<void>(WrenchConeSolver().solve("ss")), std::logic_error);
  CHECK_THROWS_AS(WrenchConeSolver().rows(), std::logic_error);
  CHECK_THROWS_AS(WrenchConeSolver().rest(), std::logic_error);
  CHECK_THROWS_AS(WrenchConeSolver().touch(set), std::logic_error);
  CHECK_THROWS_AS(static_cast<void>(ForwardSolver().solve({0, -1, 0})), std::logic_error);
  CHECK(FeasibleModesSolver().count() == 0);
  CHECK(pointers_of_faults([] { FeasibleModesSolver().letters(0); }) == "-");
  CHECK_FALSE(WrenchConeSolver().result().feasible);
  CHECK_FALSE(WrenchConeSolver().momenta().feasible);
}

TEST_CASE("requests for results that a solver does not have are refused") {
  const ContactSet set = two_contacts();
  ContactSet fewer = set;
  fewer.contacts.pop_back();
  WrenchConeSolver cones;
  cones.set(set);
  CHECK(pointers_of_faults([&] { cones.touch(fewer); }) == "/contacts");
  CHECK_FALSE(cones.solve("lr"));
  CHECK_THROWS_AS(cones.rows(), std::logic_error);
  FeasibleModesSolver modes;
  modes.solve(set);
  CHECK(pointers_of_faults([&] { static_cast<void>(modes.letters(modes.count())); }) == "-");
  CHECK(pointers_of_faults([&] { static_cast<void>(modes.motion_dimension(modes.count())); }) == "-");
  CHECK(pointers_of_faults([&] { static_cast<void>(modes.acceleration(modes.count())); }) == "-");
  const Ambiguity stopped(set, StopToken(0));
  REQUIRE_FALSE(stopped.complete());
  CHECK_THROWS_AS(static_cast<void>(stopped.of_mode("ss")), std::logic_error);
  CHECK_THROWS_AS(static_cast<void>(stopped.of_wrench({0, -1, 0})), std::logic_error);
}

TEST_CASE("a part without contacts is free: one mode, all wrenches") {
  const ContactSet set;
  CHECK(feasible_modes(set).size() == 1);
  CHECK(wrench_cone(set, Mode()).cone.is_all());
  CHECK(rest_cone(set) == Cone());
  CHECK_FALSE(closure(set).force);
  CHECK(forward(set, {1, 2, 3}).count == SolutionCount::one);
  CHECK(contact_matrices(set, Mode()).J.cols() == 0);
}
