// SPDX-License-Identifier: MIT
// Parts held between contacts that penetrate by about a rounding error, which no impulses can remove.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

/// Returns an equilateral triangle between three pins, one at the middle of each edge. Each pin penetrates the triangle
/// by `depth`. The three normals add up to 0: if the triangle moved away from one pin, it would move into another.
MovingScene held_triangle(double depth, double friction) {
  MovingScene scene;
  Polygon triangle;
  for (const int k : {0, 1, 2}) {
    const double turn = (90 + 120 * k) * std::numbers::pi / 180, out = turn + std::numbers::pi;
    triangle.vertices.push_back(.06 * Eigen::Vector2d(std::cos(turn), std::sin(turn)));
    const double away = .03 - depth + .002;
    scene.add_ground(Disc{{away * std::cos(out), away * std::sin(out)}, .002}, {0, 0, 0}, friction);
  }
  scene.add(triangle, 1, 4e-4, {0, 0, 0}, friction, {0, 0, 0}, {.3, -9, 0});
  return scene;
}

}  // namespace

TEST_CASE("a part between pins that penetrate it by a rounding error stays in place") {
  for (const double depth : {0., 2e-11, 5e-10}) {
    for (const double friction : {0., .35}) {
      for (const Solutions solutions : {Solutions::first, Solutions::adversarial}) {
        CAPTURE(depth);
        CAPTURE(friction);
        MovingScene scene = held_triangle(depth, friction);
        StepOptions options;
        options.solutions = solutions;
        Stepper stepper(scene.system, options);
        for (int i = 0; i < 100; ++i) {
          const StepReport& report = stepper.step(scene.state, 1e-3, scene.actuation);
          REQUIRE(report.solved);
          REQUIRE(report.penetration <= 1.01e-9);
        }
        CHECK(scene.state.u.norm() < 1e-9);
        CHECK(scene.state.q.head<2>().norm() < 2e-9);
      }
    }
  }
}
