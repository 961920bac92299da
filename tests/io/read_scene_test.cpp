// SPDX-License-Identifier: MIT
// Tests the reader of scenes, the faults of files and of scenes in memory, and the system that is made from a scene.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/bodies/places.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/scene_system.h>

#include <cmath>
#include <functional>
#include <limits>

#include "io/scene_documents.h"

using namespace pawl;

namespace {

template <class Call>
std::string complaints(const Call& call) {
  std::string lines;
  try {
    call();
  } catch (const InputError& error) {
    for (const Fault& fault : error.faults()) {
      lines += fmt::format("{}: {}: {}\n", fault.pointer, fault.value, fault.message);
    }
  }
  return lines;
}

Scene small_scene() {
  return read_scene(R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 1}}}, {"outline": {"disc": {"radius": 1}},
      "pose": [5, 0, 0]}], "joints": [{"kind": "revolute"}], "simulate": {}})");
}

}  // namespace

TEST_CASE("every key of a scene is read") {
  const Scene scene = read_scene(documents::kWholeScene);
  CHECK(scene.name == "whole");
  CHECK(scene.gravity == Eigen::Vector2d(0, -1.62));
  CHECK(scene.duration == 2);
  REQUIRE(scene.bodies.size() == 2);
  CHECK(scene.bodies[0].fixed);
  CHECK_FALSE(scene.bodies[0].restitution);
  const SceneBody& disc = scene.bodies[1];
  CHECK(std::get<Disc>(*disc.part.outline).center == Eigen::Vector2d(1, 0));
  CHECK(disc.part.density == 2);
  CHECK(*disc.part.inertia == .1);
  CHECK(disc.twist == Eigen::Vector3d(1, 0, -1));
  CHECK(disc.wrench == Eigen::Vector3d(0, 1, 0));
  CHECK(*disc.friction == .25);
  CHECK(*disc.restitution == .5);
  REQUIRE(scene.joints.size() == 3);
  CHECK(*scene.joints[0].limits == Eigen::Vector2d(0, 1));
  REQUIRE(scene.joints[0].stops);
  CHECK(scene.joints[0].stops->stiffness == 100);
  CHECK(scene.joints[0].stops->damping == 2);
  REQUIRE(scene.joints[0].spring);
  CHECK(scene.joints[0].spring->stiffness == 30);
  CHECK(scene.joints[0].spring->damping == 4);
  CHECK(scene.joints[0].spring->rest == .5);
  CHECK_FALSE(scene.joints[1].spring);
  CHECK(scene.joints[0].parent == 0);
  CHECK(scene.joints[1].kind == Joint::Kind::prismatic);
  CHECK(scene.joints[1].parent == 1);
  CHECK(*scene.joints[1].acceleration == 3);
  REQUIRE(scene.pins.size() == 2);
  CHECK(scene.pins[0].a == Solid::ground());
  CHECK(scene.pins[0].b == Solid::link(2));
  CHECK_FALSE(scene.pins[0].stiffness);
  CHECK(*scene.pins[1].stiffness == 1e3);
  CHECK(*scene.pins[1].damping == 5);
  REQUIRE(scene.contacts.size() == 2);
  CHECK(scene.contacts[0].a == Solid::body(0));
  CHECK(scene.contacts[0].b == Solid::body(1));
  CHECK(*scene.contacts[0].stiffness == 1e4);
  CHECK(*scene.contacts[0].damping == 3);
  CHECK_FALSE(scene.contacts[0].modulus);
  CHECK(scene.contacts[1].a == Solid::link(0));
  CHECK(*scene.contacts[1].modulus == 1e9);
  CHECK(*scene.contacts[1].radius == .1);
  CHECK(scene.simulate.scheme == SimulateOptions::Scheme::two_stage);
  CHECK(scene.simulate.step == .01);
  CHECK(scene.simulate.route == SimulateOptions::Route::published);
  CHECK(*scene.simulate.support.moment_radius == .2);
  CHECK(scene.extensions.at("/x-note") == "[1,null]");
  CHECK(scene.extensions.at("/bodies/1/x-colour") == "\"red\"");
  CHECK_NOTHROW(validate(scene));
}

TEST_CASE("static and kinetic friction of bodies and links are read, and equal ones become a single coefficient") {
  const Scene scene = read_scene(R"({"pawl": 1, "bodies": [
    {"outline": {"disc": {"radius": 1}}, "friction": {"static": 0.5, "kinetic": 0.25}},
    {"outline": {"disc": {"radius": 1}}, "pose": [5, 0, 0], "friction": {"static": 0.5, "kinetic": 0.5}}],
    "joints": [{"kind": "revolute", "anchor": [9, 0], "outline": {"disc": {"radius": 1}}, "friction": {"static": 2, "kinetic": 0}}]})");
  CHECK(*scene.bodies[0].friction == .5);
  CHECK(*scene.bodies[0].kinetic_friction == .25);
  CHECK(*scene.bodies[1].friction == .5);
  CHECK_FALSE(scene.bodies[1].kinetic_friction);
  CHECK(*scene.joints[0].friction == 2);
  CHECK(*scene.joints[0].kinetic_friction == 0);
  const System system = system_of(scene).system;
  REQUIRE(system.shapes.size() == 3);
  CHECK(*system.shapes[0].kinetic_friction == .25);
  CHECK_FALSE(system.shapes[1].kinetic_friction);
  CHECK(*system.shapes[2].kinetic_friction == 0);
  CHECK(friction_between(system.shapes[0], system.shapes[2]) == 1);
  CHECK(kinetic_friction_between(system.shapes[0], system.shapes[2]) == 0);
  CHECK(kinetic_friction_between(system.shapes[0], system.shapes[1]) == std::sqrt(.25 * .5));
}

TEST_CASE("an invalid scene is refused with the place, the value and the bound") {
  for (const documents::BadScene& bad : documents::kBadScenes) {
    const std::string faults = complaints([&] { read_scene(bad.text); });
    INFO(std::string(bad.text), "\n", faults);
    CHECK(faults.rfind(bad.expected, 0) == 0);
  }
  for (const char* text : documents::kGoodScenes) CHECK(complaints([&] { read_scene(text); }) == "");
}

TEST_CASE("a scene that a program builds in memory has the same faults as the same scene in a file") {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const std::pair<const char*, std::function<void(Scene&)>> cases[] = {
      {"/gravity/0: nan: must be a finite number\n", [](Scene& s) { s.gravity.x() = kNan; }},
      {"/duration: -1: must be at least 0\n", [](Scene& s) { s.duration = -1; }},
      {"/bodies/0/outline: : missing\n", [](Scene& s) { s.bodies[0].part.outline.reset(); }},
      {"/bodies/1/outline/disc/radius: -1: must be greater than 0 and at most 1e9\n",
       [](Scene& s) {
         s.bodies[1].part.outline = Disc{{0, 0}, -1};
       }},
      {"/bodies/1/restitution: 2: must be from 0 to 1\n", [](Scene& s) { s.bodies[1].restitution = 2; }},
      {"/bodies/1/friction: {\"static\":0.2,\"kinetic\":0.3}: kinetic friction must be at most static friction; if both are "
       "intervals, at both ends\n",
       [](Scene& s) {
         s.bodies[1].friction = .2;
         s.bodies[1].kinetic_friction = .3;
       }},
      {"/joints/0/friction/kinetic: -1: must be at least 0\n",
       [](Scene& s) {
         s.joints[0].friction = .2;
         s.joints[0].kinetic_friction = -1;
       }},
      {"/joints/0/viscosity: -1: must be at least 0\n", [](Scene& s) { s.joints[0].viscosity = -1; }},
      {"/joints/0/friction/static: : missing\n", [](Scene& s) { s.joints[0].kinetic_friction = .3; }},
      {"/joints/0/acceleration: 1: cannot be combined with \"effort\"\n",
       [](Scene& s) { s.joints[0].effort = s.joints[0].acceleration = 1; }},
      {"/joints/0/effort: 1: cannot be set together with effort_points\n",
       [](Scene& s) {
         s.joints[0].effort = 1;
         s.joints[0].effort_points = {{0, 1}};
       }},
      {"/bodies/1/wrench: [0,1,0]: cannot be combined with points of a wrench\n",
       [](Scene& s) {
         s.bodies[1].wrench = {0, 1, 0};
         s.bodies[1].wrench_points = {{0, 1, 2, 3}};
       }},
      {"/joints/0/effort/1/0: 0: must be greater than the time of the point before it, 0 s\n",
       [](Scene& s) {
         s.joints[0].effort_points = {{0, 1}, {0, 2}};
       }},
      {"/joints/0/parent: 3: must be an earlier joint, counted from 1, or null for the ground\n",
       [](Scene& s) { s.joints[0].parent = 3; }},
      {"/joints/0/limits: [1,0]: low must be at most high\n",
       [](Scene& s) {
         s.joints[0].limits = {1, 0};
       }},
      {"/pins/0/a: \"body 8\": there are only 2 bodies\n",
       [](Scene& s) {
         s.pins.push_back({Solid::body(7), Solid::ground(), {0, 0}, {0, 0}});
       }},
      {"/simulate/step: 0: must be greater than 0\n", [](Scene& s) { s.simulate.step = 0; }},
      {"/simulate/confidence: 0: must be greater than 0 and less than 1\n",
       [](Scene& s) { s.simulate.confidence = 0; }},
      {"/simulate/rest/speed: 0: must be greater than 0\n", [](Scene& s) { s.simulate.rest.speed = 0; }},
      {"/simulate/model: 9: must be one of coulomb, viscous, coulomb-viscous, no-slip, cone-complementarity, compliant\n",
       [](Scene& s) { s.simulate.model = static_cast<SimulateOptions::Model>(9); }},
  };
  for (const auto& [expected, change] : cases) {
    Scene scene = small_scene();
    change(scene);
    CHECK(complaints([&] { validate(scene); }) == expected);
    CHECK_THROWS_AS(system_of(scene), InputError);
  }
}

TEST_CASE("a text is recognized as a scene, a task, or neither") {
  CHECK(kind_of_text(documents::kWholeScene) == TextKind::scene);
  CHECK(kind_of_text(R"({"pawl": 1, "contacts": []})") == TextKind::task);
  CHECK(kind_of_text(R"({"part": 1, "bodies": 2})") == TextKind::scene);
  for (const char* text : {"", "[]", "{}", "{\"part\"", "3"}) CHECK(kind_of_text(text) == TextKind::unknown);
}

// A pin connects a fixed body with a square. It is at (1, 0) in the frame of the fixed body. This frame is at (2, 3)
// and rotated by 90 degrees, so that the pin is at (2, 4) in the world. On the square, the pin is at the corner (0, 0)
// of the outline. The origin of the square's body frame is its center of mass, which is at (.5, .5) in the coordinates
// of the outline.
TEST_CASE("fixed bodies become ground, pins are in body frames, and links have the mass of their outlines") {
  const char* square = R"({"polygon": [[0, 0], [1, 0], [1, 1], [0, 1]]})";
  const Scene scene = read_scene(fmt::format(R"({{"pawl": 1, "bodies": [
      {{"outline": {0}, "fixed": true, "pose": [2, 3, 1.5707963267948966]}}, {{"outline": {0}, "pose": [2, 4, 0]}}],
      "joints": [{{"kind": "revolute", "outline": {0}, "anchor": [9, 9]}}, {{"kind": "prismatic", "parent": 1}}],
      "pins": [{{"a": "body 1", "b": "body 2", "at_a": [1, 0], "at_b": [0, 0]}}]}})",
                                             square));
  const SceneSystem made = system_of(scene);
  REQUIRE(made.system.bodies.size() == 1);
  REQUIRE(made.system.shapes.size() == 3);
  CHECK(made.solids == std::vector<Solid>{Solid::ground(), Solid::body(0)});
  CHECK(made.owners == std::vector<Solid>{Solid::body(0), Solid::body(1), Solid::link(0)});
  CHECK(made.system.pins[0].a == Solid::ground());
  CHECK(made.system.pins[0].at_a == Eigen::Vector2d(2, 4));
  CHECK(made.system.pins[0].at_b == Eigen::Vector2d(-.5, -.5));
  CHECK(made.state.pose(0) == Eigen::Vector3d(2.5, 4.5, 0));
  CHECK(made.system.joints[0].mass == 1);
  CHECK(made.system.joints[0].center_of_mass == Eigen::Vector2d(.5, .5));
  CHECK(std::abs(made.system.joints[0].inertia - 1. / 6) < 1e-15);
  CHECK(made.system.joints[1].parent == 0);
  CHECK(made.system.joints[1].mass == 1);
  CHECK(made.poses(made.state)[0] == scene.bodies[0].pose);
  CHECK(made.poses(made.state)[1] == scene.bodies[1].pose);
}
