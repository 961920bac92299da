// SPDX-License-Identifier: MIT
// Tests contacts that are found only late in a step. An island whose step is halved throws a body. The contacts belong
// to this body, or to bodies that it strikes. Levers throw bodies farther than the velocities at the start of the step
// suggest. All bodies are discs, so that no edge shields another edge.
#include <doctest/doctest.h>
#include <pawl/simulation/overlapping_shapes.h>

#include <cmath>
#include <numbers>

#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

constexpr double kStep = .01;  // s

struct LeverDisc {
  double arm, radius;  // m
};

/// Adds a lever with discs. The link of the lever stands upright on its anchor.
void add_lever(MovingScene& scene, const Eigen::Vector2d& anchor, double mass, std::initializer_list<LeverDisc> discs) {
  scene.system.joints.push_back(oracle::revolute(anchor, mass, mass / 10, {0, .5}));
  const Solid link = Solid::link(scene.system.joints.size() - 1);
  for (const LeverDisc& disc : discs) {
    scene.system.shapes.push_back({link, Disc{{0, disc.arm}, disc.radius}, {0, 0, 0}, 0});
  }
  const State before = scene.state;
  scene.state = State(scene.system);
  scene.state.q.head(before.q.size()) = before.q;
  scene.state.u.head(before.u.size()) = before.u;
}

}  // namespace

TEST_CASE(
    "a body that is thrown in a halved step meets an obstacle beside the straight line between its two positions") {
  for (const double way : {.08, .11, .14}) {
    for (const double beside : {-.003, .001}) {
      CAPTURE(way);
      CAPTURE(beside);
      constexpr double kSmall = .002, kThrown = .06;  // m
      MovingScene scene;
      // Because this disc turns fast, its step is halved.
      scene.add_disc(.05, 100, {-.05 - kSmall, .1, 0}, 0, {.04 / kStep, 0, 3 / kStep});
      scene.add_disc(kThrown, .01, {kSmall + kThrown, .98, 0}, 0);
      scene.add_disc(.003, 1e-4, {kThrown + way, .98 + kThrown + beside, 0}, 0);
      add_lever(scene, {0, 0}, .1, {{.1, kSmall}, {.98, kSmall}});
      // During the second half of the step, the thrown disc slides down along this wall.
      const double back = (kThrown + .3) / std::sqrt(2.);
      scene.add_ground(MovingScene::box(.3, .3), {.3 + kThrown + back, .98 + back, std::numbers::pi / 4}, 0);
      Stepper stepper(scene.system);
      REQUIRE(stepper.step(scene.state, kStep, scene.actuation).solved);
      CHECK(scene.state.pose(1)[1] < .93);
      CHECK(scene.state.twist(2).norm() > 1);
      CHECK(overlapping_shapes(scene.system, scene.state).empty());
    }
  }
}

TEST_CASE(
    "in a halved step, a body meets a peg in its way, even if only a later contact search shows that it moves so far") {
  for (const double room : {.02, .03}) {
    CAPTURE(room);
    constexpr double kDisc = .03, kPeg = .01;  // m
    MovingScene scene;
    // If there were no stop behind the lever, this disc would turn the lever by more than one step permits.
    scene.add_disc(.1, 100, {-.15, .1, 0}, 0, {.06 / kStep, 0, 0});
    // This disc lies on the lever, so that it belongs to the same island. When the end of the lever strikes another
    // body, a finger of that body takes the disc along.
    scene.add_disc(kDisc, .001, {0, .36 + 2e-6, 0}, 0);
    const std::size_t taker = scene.add_disc(.4, 1, {.45, .95, 0}, 0);
    scene.system.shapes.push_back({Solid::body(taker), Disc{{-.54, -.59}, .05}, {0, 0, 0}, 0});
    add_lever(scene, {0, 0}, .1, {{.1, .05}, {.3, kDisc}, {.95, kDisc}});
    scene.add_ground(Disc{{0, 0}, .2}, {.1 * std::sin(.1) + .25, .1, 0}, 0);
    const Eigen::Vector2d peg(kDisc + room + kPeg, .36);
    scene.add_ground(Disc{{0, 0}, kPeg}, {peg.x(), peg.y(), 0}, 0);
    Stepper stepper(scene.system);
    REQUIRE(stepper.step(scene.state, kStep, scene.actuation).solved);
    CHECK((scene.state.pose(1).head<2>() - peg).norm() >= kDisc + kPeg - 1e-8);
    CHECK(scene.state.pose(1)[0] > room / 2);
    CHECK(overlapping_shapes(scene.system, scene.state).empty());
  }
}

TEST_CASE(
    "the step of a whole row is halved if each contact search finds only one more disc and the limit of searches is "
    "reached") {
  constexpr double kGap = .005, kRadius = .05, kSmall = .02;  // m
  MovingScene scene;
  scene.add_disc(kRadius, 1e4, {-kRadius, 0, 0}, 0, {.03 / kStep, 0, 0});
  for (const int k : {0, 1, 2}) scene.add_disc(kRadius, 1, {kRadius + k * (2 * kRadius + kGap), 0, 0}, 0);
  const double first = 6 * kRadius + 3 * kGap + kSmall, second = first + 2 * kSmall + .05;
  const std::size_t last = scene.add_disc(kSmall, 1e-4, {second + 2 * kSmall + .1, 2.05, 0}, 0);
  add_lever(scene, {first, -.15}, .1, {{.15, kSmall}, {1, kSmall}});
  add_lever(scene, {second, .55}, .001, {{.3, kSmall}, {1.5, kSmall}});
  const double start = scene.state.pose(last)[0];
  Stepper stepper(scene.system);
  const StepReport& report = stepper.step(scene.state, kStep, scene.actuation);
  REQUIRE(report.solved);
  CHECK(report.substeps > 1);
  CHECK(scene.state.pose(last)[0] > start + .1);
  CHECK(std::fabs(scene.state.pose(0)[0] - (.03 - kRadius)) < 1e-4);
  CHECK(overlapping_shapes(scene.system, scene.state).empty());
}
