// SPDX-License-Identifier: MIT
// Tests which pairs of features a substep examines under contact laws that permit penetration, and which pairs constrain it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "simulation/contact_detection.h"
#include "simulation/world.h"
#include "support/count.h"
#include "support/moving_scene.h"

using namespace pawl;
using namespace pawl::internal;
using oracle::MovingScene;

namespace {

/// Returns two discs with the gap `gap` between them. A third disc, far from them, has the same gap to a floor.
MovingScene discs(double gap) {
  MovingScene scene;
  scene.add_ground(MovingScene::box(20, 1), {0, -1, 0}, .5);
  scene.add_disc(.5, 1, {0, 3, 0}, .5);
  scene.add_disc(.5, 1, {1 + gap, 3, 0}, .5);
  scene.add_disc(.5, 1, {9, .5 + gap, 0}, .5);
  return scene;
}

/// Returns the candidates that find() and add_penetrating() add for these links. Before the calls, all features that
/// touch if the gap is 0 are registered as penetrating by 0.1 m.
std::vector<Candidate> held(const std::vector<int>& links) {
  const MovingScene touching = discs(0), sunk = discs(-.1);
  Motion before, now;
  set_motion(touching.system, touching.state, before);
  set_motion(sunk.system, sunk.state, now);
  const World world(sunk.system);
  CandidateFinder finder(sunk.system, world);
  const std::vector<MotionBound> bounds(now.placements.size(), {1e-6, 1e-6});
  std::vector<Candidate> candidates;
  finder.find(before.placements, bounds, all_links(now.placements.size()), candidates);
  PenetratingContacts penetrating;
  for (const Candidate& one : candidates) penetrating.insert(one.id);
  std::vector<char> skip(now.placements.size(), 1);
  for (const int link : links) skip[static_cast<std::size_t>(link)] = 0;
  finder.find(now.placements, bounds, links, candidates);
  finder.add_penetrating(penetrating, now.placements, skip, candidates);
  return candidates;
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double operator()(double low, double high) { return std::uniform_real_distribution<>(low, high)(engine_); }
  int whole(int low, int high) { return std::uniform_int_distribution<>(low, high)(engine_); }

 private:
  std::mt19937 engine_;
};

/// Returns bodies side by side on a floor. Forces with components of at most 1e10 N throw some bodies through others,
/// so that steps are divided into substeps and restart many times.
MovingScene thrown(Random& random) {
  MovingScene scene;
  scene.system.gravity = {0, -9.81};
  scene.add_ground(MovingScene::box(99, 1), {0, -1, 0}, .3);
  const int bodies = random.whole(2, 6);
  for (int i = 0; i < bodies; ++i) {
    const bool pushed = i == 0 || random(0, 1) < .3;
    const double size = pushed ? std::pow(10, random(3, 10)) : 0, mass = std::pow(10, random(-3, 3));
    const Eigen::Vector3d pose(3 * i - 6, random(1, 1.3), 0), twist(random(-3, 3), random(-2, 2), random(-2, 2));
    const Eigen::Vector3d wrench(size * random(-1, 1), size * random(-1, 1), 0);
    if (random(0, 1) < .5) {
      scene.add(Disc{{0, 0}, random(.2, 1)}, mass, mass, pose, .5, twist, wrench);
    } else {
      scene.add_box(random(.2, 1), random(.2, 1), mass, pose, .5, twist, wrench);
    }
  }
  return scene;
}

}  // namespace

TEST_CASE("a penetrating pair is examined if both bodies are moved, or if one is moved and the other is the ground") {
  const auto pairs = [](const std::vector<int>& links) {
    int count = 0;
    for (const Candidate& one : held(links)) {
      for (const int link : {one.link_a, one.link_b}) {
        CHECK((link < 0 || std::find(links.begin(), links.end(), link) != links.end()));
      }
      count += one.was_penetrating;
    }
    return count;
  };
  const int with_each_other = pairs({0, 1}), with_floor = pairs({2});
  CHECK(with_each_other > 0);
  CHECK(with_floor > 0);
  CHECK(pairs({0, 1, 2}) == with_each_other + with_floor);
  CHECK(pairs({1, 2}) == with_floor);
  CHECK(pairs({0}) == 0);
  CHECK(pairs({1}) == 0);
}

TEST_CASE("bodies that large forces throw through each other are stepped under laws that allow penetration") {
  Random random(1);
  for (int k = 0; k < oracle::count(150); ++k) {
    CAPTURE(k);
    MovingScene scene = thrown(random);
    StepOptions options;
    if (k % 2 == 0) {
      options.law = Compliant{std::pow(10, random(0, 9)), std::pow(10, random(0, 9)), 100};
    } else {
      options.law = ConeComplementarity();
    }
    Stepper stepper(scene.system, options);
    for (int i = 0; i < 8; ++i) {
      const State before = scene.state;
      if (!stepper.step(scene.state, 1e-3, scene.actuation).solved) {
        CHECK(scene.state.q == before.q);
        break;
      }
      REQUIRE(scene.state.q.allFinite());
      REQUIRE(scene.state.u.allFinite());
    }
  }
}

TEST_CASE("a disc that slides down a wall into a slightly larger concave arc is constrained by the arc") {
  // Wall and floor are joined by an arc of radius 1.1 mm, and the disc has the radius 1 mm. At the start of the motion,
  // the disc touches the wall above the end of the arc. At the end of the motion, it penetrates the arc by 46 nm.
  const double radius = 1.1e-3, room = 1e-4;
  const auto scene_at = [&](double above_end) {
    MovingScene scene;
    const double quarter = -std::tan(std::numbers::pi / 8);
    scene.add_ground(Path{{{-.01, -.01}, {.02, -.01}, {.02, 0}, {radius, 0}, {0, radius}, {0, .02}, {-.01, .02}}, {0, 0, 0, quarter, 0, 0, 0}},
                     {0, 0, 0}, .2);
    scene.add_disc(radius - room, 1, {radius - room - 1e-10, radius + above_end, 0}, .2);
    return scene;
  };
  const MovingScene first = scene_at(2.7e-6), last = scene_at(-3.05e-6);
  Motion before, now;
  set_motion(first.system, first.state, before);
  set_motion(last.system, last.state, now);
  const World world(first.system);
  CandidateFinder finder(first.system, world);
  std::vector<Candidate> candidates;
  finder.find(before.placements, {{1e-5, 1e-5}}, all_links(1), candidates);
  int arcs = 0;
  for (Candidate& one : candidates) {
    const Boundary& ground = world.shape(one.id.pair.vertex_on_b ? one.id.shape_a : one.id.shape_b).boundary;
    if (ground.sides[one.id.pair.side].straight()) continue;
    ++arcs;
    update_geometry(world, now.placements, one);
    CHECK(one.starts_behind());
    CHECK(one.now.gap == doctest::Approx(-4.66e-8).epsilon(.02));
    CHECK(one.now.outside < 0);
    ContactDecision(world, before.q, now.q).decide(one);
    CHECK(one.constrains);
  }
  CHECK(arcs == 1);
}
