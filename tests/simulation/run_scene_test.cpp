// SPDX-License-Identifier: MIT
// Tests the conversion of a scene for time stepping: numbers of steps, centers of mass, names, and faults.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/read_scene.h>
#include <pawl/scenes/run_scene.h>

#include <algorithm>
#include <cmath>

#include "support/faults.h"

using namespace pawl;

namespace {

const char* kFloor =
    R"({"outline": {"polygon": [[-5, -1], [5, -1], [5, 0], [-5, 0]]}, "fixed": true, "friction": 0.5})";

Scene scene_of(const std::string& bodies, const std::string& more = "") {
  return read_scene(fmt::format(R"({{"pawl": 1, "bodies": [{}{}]{}}})", kFloor, bodies, more));
}

const char* kBox = R"(, {"outline": {"polygon": [[-1, 0], [1, 0], [1, 1], [-1, 1]]}, "friction": 0.5})";

std::string complaints(const Scene& scene) {
  std::string lines;
  try {
    set_up(scene);
  } catch (const InputError& error) {
    for (const Fault& fault : error.faults()) lines += fmt::format("{}: {}\n", fault.pointer, fault.message);
  }
  return lines;
}

}  // namespace

TEST_CASE("all steps are equal, or only the last one is shorter") {
  struct Case {
    double duration, step;
    long steps;
  };
  for (const Case& one :
       {Case{1, .01, 100}, Case{1, .3, 4}, Case{.1, .2, 1}, Case{0, .1, 0}, Case{.3, .1, 3}, Case{1, 1. / 3, 3}}) {
    CAPTURE(one.step);
    Scene scene = scene_of(kBox);
    scene.duration = one.duration;
    scene.simulate.step = one.step;
    const SceneSetup setup = set_up(scene);
    CHECK(setup.steps() == one.steps);
    long told = 0;
    const SceneResult result = run(setup, {}, [&](const SceneStep& step) { CHECK(step.number == ++told); });
    CHECK(told == one.steps);
    CHECK(result.steps == one.steps);
    CHECK(result.time == one.duration);
  }
}

// In free fall from rest, the distance is g t^2 / 2. The two-stage scheme is exact for steps of any size.
TEST_CASE("a run with a shorter last step ends at the duration") {
  Scene scene = scene_of(R"(, {"outline": {"disc": {"radius": 0.5}}, "pose": [0, 9, 0]})");
  scene.simulate.step = .3;
  scene.duration = 1;
  const SceneSetup setup = set_up(scene);
  const SceneResult result = run(setup);
  CHECK(std::fabs(setup.parts.poses(result.state)[1].y() - (9 - 9.81 / 2)) < 1e-13);
  CHECK(std::fabs(setup.parts.twists(result.state)[1].y() + 9.81) < 1e-13);
}

// The center of mass, about which the body turns, is not the origin of the body frame. In free flight it moves in a
// straight line. If it is at c in the body frame, the frame's origin is at center - R(theta) c.
TEST_CASE("poses refer to the body frame, and twists to the center of mass") {
  const Scene scene = read_scene(R"({"pawl": 1, "gravity": [0, 0], "bodies": [
      {"outline": {"polygon": [[0, 0], [2, 0], [2, 1], [0, 1]]}, "pose": [3, 4, 0.5], "twist": [1, -2, 0.7]}]})");
  const SceneSetup setup = set_up(scene);
  CHECK((setup.parts.poses(setup.parts.state)[0] - Eigen::Vector3d(3, 4, .5)).norm() < 1e-15);
  const SceneResult result = run(setup);
  const auto at = [](double angle, double x, double y) {
    return Eigen::Vector2d(std::cos(angle) * x - std::sin(angle) * y, std::sin(angle) * x + std::cos(angle) * y);
  };
  const Eigen::Vector2d center = Eigen::Vector2d(3, 4) + at(.5, 1, .5) + Eigen::Vector2d(1, -2);
  const Eigen::Vector2d origin = center - at(1.2, 1, .5);
  const Eigen::Vector3d pose = setup.parts.poses(result.state)[0];
  CHECK((pose.head<2>() - origin).norm() < 1e-12);
  CHECK(std::fabs(pose.z() - 1.2) < 1e-12);
  CHECK(setup.parts.twists(result.state)[0] == Eigen::Vector3d(1, -2, .7));
}

// A box of 2 kg rests on the floor, which carries its weight. The energy of the box is m g h, where h = .5 is the
// height of its center.
TEST_CASE("a step reports its contacts and energy") {
  const SceneSetup setup = set_up(scene_of(kBox, R"(, "duration": 0.01, "simulate": {"step": 0.01})"));
  int steps = 0;
  run(setup, {}, [&](const SceneStep& step) {
    ++steps;
    REQUIRE(step.contacts.size() == 2);
    double weight = 0;
    for (const SceneContact& contact : step.contacts) {
      CHECK(name_of(contact.a) == "body 1");
      CHECK(name_of(contact.b) == "body 2");
      CHECK(contact.mode == 'n');
      CHECK((contact.normal - Eigen::Vector2d(0, 1)).norm() < 1e-14);
      weight += contact.normal_force;
    }
    CHECK(std::fabs(weight - 2 * 9.81) < 1e-9);
    CHECK(std::fabs(step.energy - 2 * 9.81 * .5) < 1e-12);
  });
  CHECK(steps == 1);
}

// Body b slides left if its points at the contact move along the normal, turned a quarter turn counterclockwise. A box
// on the floor, for example, slides left if it moves to -x.
TEST_CASE("the mode of a contact gives the direction in which the second body slides on the first") {
  for (const double speed : {-1., 1.}) {
    Scene scene = scene_of(kBox);
    scene.bodies[1].twist.x() = speed;
    scene.duration = scene.simulate.step;
    int contacts = 0;
    run(set_up(scene), {}, [&](const SceneStep& step) {
      for (const SceneContact& contact : step.contacts) {
        ++contacts;
        CHECK(contact.mode == (speed < 0 ? 'l' : 'r'));
        CHECK(contact.tangent_force * (speed < 0 ? -1 : 1) > 0);
      }
    });
    CHECK(contacts == 2);
  }
}

TEST_CASE("a run that is stopped reports how far it came") {
  const SceneSetup setup = set_up(scene_of(kBox));
  const SceneResult result = run(setup, StopToken::at_poll(6));
  CHECK(result.end == SceneResult::End::stopped);
  CHECK(result.steps == 5);
  CHECK(result.time == 5 * setup.step);
}

TEST_CASE("overlap at the start is a fault, also between fixed bodies; contact is not a fault") {
  CHECK(complaints(scene_of(kBox)).empty());
  Scene scene = scene_of(fmt::format("{0}{0}", kBox));
  CHECK(complaints(scene) == "/bodies/2: overlaps body 2 by more than 1e-8 m\n");
  scene.bodies[2].fixed = scene.bodies[1].fixed = true;
  CHECK(complaints(scene) == "/bodies/2: overlaps body 2 by more than 1e-8 m\n");
  scene.bodies[2].pose.x() = 2;
  CHECK(complaints(scene).empty());
  scene.bodies[2].pose.y() = -2e-8;
  CHECK(complaints(scene) == "/bodies/2: overlaps body 1 by more than 1e-8 m\n");
}

TEST_CASE("a key that does not belong to the contact model is a fault at its place") {
  Scene scene = scene_of(kBox, R"(, "simulate": {"model": "viscous", "viscosity": 3})");
  CHECK(complaints(scene).empty());
  CHECK(std::get<Viscous>(set_up(scene).options.law).viscosity == 3);
  scene.simulate.stiffness = 1;
  scene.simulate.scheme = SimulateOptions::Scheme::two_stage;
  CHECK(pointers_of_faults([&] { set_up(scene); }) == "/simulate/stiffness /simulate/scheme");
  scene = scene_of(kBox, R"(, "simulate": {"scheme": "one-stage"})");
  CHECK(complaints(scene).empty());
  scene.bodies[1].restitution = .5;
  CHECK(pointers_of_faults([&] { set_up(scene); }) == "/bodies/1/restitution");
  scene.bodies[1].restitution = 2;
  CHECK(pointers_of_faults([&] { set_up(scene); }) == "/bodies/1/restitution");
}

TEST_CASE("a body's viscosity reaches its shape in SI units, and is a fault with a model without viscous friction") {
  Scene scene = scene_of(R"(, {"outline": {"polygon": [[-1, 0], [1, 0], [1, 1], [-1, 1]]}, "friction": 0.5,
                              "viscosity": 0.25})",
                         R"(, "units": {"length": "mm"}, "simulate": {"model": "coulomb-viscous", "viscosity": 0.5})");
  const SceneSetup setup = set_up(scene);
  CHECK(setup.parts.system.shapes[1].viscosity == 250);  // N s/mm
  CHECK_FALSE(setup.parts.system.shapes[0].viscosity);
  CHECK(std::get<CoulombViscous>(setup.options.law).viscosity == 500);
  scene.simulate.viscosity.reset();
  CHECK(std::get<CoulombViscous>(set_up(scene).options.law).viscosity == 0);
  scene.simulate.model = SimulateOptions::Model::coulomb;
  CHECK(complaints(scene) == "/bodies/1/viscosity: must be absent with the model \"coulomb\"; use the model "
                             "\"coulomb-viscous\" or \"viscous\"\n");
  scene.simulate.model = SimulateOptions::Model::coulomb_viscous;
  scene.bodies[1].viscosity = -1;
  CHECK(pointers_of_faults([&] { set_up(scene); }) == "/bodies/1/viscosity");
}

// The body floats. Its momentum after every step is the integral of the wrench, because a step uses the mean of the
// wrench over the step. The steps do not end at the points.
TEST_CASE("a body whose wrench changes with time has the momentum of the closed form after every step") {
  Scene scene = read_scene(R"({"pawl": 1, "units": {"length": "mm"}, "gravity": [0, 0], "simulate": {"step": 0.03}, "bodies": [
    {"outline": {"disc": {"radius": 100}}, "fixed": true, "pose": [1e4, 0, 0], "wrench": [[0, 1, 1, 1]]},
    {"outline": {"disc": {"radius": 100}}, "mass": 2, "inertia": 5e5,
     "wrench": [[0.2, 0, 4, 0], [0.6, 3, 0, 1000], [0.8, -1, 0, 0]]}]})");
  const SceneSetup setup = set_up(scene);
  REQUIRE(setup.wrench_points.size() == 1);
  const auto ramp = [](double t, double from, double to, double a, double b) {  // integral of a linear entry
    const double s = std::clamp(t, from, to) - from;
    return a * s + (b - a) * s * s / (2 * (to - from));
  };
  const SceneResult result = run(setup, {}, [&](const SceneStep& step) {
    const double t = step.time, last = std::max(0., t - .8);
    const Eigen::Vector3d momentum(
        ramp(t, .2, .6, 0, 3) + ramp(t, .6, .8, 3, -1) - last,
        4 * std::min(t, .2) + ramp(t, .2, .6, 4, 0),
        ramp(t, .2, .6, 0, 1) + ramp(t, .6, .8, 1, 0));  // torques of 1000 N mm are 1 N m
    CHECK(2 * step.state.twist(0)[0] == doctest::Approx(momentum[0]));
    CHECK(2 * step.state.twist(0)[1] == doctest::Approx(momentum[1]));
    CHECK(.5 * step.state.twist(0)[2] == doctest::Approx(momentum[2]));
  });
  CHECK(result.steps == 34);
}

// The box of 1 kg stands on two feet. Each carries half of the weight at the depth (f/(E* sqrt(r)))^(2/3).
TEST_CASE("a box rests on Hertz contacts at the depth of Hertz, in any unit of length") {
  for (const char* units : {"m", "mm"}) {
    const bool is_mm = std::string(units) == "mm";
    const double unit = is_mm ? 1e3 : 1;
    Scene scene = read_scene(fmt::format(R"({{"pawl": 1, "units": {{"length": "{}"}}, "gravity": [0, {}], "bodies": [
      {{"outline": {{"polygon": [[{}, {}], [{}, {}], [{}, 0], [{}, 0]]}}, "fixed": true, "friction": 0}},
      {{"outline": {{"polygon": [[0, 0], [{}, 0], [{}, {}], [0, {}]]}}, "mass": 1, "friction": 0}}],
      "simulate": {{"model": "compliant", "step": 0.01, "modulus": {}, "radius": {}, "damping": {}}}}})",
                                         units, -9.81 * unit, -unit, -unit, unit, -unit, unit, -unit, .2 * unit, .2 * unit,
                                         .1 * unit, .1 * unit, 1e7 / unit / unit, .01 * unit, 100 / unit));
    const SceneSetup setup = set_up(scene);
    const auto& law = std::get<Compliant>(setup.options.law);
    CHECK(law.modulus == doctest::Approx(1e7));
    CHECK(law.radius == doctest::Approx(.01));
    const SceneResult result = run(setup);
    CHECK(result.unsolved == 0);
    CHECK(.05 - result.state.pose(0).y() == doctest::Approx(std::pow(.5 * 9.81 / 1e6, 2. / 3)).epsilon(1e-6));
  }
}

TEST_CASE("modulus and radius of Hertz contacts belong together, and to the model compliant") {
  Scene scene = scene_of(kBox, R"(, "simulate": {"model": "compliant", "modulus": 1e11})");
  CHECK(pointers_of_faults([&] { set_up(scene); }) == "/simulate/radius");
  scene.simulate.radius = .01;
  CHECK(complaints(scene).empty());
  scene.simulate.stiffness = 1e5;
  CHECK(pointers_of_faults([&] { set_up(scene); }) == "/simulate/stiffness");
  scene.simulate.stiffness.reset();
  scene.simulate.route = SimulateOptions::Route::published;
  CHECK(pointers_of_faults([&] { set_up(scene); }) == "/simulate/route");
  scene.simulate.route.reset();
  scene.simulate.modulus.reset();
  CHECK(pointers_of_faults([&] { set_up(scene); }) == "/simulate/modulus");
  scene.simulate.model = SimulateOptions::Model::coulomb;
  CHECK(pointers_of_faults([&] { set_up(scene); }) == "/simulate/radius");
}

TEST_CASE("a wrench of equal points is a constant wrench, bit by bit") {
  const auto end = [](const std::string& wrench) {
    const Scene pushed = read_scene(R"({"pawl": 1, "bodies": [)" + std::string(kFloor) +
                              R"(, {"outline": {"polygon": [[-1, 0], [1, 0], [1, 1], [-1, 1]]}, "wrench": )" + wrench + "}]}");
    return run(set_up(pushed), {}, {}).state;
  };
  const State constant = end("[14, 1, 0.5]");
  CHECK(constant.q == end("[[0.25, 14, 1, 0.5]]").q);
  CHECK(std::fabs(constant.u[0]) > 1);
}

TEST_CASE("static and kinetic friction that differ are refused where they are not supported, with what supports them") {
  Scene scene = scene_of(R"(, {"outline": {"polygon": [[-1, 0], [1, 0], [1, 1], [-1, 1]]},
                              "friction": {"static": 0.5, "kinetic": 0.25}})");
  CHECK(complaints(scene).empty());
  using Options = SimulateOptions;
  for (const auto model : {Options::Model::viscous, Options::Model::no_slip, Options::Model::cone_complementarity,
                           Options::Model::compliant}) {
    scene.simulate.model = model;
    CHECK(complaints(scene).starts_with("/bodies/1/friction: static and kinetic friction differ, which the model \""));
    CHECK(complaints(scene).ends_with("does not support; use the model \"coulomb\" or \"coulomb-viscous\", or one coefficient\n"));
  }
  scene.simulate.model = Options::Model::coulomb_viscous;
  CHECK(complaints(scene).empty());
  scene.simulate.model = Options::Model::coulomb;
  scene.simulate.scheme = Options::Scheme::one_stage;
  CHECK(complaints(scene).empty());
  scene.simulate.scheme.reset();
  scene.simulate.solutions = Options::Solutions::random;
  CHECK(complaints(scene) == "/bodies/1/friction: static and kinetic friction differ, for which solutions are not "
                             "enumerated; use the solutions \"first\", or one coefficient\n");
  scene.bodies[1].kinetic_friction = .5;
  CHECK(complaints(scene).empty());
}

TEST_CASE("two bodies without any friction coefficient give a warning") {
  Scene scene = scene_of(kBox);
  CHECK(set_up(scene).warnings.empty());
  scene.bodies[1].friction.reset();
  CHECK(set_up(scene).warnings.empty());  // no warning, because the coefficient of the floor is used
  scene.bodies[0].friction.reset();
  const SceneSetup setup = set_up(scene);
  REQUIRE(setup.warnings.size() == 1);
  CHECK(setup.warnings[0].pointer == "/bodies/0/friction");
  CHECK(setup.warnings[0].message == "body 1, body 2 state no friction: it is 0 where two of them touch");
}

TEST_CASE("restitution is the value of the body, or the value of the scene if the body has none") {
  Scene scene = scene_of(kBox, R"(, "simulate": {"restitution": 0.25})");
  scene.bodies[0].restitution = 0;
  const SceneSetup setup = set_up(scene);
  CHECK(setup.parts.system.shapes[0].restitution == 0);
  CHECK(setup.parts.system.shapes[1].restitution == .25);
}

TEST_CASE("a scene on a tray slides downhill, and the support slows it") {
  Scene scene =
      scene_of(R"(, {"outline": {"disc": {"radius": 0.1}}, "mass": 2, "pose": [0, 5, 0]})", R"(, "gravity": [3, 0],
      "simulate": {"step": 0.01, "tray": {"tilt": 0.5, "gravity": 10}, "support": {"law": "ellipsoid", "friction": 0.2}})");
  scene.duration = 1;
  const SceneSetup setup = set_up(scene);
  REQUIRE(setup.actuation.supports.size() == 1);
  CHECK(setup.actuation.supports[0].strength == doctest::Approx(.2 * 2 * 10 * std::cos(.5)));
  CHECK(setup.actuation.supports[0].moment_radius == doctest::Approx(.2 / 3));
  const SceneResult result = run(setup);
  CHECK(result.state.pose(0)[0] == doctest::Approx(10 * (std::sin(.5) - .2 * std::cos(.5)) / 2).epsilon(1e-12));
  scene.simulate.support.moment_radius = .03;
  scene.simulate.support.law = SimulateOptions::Support::Law::viscous;
  CHECK(set_up(scene).actuation.supports[0].strength == .2);
  CHECK(set_up(scene).actuation.supports[0].moment_radius == .03);
  scene.gravity = {0, 0};
  CHECK(pointers_of_faults([&] { set_up(scene); }) == "/gravity");
  scene.simulate.tray->tilt = 2;
  CHECK(pointers_of_faults([&] { set_up(scene); }) == "/simulate/tray/tilt");
}

TEST_CASE("pinned bodies have no support friction, and joined bodies may overlap") {
  Scene scene = scene_of(kBox, R"(, "pins": [{"a": "ground", "b": "body 2", "at_a": [0, 0], "at_b": [0, 0]}],
      "joints": [{"kind": "prismatic", "outline": {"disc": {"radius": 0.5}}, "limits": [-1, 1], "position": 0.2}],
      "simulate": {"support": {"law": "viscous", "friction": 1}})");
  // The link overlaps the box. It also overlaps the floor, to which a joint connects it.
  CHECK(pointers_of_faults([&] { set_up(scene); }) == "/bodies/1 /joints/0");
  const System system = system_of(scene).system;
  CHECK(system.joints[0].lower == -1);
  CHECK(system.joints[0].upper == 1);
}

TEST_CASE("springs of pins, joints and stops are refused where they are not supported, with what supports them") {
  const auto scene = [](const char* model, const char* more) {
    return read_scene(fmt::format(
        R"({{"pawl": 1, "bodies": [{{"outline": {{"disc": {{"radius": 1}}}}}}],
             "joints": [{{"kind": "revolute", "limits": [0, 1], "stops": {{"stiffness": 5}},
                          "spring": {{"stiffness": 3}}}}],
             "pins": [{{"a": "ground", "b": "body 1", "at_a": [0, 0], "at_b": [0, 0], "stiffness": 7}}],
             "simulate": {{"model": "{}"{}}}}})",
        model, more));
  };
  for (const char* model : {"coulomb", "viscous", "no-slip", "cone-complementarity"}) {
    const std::string words = fmt::format("must be absent with the model \"{}\"; use the model \"compliant\"\n", model);
    CHECK(complaints(scene(model, "")) == "/joints/0/stops/stiffness: " + words +
                                              "/joints/0/spring/stiffness: " + words + "/pins/0/stiffness: " + words);
  }
  CHECK(complaints(scene("compliant", "")) == "");
  CHECK(complaints(scene("compliant", R"(, "route": "published")")) ==
        "/joints/0/spring/stiffness: must be absent with the route \"published\", which has no springs of joints; use "
        "the "
        "route \"law\"\n"
        "/pins/0/stiffness: must be absent with the route \"published\", which has no pins with springs; use the route "
        "\"law\"\n");
}

// The rod stands upright at the position 0. For small angles, I q'' = -(K - m g l) q - B q' with I = .18 kg m^2.
TEST_CASE("a rod stands on a torsional spring that is stiffer than its weight, in any unit of length and angle") {
  const auto position = [](const char* length, const char* angle, double unit, double degree, double stiffness) {
    const Scene scene = read_scene(fmt::format(
        R"({{"pawl": 1, "units": {{"length": "{}", "angle": "{}"}}, "gravity": [0, {}], "duration": 20, "bodies": [],
             "simulate": {{"model": "compliant", "step": 0.01}},
             "joints": [{{"kind": "revolute", "angle": {}, "velocity": {}, "mass": 1, "inertia": {}, "center_of_mass": [{}, 0],
                          "spring": {{"stiffness": {}, "damping": {}, "rest": {}}}}}]}})",
        length, angle, -9.81 * unit, 1.5707963267948966 * degree, .1 * degree, .02 * unit * unit, .4 * unit,
        stiffness * unit, .5 * unit, .001 * degree));
    return run(set_up(scene)).state.position(0);
  };
  const double turned = position("m", "rad", 1, 1, 6);
  CHECK(turned == doctest::Approx(6 * .001 / (6 - 3.924)).epsilon(1e-4));
  CHECK(position("mm", "deg", 1e3, 57.29577951308232, 6) == doctest::Approx(turned).epsilon(1e-6));
  const double buckled = position("m", "rad", 1, 1, 3);
  CHECK(3 * (buckled - .001) == doctest::Approx(3.924 * std::sin(buckled)).epsilon(1e-6));
  CHECK(buckled > 1);
}

// A point mass of 1 kg on an arm of 1 m strikes a stop of K = 1e12 N m/rad at 1 rad/s [Drum19, figure 6]. The exact
// rebound takes pi us. Let omega = sqrt(K/m) and s = (h omega)^2. The speed is -1/(1 + s) after the first step and (s -
// 1)/(1 + s)^2 after the second one. If s is large, the pendulum leaves the stop in the second step: for s = 100, it
// hardly rebounds. For h omega = .01, the speed is (1 + s)^(-n/2) after n = pi/(h omega) steps.
TEST_CASE("a pendulum strikes a stop of 1e12 N m/rad nearly dead in long steps, and rebounds in short ones") {
  const auto speed_after = [](double step, int steps) {
    const Scene scene = read_scene(fmt::format(
        R"({{"pawl": 1, "gravity": [0, 0], "duration": {}, "bodies": [], "simulate": {{"model": "compliant", "step": {}}},
             "joints": [{{"kind": "revolute", "velocity": -1, "mass": 1, "inertia": 0, "center_of_mass": [1, 0],
                          "limits": [0, 3], "stops": {{"stiffness": 1e12}}}}]}})",
        step * steps, step));
    const SceneResult result = run(set_up(scene));
    REQUIRE(result.end == SceneResult::End::reached);
    return result.state.velocity(0);
  };
  CHECK(speed_after(1e-5, 20) == doctest::Approx(99 / (101. * 101)).epsilon(1e-9));
  CHECK(speed_after(1e-8, 400) == doctest::Approx(std::pow(1 + 1e-4, -.5 * 314.16)).epsilon(1e-3));
}
