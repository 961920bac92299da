// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "support/moving_scene.h"

using namespace pawl;
using oracle::incline;
using oracle::MovingScene;

namespace {

constexpr double kGravity = 9.81;

/// Simulates the given number of seconds. Checks that every step is solved, and that no penetration exceeds 1e-9 m.
void run(MovingScene& scene, double seconds, double h, StepOptions options = {}) {
  Stepper stepper(scene.system, options);
  const long steps = std::lround(seconds / h);
  for (long i = 0; i < steps; ++i) {
    const StepReport& report = stepper.step(scene.state, h, scene.actuation);
    REQUIRE(report.solved);
    REQUIRE(report.penetration <= 1e-9);
  }
}

/// Adds a box of 0.2 x 0.05 m that is at rest on the incline.
void add_box_on(MovingScene& scene, double angle, double friction) {
  scene.add_box(.1, .025, 1, {.025 * std::sin(angle), .025 * std::cos(angle), -angle}, friction);
}

double downhill(const MovingScene& scene, const State& from, double angle) {
  return (scene.state.pose(0) - from.pose(0)).head<2>().dot(Eigen::Vector2d(std::cos(angle), -std::sin(angle)));
}

}  // namespace

TEST_CASE("a box slides down an incline by half of (g sin a - mu g cos a) t^2, or stays") {
  for (const double degrees : {1., 5., 15., 30., 44.}) {
    const double angle = degrees * std::numbers::pi / 180;
    for (const double friction : {0., .05, .125, .25, .375, .6, 1.}) {
      CAPTURE(degrees);
      CAPTURE(friction);
      MovingScene scene = incline(angle, friction);
      add_box_on(scene, angle, friction);
      const State start = scene.state;
      run(scene, 1, .01);
      const double pull = kGravity * (std::sin(angle) - friction * std::cos(angle));
      // The box would tip if the friction coefficient exceeded its width divided by its height, which is 4.
      CHECK(std::fabs(downhill(scene, start, angle) - std::max(0., pull) / 2) < 1e-10);
    }
  }
}

TEST_CASE("a box on an incline below the friction angle does not creep") {
  const double angle = 15 * std::numbers::pi / 180;
  MovingScene scene = incline(angle, .375);
  add_box_on(scene, angle, .375);
  const State start = scene.state;
  run(scene, 10, .01);
  CHECK((scene.state.q - start.q).norm() < 1e-12);
}

TEST_CASE("a disc rolls down an incline at two thirds of g sin a") {
  const double angle = 15 * std::numbers::pi / 180;
  MovingScene scene = incline(angle, .3);
  const double radius = .1;
  scene.add_disc(radius, 1, {radius * std::sin(angle), radius * std::cos(angle), 0}, .3);
  const State start = scene.state;
  run(scene, 1, .01);
  CHECK(std::fabs(downhill(scene, start, angle) - kGravity * std::sin(angle) / 3) < 1e-10);
  CHECK(std::fabs(scene.state.pose(0)[2] + kGravity * std::sin(angle) / 3 / radius) < 1e-9);
}

TEST_CASE("a corner at a distance of 10 um does not stop a box that passes it") {
  for (const double h : {1e-1, 1e-2, 1e-3}) {
    MovingScene scene;
    scene.add_ground(MovingScene::box(.5, 1), {.551, -1, 0}, .5);
    scene.add_box(.05, .05, 1, {.001 - 1e-5, .3, 0}, .5, {0, -5, 0});
    run(scene, .2, h);
    CHECK(std::fabs(scene.state.twist(0)[1] + 5) < 1e-12);
    CHECK(std::fabs(scene.state.pose(0)[1] - (.3 - 1)) < 1e-12);
  }
}

TEST_CASE("a peg wider than its hole never enters") {
  for (const double h : {1e-1, 1e-2, 1e-3, 1e-4}) {
    CAPTURE(h);
    MovingScene scene;
    scene.system.gravity = {0, -kGravity};
    scene.add_ground(MovingScene::box(.5, 1), {-.551, -1, 0}, .5);
    scene.add_ground(MovingScene::box(.5, 1), {.551, -1, 0}, .5);
    scene.add_box(.0515, .3, 1, {0, .35, 0}, .5, {0, -3, 0});
    Stepper stepper(scene.system);
    double lowest = 1;
    for (int i = 0; i < std::lround(.5 / h); ++i) {
      REQUIRE(stepper.step(scene.state, h, scene.actuation).solved);
      lowest = std::min(lowest, scene.state.pose(0)[1]);
    }
    CHECK(lowest > .3 - 1e-9);
  }
}

TEST_CASE("a peg in a hole jams above mu = 1/2 and not below") {
  for (const double friction : {.45, .49, .495, .505, .51, .55, .8}) {
    CAPTURE(friction);
    MovingScene scene;
    scene.add_ground(MovingScene::box(.5, 1), {-.551, -1, 0}, friction);
    scene.add_ground(MovingScene::box(.5, 1), {.551, -1, 0}, friction);
    scene.add_box(.05, .3, 1, {0, .1, 0}, friction, {0, 0, 0}, {0, -20, -4});
    run(scene, 2, .01);
    if (friction < .5) {
      CHECK(scene.state.pose(0)[1] < 0);
    } else {
      CHECK(scene.state.u.norm() < 1e-12);
      CHECK(scene.state.pose(0)[1] > .05);
    }
  }
}

TEST_CASE("a rod that falls over is integrated with order 2") {
  for (const double friction : {0., .3, 1.}) {
    const auto end = [&](double h) {
      MovingScene scene;
      scene.system.gravity = {0, -kGravity};
      scene.add_ground(MovingScene::box(10, .5), {0, -.5, 0}, friction);
      const double theta = 1, low = -.5 * std::sin(theta) - .01 * std::cos(theta);
      scene.add_box(.5, .01, 1, {0, -low, theta}, friction);
      run(scene, .3, h);
      return Eigen::VectorXd(scene.state.q);
    };
    const Eigen::VectorXd exact = end(1e-4);
    double before = 0;
    for (const double h : {.02, .01, .005, .0025}) {
      const double error = (end(h) - exact).norm();
      MESSAGE("mu ", friction, " h ", h, " error ", error, " ratio ", before / error);
      if (before > 0) CHECK(before / error >= 3.6);
      before = error;
    }
  }
}

TEST_CASE("ten boxes with a heavy one on top stand") {
  MovingScene scene;
  scene.system.gravity = {0, -kGravity};
  scene.add_ground(MovingScene::box(10, .5), {0, -.5, 0}, .5);
  for (int i = 0; i < 10; ++i) scene.add_box(.1, .1, i == 9 ? 100 : 1, {0, .1 + .2 * i, 0}, .5);
  Stepper stepper(scene.system);
  double worst = 0;
  long pivots = 0;
  for (int i = 0; i < 1000; ++i) {
    const StepReport& report = stepper.step(scene.state, .01, scene.actuation);
    REQUIRE(report.solved);
    worst = std::max(worst, report.penetration);
    if (i >= 5) pivots += report.pivots;
  }
  CHECK(worst < 1e-8);  // no penetration may exceed 1e-5 mm
  CHECK(std::fabs(scene.state.pose(9)[1] - 1.9) < 1e-7);
  CHECK(pivots <= 2 * 995);  // on average, at most two pivots per step
}
