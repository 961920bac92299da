// SPDX-License-Identifier: MIT
// Tests systems, states and forces that the stepper refuses, and small cases: an empty system, pins of radius 0, and
// one step with the free function.
#include <doctest/doctest.h>
#include <pawl/base/parallel.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "support/faults.h"
#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

MovingScene box_on_floor() {
  MovingScene scene;
  scene.system.gravity = {0, -9.81};
  scene.add_ground(MovingScene::box(2, .5), {0, -.5, 0}, .5);
  scene.add_box(.1, .1, 1, {0, .1, 0}, .5);
  return scene;
}

std::string faults_of_stepper(const System& system, StepOptions options = {}) {
  return pointers_of_faults([&] { Stepper(system, options); });
}

std::string faults_of_step(const System& system, State state, double h, const Actuation& actuation = {}) {
  return pointers_of_faults([&] { Stepper(system).step(state, h, actuation); });
}

}  // namespace

TEST_CASE("an invalid system, or a system that cannot be stepped, is refused") {
  const MovingScene good = box_on_floor();
  CHECK(faults_of_stepper(good.system) == "no fault");
  System bad = good.system;
  bad.shapes[0].outline = Polygon{{{0, 0}, {1, 0}}};
  bad.shapes[1].restitution = 2;
  bad.shapes[1].friction = -1;
  CHECK(faults_of_stepper(bad) == "/shapes/0/outline /shapes/1/friction /shapes/1/restitution");
  bad = good.system;
  bad.shapes[1].solid = Solid::body(7);
  CHECK(faults_of_stepper(bad) == "/shapes/1/solid");
  bad = good.system;
  bad.shapes[1].restitution = .5;
  CHECK(faults_of_stepper(bad) == "no fault");
  StepOptions one_stage;
  one_stage.scheme = Scheme::one_stage;
  CHECK(faults_of_stepper(bad, one_stage) == "/shapes/1/restitution");
}

TEST_CASE("invalid step lengths, states and forces are refused") {
  const MovingScene good = box_on_floor();
  for (const double h : {0., -1e-3, kNan, std::numeric_limits<double>::infinity()}) {
    CHECK(faults_of_step(good.system, good.state, h) == "/step");
  }
  State wrong = good.state;
  wrong.u[1] = kNan;
  CHECK(faults_of_step(good.system, wrong, .01) == "/bodies/0/twist/1");
  CHECK(faults_of_step(good.system, State(), .01) == "/state/bodies /state/q /state/u");
  Actuation actuation;
  actuation.forces.push_back({3, {0, 0}, {kNan, 0}});
  actuation.springs.push_back({0, {0, 0}, {0, 0}, -1, kNan});
  CHECK(faults_of_step(good.system, good.state, .01, actuation) ==
        "/forces/0/body /forces/0/force/0 /springs/0/tension /springs/0/stiffness");
}

TEST_CASE("joints that move no mass or have an invalid parent, limit or position are refused, and so are open pins") {
  const MovingScene good = box_on_floor();
  System bad = good.system;
  bad.joints.push_back({.parent = 0});
  bad.joints.back().lower = 1;
  bad.joints.back().upper = 0;
  CHECK(faults_of_stepper(bad) == "/joints/0/parent /joints/0/lower");
  bad = good.system;
  bad.joints.emplace_back();  // a link that turns about its own center of mass and has no moment of inertia
  bad.pins.push_back({Solid::ground(), Solid::body(0), {0, 0}, {.05, 0}});
  State state(bad);
  state.q.head(3) = good.state.q;
  CHECK(faults_of_step(bad, state, .01) == "/pins/0 /joints/0");
  bad.pins.clear();
  bad.joints[0].inertia = 1;
  CHECK(faults_of_step(bad, state, .01) == "no fault");
  bad.joints[0].lower = .5;
  CHECK(faults_of_step(bad, state, .01) == "/joints/0/position");
}

TEST_CASE("an empty system, pins of radius 0 and a single step without a stepper are accepted") {
  State empty;
  CHECK(Stepper(System()).step(empty, .01).solved);
  MovingScene scene;
  scene.system.gravity = {0, -9.81};
  for (const double x : {-.05, .05}) scene.add_ground(Disc{{x, 0}, 0}, {0, 0, 0}, .5);
  scene.add_box(.1, .1, 1, {0, .1, 0}, .5);
  const State before = scene.state;
  const StepReport report = step(scene.system, scene.state, Coulomb(), .01);
  CHECK(report.solved);
  CHECK(report.contacts.size() == 2);
  double carried = 0;
  for (const StepContact& contact : report.contacts) carried += contact.normal_force;
  CHECK(carried == doctest::Approx(9.81));
  CHECK((scene.state.q - before.q).norm() < 1e-12);
}

TEST_CASE("under the one-stage scheme a resting body stays at rest, and a sliding body has an error of order 1") {
  StepOptions one_stage;
  one_stage.scheme = Scheme::one_stage;
  const double angle = 15 * std::numbers::pi / 180, pull = 9.81 * (std::sin(angle) - .1 * std::cos(angle));
  for (const double h : {.01, .005}) {
    MovingScene scene = oracle::incline(angle, .1);
    scene.add_box(.1, .025, 1, {.025 * std::sin(angle), .025 * std::cos(angle), -angle}, .1);
    const State start = scene.state;
    Stepper stepper(scene.system, one_stage);
    for (int i = 0; i < std::lround(1 / h); ++i) REQUIRE(stepper.step(scene.state, h).solved);
    // In each step, the velocity changes by the same amount. The position is the sum of the velocities times h, which
    // is pull (t + h) t / 2 after the time t.
    CHECK((scene.state.q - start.q).norm() == doctest::Approx(pull * (1 + h) / 2).epsilon(1e-10));
  }
}

TEST_CASE("each index is visited once on any number of threads, and exceptions reach the caller") {
  for (const int threads : {0, 1, 3}) {
    std::vector<std::atomic<int>> visits(1000);
    parallel_for_each_index(
        visits.size(), [&](std::size_t i) { ++visits[i]; }, threads);
    for (const std::atomic<int>& count : visits) CHECK(count == 1);
  }
  CHECK_THROWS_AS(parallel_for_each_index(5,
                                          [](std::size_t i) {
                                            if (i == 3) throw std::runtime_error("three");
                                          }),
                  std::runtime_error);
  parallel_for_each_index(0, [](std::size_t) { FAIL("no index"); });
}
