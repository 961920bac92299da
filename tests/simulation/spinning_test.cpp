// SPDX-License-Identifier: MIT
// Bodies that turn far in one step. Slips and paths are computed from the rotations, and full turns must not be lost.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

constexpr double kStep = .01, kRadius = .1;  // time step, s, and radius of the discs, m

}  // namespace

TEST_CASE("discs that spin in the same sense rub on each other at any speed") {
  for (const double spin : {100., 250., 350., 500., 200 * std::numbers::pi}) {
    CAPTURE(spin);
    constexpr double kPress = 1, kFriction = .5;  // N
    MovingScene scene;
    for (const double x : {0., 2 * kRadius}) scene.add_disc(kRadius, 1, {x, 0, 0}, kFriction, {0, 0, spin});
    scene.actuation.loads.body_wrenches = {{kPress, 0, 0}, {-kPress, 0, 0}};
    Stepper stepper(scene.system);
    REQUIRE(stepper.step(scene.state, kStep, scene.actuation).solved);
    const double slower = kFriction * kPress * kRadius * kStep / scene.system.bodies[0].inertia;
    for (const std::size_t body : {0, 1}) {
      CHECK(std::fabs(scene.state.twist(body)[2] - (spin - slower)) <= 1e-3 * slower);
    }
  }
}

TEST_CASE("rods that spin in the same sense do not pass through each other, even in whole turns per step") {
  MovingScene scene;
  const double spin = 2 * std::numbers::pi / kStep;
  for (const double x : {0., .8}) scene.add_box(.02, .5, 1, {x, 0, 0}, .5, {0, 0, spin});
  Stepper stepper(scene.system);
  REQUIRE(stepper.step(scene.state, kStep, scene.actuation).solved);
  for (const std::size_t body : {0, 1}) CHECK(scene.state.twist(body)[2] < .9 * spin);
}

TEST_CASE("a small disc that a large disc sets spinning turns the other way, in either order of the two discs") {
  double way[2] = {}, turns[2] = {};
  for (const bool small_first : {false, true}) {
    constexpr double kSmall = .01, kForce = 1e5;  // radius of the small disc, m, and force on it, N
    MovingScene scene;
    const auto add_small = [&] { return scene.add_disc(kSmall, .01, {0, 0, 0}, .8); };
    const std::size_t before = small_first ? add_small() : 0;
    const std::size_t large = scene.add_disc(kRadius, 100, {kSmall + kRadius, 0, 0}, .8, {0, 0, 100});
    const std::size_t small = small_first ? before : add_small();
    scene.add_ground(MovingScene::box(.5, 1), {-kSmall - .5, 0, 0}, 0);
    scene.actuation.loads.body_wrenches[large] = {-kForce, 0, 0};
    const double energy = scene.energy();
    Stepper stepper(scene.system);
    REQUIRE(stepper.step(scene.state, kStep, scene.actuation).solved);
    CHECK(scene.energy() <= energy * (1 + 1e-9));
    way[small_first] = scene.state.pose(small)[1];
    turns[small_first] = scene.state.pose(small)[2];
  }
  CHECK(std::fabs(way[0] - way[1]) <= 1e-9);
  CHECK(std::fabs(turns[0] - turns[1]) <= 1e-6);
}

TEST_CASE("a disc that turns about a point beside its center meets a wall in the path of its center") {
  constexpr double kBeside = .05, kTurn = .4, kGap = .005;
  for (const double sign : {-1., 1.}) {
    MovingScene scene;
    scene.add(Disc{{0, -kBeside}, kRadius}, 1, .01, {0, 0, 0}, 0, {0, 0, sign * kTurn / kStep});
    scene.add_ground(MovingScene::box(.5, 1), {sign * (kRadius + kGap + .5), -kBeside, 0}, 0);
    Stepper stepper(scene.system);
    const StepReport& report = stepper.step(scene.state, kStep, scene.actuation);
    REQUIRE(report.solved);
    const Eigen::Vector3d pose = scene.state.pose(0);
    CHECK(sign * (pose[0] + kBeside * std::sin(pose[2])) <= kGap + 1e-9);
    CHECK(sign * pose[0] < -1e-3);
  }
}

// Within the step, the disc penetrates by the sagitta of an arc of .15 rad. Halving the step must be avoided: it would
// not be more accurate, and each half would cost as much as the whole step.
TEST_CASE("rolling over another disc does not halve the step") {
  MovingScene scene;
  scene.add_ground(Disc{{0, 0}, kRadius}, {0, 0, 0}, .5);
  const double speed = 3;
  scene.add_disc(kRadius, 1, {0, 2 * kRadius, 0}, .5, {speed, 0, -speed / kRadius});
  scene.actuation.loads.body_wrenches = {{0, -1000, 0}};
  Stepper stepper(scene.system);
  const StepReport& report = stepper.step(scene.state, kStep, scene.actuation);
  REQUIRE(report.solved);
  CHECK(report.substeps == 1);
  CHECK(std::fabs(scene.state.pose(0).head<2>().norm() - 2 * kRadius) <= 1e-9);
}
