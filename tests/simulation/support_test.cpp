// SPDX-License-Identifier: MIT
// Tests the friction of bodies that lie on a tray: closed forms, rest, and bodies that also touch other bodies.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "support/faults.h"
#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

constexpr double kGravity = 9.81, kFriction = .3, kRadius = .1;
constexpr double kPi = std::numbers::pi;

/// Returns a disc of 1 kg on a level table.
MovingScene disc_on_table(const Eigen::Vector3d& twist) {
  MovingScene scene;
  scene.add_disc(kRadius, 1, {0, 0, 0}, .5, twist);
  scene.actuation.supports = {{Support::Law::ellipsoid, kFriction * kGravity, 2 * kRadius / 3}};
  return scene;
}

/// Makes steps until the disc is at rest, for at most `seconds`. Returns the elapsed time, s.
double run(MovingScene& scene, double h, double seconds) {
  Stepper stepper(scene.system);
  double time = 0;
  while (time < seconds && scene.state.u.norm() > 0) {
    CAPTURE(time);
    const StepReport& report = stepper.step(scene.state, h, scene.actuation);
    REQUIRE(report.solved);
    REQUIRE(report.penetration <= 1e-8);
    time += h;
  }
  return time;
}

}  // namespace

TEST_CASE("the mean distance from a point is right for discs, squares and paths") {
  CHECK(mean_distance(Disc{{2, 3}, .6}, {2, 3}) == doctest::Approx(.4).epsilon(1e-12));
  const double half = .5;  // half the side of a square; the mean distance of its points from the center is half (sqrt 2
                           // + ln(1 + sqrt 2)) / 3
  CHECK(mean_distance(MovingScene::box(half, half), {0, 0}) ==
        doctest::Approx(half * (std::sqrt(2) + std::log(1 + std::sqrt(2))) / 3).epsilon(1e-13));
  // The mean distance of a square's points from one corner is the mean distance from the center in a square of twice
  // the size.
  CHECK(mean_distance(MovingScene::box(half, half), {half, half}) ==
        doctest::Approx(2 * half * (std::sqrt(2) + std::log(1 + std::sqrt(2))) / 3).epsilon(1e-13));
  const Path circle{{{1.4, 3}, {2.6, 3}}, {1, 1}}, turned{{{1.4, 3}, {2.6, 3}}, {-1, -1}};
  CHECK(mean_distance(circle, {2, 3}) == doctest::Approx(.4).epsilon(1e-12));
  CHECK(mean_distance(turned, {2, 3}) == doctest::Approx(.4).epsilon(1e-12));
  CHECK(mean_distance(circle, {5, -1}) == doctest::Approx(mean_distance(Disc{{2, 3}, .6}, {5, -1})).epsilon(1e-12));
  // The mean distance of a disc's points from a point on its edge is 32 r / (9 pi).
  CHECK(mean_distance(Disc{{0, 0}, 1}, {1, 0}) == doctest::Approx(32 / (9 * kPi)).epsilon(1e-10));
  CHECK(root_mean_square_distance(Disc{{0, 0}, 1}, {3, 0}) == doctest::Approx(std::sqrt(9.5)).epsilon(1e-13));
  CHECK(pointers_of_faults([] { mean_distance(Polygon{{{0, 0}, {1, 0}}}, {0, 0}); }) == "/outline");
}

TEST_CASE("a sliding disc stops after v^2/(2 mu g), and a spinning one slows at 4 mu g/(3 R)") {
  for (const double h : {.01, .001}) {
    MovingScene slides = disc_on_table({.6, .8, 0});
    const double time = run(slides, h, 10);
    CHECK(std::fabs(time - 1 / (kFriction * kGravity)) <= h);
    CHECK(slides.state.pose(0).head<2>().norm() ==
          doctest::Approx(1 / (2 * kFriction * kGravity)).epsilon(kFriction * kGravity * h * h));
    MovingScene spins = disc_on_table({0, 0, 20});
    Stepper stepper(spins.system);
    const long steps = std::lround(.2 / h);
    for (long i = 0; i < steps; ++i) REQUIRE(stepper.step(spins.state, h, spins.actuation).solved);
    CHECK(spins.state.twist(0)[2] == doctest::Approx(20 - .2 * 4 * kFriction * kGravity / (3 * kRadius)).epsilon(1e-9));
    CHECK(spins.state.pose(0).head<2>().norm() < 1e-15);
    run(spins, h, 10);
    CHECK(spins.state.u.norm() == 0);
  }
}

TEST_CASE("a disc that slides and spins stops sliding and spinning at the same time, also in a turned scene") {
  MovingScene scene = disc_on_table({.5, 0, 4}), turned = disc_on_table({0, .5, 4});
  Stepper a(scene.system), b(turned.system);
  double last = 1;
  for (int i = 0; i < 100; ++i) {
    REQUIRE(a.step(scene.state, .005, scene.actuation).solved);
    REQUIRE(b.step(turned.state, .005, turned.actuation).solved);
    const Eigen::Vector3d p = scene.state.pose(0), q = turned.state.pose(0);
    CHECK((Eigen::Vector3d(-p.y(), p.x(), p.z()) - q).norm() < 1e-13);
    const Eigen::Vector3d u = scene.state.twist(0);
    const double energy = u.head<2>().squaredNorm() / 2 + kRadius * kRadius / 4 * u[2] * u[2];
    CHECK(energy <= last);
    last = energy;
    CHECK((u[0] == 0) == (u[2] == 0));
  }
  CHECK(last == 0);
}

TEST_CASE(
    "a disc on a tray does not creep below the friction angle, and slides by a t^2 / 2 for its acceleration a above "
    "it") {
  for (const double pull : {.99, 1.5}) {
    MovingScene scene = disc_on_table({0, 0, 0});
    scene.system.gravity = {0, -pull * kFriction * kGravity};
    Stepper stepper(scene.system);
    for (int i = 0; i < 1000; ++i) REQUIRE(stepper.step(scene.state, .001, scene.actuation).solved);
    const double expected = std::max(0., pull - 1) * kFriction * kGravity / 2;
    CHECK(std::fabs(-scene.state.pose(0).y() - expected) < 1e-11);
  }
}

TEST_CASE("a box that a tray presses into a corner of two walls comes to rest") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int trial = 0; trial < 60; ++trial) {
    CAPTURE(trial);
    MovingScene scene;
    scene.add_ground(MovingScene::box(2, .5), {0, -.5, 0}, .4);
    scene.add_ground(MovingScene::box(.5, 2), {-.8, 0, 0}, .4);
    scene.add_box(.1, .1, 1, {.3 + .05 * any(random), .3 + .05 * any(random), any(random)}, .4,
                  {any(random), any(random), 3 * any(random)});
    scene.system.gravity = {-4 - any(random), -4 + any(random)};
    scene.actuation.supports = {{Support::Law::ellipsoid, 1.5 * (1 + any(random)), .0765}};
    Stepper stepper(scene.system);
    bool stands = false;
    for (int i = 0; i < 3000 && !stands; ++i) {
      CAPTURE(i);
      const StepReport& report = stepper.step(scene.state, .005, scene.actuation);
      REQUIRE(report.solved);
      REQUIRE(report.penetration <= 1e-8);
      stands = scene.state.u.norm() < 1e-10;
    }
    CHECK(stands);
  }
}

TEST_CASE("viscous support slows a disc by exp(-c t/m), with order 1") {
  double last = 0;
  for (const double h : {.01, .005}) {
    MovingScene scene = disc_on_table({1, 0, 5});
    scene.actuation.supports = {{Support::Law::viscous, 2, kRadius / std::sqrt(2)}};
    Stepper stepper(scene.system);
    for (int i = 0; i < std::lround(.5 / h); ++i) REQUIRE(stepper.step(scene.state, h, scene.actuation).solved);
    const double error = std::fabs(scene.state.twist(0)[0] - std::exp(-1));
    // For a disc under viscous friction, the torque divided by the moment of inertia equals the force divided by the
    // mass, per unit of velocity.
    CHECK(scene.state.twist(0)[2] == doctest::Approx(5 * scene.state.twist(0)[0]).epsilon(1e-12));
    if (last > 0) CHECK(last / error == doctest::Approx(2).epsilon(.05));
    last = error;
  }
}

TEST_CASE("one disc pushes another over a tray, and their total momentum never grows") {
  MovingScene scene;
  scene.add_disc(.1, 1, {0, 0, 0}, .2, {1, 0, 0});
  scene.add_disc(.1, 2, {.25, .02, 0}, .2);
  const Support support{Support::Law::ellipsoid, .5, .0667};
  scene.actuation.supports = {support, support};
  Stepper stepper(scene.system);
  for (int i = 0; i < 2000; ++i) {
    CAPTURE(i);
    const double before = (scene.state.twist(0) + 2 * scene.state.twist(1)).head<2>().norm();
    REQUIRE(stepper.step(scene.state, .002, scene.actuation).solved);
    const double after = (scene.state.twist(0) + 2 * scene.state.twist(1)).head<2>().norm();
    CHECK(after <= before + 1e-12);
  }
  CHECK(scene.state.u.norm() == 0);
}

TEST_CASE("a driven pusher shoves a row of discs over a table, and each step is solved") {
  for (unsigned seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> any(-1, 1);
    System system;
    Joint drive;
    drive.kind = Joint::Kind::prismatic;
    drive.drive = Joint::Drive::acceleration;
    system.joints = {drive};
    system.shapes = {{Solid::link(0), MovingScene::box(.1, .3), {0, 0, 0}, .3, 0}};
    Actuation actuation;
    for (std::size_t i = 0; i < 4; ++i) {
      system.bodies.push_back({1, .005});
      system.shapes.push_back({Solid::body(i), Disc{{0, 0}, .1}, {0, 0, 0}, .3, 0});
      actuation.supports.push_back({Support::Law::ellipsoid, .3 * kGravity, .2 / 3});
    }
    State state(system);
    state.velocity(0) = .5;
    // With the seed 0, the discs of the row wedge each other, and some nearly stick.
    const double first[] = {-.002, -.008, -.022, .022};
    for (std::size_t i = 0; i < 4; ++i) {
      state.pose(i) << .25 + .22 * static_cast<double>(i), seed == 0 ? first[i] : .02 * any(random), 0;
    }
    Stepper stepper(system);
    for (int i = 0; i < 400; ++i) {
      CAPTURE(i);
      REQUIRE(stepper.step(state, .005, actuation).solved);
    }
    CHECK(state.position(0) == doctest::Approx(1));
    for (std::size_t i = 0; i < 4; ++i) CHECK(state.pose(i)[0] > .5);
  }
}

TEST_CASE("invalid supports are refused") {
  MovingScene scene = disc_on_table({0, 0, 0});
  scene.system.bodies.push_back({1, 1});
  scene.system.pins.push_back({Solid::ground(), Solid::body(1), {5, 5}, {0, 0}});
  scene.state = State(scene.system);
  scene.state.pose(1) << 5, 5, 0;
  const auto faults = [&] { return pointers_of_faults([&] { validate(scene.system, scene.actuation); }); };
  CHECK(faults() == "/loads/body_wrenches /supports");
  scene.actuation.loads = {};
  scene.actuation.supports = {{Support::Law::viscous, -1, NAN}, {Support::Law::viscous, 1, 1}};
  CHECK(faults() == "/supports/0/strength /supports/0/moment_radius /supports/1");
}
