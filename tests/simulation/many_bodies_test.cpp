// SPDX-License-Identifier: MIT
// Tests the cost of scenes with many bodies. Work for one group of bodies must not extend to other bodies, and must be
// done only once.
#include <doctest/doctest.h>

#include <cmath>
#include <optional>

#include "simulation/impulse_solver.h"
#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

constexpr double kStep = .01, kRadius = .1;  // time step, s, and radius of the discs, m

int parts_of_spinning_pair(double spin) {
  MovingScene scene;
  scene.add_disc(kRadius, 1, {0, 0, 0}, .5, {0, 0, spin});
  scene.add_disc(kRadius, 1, {2 * kRadius + 5e-6, 0, 0}, .5, {0, 0, -spin});
  Stepper stepper(scene.system);
  const StepReport& report = stepper.step(scene.state, kStep, scene.actuation);
  REQUIRE(report.solved);
  return report.substeps;
}

/// Adds boxes that touch with their corners, and that turn too fast for a whole step.
void add_spinning_boxes(double x, MovingScene& scene) {
  scene.add_box(.1, .1, 1, {x, 0, .2}, .5, {2, 0, 60});
  scene.add_box(.1, .1, 2, {x + .3, .01, -.1}, .5, {-2, 0, -70});
}

/// Makes a step in which a heavy disc strikes a light one. The light disc then moves by at most 40 mm. A box beside the
/// heavy disc turns so fast that the step of its island is halved. A wall is at the distance `gap` from the light disc.
StepReport strike_in_halves(double gap) {
  MovingScene scene;
  scene.add_disc(kRadius, 100, {-2 * kRadius - .01, 0, 0}, .5, {5, 0, 0});
  scene.add_disc(kRadius, 1, {0, 0, 0}, .5);
  scene.add_box(.05, .05, 1, {-2 * kRadius - .01, .18, 0}, .5, {5, 0, 60});
  scene.add_ground(MovingScene::box(.5, .05), {kRadius + gap + .5, 0, 0}, .5);
  Stepper stepper(scene.system);
  return stepper.step(scene.state, kStep, scene.actuation);
}

}  // namespace

TEST_CASE("the step of spinning discs is not divided as long as their slip can be distinguished from their rotation") {
  CHECK(parts_of_spinning_pair(60) == 1);
  CHECK(parts_of_spinning_pair(150) > 1);
}

TEST_CASE("a disc that rolls fast keeps rolling") {
  MovingScene scene;
  const double spin = -80;
  scene.system.gravity = {0, -9.81};
  scene.add_ground(MovingScene::box(20, .5), {0, -.5, 0}, .5);
  scene.add_disc(kRadius, 1, {0, kRadius, 0}, .5, {-spin * kRadius, 0, spin});
  Stepper stepper(scene.system);
  for (int k = 0; k < 50; ++k) {
    const StepReport& report = stepper.step(scene.state, kStep, scene.actuation);
    REQUIRE(report.solved);
    CHECK(report.substeps == 1);
  }
  CHECK(std::fabs(scene.state.pose(0)[0] + spin * kRadius * 50 * kStep) <= 1e-10);
  CHECK(std::fabs(scene.state.twist(0)[2] - spin) <= 1e-10);
}

TEST_CASE("each of several islands whose steps are halved moves as it would without the others") {
  MovingScene all;
  for (const double x : {0., 5., 10.}) add_spinning_boxes(x, all);
  Stepper stepper(all.system);
  MovingScene alone;
  add_spinning_boxes(5, alone);
  Stepper one(alone.system);
  for (int k = 0; k < 5; ++k) {
    REQUIRE(stepper.step(all.state, kStep, all.actuation).solved);
    const StepReport& report = one.step(alone.state, kStep, alone.actuation);
    REQUIRE(report.solved);
    if (k == 0) CHECK(report.substeps > 1);
  }
  for (const std::size_t body : {0, 1}) {
    CHECK(all.state.pose(body + 2) == alone.state.pose(body));
    CHECK(all.state.twist(body + 2) == alone.state.twist(body));
  }
}

TEST_CASE("if an island's step is halved, an obstacle that is not reached causes no further contact problem") {
  const StepReport near = strike_in_halves(.06), far = strike_in_halves(10);
  REQUIRE(near.solved);
  CHECK(near.substeps == 2);
  CHECK(near.problems == far.problems);
  const StepReport met = strike_in_halves(.03);
  REQUIRE(met.solved);
  CHECK(met.penetration <= 1e-9);
}

TEST_CASE("two bodies meet in the same step even if they seem far apart until a wall stops one of them") {
  constexpr double kGap = .025, kSpeed = 3;  // gap between the discs, m, and a speed at which they move by 30 mm per
                                             // step, m/s
  MovingScene scene;
  scene.add_ground(MovingScene::box(.5, 1), {kRadius + .001 + .5, 0, 0}, .5);
  for (int i = 0; i < 3; ++i) scene.add_disc(kRadius, 1, {-i * (2 * kRadius + kGap), 0, 0}, .5, {kSpeed, 0, 0});
  Stepper stepper(scene.system);
  const StepReport& report = stepper.step(scene.state, kStep, scene.actuation);
  REQUIRE(report.solved);
  CHECK(report.substeps == 1);
  CHECK(report.penetration <= 1e-9);
  CHECK(std::fabs(scene.state.pose(0)[0] - .001) <= 1e-9);
  CHECK(std::fabs(scene.state.pose(1)[0] - (.001 - 2 * kRadius)) <= 1e-9);
  CHECK(std::fabs(scene.state.pose(2)[0] - (kSpeed * kStep - 2 * (2 * kRadius + kGap))) <= 1e-9);
}

TEST_CASE("the impulses of a step with many contact problems are kept for the next step") {
  constexpr int kIslands = 30000;
  internal::ImpulseMemory memory;
  const auto name = [](int island, int step) { return internal::ContactId{0, island, {true, 0, step}}; };
  for (int step = 0; step < 3; ++step) {
    for (int island = 0; island < kIslands; ++island) {
      memory.next(static_cast<std::uint32_t>(step));
      memory.at(name(island, step)).impulse.normal = island + 1;
      if (step > 0) REQUIRE(memory.at(name(island, step - 1)).impulse.normal == island + 1);
    }
  }
}
