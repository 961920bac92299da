// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/simulation/collide.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>

#include "support/faults.h"
#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

TEST_CASE(
    "a box touches a floor at two corners, a disc touches it at one point, and bodies that are apart do not "
    "touch") {
  MovingScene scene;
  scene.add_ground(MovingScene::box(5, .5), {0, -.5, 0}, 0);
  scene.add_box(.2, .1, 1, {0, .1, 0}, 0);
  scene.add_disc(.3, 1, {2, .3, 1}, 0);
  scene.add_disc(.1, 1, {-2, .11, 0}, 0);
  const std::vector<Collision> found = collide(scene.system, scene.state);
  REQUIRE(found.size() == 3);
  for (const Collision& one : found) {
    CHECK(one.shape_a == 0);
    CHECK(one.vertex_on_b);
    CHECK((one.normal - Eigen::Vector2d(0, 1)).norm() < 1e-15);
    CHECK(std::fabs(one.gap) < 1e-15);
    CHECK((one.on_a - one.on_b).norm() < 1e-15);
  }
  CHECK(found[0].round != found[1].round);
  CHECK(found[0].side == found[1].side);
  CHECK((found[2].on_b - Eigen::Vector2d(2, 0)).norm() < 1e-12);
  CHECK(collide(scene.system, scene.state, .02).size() == 4);
  CHECK(collide(scene.system, scene.state, .02).back().gap == doctest::Approx(.01));
}

TEST_CASE("if the whole scene is moved, the same features collide with the same gaps") {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> any(-1, 1);
  const Polygon hook{{{0, 0}, {.6, 0}, {.6, .2}, {.2, .2}, {.2, .6}, {0, .6}}};
  for (int trial = 0; trial < 50; ++trial) {
    MovingScene scene;
    scene.add(hook, 1, 1, {any(random), any(random), 3 * any(random)}, 0);
    scene.add(Path{{{-.2, 0}, {.2, 0}}, {1, .5}}, 1, 1, {any(random), any(random), 3 * any(random)}, 0);
    const std::vector<Collision> before = collide(scene.system, scene.state, 2);
    const double turn = 3 * any(random);
    const Eigen::Rotation2Dd rotation(turn);
    for (std::size_t i = 0; i < 2; ++i) {
      const Eigen::Vector3d pose = scene.state.pose(i);
      scene.state.pose(i) << rotation * pose.head<2>() + Eigen::Vector2d(3, 1), pose[2] + turn;
    }
    const std::vector<Collision> after = collide(scene.system, scene.state, 2);
    REQUIRE(before.size() == after.size());
    for (std::size_t k = 0; k < before.size(); ++k) {
      CHECK(before[k].round == after[k].round);
      CHECK(before[k].side == after[k].side);
      CHECK(before[k].gap == doctest::Approx(after[k].gap).epsilon(1e-9));
      CHECK((rotation * before[k].normal - after[k].normal).norm() < 1e-9);
    }
  }
}

TEST_CASE("the gap between a disc and a corner or an edge is found for any pose and order of the two bodies") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  const Polygon wedge{{{1, .2}, {-.4, .7}, {-.5, -.6}}};
  const auto gaps_of = [&](bool disc_first, const Eigen::Vector2d& center, double radius, const Eigen::Vector3d& pose) {
    MovingScene scene;
    const Eigen::Vector3d at(center.x(), center.y(), 1);
    if (disc_first) scene.add_disc(radius, 1, at, 0);
    scene.add(wedge, 1, 1, pose, 0);
    if (!disc_first) scene.add_disc(radius, 1, at, 0);
    std::vector<double> gaps;
    for (const Collision& one : collide(scene.system, scene.state, 1e-3)) gaps.push_back(one.gap);
    return gaps;
  };
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t k = static_cast<std::size_t>(trial) % 3;
    const Eigen::Vector2d corner = wedge.vertices[k];
    const Eigen::Vector2d before = wedge.vertices[(k + 2) % 3], after = wedge.vertices[(k + 1) % 3];
    const Eigen::Vector2d out = ((corner - before).normalized() + (corner - after).normalized()).normalized();
    const Eigen::Vector2d along = (after - corner).normalized(), edge = (corner + after) / 2;
    const double turn = 3 * any(random), radius = .2 + .1 * any(random), gap = 1e-4 * (1 + any(random));
    const Eigen::Rotation2Dd rotation(turn);
    const Eigen::Vector2d center(3 * any(random), 3 * any(random));
    const auto pose_with = [&](const Eigen::Vector2d& point, const Eigen::Vector2d& normal) {
      const Eigen::Vector2d at = center - rotation * (normal * (radius + gap) + point);
      return Eigen::Vector3d(at.x(), at.y(), turn);
    };
    for (const bool disc_first : {true, false}) {
      CAPTURE(trial);
      CAPTURE(disc_first);
      const std::vector<double> at_corner = gaps_of(disc_first, center, radius, pose_with(corner, out));
      REQUIRE(at_corner.size() == 1);
      CHECK(at_corner[0] == doctest::Approx(gap).epsilon(1e-9));
      const std::vector<double> at_edge = gaps_of(disc_first, center, radius, pose_with(edge, {along.y(), -along.x()}));
      REQUIRE(at_edge.size() == 1);
      CHECK(at_edge[0] == doctest::Approx(gap).epsilon(1e-9));
    }
  }
}

TEST_CASE("invalid queries are refused, and an empty scene has no collisions") {
  CHECK(collide(System(), State()).empty());
  MovingScene scene;
  scene.add_disc(.1, 1, {0, 0, 0}, 0);
  CHECK(collide(scene.system, scene.state, 1).empty());
  const auto faults = [&](double within) {
    return pointers_of_faults([&] { collide(scene.system, scene.state, within); });
  };
  CHECK(faults(-1) == "/within");
  CHECK(faults(NAN) == "/within");
  scene.state.q[0] = NAN;
  CHECK(faults(1) == "/bodies/0/pose/0");
}
