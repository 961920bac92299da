// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/simulation/overlapping_shapes.h>

#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "support/count.h"
#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

/// Simulates the scene. Checks at the first step, then once in `every` steps, and at the end that bodies do not
/// overlap. The check does not use the stepper's contacts.
void run_apart(MovingScene& scene, double seconds, double h, int every = 1) {
  Stepper stepper(scene.system);
  const long steps = std::lround(seconds / h);
  for (long i = 0; i < steps; ++i) {
    REQUIRE(stepper.step(scene.state, h, scene.actuation).solved);
    if (i % every == 0 || i == steps - 1) REQUIRE(overlapping_shapes(scene.system, scene.state).empty());
  }
}

Outline l_shape(double size, double width) {
  return Polygon{{{0, 0}, {size, 0}, {size, width}, {width, width}, {width, size}, {0, size}}};
}

}  // namespace

TEST_CASE("a body that slides without friction over vertices in the straight top of a floor keeps its speed") {
  for (const double h : {1e-1, 1e-2, 1e-3}) {
    CAPTURE(h);
    MovingScene scene;
    scene.system.gravity = {0, -9.81};
    // The top of the floor is at the height 0. Its straight stretches have additional vertices, and it has a notch that
    // is too narrow for the box.
    Polygon floor{
        {{-3, -1}, {3, -1}, {3, 0}, {1.5, 0}, {.7, 0}, {.7, -.2}, {.65, -.2}, {.65, 0}, {.1, 0}, {-.9, 0}, {-3, 0}}};
    scene.add_ground(floor, {0, 0, 0}, 0);
    scene.add_box(.2, .1, 1, {-1, .1, 0}, 0, {2, 0, 0});
    run_apart(scene, 1, h);
    CHECK(std::fabs(scene.state.twist(0)[0] - 2) < 2e-12);
    CHECK(std::fabs(scene.state.pose(0)[1] - .1) < 1e-9);
    CHECK(std::fabs(scene.state.pose(0)[0] - 1) < 1e-9);
  }
}

TEST_CASE("two feet slide over a slit in the floor without catching on its sides") {
  MovingScene scene;
  scene.system.gravity = {0, -9.81};
  scene.add_ground(Polygon{{{-3, -1}, {3, -1}, {3, 0}, {.05, 0}, {.05, -.3}, {-.05, -.3}, {-.05, 0}, {-3, 0}}},
                   {0, 0, 0}, 0);
  // A body on two feet that are 0.4 m apart. Each foot is wider than the slit.
  const Polygon feet{{{-.3, 0}, {-.1, 0}, {-.1, .1}, {.1, .1}, {.1, 0}, {.3, 0}, {.3, .2}, {-.3, .2}}};
  scene.add(feet, 1, .05, {-1, 0, 0}, 0, {1.7, 0, 0});
  run_apart(scene, 1, .01);
  CHECK(std::fabs(scene.state.twist(0)[0] - 1.7) < 2e-12);
}

TEST_CASE("a key slides down its slot and stops at the bottom") {
  for (const double h : {1e-1, 1e-2, 1e-3}) {
    MovingScene scene;
    scene.system.gravity = {0, -9.81};
    scene.add_ground(Polygon{{{-1, -1}, {1, -1}, {1, 0}, {.101, 0}, {.101, -.5}, {-.101, -.5}, {-.101, 0}, {-1, 0}}},
                     {0, 0, 0}, .2);
    scene.add(Polygon{{{-.1, -.4}, {.1, -.4}, {.1, 0}, {.3, 0}, {.3, .1}, {-.3, .1}, {-.3, 0}, {-.1, 0}}}, 1, .05,
              {0, .1, 0}, .2);
    run_apart(scene, 2, h);
    // The key's head is 0.4 above the end of the key, and the slot is 0.5 deep. The head must come to rest on the upper
    // end of the slot.
    CHECK(std::fabs(scene.state.pose(0)[1]) < 1e-6);
    CHECK(scene.state.u.norm() < 1e-6);
  }
}

TEST_CASE("a hook hangs on a hook") {
  MovingScene scene;
  scene.system.gravity = {0, -9.81};
  scene.add_ground(Polygon{{{0, 0}, {.4, 0}, {.4, .3}, {.3, .3}, {.3, .1}, {0, .1}}}, {0, 0, 0}, .6);
  // A second hook, upside down, over the tip of the first one.
  scene.add(Polygon{{{-.05, -.3}, {.05, -.3}, {.05, .2}, {.4, .2}, {.4, -.05}, {.45, -.05}, {.45, .3}, {-.05, .3}}}, 1,
            .05, {.12, .45, 0}, .6);
  run_apart(scene, 2, .01);
  CHECK(scene.state.pose(0)[1] > -.1);
}

TEST_CASE("a ball rests in a notch, and in a hollow whose radius equals that of the ball or is larger") {
  const double r = .1;
  {
    MovingScene scene;
    scene.system.gravity = {0, -9.81};
    scene.add_ground(Polygon{{{-1, -1}, {1, -1}, {1, 1}, {0, 0}, {-1, 1}}}, {0, 0, 0}, .3);
    scene.add_disc(r, 1, {.02, .3, 0}, .3);
    run_apart(scene, 3, .01);
    CHECK(std::fabs(scene.state.pose(0)[0]) < 1e-3);
    CHECK(std::fabs(scene.state.pose(0)[1] - r * std::sqrt(2)) < 1e-3);
  }
  for (const double hollow : {.1001, .15, .3}) {
    CAPTURE(hollow);
    MovingScene scene;
    scene.system.gravity = {0, -9.81};
    // A block whose top has a hollow: a half circle.
    const Path block{{{-1, -1}, {1, -1}, {1, 0}, {hollow, 0}, {-hollow, 0}, {-1, 0}}, {0, 0, 0, -1, 0, 0}};
    scene.add_ground(block, {0, 0, 0}, .3);
    scene.add_disc(r, 1, {0, .2, 0}, .3);
    run_apart(scene, 3, .01, 50);  // the check replaces each arc by a thousand chords
    CHECK(std::fabs(scene.state.pose(0)[1] - (r - hollow)) < 1e-6);
  }
}

TEST_CASE("no body passes through an obstacle that lies between its positions before and after a step") {
  for (const double x : {0., .005, .01}) {  // a disc of 1 mm passes a lens of 6 cm, at half a metre per step
    MovingScene scene;
    scene.add_ground(Path{{{0, -.05}, {0, .05}}, {.3, .3}}, {0, 0, 0}, 0);
    scene.add_disc(.001, 1, {x, -.2, 0}, 0, {0, 10, 0});
    run_apart(scene, .05, .05);
    CHECK(scene.state.twist(0)[1] < 9.9);
  }
  for (const double spin : {20., 40., 50., -50.}) {  // a rod turns past a post, by at most 5 rad per step
    CAPTURE(spin);
    MovingScene scene;
    scene.add_ground(Disc{{.4, spin > 0 ? .1 : -.1}, 0}, {0, 0, 0}, 0);
    scene.add_box(.5, .01, 1, {0, 0, 0}, 0, {0, 0, spin});
    const double before = scene.state.twist(0)[2] * scene.state.twist(0)[2] * scene.system.bodies[0].inertia;
    run_apart(scene, .1, .1);
    const Eigen::Vector3d after = scene.state.twist(0);
    CHECK(after[2] != spin);
    CHECK(after.head<2>().squaredNorm() + scene.system.bodies[0].inertia * after[2] * after[2] <= before * 1.01);
  }
}

TEST_CASE("bodies thrown at each other never overlap, for any step length") {
  std::mt19937 random(3);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  for (int k = 0; k < oracle::count(60); ++k) {
    CAPTURE(k);
    const double h = std::pow(10, -1 - k % 4);
    MovingScene scene;
    scene.system.gravity = {0, k % 2 ? -9.81 : 0};
    scene.add_ground(MovingScene::box(.0005, .6), {0, .3, 0}, .4);                  // adds a wall that is 1 mm thick
    scene.add_ground(Polygon{{{.5, -.5}, {.505, .8}, {.51, -.5}}}, {0, 0, 0}, .4);  // adds a post with a sharp tip
    scene.add_ground(MovingScene::box(3, .1), {0, -.6, 0}, .4);
    for (int i = 0; i < 4; ++i) {
      const Eigen::Vector3d pose(-1.2 + .8 * i, .3 + uniform(-.2, .4), uniform(-3, 3));
      const Eigen::Vector3d twist(uniform(-10, 10), uniform(-10, 10), uniform(-20, 20));
      const Outline outline = i % 3 == 0   ? l_shape(.15, .03)
                              : i % 3 == 1 ? Outline(Disc{{0, 0}, uniform(.02, .1)})
                                           : MovingScene::box(uniform(.01, .1), uniform(.01, .1));
      scene.add(outline, uniform(.1, 3), uniform(1e-4, 1e-2), pose, .4, twist);
    }
    if (!overlapping_shapes(scene.system, scene.state).empty()) continue;
    run_apart(scene, h < 1e-3 ? .1 : .5, h, h < 5e-3 ? 20 : 1);
  }
}

// Fixed shapes may overlap each other. overlapping_shapes() reports their pair in every state. An error of a step can
// therefore only show in a pair with a moving shape.
TEST_CASE("a step leaves overlapping shapes of the ground as they are, and adds no overlap of moving shapes") {
  MovingScene scene;
  scene.system.gravity = {0, -9.81};
  const Polygon floor{{{-3, -1}, {3, -1}, {3, 0}, {-3, 0}}};
  scene.add_ground(floor, {0, 0, 0}, .05, .9);
  // The lowest corner of this box is below the floor.
  scene.add_ground(MovingScene::box(.265, .226), {-.077, .245, .92}, .05, .9);
  scene.add(Disc{{0, 0}, .01}, .01, .01, {.4, .3, 1.88}, .05, {-.7, .46, .82}, {0, 0, 0}, .9);
  scene.add(Path{{{-.1, 0}, {.1, 0}}, {0, 1}}, 100, 1000, {.8, .35, 1.57}, .05, {-.85, -.91, 4.79}, {0, 0, 0}, .9);
  const std::vector<std::pair<std::size_t, std::size_t>> ground_only{{0, 1}};
  REQUIRE(overlapping_shapes(scene.system, scene.state) == ground_only);
  Stepper stepper(scene.system);
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const StepReport& report = stepper.step(scene.state, .01, scene.actuation);
    REQUIRE(report.solved);
    CHECK(report.penetration <= 2e-9);
    CHECK(overlapping_shapes(scene.system, scene.state) == ground_only);
  }
}

TEST_CASE("a box slides into the corner of two overlapping shapes of the ground as into that of their union") {
  const auto slid = [](const std::vector<Outline>& ground) {
    MovingScene scene;
    scene.system.gravity = {0, -9.81};
    for (const Outline& outline : ground) scene.add_ground(outline, {0, 0, 0}, .2);
    scene.add_box(.1, .1, 1, {1, .1, 0}, .2, {-3, 0, 0});
    Stepper stepper(scene.system);
    for (int i = 0; i < 100; ++i) REQUIRE(stepper.step(scene.state, .01, scene.actuation).solved);
    return Eigen::Vector3d(scene.state.pose(0));
  };
  const Polygon floor{{{-3, -1}, {3, -1}, {3, 0}, {-3, 0}}}, wall{{{-3, -.5}, {-.1, -.5}, {-.1, 2}, {-3, 2}}};
  const Polygon both{{{-3, -1}, {3, -1}, {3, 0}, {-.1, 0}, {-.1, 2}, {-3, 2}}};
  const Eigen::Vector3d split = slid({floor, wall}), whole = slid({both});
  CHECK((split - whole).norm() < 1e-9);
  CHECK(whole.x() == doctest::Approx(0).epsilon(1e-9));  // the box must reach the wall and stay there
  CHECK(whole.y() == doctest::Approx(.1));
}
