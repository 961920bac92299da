// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "support/count.h"
#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

double kinetic_energy(const MovingScene& scene) {
  double twice = 0;
  for (std::size_t i = 0; i < scene.system.bodies.size(); ++i) {
    const Body& body = scene.system.bodies[i];
    twice += body.mass * scene.state.twist(i).head<2>().squaredNorm() +
             body.inertia * scene.state.twist(i)[2] * scene.state.twist(i)[2];
  }
  return twice / 2;
}

}  // namespace

TEST_CASE("a disc dropped from 1 m with restitution 1/2 rises to a quarter of this height, and never higher") {
  for (const double h : {1e-2, 3.7e-3, 1e-3}) {
    CAPTURE(h);
    MovingScene scene;
    scene.system.gravity = {0, -9.81};
    scene.add_ground(MovingScene::box(10, .5), {0, -.5, 0}, .5, .5);
    scene.add_disc(.1, 1, {0, 1.1, 0}, .5);
    Stepper stepper(scene.system);
    double highest = 0, lowest_before = 1;
    bool bounced = false;
    for (double t = 0; t < .45 + .45; t += h) {
      REQUIRE(stepper.step(scene.state, h, scene.actuation).solved);
      bounced = bounced || scene.state.twist(0)[1] > 0;
      if (bounced) highest = std::max(highest, scene.state.pose(0)[1] - .1);
      lowest_before = std::min(lowest_before, scene.state.pose(0)[1]);
    }
    CHECK(bounced);
    CHECK(highest <= .25);
    if (h == 1e-2) CHECK(highest >= .248);
    CHECK(lowest_before >= .1 - 1e-9);
  }
}

TEST_CASE("a rod does not gain energy in an impact in which Newton's restitution would raise its energy") {
  // The rod has m = 1, I = 1/3, the friction coefficient 1/2 and the restitution 1. Its tip is at (-.7071, -.7071) from
  // its center. Newton's restitution would raise its energy from .625 to .734 J.
  MovingScene scene;
  scene.add_ground(MovingScene::box(10, .5), {0, -.5, 0}, .5, 1);
  const double reach = std::sqrt(.5);
  const Outline thin = Polygon{{{-reach, -reach}, {reach, reach}, {reach - 1e-3, reach + 1e-3}}};
  scene.add(thin, 1, 1. / 3, {0, reach, 0}, .5, {.5, -1, 0});
  Stepper stepper(scene.system);
  REQUIRE(stepper.step(scene.state, 1e-3, scene.actuation).solved);
  CHECK(scene.state.twist(0)[1] != -1);
  CHECK(kinetic_energy(scene) <= .625 * (1 + 1e-12));
  CHECK(kinetic_energy(scene) > .3);
}

TEST_CASE("no impact raises the kinetic energy, for any restitution, friction and number of contacts") {
  // In a step of 1e-8 s, rotations are negligible. The step begins with the bodies in contact, or nearly so, and ends
  // after the impact.
  std::mt19937 random(7);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  int impacts = 0, raised_by_newton = 0;
  for (int k = 0; k < oracle::count(1000); ++k) {
    CAPTURE(k);
    MovingScene scene;
    const double e = uniform(0, 1) < .2 ? 0 : uniform(0, 1), mu = uniform(0, 1) < .2 ? 0 : uniform(0, 2);
    const int bodies = 1 + k % 4;
    double high = 0;
    for (int i = 0; i < bodies; ++i) {
      const double half = uniform(.05, .2), other = uniform(.05, .2);
      const bool tilted = k % 3 > 0;
      const double turn = tilted ? uniform(-3, 3) : 0;
      const double room = tilted ? half * std::fabs(std::sin(turn)) + other * std::fabs(std::cos(turn)) : other;
      const Eigen::Vector3d twist(uniform(-3, 3), uniform(-6, 1), uniform(-5, 5));
      scene.add_box(half, other, uniform(.3, 3), {uniform(-.04, .04), high + room, turn}, mu, twist, {0, 0, 0}, e);
      high += 2 * room + 1e-9;
    }
    scene.add_ground(MovingScene::box(10, .5), {0, -.5, 0}, mu, uniform(0, 1) < .5 ? e : uniform(0, 1));
    Stepper stepper(scene.system);
    const double before = kinetic_energy(scene);
    const Eigen::VectorXd velocity = scene.state.u;
    REQUIRE(stepper.step(scene.state, 1e-8, scene.actuation).solved);
    impacts += (scene.state.u - velocity).norm() > 1e-9;
    raised_by_newton += before - kinetic_energy(scene) < 1e-8 * before && (scene.state.u - velocity).norm() > 1e-9;
    CHECK(kinetic_energy(scene) <= before * (1 + 1e-12));
  }
  MESSAGE(impacts, " impacts, ", raised_by_newton, " at the bound");
  CHECK(impacts > oracle::count(1000) / 2);
}

TEST_CASE("overlapping shapes are refused, and the fault names them") {
  MovingScene scene;
  scene.add_ground(MovingScene::box(10, .5), {0, -.5, 0}, .5);
  scene.add_box(.1, .1, 1, {0, .099, .1}, .5);
  Stepper stepper(scene.system);
  try {
    stepper.step(scene.state, .01, scene.actuation);
    FAIL("not refused");
  } catch (const InputError& error) {
    REQUIRE(error.faults().size() == 1);
    CHECK(error.faults()[0].pointer == "/shapes/1");
  }
}
