// SPDX-License-Identifier: MIT
// Every function must refuse invalid systems, states, loads and contacts, and must report all of their faults.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/bodies/mass_matrix.h>
#include <pawl/bodies/potential_energy.h>

#include <cmath>
#include <functional>
#include <string>

#include "support/random_systems.h"
#include "support/scene.h"

using namespace pawl;

namespace {

std::string faults_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    std::string pointers;
    for (const Fault& fault : error.faults()) pointers += fault.pointer + " ";
    return pointers;
  }
  return "";
}

std::string faults_of(const oracle::Scene& scene) {
  return faults_of([&] { equations_of_motion(scene); });
}

}  // namespace

TEST_CASE("an invalid system is refused with every fault") {
  oracle::RandomSystems random(8);
  oracle::Scene good = random.scene(2, 2);
  good.contacts = {BodyContact{Solid::body(0), Solid::body(1)}};
  CHECK(faults_of(good) == "");
  oracle::Scene scene = good;
  scene.system.bodies[0].mass = 0;
  scene.system.bodies[1].inertia = -1;
  scene.state.pose(1).y() = std::nan("");
  scene.system.joints[0].parent = 0;
  scene.system.joints[1].mass = -2;
  scene.system.gravity.x() = HUGE_VAL;
  CHECK(faults_of(scene) ==
        "/bodies/0/mass /bodies/1/inertia /joints/0/parent /joints/1/mass /gravity/0 /bodies/1/pose/1 ");
  scene = good;
  scene.contacts = {BodyContact{Solid::body(0), Solid::body(0)},
                    BodyContact{Solid::ground(), Solid::link(2)},
                    BodyContact{Solid::ground(), Solid::body(0), {0, 0}, {0, 0}, -0.1},
                    BodyContact{Solid::ground(), Solid::body(0), {0, 0}, {0, 1}, 0, 0, kCorner, kCorner},
                    BodyContact{Solid::ground(), Solid::body(0), {0, 0}, {0, 1}, 0, 0, kFlat, kFlat},
                    BodyContact{Solid::ground(), Solid::body(0), {0, 0}, {0, 1}, 0, 0, kFlat, -1},
                    BodyContact{Solid::ground(), Solid::body(0), {0, 0}, {0, 1}, 0, 0, -1, 1.5}};
  CHECK(faults_of(scene) ==
        "/contacts/0 /contacts/1/b /contacts/2/normal /contacts/2/friction /contacts/3/radius_b /contacts/4/radius_b "
        "/contacts/5/radius_b /contacts/6/radius_b ");
}

TEST_CASE("a joint that moves no mass is refused") {
  oracle::Scene scene;
  scene.add_joint(Joint{});
  scene.system.joints[0].mass = 1;
  CHECK(faults_of(scene) == "/mass/0 ");  // point mass on the joint's axis, which has no moment of inertia about it
  scene.system.joints[0].inertia = 1e-3;
  CHECK(faults_of(scene) == "");
  // Two parallel sliders, one on the other, carry one mass. If they move by opposite amounts, the mass does not move.
  Joint slider;
  slider.kind = Joint::Kind::prismatic;
  slider.mass = 0;
  Joint second = slider;
  second.parent = 0;
  second.mass = 1;
  scene = {};
  scene.add_joint(slider);
  scene.add_joint(second);
  CHECK(faults_of(scene) == "/mass/1 ");
  scene.system.joints[0].mass = 1e-9;
  CHECK(faults_of(scene) == "");
}

TEST_CASE("every function refuses an invalid system, an invalid state, and a body or link that does not exist") {
  oracle::RandomSystems random(10);
  const oracle::Scene good = random.scene(2, 2);
  const auto all_say = [](const oracle::Scene& scene, const std::string& faults) {
    const auto& [system, state, loads, contacts] = scene;
    CHECK(faults_of([&] { validate(system, state); }) == faults);
    CHECK(faults_of([&] { mass_matrix(system, state); }) == faults);
    CHECK(faults_of([&] { potential_energy(system, state); }) == faults);
    CHECK(faults_of([&] { pose_of(system, state, Solid::body(0)); }) == faults);
    CHECK(faults_of([&] { world_point(system, state, Solid::link(1), {0, 0}); }) == faults);
    CHECK(faults_of([&] { equations_of_motion(scene); }) == faults);
  };
  all_say(good, "");
  oracle::Scene scene = good;
  scene.system.joints[1].parent = 1;
  scene.state.velocity(0) = std::nan("");
  scene.state.twist(1).z() = HUGE_VAL;
  all_say(scene, "/joints/1/parent /bodies/1/twist/2 /joints/0/velocity ");
  CHECK(faults_of([&] { validate(scene.system); }) == "/joints/1/parent ");
  CHECK(faults_of([&] { validate(scene.system, scene.loads); }) == "/joints/1/parent ");
  CHECK(faults_of([&] { validate(scene.system, scene.contacts); }) == "/joints/1/parent ");
  scene = good;
  scene.state.q.conservativeResize(7);
  scene.state.u.resize(0);
  all_say(scene, "/state/q /state/u ");
  scene.state = State();
  all_say(scene, "/state/bodies /state/q /state/u ");
  scene = good;
  scene.state.bodies = 1;  // the state belongs to another system, although it has as many entries
  all_say(scene, "/state/bodies ");
  CHECK(faults_of([&] { pose_of(good.system, good.state, Solid::body(2)); }) == "/solid ");
  CHECK(faults_of([&] { world_point(good.system, good.state, Solid::link(2), {0, 0}); }) == "/solid ");
  CHECK(faults_of([&] { world_point(good.system, good.state, Solid::link(1), {0, std::nan("")}); }) == "/local/1 ");
}

TEST_CASE(
    "loads with a wrong number of entries or an entry that is not finite are refused, and loads without entries are "
    "accepted") {
  oracle::RandomSystems random(11);
  const oracle::Scene good = random.scene(2, 2);
  oracle::Scene scene = good;
  scene.loads.body_wrenches[1].z() = HUGE_VAL;
  scene.loads.link_wrenches[0].x() = std::nan("");
  scene.loads.efforts[1] = std::nan("");
  scene.loads.accelerations.push_back(0);
  const std::string faults = "/loads/accelerations /bodies/1/wrench/2 /joints/0/wrench/0 /joints/1/effort ";
  CHECK(faults_of([&] { validate(scene.system, scene.loads); }) == faults);
  CHECK(faults_of(scene) == faults);
  scene.loads = Loads(scene.system);
  const ContactEquations zero = equations_of_motion(scene);
  CHECK(zero.force == pawl::equations_of_motion(scene.system, scene.state, {}).force);
}

TEST_CASE("a state must match the bodies and joints of its system, and moves by finite steps") {
  oracle::RandomSystems random(12);
  const System system = random.scene(2, 1).system;
  State state(system);
  CHECK(state.q == Eigen::VectorXd::Zero(7));
  CHECK(state.u == Eigen::VectorXd::Zero(7));
  state.pose(1) << 1, 2, 3;
  state.twist(1) << 4, 5, 6;
  state.position(0) = 7;
  state.velocity(0) = 8;
  CHECK(state.q.tail<4>() == Eigen::Vector4d(1, 2, 3, 7));
  const State& moved = advanced(state, 0.5);
  CHECK(moved.pose(1) == Eigen::Vector3d(3, 4.5, 6));
  CHECK(moved.position(0) == 11);
  CHECK(moved.u == state.u);
  CHECK(faults_of([&] { state.pose(2); }) == "/bodies/2 ");
  CHECK(faults_of([&] { state.twist(99); }) == "/bodies/99 ");
  CHECK(faults_of([&] { moved.position(1); }) == "/joints/1 ");
  CHECK(faults_of([&] { state.velocity(std::size_t(-1)); }) == "/joints/18446744073709551615 ");
  CHECK(faults_of([&] { advanced(state, std::nan("")); }) == "/step ");
  state.u.resize(3);
  CHECK(faults_of([&] { advanced(state, 1); }) == "/state/u ");
}

TEST_CASE("pins join two different bodies or links that exist") {
  oracle::RandomSystems random(14);
  oracle::Scene scene = random.scene(1, 1);
  scene.system.pins = {Pin{Solid::body(1), Solid::link(1), {0, HUGE_VAL}, {0, 0}},
                       Pin{Solid::ground(), Solid::ground(), {0, 0}, {std::nan(""), 0}}};
  const std::string faults = "/pins/0/a /pins/0/b /pins/0/at_a/1 /pins/1 /pins/1/at_b/0 ";
  CHECK(faults_of([&] { validate(scene.system); }) == faults);
  CHECK(faults_of(scene) == faults);
}

TEST_CASE("functions that take only contacts check them, too") {
  oracle::RandomSystems random(13);
  const System system = random.scene(2, 0).system;
  const std::vector<BodyContact> contacts = {BodyContact{Solid::body(0), Solid::body(2)}};
  CHECK(faults_of([&] { validate(system, contacts); }) == "/contacts/0/b ");
}
