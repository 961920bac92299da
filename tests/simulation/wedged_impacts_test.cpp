// SPDX-License-Identifier: MIT
// Impacts of bodies that friction wedges. Newton's restitution may have no solution for such an impact, because a
// contact cannot rebound while two others hold the body between them. The step must still be made, with less rebound.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "support/count.h"
#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double operator()(double low, double high) { return std::uniform_real_distribution<>(low, high)(engine_); }

 private:
  std::mt19937 engine_;
};

/// Returns a disc that falls into a groove. Each wall of the groove makes the angle `angle` with the vertical.
MovingScene disc_in_groove(double angle, double friction, double restitution, Random& random) {
  MovingScene scene;
  scene.system.gravity = {0, -9.81};
  for (const double side : {-1., 1.}) {
    const Eigen::Vector2d inwards(-side * std::cos(angle), std::sin(angle));
    const Eigen::Vector2d center = -.5 * inwards;
    scene.add_ground(MovingScene::box(.5, 3), {center.x(), center.y(), -side * angle}, friction, restitution);
  }
  const double height = .05 / std::sin(angle), x = random(-.3, .3) * height * std::tan(angle);
  scene.add_disc(.05, 1, {x, 1.6 * height, 0}, friction, {random(-1, 1), random(-2, 0), random(-20, 20)}, restitution);
  return scene;
}

/// Returns a box that is pushed into the gap between two pins, with little clearance, and onto a third pin.
MovingScene box_between_pins(double friction, double restitution, Random& random) {
  MovingScene scene;
  const double room = random(1e-4, 2e-3), radius = .02;
  const auto pin = [&](double x, double y) {
    scene.add_ground(Disc{{0, 0}, radius}, {x, y, 0}, friction, restitution);
  };
  pin(-.05 - radius - room, random(-.1, .1));
  pin(.05 + radius + room, random(-.1, .1));
  pin(random(-.04, .04), -.15 - radius - room);
  const Eigen::Vector3d push(random(-5, 5), -9.81, random(-.2, .2));
  scene.add_box(.05, .15, 1, {0, 0, random(-.5, .5) * room / .15}, friction,
                {random(-.1, .1), random(-.5, 0), random(-.1, .1)}, push, restitution);
  return scene;
}

double kinetic_energy(const MovingScene& scene) {
  const Body& body = scene.system.bodies[0];
  const Eigen::Vector3d twist = scene.state.twist(0);
  return (body.mass * twist.head<2>().squaredNorm() + body.inertia * twist[2] * twist[2]) / 2;
}

/// Makes all steps. After each step, checks that no penetration exceeds 1e-9 m, and that the energy has not grown by
/// more than the errors of the scheme. These are the sum of three terms: a fiftieth of the kinetic energy; the energy
/// that the push gives to a body at rest in one step; and the work of the push if the body moves against it. The scheme
/// itself only ensures that an impact does not raise the energy above its value before the impact. Also checks that the
/// energy never exceeds the initial energy by more than the second term.
void run(MovingScene& scene, double h, int steps) {
  Stepper stepper(scene.system);
  const double start = scene.energy();
  const Eigen::Vector2d push =
      scene.system.bodies[0].mass * scene.system.gravity + scene.actuation.loads.body_wrenches[0].head<2>();
  const double kick = std::pow(h * push.norm(), 2) / (2 * scene.system.bodies[0].mass);
  for (int i = 0; i < steps; ++i) {
    CAPTURE(i);
    const double before = scene.energy(), moving = kinetic_energy(scene);
    const Eigen::Vector3d from = scene.state.pose(0);
    const StepReport& report = stepper.step(scene.state, h, scene.actuation);
    REQUIRE(report.solved);
    REQUIRE(report.penetration <= 1e-9);
    const Eigen::Vector3d way = scene.state.pose(0) - from;
    const double work = push.dot(way.head<2>()) + scene.actuation.loads.body_wrenches[0][2] * way[2];
    REQUIRE(scene.energy() <= before + 2e-2 * moving + std::max(0., -work) + kick);
    REQUIRE(scene.energy() <= start + kick);
  }
}

}  // namespace

TEST_CASE("a disc that friction wedges into a groove bounces and comes to rest, for any restitution") {
  Random random(5);
  for (int k = 0; k < oracle::count(200); ++k) {
    const double angle = random(.1, 1), friction = random(0, 1) < .1 ? 0 : random(0, 2), restitution = random(.5, 1);
    CAPTURE(k);
    CAPTURE(angle);
    CAPTURE(friction);
    CAPTURE(restitution);
    MovingScene scene = disc_in_groove(angle, friction, restitution, random);
    run(scene, 1e-3, 400);
  }
}

TEST_CASE("a box that rattles between pins can be stepped, for any restitution and friction") {
  Random random(6);
  for (int k = 0; k < oracle::count(200); ++k) {
    const double friction = random(0, 1) < .1 ? 0 : random(0, 1.5), restitution = random(.5, 1);
    CAPTURE(k);
    CAPTURE(friction);
    CAPTURE(restitution);
    MovingScene scene = box_between_pins(friction, restitution, random);
    run(scene, 1e-3, 400);
  }
}
