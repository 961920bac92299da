// SPDX-License-Identifier: MIT
// Tests joints, pins, limits and drives in time stepping. Results are compared with closed forms, and with the results
// in another set of coordinates for the same mechanism. Also tests contacts of bodies that mechanisms carry.
#include <doctest/doctest.h>
#include <pawl/bodies/places.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;
using oracle::revolute;

namespace {

constexpr double kPi = std::numbers::pi;

Joint prismatic(double angle, double mass, int parent = -1) {
  Joint joint;
  joint.kind = Joint::Kind::prismatic;
  joint.parent = parent;
  joint.angle = angle;
  joint.mass = mass;
  return joint;
}

void step_all(const System& system, State& state, const Actuation& actuation, double h, long steps,
              StepOptions options = {}) {
  Stepper stepper(system, options);
  for (long i = 0; i < steps; ++i) {
    CAPTURE(i);
    REQUIRE(stepper.step(state, h, actuation).solved);
  }
}

double energy_of(const System& system, const State& state) {
  double sum = 0;
  const State ahead = advanced(state, 1e-4), behind = advanced(state, -1e-4);
  const auto add = [&](const Solid& solid, const Eigen::Vector2d& center, double mass, double inertia) {
    const Eigen::Vector2d velocity =
        (world_point(system, ahead, solid, center) - world_point(system, behind, solid, center)) / 2e-4;
    const double spin = (pose_of(system, ahead, solid)[2] - pose_of(system, behind, solid)[2]) / 2e-4;
    sum += (mass * velocity.squaredNorm() + inertia * spin * spin) / 2 -
           mass * system.gravity.dot(world_point(system, state, solid, center));
  };
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    add(Solid::body(i), {0, 0}, system.bodies[i].mass, system.bodies[i].inertia);
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    const Joint& joint = system.joints[i];
    add(Solid::link(i), joint.center_of_mass, joint.mass, joint.inertia);
  }
  return sum;
}

/// Returns two rods of 1 m as links with joints. The first rod hangs from the origin.
System links() {
  System system;
  system.gravity = {0, -9.81};
  system.joints = {revolute({0, 0}, 1, 1. / 12, {.5, 0}), revolute({1, 0}, 2, 1. / 6, {.5, 0}, 0)};
  return system;
}

/// Returns the same two rods as bodies with pins.
System pinned_bodies() {
  System system;
  system.gravity = {0, -9.81};
  system.bodies = {{1, 1. / 12}, {2, 1. / 6}};
  system.pins = {{Solid::ground(), Solid::body(0), {0, 0}, {-.5, 0}},
                 {Solid::body(0), Solid::body(1), {.5, 0}, {-.5, 0}}};
  return system;
}

/// Returns a state in which the rods are at rest, at the angles a and b to the horizontal.
State links_at(double a, double b) {
  State state(links());
  state.position(0) = a;
  state.position(1) = b - a;
  return state;
}

State bodies_at(double a, double b) {
  State state(pinned_bodies());
  const Eigen::Vector2d first(std::cos(a), std::sin(a)), second(std::cos(b), std::sin(b));
  state.pose(0) << first / 2, a;
  state.pose(1) << first + second / 2, b;
  return state;
}

}  // namespace

TEST_CASE("a slider with a constant effort on a slope moves by a t^2 / 2 for its acceleration a") {
  System system;
  system.gravity = {0, -9.81};
  system.joints = {prismatic(.3, 2)};
  Actuation actuation;
  actuation.loads = Loads(system);
  actuation.loads.efforts[0] = 5;
  for (const Scheme scheme : {Scheme::two_stage, Scheme::one_stage}) {
    State state(system);
    state.velocity(0) = -.4;
    StepOptions options;
    options.scheme = scheme;
    step_all(system, state, actuation, .01, 100, options);
    const double pull = 5 / 2. - 9.81 * std::sin(.3), extra = scheme == Scheme::one_stage ? pull * .01 / 2 : 0;
    CHECK(state.position(0) == doctest::Approx(-.4 + pull / 2 + extra).epsilon(1e-12));
    CHECK(state.velocity(0) == doctest::Approx(-.4 + pull).epsilon(1e-12));
  }
}

TEST_CASE("a link on two sliders, the first without mass, moves like a free body") {
  System system;
  system.gravity = {0, -9.81};
  system.joints = {prismatic(0, 0), prismatic(kPi / 2, 3, 0)};
  State state(system);
  state.velocity(0) = 1.5;
  state.velocity(1) = 2;
  step_all(system, state, {}, .01, 50);
  CHECK(state.position(0) == doctest::Approx(.75).epsilon(1e-12));
  CHECK(state.position(1) == doctest::Approx(1 - 9.81 / 8).epsilon(1e-12));
}

TEST_CASE("a pendulum keeps its energy for a long time, with an error of order 2") {
  System system;
  system.gravity = {0, -9.81};
  system.joints = {revolute({0, 0}, 1, .02, {0, -1})};
  std::vector<double> worst;
  for (const double h : {.02, .01, .005}) {
    State state(system);
    state.position(0) = 2.5;
    const double start = energy_of(system, state);
    double most = 0;
    Stepper stepper(system);
    for (int i = 0; i < std::lround(20 / h); ++i) {
      REQUIRE(stepper.step(state, h).solved);
      most = std::max(most, std::fabs(energy_of(system, state) - start));
    }
    worst.push_back(most);
  }
  CHECK(worst[0] < .1);
  CHECK(worst[0] / worst[1] > 3.6);
  CHECK(worst[1] / worst[2] > 3.6);
}

TEST_CASE("rods as links and rods as bodies with pins move alike, including contact with the ground") {
  for (const bool floor : {false, true}) {
    CAPTURE(floor);
    System a = links(), b = pinned_bodies();
    for (System* system : {&a, &b}) {
      const bool joints = system == &a;
      if (floor) system->shapes.push_back({Solid::ground(), MovingScene::box(9, .5), {0, -1.9, 0}, .3, 0});
      for (std::size_t i = 0; i < 2; ++i) {
        const Eigen::Vector3d at(joints ? .5 : 0, 0, 0);
        system->shapes.push_back({joints ? Solid::link(i) : Solid::body(i), MovingScene::box(.49, .02), at, .3, 0});
      }
    }
    State of_links = links_at(-.2, .7), of_bodies = bodies_at(-.2, .7);
    Stepper step_links(a), step_bodies(b);
    double furthest = 0, deepest = 0;
    bool touched = false;
    for (int i = 0; i < 300; ++i) {
      CAPTURE(i);
      const StepReport& report = step_links.step(of_links, .005);
      REQUIRE(report.solved);
      touched = touched || !report.contacts.empty();
      deepest = std::max(deepest, report.penetration);
      REQUIRE(step_bodies.step(of_bodies, .005).solved);
      for (std::size_t k = 0; k < 2; ++k) {
        const Eigen::Vector2d center = world_point(a, of_links, Solid::link(k), {.5, 0});
        furthest = std::max(furthest, (center - of_bodies.pose(k).head<2>()).norm());
      }
    }
    CHECK(touched == floor);
    CHECK(deepest <= 1e-9);
    // Two rods that swing past each other move chaotically, so that small differences grow.
    CHECK(furthest < 1e-6);
    CHECK((world_point(b, of_bodies, Solid::body(0), {.5, 0}) - world_point(b, of_bodies, Solid::body(1), {-.5, 0}))
              .norm() < 1e-9);
  }
}

TEST_CASE("bodies that are pinned to each other keep their momentum in flight") {
  System system = pinned_bodies();
  system.gravity = {0, 0};
  system.pins.erase(system.pins.begin());
  State state = bodies_at(-.2, .7);
  state.twist(0) << 1, 0, 3;
  // The two points that the pin connects must have equal velocities.
  const Eigen::Vector2d arm(std::cos(-.2) / 2, std::sin(-.2) / 2), other(std::cos(.7) / 2, std::sin(.7) / 2);
  const double spin = -5;
  const Eigen::Vector2d pin = Eigen::Vector2d(1, 0) + 3 * Eigen::Vector2d(-arm.y(), arm.x());
  state.twist(1) << pin - spin * Eigen::Vector2d(other.y(), -other.x()), spin;
  const auto momentum = [&] {
    Eigen::Vector3d sum(0, 0, 0);
    for (std::size_t i = 0; i < 2; ++i) {
      const Body& body = system.bodies[i];
      const Eigen::Vector3d at = state.pose(i), v = state.twist(i);
      sum += body.mass * Eigen::Vector3d(v[0], v[1], at[0] * v[1] - at[1] * v[0]);
      sum[2] += body.inertia * v[2];
    }
    return sum;
  };
  const Eigen::Vector3d before = momentum();
  step_all(system, state, {}, .01, 400);
  CHECK((momentum() - before).head<2>().norm() < 1e-11);
  CHECK(std::fabs(momentum()[2] - before[2]) < 1e-3 * before.norm());
}

TEST_CASE("a drive follows its given motion and carries what lies on it") {
  System system;
  system.gravity = {0, -9.81};
  system.joints = {prismatic(0, 1)};
  system.joints[0].drive = Joint::Drive::acceleration;
  system.bodies = {{1, 1. / 600}};
  system.shapes = {{Solid::link(0), MovingScene::box(1, .1), {0, -.1, 0}, .5, 0},
                   {Solid::body(0), MovingScene::box(.05, .05), {0, 0, 0}, .5, 0}};
  for (const double drive : {2., 9.}) {  // friction can hold the load if the acceleration is at most mu g = 4.905
    State state(system);
    state.pose(0) << 0, .05, 0;
    Actuation actuation;
    actuation.loads = Loads(system);
    actuation.loads.accelerations[0] = drive;
    step_all(system, state, actuation, .01, 30);
    CHECK(state.position(0) == doctest::Approx(drive * .09 / 2).epsilon(1e-12));
    const double carried = std::min(drive, .5 * 9.81);
    CHECK(state.pose(0)[0] == doctest::Approx(carried * .09 / 2).epsilon(1e-9));
    CHECK(state.pose(0)[1] == doctest::Approx(.05).epsilon(1e-12));
  }
}

TEST_CASE("a driven rod pushes a disc round, without passing through it") {
  System system;
  system.joints = {revolute({0, 0}, 1, .1, {.5, 0})};
  system.joints[0].drive = Joint::Drive::acceleration;
  system.bodies = {{.2, .2 * .05 * .05 / 2}};
  system.shapes = {{Solid::link(0), MovingScene::box(.5, .02), {.5, 0, 0}, .1, 0},
                   {Solid::body(0), Disc{{0, 0}, .05}, {0, 0, 0}, .1, 0}};
  State state(system);
  state.velocity(0) = 2;
  state.pose(0) << .2, .3, 0;
  Stepper stepper(system);
  for (int i = 0; i < 100; ++i) {
    CAPTURE(i);
    const StepReport& report = stepper.step(state, .01);
    REQUIRE(report.solved);
    REQUIRE(report.penetration <= 1e-9);
    const Eigen::Vector2d at = state.pose(0).head<2>();
    const double angle = state.position(0);
    if (at.norm() < 1) REQUIRE(at.y() * std::cos(angle) - at.x() * std::sin(angle) >= .07 - 1e-8);
  }
  CHECK(state.position(0) == doctest::Approx(2).epsilon(1e-12));
}

TEST_CASE("limits stop a joint that moves against them, and let it move away") {
  System system;
  system.gravity = {0, -9.81};
  system.joints = {revolute({0, 0}, 1, .02, {1, 0})};
  system.joints[0].lower = -.5;
  State state(system);
  Stepper stepper(system);
  double lowest = 0;
  for (int i = 0; i < 200; ++i) {
    REQUIRE(stepper.step(state, .01).solved);
    lowest = std::min(lowest, state.position(0));
  }
  CHECK(lowest >= -.5 - 1e-9);
  CHECK(state.position(0) == doctest::Approx(-.5).epsilon(1e-8));
  CHECK(std::fabs(state.velocity(0)) < 1e-12);
  Actuation actuation;
  actuation.loads = Loads(system);
  actuation.loads.efforts[0] = 20;
  REQUIRE(stepper.step(state, .01, actuation).solved);
  CHECK(state.velocity(0) > 0);
}

TEST_CASE("an arm that leans on the floor presses with the force that statics gives") {
  System system;
  system.gravity = {0, -9.81};
  system.joints = {revolute({0, .3}, 2, .02, {.3, 0})};
  system.shapes = {{Solid::ground(), MovingScene::box(5, .5), {0, -.5, 0}, .4, 0},
                   {Solid::link(0), Disc{{.6, 0}, .05}, {0, 0, 0}, .4, 0}};
  State state(system);
  state.position(0) = -std::asin(.25 / .6);
  Stepper stepper(system);
  for (int i = 0; i < 50; ++i) REQUIRE(stepper.step(state, .01).solved);
  CHECK(std::fabs(state.velocity(0)) < 1e-9);
  const StepReport& report = stepper.step(state, .01);
  REQUIRE(report.contacts.size() == 1);
  const StepContact& contact = report.contacts[0];
  // The moments about the joint must balance: those of the weight and of the contact force at the lowest point of the
  // disc. The friction may be any force inside the cone.
  const double reach = .6 * std::cos(state.position(0));
  REQUIRE(contact.normal.y() == doctest::Approx(1));
  CHECK(contact.normal_force * reach - contact.tangent_force * .3 == doctest::Approx(9.81 * reach).epsilon(1e-9));
  CHECK(std::fabs(contact.tangent_force) <= .4 * contact.normal_force + 1e-9);
}

TEST_CASE("a crank turns a four-bar linkage with closed pins, and a redundant second crank changes nothing") {
  for (const bool parallel : {false, true}) {
    CAPTURE(parallel);
    System system;
    system.gravity = {0, -9.81};
    // A parallelogram: the pivots on the ground are 2 m apart, each crank has 1 m, and the coupler has 2 m.
    system.joints = {revolute({0, 0}, 1, .1, {.5, 0}), revolute({2, 0}, 1, .1, {.5, 0})};
    system.bodies = {{2, .5}};
    system.pins = {{Solid::link(0), Solid::body(0), {1, 0}, {-1, 0}}, {Solid::link(1), Solid::body(0), {1, 0}, {1, 0}}};
    if (parallel) {
      system.joints.push_back(revolute({1, 0}, 1, .1, {.5, 0}));
      system.pins.push_back({Solid::link(2), Solid::body(0), {1, 0}, {0, 0}});
    }
    State state(system);
    for (std::size_t i = 0; i < system.joints.size(); ++i) state.position(i) = 1.1;
    state.pose(0) << 1 + std::cos(1.1), std::sin(1.1), 0;
    const double start = energy_of(system, state);
    Stepper stepper(system);
    for (int i = 0; i < 100; ++i) {
      CAPTURE(i);
      REQUIRE(stepper.step(state, .005).solved);
      for (const Pin& pin : system.pins) {
        REQUIRE((world_point(system, state, pin.a, pin.at_a) - world_point(system, state, pin.b, pin.at_b)).norm() <
                1e-9);
      }
    }
    CHECK(std::fabs(state.pose(0)[2]) < 1e-8);
    CHECK(std::fabs(energy_of(system, state) - start) < 1e-2);
  }
}

TEST_CASE("a drive that pins block leaves the step unsolved and the state unchanged") {
  System system;
  system.joints = {revolute({0, 0}, 1, .1, {.5, 0})};
  system.joints[0].drive = Joint::Drive::acceleration;
  system.pins = {{Solid::ground(), Solid::link(0), {1, 0}, {1, 0}}};
  State state(system);
  state.velocity(0) = 1;
  const State before = state;
  Stepper stepper(system);
  CHECK(!stepper.step(state, .01).solved);
  CHECK(state.q == before.q);
  CHECK(state.u == before.u);
}
