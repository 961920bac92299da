// SPDX-License-Identifier: MIT
// Tests chains of impacts within one step: rows of bodies that strike each other one after the other, and islands that
// meet other bodies after their step was halved.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

constexpr double kStep = .01, kRadius = .1;  // time step, s, and radius of the discs, m

/// Returns a row of `count` discs of 1 kg at rest, with `gap` between neighbors. A disc of the mass `mass` moves
/// towards the row with the speed `speed`.
MovingScene struck_row(int count, double gap, double mass, double speed) {
  MovingScene scene;
  for (int i = 0; i <= count; ++i) {
    const bool first = i == 0;
    scene.add_disc(kRadius, first ? mass : 1, {(i - 1) * (2 * kRadius + gap), 0, 0}, .5, {first ? speed : 0, 0, 0});
  }
  return scene;
}

/// Checks that all discs end with the same velocity and touch each other, and that their total momentum is unchanged.
void require_moves_as_one(const MovingScene& scene, int count, double mass, double speed) {
  const double together = mass * speed / (mass + count);
  for (int i = 0; i <= count; ++i) {
    const auto body = static_cast<std::size_t>(i);
    CHECK(std::fabs(scene.state.twist(body)[0] - together) <= 1e-9 * speed);
    if (i > 0) {
      CHECK(std::fabs(scene.state.pose(body)[0] - scene.state.pose(body - 1)[0] - 2 * kRadius) <= 1e-9);
    }
  }
}

/// Adds a heavy disc that strikes a light one. Because of a box beside the heavy disc, the step of their island is
/// halved. The light disc moves by at most 40 mm.
void add_striking_in_halves(MovingScene& scene) {
  scene.add_disc(kRadius, 100, {-2 * kRadius - .01, 0, 0}, .5, {5, 0, 0});
  scene.add_disc(kRadius, 1, {0, 0, 0}, .5);
  scene.add_box(.05, .05, 1, {-2 * kRadius - .01, .18, 0}, .5, {5, 0, 60});
}

}  // namespace

TEST_CASE("an impact passes through a whole row in one step, although each contact search finds only one new contact") {
  for (const int count : {5, 6, 20}) {
    CAPTURE(count);
    MovingScene scene = struck_row(count, .001, 100, 5);
    Stepper stepper(scene.system);
    const StepReport& report = stepper.step(scene.state, kStep, scene.actuation);
    REQUIRE(report.solved);
    CHECK(report.substeps == 1);
    require_moves_as_one(scene, count, 100, 5);
  }
}

TEST_CASE("a row that is struck hard moves in half steps, even if contact searches have missed some of its contacts") {
  MovingScene scene = struck_row(20, .001, 1e4, 50);
  Stepper stepper(scene.system);
  REQUIRE(stepper.step(scene.state, kStep, scene.actuation).solved);
  require_moves_as_one(scene, 20, 1e4, 50);
}

TEST_CASE("an impact passes through a whole row in one step, although each iterate brings only one more contact near") {
  MovingScene scene = struck_row(50, 1.5e-5, 100, 5);
  Stepper stepper(scene.system);
  const StepReport& report = stepper.step(scene.state, kStep, scene.actuation);
  REQUIRE(report.solved);
  CHECK(report.substeps == 1);
  require_moves_as_one(scene, 50, 100, 5);
}

TEST_CASE("a body whose step is halved meets a body that belongs to no island") {
  MovingScene scene;
  add_striking_in_halves(scene);
  scene.add_disc(kRadius, 1, {2 * kRadius + .03, 0, 0}, .5);
  Stepper stepper(scene.system);
  const StepReport& report = stepper.step(scene.state, kStep, scene.actuation);
  REQUIRE(report.solved);
  CHECK(scene.state.pose(3)[0] - scene.state.pose(1)[0] >= 2 * kRadius - 1e-9);
  CHECK(scene.state.twist(3)[0] > 1);
}

TEST_CASE("two bodies meet even if they belong to two islands whose steps were halved separately") {
  MovingScene scene;
  add_striking_in_halves(scene);
  const double x = 2 * kRadius + .06, strikes = x + 2 * kRadius + .01;
  scene.add_disc(kRadius, 1, {x, 0, 0}, .5);
  scene.add_disc(kRadius, 100, {strikes, 0, 0}, .5, {-5, 0, 0});
  scene.add_box(.05, .05, 1, {strikes, -.18, 0}, .5, {-5, 0, 60});
  Stepper stepper(scene.system);
  const StepReport& report = stepper.step(scene.state, kStep, scene.actuation);
  REQUIRE(report.solved);
  CHECK(scene.state.pose(3)[0] - scene.state.pose(1)[0] >= 2 * kRadius - 1e-9);
}

TEST_CASE("a disc that strikes another obliquely does not cut through its rim") {
  for (double beside = .01; beside < 2 * kRadius; beside += .01) {
    CAPTURE(beside);
    MovingScene scene;
    const Eigen::Vector2d from(-std::sqrt(4 * kRadius * kRadius - beside * beside) - .01, beside);
    scene.add_disc(kRadius, 1, {from.x(), from.y(), 0}, 0, {20, 0, 0});
    scene.add_disc(kRadius, 1, {0, 0, 0}, 0);
    Stepper stepper(scene.system);
    const StepReport& report = stepper.step(scene.state, kStep, scene.actuation);
    REQUIRE(report.solved);
    if (report.substeps > 1) continue;
    const Eigen::Vector2d to = (scene.state.pose(0) - scene.state.pose(1)).head<2>(), way = to - from;
    const double part = std::min(1., std::max(0., -from.dot(way) / way.squaredNorm()));
    CHECK((from + part * way).norm() >= 2 * kRadius * (1 - 3e-3));
  }
}
