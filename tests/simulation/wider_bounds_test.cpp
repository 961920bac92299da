// SPDX-License-Identifier: MIT
// Tests bodies that move farther in a step than their velocity at the start of the step suggests. A heavy disc strikes
// a light disc at rest. The light disc flies towards obstacles that, before the impact, were too far away to be
// examined.
#include <doctest/doctest.h>

#include <cmath>

#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

constexpr double kStep = .01, kSpeed = 5,
                 kRadius = .1;  // step, s, speed of the heavy disc, m/s, and radius, m; the heavy disc moves by 50 mm
                                // per step

/// A heavy disc that strikes a light disc after 10 mm. A wall is behind the light disc, at the distance `gap`.
struct Striking {
  explicit Striking(double gap, double speed = kSpeed) {
    scene.add_disc(kRadius, 100, {-2 * kRadius - .01, 0, 0}, .5, {speed, 0, 0});
    scene.add_disc(kRadius, 1, {0, 0, 0}, .5);
    scene.add_ground(MovingScene::box(.5, 1), {kRadius + gap + .5, 0, 0}, .5);
  }
  const StepReport& step() {
    stepper.emplace(scene.system);
    return stepper->step(scene.state, kStep, scene.actuation);
  }
  double x(std::size_t body) const { return scene.state.pose(body)[0]; }

  MovingScene scene;
  std::optional<Stepper> stepper;
};

}  // namespace

TEST_CASE("a struck disc meets the wall behind it in the same step") {
  for (const double gap : {1e-4, .005, .02, .035}) {
    CAPTURE(gap);
    Striking striking(gap);
    const StepReport& report = striking.step();
    REQUIRE(report.solved);
    CHECK(report.penetration <= 1e-9);
    CHECK(std::fabs(striking.x(1) - gap) <= 1e-9);
    CHECK(std::fabs(striking.x(0) - (gap - 2 * kRadius)) <= 1e-9);
  }
}

TEST_CASE("a wall beyond the reach of the struck disc changes nothing, and causes no second contact problem") {
  for (const double gap : {.05, .06, .1}) {
    CAPTURE(gap);
    Striking near(gap), far(10);
    const StepReport near_report = near.step(), far_report = far.step();
    REQUIRE(near_report.solved);
    CHECK(near_report.problems == far_report.problems);
    CHECK(near_report.substeps == 1);
    for (const std::size_t body : {0, 1}) {
      CHECK(near.scene.state.pose(body) == far.scene.state.pose(body));
      CHECK(near.scene.state.twist(body) == far.scene.state.twist(body));
    }
  }
}

TEST_CASE("struck discs move alike in scenes that are turned by quarters and mirrored") {
  Striking given(.02);
  REQUIRE(given.step().solved);
  MovingScene other;
  other.add_disc(kRadius, 100, {0, 2 * kRadius + .01, 0}, .5, {0, -kSpeed, 0});
  other.add_disc(kRadius, 1, {0, 0, 0}, .5);
  other.add_ground(MovingScene::box(1, .5), {0, -kRadius - .02 - .5, 0}, .5);
  Stepper stepper(other.system);
  REQUIRE(stepper.step(other.state, kStep, other.actuation).solved);
  for (const std::size_t body : {0, 1}) CHECK(std::fabs(other.state.pose(body)[1] + given.x(body)) <= 1e-12);
}

namespace {

constexpr double kThin = .002, kHalf = .5, kAt = .3, kPegAt = .48, kPegGap = .001;  // m

/// A heavy disc strikes another body, whose lower end would then pass through a peg. The body is a rod if `full` is
/// true; otherwise it consists of two discs at the ends of a rod. If `hinged` is true, it is a link that turns about
/// its middle.
struct Swung {
  Swung(bool on_hinge, bool full) : hinged(on_hinge) {
    scene.add_disc(kRadius, 100, {-kRadius - kThin - .01, kAt, 0}, .5, {hinged ? 3 : kSpeed, 0, 0});
    if (hinged) {
      scene.system.joints.push_back(oracle::revolute({0, 0}, 1, kHalf * kHalf / 3, {0, 0}));
    } else {
      scene.system.bodies.push_back({1, kHalf * kHalf / 3});
    }
    const Solid solid = hinged ? Solid::link(0) : Solid::body(1);
    if (full) scene.system.shapes.push_back({solid, MovingScene::box(kThin, kHalf), {0, 0, 0}, .5});
    for (const double y : {kAt, -kPegAt}) {
      if (!full) scene.system.shapes.push_back({solid, Disc{{0, y}, kThin}, {0, 0, 0}, .5});
    }
    State state(scene.system);
    state.pose(0) = scene.state.pose(0);
    state.twist(0) = scene.state.twist(0);
    scene.state = state;
    scene.add_ground(Disc{{0, 0}, kThin}, {-2 * kThin - kPegGap, -kPegAt, 0}, .5);
  }
  double angle() const { return hinged ? scene.state.position(0) : scene.state.pose(1)[2]; }
  double end_x() const { return (hinged ? 0 : scene.state.pose(1)[0]) + kPegAt * std::sin(angle()); }

  MovingScene scene;
  bool hinged;
};

}  // namespace

TEST_CASE("a body struck near one end meets the peg that its other end would sweep over") {
  for (const bool hinged : {false, true}) {
    for (const bool full : {false, true}) {
      CAPTURE(hinged);
      CAPTURE(full);
      Swung swung(hinged, full);
      Stepper stepper(swung.scene.system);
      REQUIRE(stepper.step(swung.scene.state, kStep).solved);
      CHECK(swung.angle() < -1e-3);
      CHECK(swung.end_x() >= -kPegGap - 5e-4);
    }
  }
}

TEST_CASE("if an impact at one corner of a body turns the next corner into the floor, this is found within the step") {
  const Outline triangle = Polygon{{{-.025, -.0145}, {.025, -.0145}, {0, .029}}};
  for (const double tilt : {.001, .002, .004, .0077, .0087, .012, .02}) {
    CAPTURE(tilt);
    MovingScene scene;
    scene.add_ground(MovingScene::box(1, .5), {0, -.5, 0}, .5);
    scene.add(triangle, 1, 3e-4, {0, .0145 + .025 * std::sin(tilt) + .001, tilt}, .5, {5, -4, 0});
    Stepper stepper(scene.system);
    const StepReport& report = stepper.step(scene.state, .0714, scene.actuation);
    REQUIRE(report.solved);
    CHECK(report.penetration <= 1e-9);
  }
}
