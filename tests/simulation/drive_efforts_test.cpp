// SPDX-License-Identifier: MIT
// Tests the efforts of drives whose acceleration is known, against closed forms and against the acceleration problem.
#include <doctest/doctest.h>
#include <pawl/io/read_scene.h>
#include <pawl/scenes/forward_scene.h>
#include <pawl/scenes/run_scene.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;
using oracle::revolute;

namespace {

constexpr double kGravity = 9.81;

Joint driven(Joint joint) {
  joint.drive = Joint::Drive::acceleration;
  return joint;
}

/// Returns a lift: a platform of the given mass on a vertical slider with a drive. A box is on the platform.
MovingScene lift(double platform, double box, double acceleration) {
  MovingScene scene;
  scene.system.gravity = {0, -kGravity};
  scene.add_box(.1, .1, box, {0, .1, 0}, .5);
  Joint slider;
  slider.kind = Joint::Kind::prismatic;
  slider.angle = std::numbers::pi / 2;
  slider.mass = platform;
  scene.system.joints.push_back(driven(slider));
  scene.system.shapes.push_back({Solid::link(0), MovingScene::box(.5, .5), {-.5, 0, -std::numbers::pi / 2}, .5, 0});
  const State before = scene.state;
  scene.state = State(scene.system);
  scene.state.pose(0) = before.pose(0);
  scene.actuation.loads.accelerations = {acceleration};
  return scene;
}

}  // namespace

// A slider of mass m starts at rest. Its effort is 0 until the time .2, rises to F at .6, falls to -F at .8, and then
// remains -F. The speed is the integral of the effort divided by m. A step uses the mean of the effort over the step,
// so the computed speed is exact after every step, even if the effort has a corner within a step. The position has the
// error of the scheme.
TEST_CASE("a slider whose effort changes with time has the speed of the closed form after every step") {
  const double mass = 2, force = 5;
  const auto speed = [&](double t) {
    double sum = 0;
    if (t > .2) sum += force * std::pow(std::min(t, .6) - .2, 2) / (2 * .4);
    if (t > .6) sum += force * (std::min(t, .8) - .6) - force * std::pow(std::min(t, .8) - .6, 2) / .2;
    if (t > .8) sum -= force * (t - .8);
    return sum / mass;
  };
  for (const char* scheme : {"two-stage", "one-stage"}) {
    for (const double h : {.07, .01}) {
      CAPTURE(scheme);
      CAPTURE(h);
      Scene scene = read_scene(R"({"pawl": 1, "duration": 1, "bodies": [], "joints": [{"kind": "prismatic", "mass": 2,
        "effort": [[0.2, 0], [0.6, 5], [0.8, -5]]}]})");
      scene.simulate.step = h;
      if (std::string(scheme) == "one-stage") scene.simulate.scheme = SimulateOptions::Scheme::one_stage;
      int steps = 0;
      double before = 0;
      const SceneResult result = run(set_up(scene), {}, [&](const SceneStep& step) {
        ++steps;
        CHECK(std::fabs(step.state.velocity(0) - speed(step.time)) < 1e-12);
        const double length = step.time - before;
        CHECK(std::fabs(step.efforts.at(0) - mass * (speed(step.time) - speed(before)) / length) < 1e-9);
        before = step.time;
      });
      CHECK(result.end == SceneResult::End::reached);
      CHECK(steps == std::lround(std::ceil(1 / h)));
      double position = 0;
      for (int k = 0; k < 100000; ++k) position += speed((k + .5) / 100000) / 100000;
      CHECK(std::fabs(result.state.position(0) - position) < (std::string(scheme) == "two-stage" ? 2 * h * h : 2 * h));
    }
  }
}

TEST_CASE("the mean of a piecewise linear effort is exact before, between and after its points") {
  const std::vector<Eigen::Vector2d> points{{1, 2}, {3, 6}};
  CHECK(mean_effort(points, 0, 1) == doctest::Approx(2));
  CHECK(mean_effort(points, 0, 3) == doctest::Approx((2 + 2 * 4) / 3.));
  CHECK(mean_effort(points, 1.5, 2.5) == doctest::Approx(4));
  CHECK(mean_effort(points, 2, 5) == doctest::Approx((5 + 2 * 6) / 3.));
  CHECK(mean_effort({{1, 2}}, 0, 9) == doctest::Approx(2));
}

// A body turns about a pin of the ground, which is at the distance r from its centre of mass. Without gravity, the
// force of the pin is the centripetal force m w^2 r. If the pin is at the centre of mass, its force is the weight.
TEST_CASE("a pin supplies the weight, or the centripetal force of a body that turns about it") {
  const double mass = 2, arm = .5, spin = 3, h = 1e-4;
  for (const Scheme scheme : {Scheme::two_stage, Scheme::one_stage}) {
    for (const bool weighs : {true, false}) {
      CAPTURE(weighs);
      System system;
      if (weighs) system.gravity = {0, -kGravity};
      system.bodies.push_back({mass, .1});
      Pin pin;
      pin.a = Solid::ground();
      pin.b = Solid::body(0);
      pin.at_b = {weighs ? 0 : -arm, 0};
      system.pins.push_back(pin);
      State state(system);
      state.pose(0) << (weighs ? 0 : arm), 0, 0;
      if (!weighs) state.twist(0) << 0, arm * spin, spin;
      StepOptions options;
      options.scheme = scheme;
      Stepper stepper(system, options);
      const StepReport& report = stepper.step(state, h);
      REQUIRE(report.solved);
      REQUIRE(report.pin_forces.size() == 1);
      const Eigen::Vector2d force = report.pin_forces[0];
      const Eigen::Vector2d expected = weighs ? Eigen::Vector2d(0, mass * kGravity)
                                              : Eigen::Vector2d(-mass * spin * spin * arm, 0);
      CHECK((force - expected).norm() < 1e-2 * expected.norm() * (weighs ? 1e-7 : 1));
    }
  }
}

TEST_CASE(
    "if two pins hold a body to the ground, only the components of their forces across the line of the pins are "
    "determined") {
  System system;
  system.gravity = {0, -kGravity};
  system.bodies.push_back({2, .1});
  for (const double x : {-.5, .5}) {
    Pin pin;
    pin.a = Solid::ground();
    pin.b = Solid::body(0);
    pin.at_a = pin.at_b = {x, 0};
    system.pins.push_back(pin);
  }
  State state(system);
  Stepper stepper(system);
  const StepReport& report = stepper.step(state, .01);
  REQUIRE(report.solved);
  REQUIRE(report.pin_forces.size() == 2);
  for (const Eigen::Vector2d& force : report.pin_forces) {
    CHECK(std::isnan(force.x()));
    CHECK(force.y() == doctest::Approx(2 * kGravity / 2));
  }
}

// The torque of the drive is the moment of the weight, m g r cos(angle). In the two-stage scheme, its mean over a step
// is the mean of its values at both ends of the step. In the one-stage scheme, it is the value at the start of the
// step. The velocity is constant, so the momentum of the crank does not change.
TEST_CASE("a crank that lifts a weight needs the torque m g r cos(angle)") {
  const double mass = 2, arm = .5, velocity = 3, h = .01;
  for (const Scheme scheme : {Scheme::two_stage, Scheme::one_stage}) {
    System system;
    system.gravity = {0, -kGravity};
    system.joints = {driven(revolute({0, 0}, mass, .01, {arm, 0}))};
    State state(system);
    state.velocity(0) = velocity;
    StepOptions options;
    options.scheme = scheme;
    Stepper stepper(system, options);
    for (int k = 0; k < 100; ++k) {
      const double start = mass * kGravity * arm * std::cos(state.position(0));
      const StepReport& report = stepper.step(state, h);
      REQUIRE(report.solved);
      const double end = mass * kGravity * arm * std::cos(state.position(0));
      const double expected = scheme == Scheme::two_stage ? (start + end) / 2 : start;
      REQUIRE(report.efforts.size() == 1);
      CHECK(std::fabs(report.efforts[0] - expected) < 1e-9);
    }
  }
}

// With the angular acceleration a, the torque also contains (I + m r^2) a, where I is the crank's inertia about its
// center of mass.
TEST_CASE("a crank with the angular acceleration a also needs the torque (I + m r^2) a") {
  System system;
  system.joints = {driven(revolute({0, 0}, 2, .01, {.5, 0}))};
  State state(system);
  Actuation actuation;
  actuation.loads.accelerations = {4};
  Stepper stepper(system);
  for (int k = 0; k < 50; ++k) {
    const StepReport& report = stepper.step(state, .01, actuation);
    REQUIRE(report.solved);
    CHECK(report.efforts[0] == doctest::Approx((.01 + 2 * .25) * 4).epsilon(1e-9));
  }
}

TEST_CASE("a joint whose effort is known reports this effort") {
  System system;
  system.joints = {revolute({0, 0}, 2, .01, {.5, 0})};
  State state(system);
  Actuation actuation;
  actuation.loads.efforts = {.7};
  CHECK(Stepper(system).step(state, .01, actuation).efforts[0] == doctest::Approx(.7).epsilon(1e-14));
}

// The pin holds a weight at the end of the crank. The weight must act like an additional mass of the crank.
TEST_CASE(
    "a weight that a pin holds at the end of a crank needs the same torque as a weight that belongs to the crank") {
  System system;
  system.gravity = {0, -kGravity};
  system.bodies = {{2, .01}};
  system.joints = {driven(revolute({0, 0}, 0, .01, {0, 0}))};
  system.pins = {{Solid::link(0), Solid::body(0), {.5, 0}, {0, 0}}};
  State state(system);
  state.pose(0) = Eigen::Vector3d(.5, 0, 0);
  state.twist(0) = Eigen::Vector3d(0, 3 * .5, 0);
  state.velocity(0) = 3;
  Stepper stepper(system);
  for (int k = 0; k < 100; ++k) {
    const double start = 2 * kGravity * .5 * std::cos(state.position(0));
    const StepReport& report = stepper.step(state, .01);
    REQUIRE(report.solved);
    const double end = 2 * kGravity * .5 * std::cos(state.position(0));
    CHECK(std::fabs(report.efforts[0] - (start + end) / 2) < 1e-6);
  }
}

// The force of the lift is (M + m)(g + a) for the acceleration a. It includes the force of the contact.
TEST_CASE("a lift needs the force (M + m)(g + a) under every rigid contact law") {
  const std::vector<ContactLaw> laws = {Coulomb(), Viscous{10}, NoSlip(), ConeComplementarity()};
  for (std::size_t k = 0; k < laws.size(); ++k) {
    CAPTURE(k);
    MovingScene scene = lift(3, 2, 1.5);
    StepOptions options;
    options.law = laws[k];
    Stepper stepper(scene.system, options);
    for (int i = 0; i < 20; ++i) {
      const StepReport& report = stepper.step(scene.state, .01, scene.actuation);
      REQUIRE(report.solved);
      CHECK(report.efforts[0] == doctest::Approx(5 * (kGravity + 1.5)).epsilon(1e-6));
    }
  }
}

// The compliant contacts reach a constant penetration. They then carry the box as rigid contacts do.
TEST_CASE("under the compliant law, the force of a lift settles to (M + m)(g + a)") {
  MovingScene scene = lift(3, 2, 1.5);
  Compliant law;
  law.stiffness = 1e5;
  law.damping = 2e3;
  StepOptions options;
  options.law = law;
  Stepper stepper(scene.system, options);
  double effort = 0;
  for (int i = 0; i < 400; ++i) {
    const StepReport& report = stepper.step(scene.state, .005, scene.actuation);
    REQUIRE(report.solved);
    effort = report.efforts[0];
  }
  CHECK(effort == doctest::Approx(5 * (kGravity + 1.5)).epsilon(1e-5));
}

// An impact sets the box in motion with the impulse m v. The drive must report exactly this impulse, even if the step
// was halved.
TEST_CASE("the impulse of a drive includes an impact") {
  MovingScene scene;
  scene.add_box(.1, .1, 2, {.213, 0, 0}, 0);
  Joint slider;
  slider.kind = Joint::Kind::prismatic;
  slider.mass = 1;
  scene.system.joints.push_back(driven(slider));
  scene.system.shapes.push_back({Solid::link(0), MovingScene::box(.1, .2), {0, 0, 0}, 0, 0});
  const State before = scene.state;
  scene.state = State(scene.system);
  scene.state.pose(0) = before.pose(0);
  scene.state.velocity(0) = .7;
  for (const double h : {.01, .1}) {
    MovingScene one = scene;
    Stepper stepper(one.system);
    double impulse = 0;
    for (int k = 0; k < 10; ++k) {
      const StepReport& report = stepper.step(one.state, h, one.actuation);
      REQUIRE(report.solved);
      impulse += h * report.efforts[0];
    }
    CHECK(impulse == doctest::Approx(2 * .7).epsilon(1e-9));
  }
}

// Two parallel cranks with drives and a rod between them form a parallelogram. Only the sum of the two torques is
// determined.
TEST_CASE("the efforts of two drives that a rod connects are not determined") {
  System system;
  system.gravity = {0, -kGravity};
  system.bodies = {{1, .1}};
  system.joints = {driven(revolute({0, 0}, 1, .01, {.25, 0})), driven(revolute({1, 0}, 1, .01, {.25, 0})),
                   driven(revolute({3, 0}, 1, .01, {.25, 0}))};
  system.pins = {{Solid::link(0), Solid::body(0), {.5, 0}, {-.5, 0}},
                 {Solid::link(1), Solid::body(0), {.5, 0}, {.5, 0}}};
  State state(system);
  state.position(0) = state.position(1) = 1;
  state.pose(0) = Eigen::Vector3d(.5 + .5 * std::cos(1.), .5 * std::sin(1.), 0);
  Stepper stepper(system);
  for (int k = 0; k < 3; ++k) {
    const StepReport& report = stepper.step(state, .01);
    REQUIRE(report.solved);
    CHECK(std::isnan(report.efforts[0]));
    CHECK(std::isnan(report.efforts[1]));
    CHECK(report.efforts[2] == doctest::Approx(kGravity * .25).epsilon(1e-9));
  }
}

// The crank drives a slider through a rod with pins. Over a short step, the mean effort must be the effort of the
// acceleration problem at the end of the step. The error is proportional to the step. The first step also sets the rod
// in motion, because the scene states no velocity for the rod.
TEST_CASE("the effort of a crank's drive is that of the acceleration problem") {
  Scene scene = read_scene_file(PAWL_SOURCE_DIR "/data/scenes/crank.scene.json");
  scene.simulate.step = 1e-4;
  scene.duration = .02;
  SceneSetup setup = set_up(scene);
  const SceneResult result = run(setup);
  REQUIRE(result.efforts.size() == 2);
  setup.parts.state = result.state;
  const SceneForward forward = forward_scene(setup);
  REQUIRE(forward.count == SceneForward::Count::one);
  CHECK(result.efforts[0] == doctest::Approx(forward.motions[0].motion.bilateral[0]).epsilon(1e-3));
}
