// SPDX-License-Identifier: MIT
// Tests the balances of momentum and energy in a step, and changes of the input that must not change the result.
#include <doctest/doctest.h>
#include <pawl/base/parallel.h>
#include <pawl/io/read_scene.h>
#include <pawl/scenes/run_scene.h>

#include <cmath>
#include <random>

#include "support/count.h"
#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

constexpr double kGravity = 9.81;

Eigen::Vector2d momentum_of(const MovingScene& scene) {
  Eigen::Vector2d sum(0, 0);
  for (std::size_t i = 0; i < scene.system.bodies.size(); ++i) {
    sum += scene.system.bodies[i].mass * scene.state.twist(i).head<2>();
  }
  return sum;
}

double angular_momentum_of(const MovingScene& scene) {
  double sum = 0;
  for (std::size_t i = 0; i < scene.system.bodies.size(); ++i) {
    const Body& body = scene.system.bodies[i];
    const Eigen::Vector3d at = scene.state.pose(i), v = scene.state.twist(i);
    sum += body.mass * (at[0] * v[1] - at[1] * v[0]) + body.inertia * v[2];
  }
  return sum;
}

/// Returns a scene of boxes and discs that fly towards each other.
MovingScene thrown(std::mt19937& random, double friction, double restitution) {
  std::uniform_real_distribution<double> any(-1, 1);
  MovingScene scene;
  for (int i = 0; i < 6; ++i) {
    const Eigen::Vector2d at(.5 * (i % 3 - 1) + .05 * any(random), .5 * (i / 3) + .05 * any(random));
    const Eigen::Vector2d to(-at.x() + .1 * any(random), .25 - at.y());
    const Eigen::Vector3d twist(2 * to.x(), 2 * to.y(), 3 * any(random));
    const double mass = 1 + .9 * any(random);
    if (i % 2) {
      scene.add_disc(.1, mass, {at.x(), at.y(), 0}, friction, twist, restitution);
    } else {
      scene.add_box(.1, .07, mass, {at.x(), at.y(), any(random)}, friction, twist, {0, 0, 0}, restitution);
    }
  }
  return scene;
}

}  // namespace

TEST_CASE("impulses between bodies conserve momentum, and without friction also angular momentum") {
  for (const double friction : {0., .5}) {
    for (int trial = 0; trial < oracle::count(10); ++trial) {
      CAPTURE(friction);
      CAPTURE(trial);
      std::mt19937 random(static_cast<unsigned>(trial));
      MovingScene scene = thrown(random, friction, .4);
      const double size = 6;  // typical size of the momenta, kg m/s
      Stepper stepper(scene.system);
      for (int i = 0; i < 60; ++i) {
        const Eigen::Vector2d before = momentum_of(scene);
        const double turning = angular_momentum_of(scene);
        REQUIRE(stepper.step(scene.state, .01, scene.actuation).solved);
        REQUIRE((momentum_of(scene) - before).norm() <= 1e-12 * size);
        if (friction == 0) REQUIRE(std::fabs(angular_momentum_of(scene) - turning) <= 1e-12 * size);
      }
    }
  }
}

TEST_CASE("the reported impulses equal the change of the bodies' momentum") {
  MovingScene scene = oracle::incline(.2, .1);  // in this scene, the normals of the contacts do not turn
  for (int i = 0; i < 5; ++i) {
    const double up = .1 + .2 * i;
    scene.add_box(.1, .1, 1 + i, {up * std::sin(.2), up * std::cos(.2), -.2}, .1);
  }
  Stepper stepper(scene.system);
  for (int k = 0; k < 100; ++k) {
    CAPTURE(k);
    const State before = scene.state;
    const StepReport& report = stepper.step(scene.state, .01, scene.actuation);
    REQUIRE(report.solved);
    REQUIRE(report.substeps == 1);
    for (std::size_t i = 0; i < 5; ++i) {
      const double mass = scene.system.bodies[i].mass;
      Eigen::Vector2d force = mass * scene.system.gravity;
      for (const StepContact& one : report.contacts) {
        const Eigen::Vector2d left(-one.normal.y(), one.normal.x());
        const Eigen::Vector2d push = one.normal_force * one.normal + one.tangent_force * left;
        if (one.shape_b == i + 1) force += push;
        if (one.shape_a == i + 1) force -= push;
      }
      const Eigen::Vector2d gained = mass * (scene.state.twist(i) - before.twist(i)).head<2>();
      REQUIRE((gained - .01 * force).norm() <= 1e-12 * .01 * 15 * kGravity);
    }
  }
}

TEST_CASE("a step in which no body turns gains at most h^2 f M^-1 f / 4 of energy") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(0, 1);
  for (const double friction : {0., .3, 1.}) {
    for (int trial = 0; trial < oracle::count(5); ++trial) {
      MovingScene scene = oracle::incline(.1 * any(random), friction);
      for (int i = 0; i < 6; ++i) {
        const double mass = .2 + any(random);
        scene.add_disc(.1, mass, {.22 * (i % 3) + .01 * any(random), .3 + .25 * (i / 3), 0}, friction,
                       {any(random) - .5, -any(random), 0}, .5 * any(random));
      }
      Stepper stepper(scene.system);
      const double h = .01;
      double most = 0;
      for (const Body& body : scene.system.bodies) most += h * h * body.mass * kGravity * kGravity / 4;
      for (int k = 0; k < 100; ++k) {
        const double before = scene.energy();
        REQUIRE(stepper.step(scene.state, h, scene.actuation).solved);
        REQUIRE(scene.energy() - before <= most * (1 + 1e-9));
      }
    }
  }
}

TEST_CASE("the energy drift of a rod that slides without friction falls by a factor of four when the step is halved") {
  double last = 0;
  for (const double h : {.01, .005, .0025}) {
    MovingScene scene;
    scene.system.gravity = {0, -kGravity};
    scene.add_ground(MovingScene::box(10, .5), {0, -.5, 0}, 0);
    const double theta = 1, low = -.5 * std::sin(theta) - .01 * std::cos(theta);
    scene.add_box(.5, .01, 1, {0, -low, theta}, 0);
    const double start = scene.energy();
    Stepper stepper(scene.system);
    for (int i = 0; i < std::lround(.3 / h); ++i) REQUIRE(stepper.step(scene.state, h, scene.actuation).solved);
    const double drift = std::fabs(scene.energy() - start);
    CAPTURE(h);
    CHECK(drift < 1e-3);
    if (last > 0) CHECK(last / drift >= 3.6);
    last = drift;
  }
}

TEST_CASE("the first step of a jamming peg does not raise its energy") {
  MovingScene scene;
  const double friction = .52;
  scene.add_ground(MovingScene::box(.5, 1), {-.551, -1, 0}, friction);
  scene.add_ground(MovingScene::box(.5, 1), {.551, -1, 0}, friction);
  scene.add_box(.05, .3, 1, {0, .1, 0}, friction, {0, 0, 0}, {0, -20, -4});
  Stepper stepper(scene.system);
  // Let h be the step, f the load, and M the mass matrix. In a step without contact, the energy grows by at most h^2 f
  // M^-1 f / 4. If a step stops the peg, the energy must not grow.
  double before = scene.energy();
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const StepReport& report = stepper.step(scene.state, .01, scene.actuation);
    REQUIRE(report.solved);
    const double gained = scene.energy() - before;
    if (!report.contacts.empty()) CHECK(gained <= 1e-9);
    before = scene.energy();
  }
}

TEST_CASE("if all forces are doubled, the path stays the same, and the times are divided by the square root of two") {
  const auto run = [](double force, double h) {
    MovingScene scene;
    scene.add_ground(MovingScene::box(2, .5), {0, -.5, 0}, .3);
    scene.add_ground(Disc{{0, 0}, .05}, {.5, .1, 0}, .3);
    scene.add_box(.1, .05, 1, {0, .2, .3}, .3, {0, 0, 0}, force * Eigen::Vector3d(.6, -1, .01));
    Stepper stepper(scene.system);
    std::vector<Eigen::VectorXd> path;
    for (int i = 0; i < 300; ++i) {
      REQUIRE(stepper.step(scene.state, h, scene.actuation).solved);
      path.push_back(scene.state.q);
    }
    return path;
  };
  const auto slow = run(5, .005), fast = run(10, .005 / std::sqrt(2.));
  for (std::size_t i = 0; i < slow.size(); ++i) {
    CAPTURE(i);
    REQUIRE((slow[i] - fast[i]).norm() < 1e-9);
  }
}

TEST_CASE("a thousand steps of a pile give the same result on one thread and on eight") {
  const Scene scene = read_scene_file(PAWL_SOURCE_DIR "/tests/data/scenes/pile.scene.json");
  const SceneSetup setup = set_up(scene);
  REQUIRE(setup.steps() == 1000);
  std::vector<SceneResult> results(3);
  parallel_for_each_index(
      1, [&](std::size_t) { results[2] = run(setup); }, 1);
  parallel_for_each_index(
      2, [&](std::size_t i) { results[i] = run(setup); }, 8);
  for (const SceneResult& one : results) {
    CHECK(one.state.q == results[0].state.q);
    CHECK(one.state.u == results[0].state.u);
    CHECK(one.substeps == results[0].substeps);
  }
}

TEST_CASE("the tooth of a gear slides down the flank of a gap without a jolt, and rests on both flanks") {
  // The flanks of the teeth are straight, at 20 degrees, as those of a rack. Additional vertices divide each flank into
  // several edges.
  const double lean = std::tan(20 * std::acos(-1.) / 180);
  const auto gap_at = [&](double depth) { return .1 + depth * lean; };  // half the width of the gap between two teeth,
                                                                        // at a height above its bottom
  Polygon rack{{{-1, -.5},
                {1, -.5},
                {1, .3},
                {gap_at(.3), .3},
                {gap_at(.15), .15},
                {gap_at(0), 0},
                {-gap_at(0), 0},
                {-gap_at(.2), .2},
                {-gap_at(.3), .3},
                {-1, .3}}};
  // The tooth is wider than the bottom of the gap. It wedges at a known height.
  const double top = .12, wedge = (top - .1) / lean;
  Polygon tooth{{{-top, 0},
                 {top, 0},
                 {top + .1 * lean, .1},
                 {top + .3 * lean, .3},
                 {-top - .3 * lean, .3},
                 {-top - .25 * lean, .25}}};
  for (const double h : {1e-2, 1e-3}) {
    CAPTURE(h);
    MovingScene scene;
    scene.add_ground(rack, {0, 0, 0}, 0);
    scene.system.gravity = {0, -kGravity};
    scene.add(tooth, 1, .02, {0, wedge + .02, 0}, 0);
    Stepper stepper(scene.system);
    for (int i = 0; i < std::lround(1 / h); ++i) REQUIRE(stepper.step(scene.state, h, scene.actuation).solved);
    CHECK((scene.state.pose(0) - Eigen::Vector3d(0, wedge, 0)).norm() < 1e-8);
    CHECK(scene.state.u.norm() < 1e-12);
    // Gravity is absent, so that the tooth slides along one flank and keeps its energy. It must not lose speed at a
    // vertex of the rack, or when one of its own vertices passes the rack.
    MovingScene slides;
    slides.add_ground(rack, {0, 0, 0}, 0);
    const double off = .05;  // distance of the start from the wedged position, along the right flank
    const Eigen::Vector2d along = Eigen::Vector2d(lean, 1).normalized();
    const Eigen::Vector2d start = Eigen::Vector2d(0, wedge) + off * along + Eigen::Vector2d(0, .1);
    slides.add(tooth, 1, .02, {start.x() + .1 * lean, start.y(), 0}, 0, {.3 * along.x(), .3 * along.y(), 0});
    Stepper second(slides.system);
    for (int i = 0; i < std::lround(.4 / h); ++i) {
      REQUIRE(second.step(slides.state, h, slides.actuation).solved);
    }
    CHECK((slides.state.twist(0).head<2>() - .3 * along).norm() < 3e-13);
    CHECK(std::fabs(slides.state.twist(0)[2]) < 1e-12);
  }
}
