// SPDX-License-Identifier: MIT
// Static and kinetic friction that differ, in time steps. The exact motions follow from Coulomb's law with the static
// coefficient for contacts that roll or stick and the kinetic coefficient for contacts that slide.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "support/moving_scene.h"

using namespace pawl;
using oracle::incline;
using oracle::MovingScene;

namespace {

constexpr double kGravity = 9.81;

/// Gives all shapes the same static and the same kinetic coefficient. Up to rounding, every contact then has these
/// coefficients.
void set_friction(MovingScene& scene, double at_rest, double sliding) {
  for (Shape& shape : scene.system.shapes) {
    shape.friction = at_rest;
    shape.kinetic_friction = sliding;
  }
}

void run_for(Stepper& stepper, MovingScene& scene, double seconds, double h) {
  for (long i = std::lround(seconds / h); i > 0; --i) {
    const StepReport& report = stepper.step(scene.state, h, scene.actuation);
    REQUIRE(report.solved);
    REQUIRE(report.penetration <= 1e-9);
  }
}

/// Returns a box of 1 kg and 0.2 x 0.05 m on an incline. It moves downhill with the given speed.
MovingScene box_on_incline(double angle, double at_rest, double sliding, double speed) {
  MovingScene scene = incline(angle, at_rest);
  scene.add_box(.1, .025, 1, {.025 * std::sin(angle), .025 * std::cos(angle), -angle}, at_rest,
                {speed * std::cos(angle), -speed * std::sin(angle), 0});
  set_friction(scene, at_rest, sliding);
  return scene;
}

double distance_downhill(const MovingScene& scene, const Eigen::Vector3d& from, double angle) {
  return (scene.state.pose(0) - from).head<2>().dot(Eigen::Vector2d(std::cos(angle), -std::sin(angle)));
}

/// Returns a box of 2 kg and 0.4 x 0.1 m on a level floor. It moves along the floor with the given velocity.
MovingScene box_on_floor(double at_rest, double sliding, double velocity) {
  MovingScene scene;
  scene.system.gravity = {0, -kGravity};
  scene.add_ground(MovingScene::box(50, .5), {0, -.5, 0}, at_rest);
  scene.add_box(.2, .05, 2, {0, .05, 0}, at_rest, {velocity, 0, 0});
  set_friction(scene, at_rest, sliding);
  return scene;
}

struct Coefficients {
  double at_rest, sliding;
};
const std::vector<Coefficients> kPairs{{.5, .3}, {.6, .1}, {.4, 0}, {1, .25}, {.31, .3}};

}  // namespace

TEST_CASE("a box at rest stays at rest on an incline between the two friction angles, and slides if the incline is steeper") {
  for (const Coefficients mu : kPairs) {
    for (const double h : {1e-2, 1e-3}) {
      CAPTURE(mu.at_rest);
      CAPTURE(mu.sliding);
      for (const double part : {.05, .5, .95, 1.05, 1.2}) {
        CAPTURE(part);
        const double angle = std::atan(mu.sliding + part * (mu.at_rest - mu.sliding));
        MovingScene scene = box_on_incline(angle, mu.at_rest, mu.sliding, 0);
        const Eigen::Vector3d start = scene.state.pose(0);
        Stepper stepper(scene.system);
        run_for(stepper, scene, 1, h);
        const double pull = kGravity * (std::sin(angle) - mu.sliding * std::cos(angle));
        CHECK(std::fabs(distance_downhill(scene, start, angle) - (part < 1 ? 0 : pull / 2)) <= 1e-10);
      }
    }
  }
}

TEST_CASE("a box that was started slides down an incline by v t + (g sin a - mu_k g cos a) t^2 / 2") {
  for (const Coefficients mu : kPairs) {
    for (const double part : {0., .1, .5, .9}) {
      for (const double speed : {1e-4, .1, 3.}) {
        for (const double h : {1e-2, 1e-3}) {
          CAPTURE(mu.at_rest);
          CAPTURE(mu.sliding);
          CAPTURE(part);
          CAPTURE(speed);
          CAPTURE(h);
          const double angle = std::atan(mu.sliding + part * (mu.at_rest - mu.sliding));
          MovingScene scene = box_on_incline(angle, mu.at_rest, mu.sliding, speed);
          const Eigen::Vector3d start = scene.state.pose(0);
          Stepper stepper(scene.system);
          run_for(stepper, scene, 1, h);
          const double pull = kGravity * (std::sin(angle) - mu.sliding * std::cos(angle));
          CHECK(std::fabs(distance_downhill(scene, start, angle) - (speed + pull / 2)) <= 1e-9);
        }
      }
    }
  }
}

TEST_CASE("a box thrown uphill stops after v^2 / (2 g (sin a + mu_k cos a)), and stays if a is below the static angle") {
  for (const Coefficients mu : kPairs) {
    for (const double speed : {.137, 1., 2.31}) {
      for (const double h : {1e-2, 1e-3}) {
        for (const bool stays : {true, false}) {
          CAPTURE(mu.at_rest);
          CAPTURE(mu.sliding);
          CAPTURE(speed);
          CAPTURE(h);
          CAPTURE(stays);
          const double angle = std::atan(stays ? (mu.sliding + mu.at_rest) / 2 : mu.at_rest + .1);
          MovingScene scene = box_on_incline(angle, mu.at_rest, mu.sliding, -speed);
          const Eigen::Vector3d start = scene.state.pose(0);
          const double brake = kGravity * (std::sin(angle) + mu.sliding * std::cos(angle)), time = speed / brake;
          Stepper stepper(scene.system);
          const double whole = std::ceil(time / h + 1) * h;
          run_for(stepper, scene, whole, h);
          const double reached = -distance_downhill(scene, start, angle);
          if (stays) {
            // The box stops within a step. The error of this step is of the order of the distance that the box moves in
            // it.
            CHECK(std::fabs(reached - speed * speed / (2 * brake)) <= brake * h * h);
            CHECK(scene.state.twist(0).norm() <= 1e-12);
            const Eigen::Vector3d top = scene.state.pose(0);
            run_for(stepper, scene, 1, h);
            CHECK((scene.state.pose(0) - top).norm() <= 1e-12);
          } else {
            run_for(stepper, scene, 1, h);
            const double pull = kGravity * (std::sin(angle) - mu.sliding * std::cos(angle)), left = whole + 1 - time;
            const double exact = speed * speed / (2 * brake) - pull * left * left / 2;
            CHECK(std::fabs(-distance_downhill(scene, start, angle) - exact) <= 4 * kGravity * h * left);
          }
        }
      }
    }
  }
}

TEST_CASE("a pushed box starts to move if the push exceeds mu_s m g, and then accelerates by F / m - mu_k g") {
  constexpr double kMass = 2, kStep = 1e-3;
  for (const Coefficients mu : kPairs) {
    CAPTURE(mu.at_rest);
    CAPTURE(mu.sliding);
    for (const double sign : {1., -1.}) {
      MovingScene scene = box_on_floor(mu.at_rest, mu.sliding, 0);
      const double limit = mu.at_rest * kMass * kGravity;
      Stepper stepper(scene.system);
      for (const double part : {.2, .9, .999, 1 - 1e-6}) {
        scene.actuation.loads.body_wrenches[0] = {sign * part * limit, 0, 0};
        run_for(stepper, scene, .05, kStep);
        CHECK(std::fabs(scene.state.pose(0)[0]) <= 1e-12);
      }
      const double push = (1 + 1e-3) * limit;
      scene.actuation.loads.body_wrenches[0] = {sign * push, 0, 0};
      run_for(stepper, scene, .5, kStep);
      const double acceleration = push / kMass - mu.sliding * kGravity;
      CHECK(std::fabs(scene.state.twist(0)[0] - sign * acceleration * .5) <= 1e-9);
      CHECK(std::fabs(scene.state.pose(0)[0] - sign * acceleration * .125) <= 1e-9);
      // A push between the two friction limits must keep the box moving.
      const double less = (mu.at_rest + mu.sliding) / 2 * kMass * kGravity, velocity = scene.state.twist(0)[0];
      scene.actuation.loads.body_wrenches[0] = {sign * less, 0, 0};
      run_for(stepper, scene, .5, kStep);
      const double gained = less / kMass - mu.sliding * kGravity;
      CHECK(std::fabs(scene.state.twist(0)[0] - velocity - sign * gained * .5) <= 1e-9);
    }
  }
}

TEST_CASE("a box on a pushed box moves with it up to the acceleration mu_s g, and slides with mu_k g above it") {
  constexpr double kStep = 1e-3, kTime = .2;
  // The coefficients of a contact are the geometric means of those of its two shapes: (0.2, 0.1) for the lower one, and
  // (0.4, 0.25) for the upper one.
  const double below_s = .2, below_k = .1, above_s = .4, above_k = .25;
  for (const double part : {.3, .9, 1.1, 2.}) {
    CAPTURE(part);
    MovingScene scene;
    scene.system.gravity = {0, -kGravity};
    scene.add_ground(MovingScene::box(50, .5), {0, -.5, 0}, 0);
    scene.add_box(1, .05, 2, {0, .05, 0}, 0);
    scene.add_box(.2, .05, 1, {0, .15, 0}, 0);
    std::vector<Shape>& shapes = scene.system.shapes;
    shapes[1].friction = .4;
    shapes[1].kinetic_friction = .2;
    shapes[0].friction = below_s * below_s / .4;
    shapes[0].kinetic_friction = below_k * below_k / .2;
    shapes[2].friction = above_s * above_s / .4;
    shapes[2].kinetic_friction = above_k * above_k / .2;
    // acceleration if both boxes move together
    const double common = kGravity * (above_k + part * (above_s - above_k));
    const double push = 3 * common + below_k * 3 * kGravity;
    REQUIRE(push > below_s * 3 * kGravity);
    scene.actuation.loads.body_wrenches[0] = {push, 0, 0};
    Stepper stepper(scene.system);
    run_for(stepper, scene, kTime, kStep);
    const bool together = part < 1;
    const double upper = together ? common : above_k * kGravity;
    const double lower = together ? common : (push - below_k * 3 * kGravity - above_k * kGravity) / 2;
    CHECK(std::fabs(scene.state.twist(0)[0] - lower * kTime) <= 1e-9);
    CHECK(std::fabs(scene.state.twist(1)[0] - upper * kTime) <= 1e-9);
  }
}

TEST_CASE("a disc rolls down if tan a is at most 3 mu_s, and slides with mu_k otherwise") {
  const double at_rest = .3, sliding = .2, radius = .1;
  for (const double tangent : {.61, .75, .89, .91, 1.2}) {
    CAPTURE(tangent);
    const double angle = std::atan(tangent);
    MovingScene scene = incline(angle, at_rest);
    scene.add_disc(radius, 1, {radius * std::sin(angle), radius * std::cos(angle), 0}, at_rest);
    set_friction(scene, at_rest, sliding);
    const Eigen::Vector3d start = scene.state.pose(0);
    Stepper stepper(scene.system);
    run_for(stepper, scene, 1, .01);
    const bool rolls = tangent <= 3 * at_rest;
    const double exact = rolls ? 2 * std::sin(angle) / 3 : std::sin(angle) - sliding * std::cos(angle);
    CHECK(std::fabs(distance_downhill(scene, start, angle) - kGravity * exact / 2) <= 1e-9);
  }
}

TEST_CASE("a wheel under a brake starts if its torque exceeds mu_s N r, and then accelerates by (T - mu_k N r) / I") {
  constexpr double kRadius = .2, kInertia = .05, kMass = 3, kStep = 1e-3, kTime = .3;
  const double at_rest = .5, sliding = .2, weight = kMass * kGravity;
  for (const double part : {.3, .9, 1 - 1e-6, 1 + 1e-3, 1.5}) {
    for (const double sign : {1., -1.}) {
      CAPTURE(part);
      MovingScene scene;
      scene.system.gravity = {0, -kGravity};
      scene.system.joints.push_back(oracle::revolute({0, 0}, 1, kInertia, {0, 0}));
      scene.system.shapes.push_back({Solid::link(0), Disc{{0, 0}, kRadius}});
      // The brake is a box on top of the wheel, between two frictionless walls.
      scene.add_box(.1, .05, kMass, {0, kRadius + .05, 0}, 0);
      set_friction(scene, at_rest, sliding);
      for (const double side : {1., -1.}) scene.add_ground(MovingScene::box(.1, .1), {side * .2, kRadius + .1, 0}, 0);
      scene.actuation.loads = Loads(scene.system);
      const double torque = sign * part * at_rest * weight * kRadius;
      scene.actuation.loads.efforts[0] = torque;
      Stepper stepper(scene.system);
      run_for(stepper, scene, kTime, kStep);
      const double exact = part < 1 ? 0 : (torque - sign * sliding * weight * kRadius) / kInertia * kTime;
      CHECK(std::fabs(scene.state.velocity(0) - exact) <= 1e-9);
    }
  }
}

TEST_CASE("a box on an arm that is raised sticks up to the static friction angle") {
  // The arm turns at the constant angular velocity w. The centre of the box is at the distance d from the joint along
  // the arm, and at the height y above the arm. When the arm has the angle a, the box does not slip if the friction is
  // m (g sin a - w^2 d) with the normal force m (g cos a - w^2 y).
  constexpr double kSpeed = .3, kDistance = 1.5, kHeight = .1;
  const double at_rest = .5, sliding = .3;
  double exact = 0;
  for (double low = 0, high = 1; high - low > 1e-12;) {
    exact = (low + high) / 2;
    const double square = kSpeed * kSpeed;
    const bool sticks = kGravity * std::sin(exact) - square * kDistance <=
                        at_rest * (kGravity * std::cos(exact) - square * kHeight);
    (sticks ? low : high) = exact;
  }
  for (const double h : {1e-2, 2e-3}) {
    CAPTURE(h);
    MovingScene scene;
    scene.system.gravity = {0, -kGravity};
    Joint arm = oracle::revolute({0, 0}, 1, 1, {0, 0});
    arm.drive = Joint::Drive::acceleration;
    scene.system.joints.push_back(arm);
    scene.system.shapes.push_back({Solid::link(0), MovingScene::box(2, .05), {0, -.05, 0}});
    scene.add_box(.2, kHeight, 1, {kDistance, kHeight, 0}, 0, {-kSpeed * kHeight, kSpeed * kDistance, kSpeed});
    set_friction(scene, at_rest, sliding);
    scene.state.velocity(0) = kSpeed;
    scene.actuation.loads = Loads(scene.system);
    Stepper stepper(scene.system);
    double started = 0;
    for (int i = 0; started == 0 && i < std::lround(3 / h); ++i) {
      const StepReport& report = stepper.step(scene.state, h, scene.actuation);
      REQUIRE(report.solved);
      for (const StepContact& one : report.contacts) {
        if (std::fabs(one.sliding) > 1e-5) started = scene.state.position(0);
      }
    }
    CHECK(std::fabs(started - exact) <= 2 * h * kSpeed);
  }
}

// A uniform rod of length L falls from rest. Its initial angle to the vertical is b. While its foot sticks, at the
// angle a it has the angular velocity w with w^2 = 3 g (cos b - cos a) / L, and the angular acceleration 3 g sin a / (2
// L).
TEST_CASE("the foot of a falling rod sticks until its force leaves the static friction cone") {
  constexpr double kLength = 1, kThin = 1e-3, kStart = .1, kKinetic = .1;
  // With the static coefficient 0.3, the foot slips backwards while the rod is still steep. With 0.6, it slips forwards
  // later in the fall.
  for (const double at_rest : {.3, .6}) {
    double exact = kStart;
    for (;; exact += 1e-7) {
      const double square = 3 * kGravity / kLength * (std::cos(kStart) - std::cos(exact));
      const double turning = 1.5 * kGravity / kLength * std::sin(exact);
      const double along = kLength / 2 * (turning * std::cos(exact) - square * std::sin(exact));
      const double up = kGravity - kLength / 2 * (turning * std::sin(exact) + square * std::cos(exact));
      if (std::fabs(along) > at_rest * up) break;
    }
    for (const Scheme scheme : {Scheme::two_stage, Scheme::one_stage}) {
      for (const double h : {2e-3, 2e-4}) {
        for (const double side : {1., -1.}) {
          CAPTURE(at_rest);
          CAPTURE(static_cast<int>(scheme));
          CAPTURE(h);
          CAPTURE(side);
          MovingScene scene;
          scene.system.gravity = {0, -kGravity};
          scene.add_ground(MovingScene::box(10, .5), {0, -.5, 0}, 0);
          // At its foot, the rod has a tiny disc that touches the floor.
          const Eigen::Vector3d pose(side * std::sin(kStart) * kLength / 2, std::cos(kStart) * kLength / 2 + kThin,
                                     -side * kStart);
          scene.add(Disc{{0, -kLength / 2}, kThin}, 1, kLength * kLength / 12, pose, 0);
          set_friction(scene, at_rest, kKinetic);
          StepOptions options;
          options.scheme = scheme;
          Stepper stepper(scene.system, options);
          double started = 0;
          for (int i = 0; started == 0 && i < std::lround(2 / h); ++i) {
            const StepReport& report = stepper.step(scene.state, h, scene.actuation);
            REQUIRE(report.solved);
            const double angle = scene.state.pose(0)[2], arm = std::cos(angle) * kLength / 2 + kThin;
            // In the one-stage scheme, a rolling contact has a sliding velocity of the order of h, which is an error.
            const double foot = scene.state.twist(0)[0] + scene.state.twist(0)[2] * arm;
            if (std::fabs(foot) > 20 * h) started = std::fabs(angle);
          }
          CHECK(started >= exact - 2 * h);
          CHECK(started <= exact + 70 * h);  // the foot takes some time to reach the speed 20 h
        }
      }
    }
  }
}

TEST_CASE("the one-stage scheme has static and kinetic friction with the motion of its own discrete closed form") {
  StepOptions options;
  options.scheme = Scheme::one_stage;
  for (const Coefficients mu : kPairs) {
    for (const double part : {.1, .9, 1.1}) {
      for (const double speed : {0., .1}) {
        CAPTURE(mu.at_rest);
        CAPTURE(mu.sliding);
        CAPTURE(part);
        CAPTURE(speed);
        constexpr double kStep = 1e-2;
        constexpr int kSteps = 100;
        const double angle = std::atan(mu.sliding + part * (mu.at_rest - mu.sliding));
        MovingScene scene = box_on_incline(angle, mu.at_rest, mu.sliding, speed);
        const Eigen::Vector3d start = scene.state.pose(0);
        Stepper stepper(scene.system, options);
        run_for(stepper, scene, kSteps * kStep, kStep);
        const bool moves = speed > 0 || part > 1;
        const double pull = kGravity * (std::sin(angle) - mu.sliding * std::cos(angle));
        const double exact = moves ? speed + pull * kStep * kStep * kSteps * (kSteps + 1) / 2 : 0;
        CHECK(std::fabs(distance_downhill(scene, start, angle) - exact) <= 1e-9);
      }
    }
  }
  // If the box is set in motion between two steps, it must slide on.
  const double angle = std::atan(.4);
  MovingScene scene = box_on_incline(angle, .5, .3, 0);
  Stepper stepper(scene.system, options);
  run_for(stepper, scene, .1, 1e-2);
  CHECK(scene.state.twist(0).norm() <= 1e-12);
  scene.state.twist(0) = Eigen::Vector3d(1e-3 * std::cos(angle), -1e-3 * std::sin(angle), 0);
  run_for(stepper, scene, .1, 1e-2);
  const double pull = kGravity * (std::sin(angle) - .3 * std::cos(angle));
  CHECK(std::fabs(scene.state.twist(0).head<2>().norm() - (1e-3 + .1 * pull)) <= 1e-9);
}

// A box of mass m stands on a floor with two contact points of viscosity c. Below the push mu_s m g it sticks, without
// viscous friction. Above it, each implicit step of length h gives v' = (v + h (F / m - mu_k g)) / (1 + 2 c h / m).
TEST_CASE("with viscous friction, a pushed box sticks up to mu_s m g, and then slides with mu_k and viscous friction") {
  constexpr double kMass = 2, kStep = 1e-3;
  for (const Coefficients mu : kPairs) {
    for (const double viscosity : {0., .5, 20.}) {
      for (const double sign : {1., -1.}) {
        CAPTURE(mu.at_rest);
        CAPTURE(mu.sliding);
        CAPTURE(viscosity);
        MovingScene scene = box_on_floor(mu.at_rest, mu.sliding, 0);
        StepOptions options;
        options.law = CoulombViscous{viscosity};
        Stepper stepper(scene.system, options);
        const double limit = mu.at_rest * kMass * kGravity;
        for (const double part : {.2, .9, 1 - 1e-6}) {
          scene.actuation.loads.body_wrenches[0] = {sign * part * limit, 0, 0};
          run_for(stepper, scene, .05, kStep);
          CHECK(std::fabs(scene.state.pose(0)[0]) <= 1e-12);
        }
        double velocity = 0, distance = 0;
        // The second push is between the two friction limits, and keeps the box moving.
        for (const double push : {(1 + 1e-3) * limit, (mu.at_rest + mu.sliding) / 2 * kMass * kGravity}) {
          scene.actuation.loads.body_wrenches[0] = {sign * push, 0, 0};
          run_for(stepper, scene, .3, kStep);
          for (int i = 0; i < 300; ++i) {
            velocity = (velocity + kStep * (push / kMass - mu.sliding * kGravity)) / (1 + 2 * viscosity * kStep / kMass);
            distance += kStep * velocity;
          }
          CHECK(std::fabs(scene.state.twist(0)[0] - sign * velocity) <= 1e-9);
          CHECK(std::fabs(scene.state.pose(0)[0] - sign * distance) <= 1e-9);
        }
        // After the push, kinetic friction stops the box within 2 s if it is large enough. The box then sticks again,
        // with the static coefficient.
        if (velocity > 2 * mu.sliding * kGravity) continue;
        scene.actuation.loads.body_wrenches[0] = {0, 0, 0};
        run_for(stepper, scene, 2, kStep);
        const double stopped = scene.state.pose(0)[0];
        scene.actuation.loads.body_wrenches[0] = {sign * .9 * limit, 0, 0};
        run_for(stepper, scene, .1, kStep);
        CHECK(std::fabs(scene.state.pose(0)[0] - stopped) <= 1e-12);
      }
    }
  }
}

// A belt moves with the speed v. A box on it is held by a spring of stiffness k. The box sticks to the belt while the
// elongation x of the spring satisfies k x <= mu_s m g. Then it slips: x oscillates about mu_k m g / k with the angular
// frequency w, until the speed of the box is v again. Let A = (mu_s - mu_k) m g / k. In each period, the box sticks for
// 2 A / v and slips for (pi + 2 atan(v / (A w))) / w.
TEST_CASE("a box on a belt sticks and slips with the period of the closed form") {
  constexpr double kBelt = .05, kStiffness = 100, kStep = 1e-3;
  const double at_rest = .5, sliding = .3, frequency = std::sqrt(kStiffness);
  const double amplitude = (at_rest - sliding) * kGravity / kStiffness, middle = sliding * kGravity / kStiffness;
  const double period = 2 * amplitude / kBelt +
                        (std::numbers::pi + 2 * std::atan(kBelt / (amplitude * frequency))) / frequency;
  MovingScene scene;
  scene.system.gravity = {0, -kGravity};
  Joint belt;
  belt.kind = Joint::Kind::prismatic;
  belt.drive = Joint::Drive::acceleration;
  scene.system.joints.push_back(belt);
  scene.system.shapes.push_back({Solid::link(0), MovingScene::box(9, .05), {0, -.05, 0}});
  scene.add_box(.1, .05, 1, {0, .05, 0}, 0, {kBelt, 0, 0});
  set_friction(scene, at_rest, sliding);
  scene.state.velocity(0) = kBelt;
  scene.actuation.loads = Loads(scene.system);
  scene.actuation.springs.push_back({0, {0, 0}, {0, .05}, 0, kStiffness});
  Stepper stepper(scene.system);
  std::vector<double> releases;
  double highest = 0, lowest = 1;
  bool slipped = false;
  for (int i = 1; i <= 6000; ++i) {
    const StepReport& report = stepper.step(scene.state, kStep, scene.actuation);
    REQUIRE(report.solved);
    const double x = scene.state.pose(0)[0];
    const bool slips = std::fabs(scene.state.twist(0)[0] - kBelt) > 1e-6;
    if (slips && !slipped) releases.push_back(i * kStep);
    slipped = slips;
    highest = std::max(highest, x);
    if (!releases.empty()) lowest = std::min(lowest, x);
  }
  REQUIRE(releases.size() == 5);
  CHECK(std::fabs(releases[0] - at_rest * kGravity / kStiffness / kBelt) <= 2 * kStep);
  for (std::size_t k = 1; k < releases.size(); ++k) {
    CHECK(std::fabs(releases[k] - releases[k - 1] - period) <= 3 * kStep);
  }
  // The box begins to slip at most one step too late. During this step, the belt carries it further.
  const double reach = std::hypot(amplitude, kBelt / frequency), late = kBelt * kStep;
  CHECK(std::fabs(highest - (middle + reach)) <= late);
  CHECK(std::fabs(lowest - (middle - reach)) <= late);
}

namespace {

/// Returns boxes that fall onto a floor. Their positions and velocities are random.
MovingScene falling_boxes(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(-1, 1);
  MovingScene scene;
  scene.system.gravity = {0, -kGravity};
  scene.add_ground(MovingScene::box(20, .5), {0, -.5, 0}, .6);
  for (int i = 0; i < 6; ++i) {
    scene.add_box(.2 + .05 * any(random), .1 + .03 * any(random), 1 + .5 * any(random),
                  {.3 * any(random), .3 + .5 * i, any(random)}, .6, {any(random), 0, any(random)});
  }
  return scene;
}

Eigen::Vector3d turned_quarter(const Eigen::Vector3d& v, double angle) { return {-v.y(), v.x(), v.z() + angle}; }
Eigen::Vector3d mirrored(const Eigen::Vector3d& v) { return {-v.x(), v.y(), -v.z()}; }

}  // namespace

TEST_CASE("equal coefficients give the same numbers as one coefficient, bit by bit") {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    MovingScene one = falling_boxes(seed), two = falling_boxes(seed);
    set_friction(two, .6, .6);
    Stepper first(one.system), second(two.system);
    for (int i = 0; i < 150; ++i) {
      const StepReport a = first.step(one.state, .01, one.actuation), b = second.step(two.state, .01, two.actuation);
      REQUIRE(a.solved);
      REQUIRE(one.state.q == two.state.q);
      REQUIRE(one.state.u == two.state.u);
      REQUIRE(a.pivots == b.pivots);
    }
  }
}

TEST_CASE("piles are solved, and contact forces are within the static cone, or on the kinetic cone if the contact slides") {
  constexpr double kStatic = .6, kKinetic = .35, kFast = 1e-3;
  int sliding = 0, above_kinetic = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    MovingScene scene = falling_boxes(seed);
    set_friction(scene, kStatic, kKinetic);
    for (Shape& shape : scene.system.shapes) shape.restitution = seed > 4 ? .4 : 0;
    Stepper stepper(scene.system);
    double energy = scene.energy();
    std::vector<StepContact> before;
    for (int i = 0; i < 800; ++i) {
      const StepReport& report = stepper.step(scene.state, 5e-3, scene.actuation);
      REQUIRE(report.solved);
      REQUIRE(report.penetration <= 1e-9);
      // A step may gain energy only because the contact normals rotate within it. This gain is of the order of h^3.
      CHECK(scene.energy() <= energy + 1e-3);
      energy = scene.energy();
      for (const StepContact& one : report.contacts) {
        const double tangent = std::fabs(one.tangent_force), slack = 1e-7 * (1 + one.normal_force);
        CHECK(tangent <= kStatic * one.normal_force + slack);
        above_kinetic += tangent > 1.1 * kKinetic * one.normal_force + slack;
        const bool slid = std::any_of(before.begin(), before.end(), [&](const StepContact& last) {
          return last.shape_a == one.shape_a && last.shape_b == one.shape_b && last.sliding * one.sliding > 0 &&
                 std::fabs(last.sliding) > kFast && (last.point - one.point).norm() < .02;
        });
        if (!slid || std::fabs(one.sliding) <= kFast || report.substeps > 1 || one.gap > 1e-9) continue;
        ++sliding;
        CHECK(tangent <= kKinetic * one.normal_force + slack);
      }
      before = report.contacts;
    }
  }
  CHECK(sliding > 100);
  CHECK(above_kinetic > 100);
}

TEST_CASE("without viscosity, the law with viscous friction gives the motion of Coulomb's law with two coefficients") {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    MovingScene coulomb = falling_boxes(seed), viscous = falling_boxes(seed);
    for (MovingScene* scene : {&coulomb, &viscous}) set_friction(*scene, .6, .35);
    StepOptions first, second;
    first.scheme = Scheme::one_stage;
    second.law = CoulombViscous{0};
    Stepper one(coulomb.system, first), other(viscous.system, second);
    run_for(one, coulomb, .3, 5e-3);
    run_for(other, viscous, .3, 5e-3);
    for (std::size_t i = 0; i < coulomb.system.bodies.size(); ++i) {
      CHECK((coulomb.state.pose(i) - viscous.state.pose(i)).norm() <= 1e-8);
    }
  }
}

TEST_CASE("the motion of mirrored boxes is mirrored, and that of turned boxes is turned") {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    StepOptions options;
    if (seed > 4) options.law = CoulombViscous{2};
    MovingScene plain = falling_boxes(seed), mirror = falling_boxes(seed), quarter = falling_boxes(seed);
    for (MovingScene* scene : {&plain, &mirror, &quarter}) set_friction(*scene, .6, .35);
    const std::size_t count = plain.system.bodies.size();
    quarter.system.gravity = {kGravity, 0};
    quarter.system.shapes[0].pose = turned_quarter(quarter.system.shapes[0].pose, std::numbers::pi / 2);
    for (std::size_t i = 0; i < count; ++i) {
      mirror.state.pose(i) = mirrored(mirror.state.pose(i));
      mirror.state.twist(i) = mirrored(mirror.state.twist(i));
      quarter.state.pose(i) = turned_quarter(quarter.state.pose(i), std::numbers::pi / 2);
      quarter.state.twist(i) = turned_quarter(quarter.state.twist(i), 0);
    }
    Stepper first(plain.system, options), second(mirror.system, options), third(quarter.system, options);
    run_for(first, plain, .5, 5e-3);
    run_for(second, mirror, .5, 5e-3);
    run_for(third, quarter, .5, 5e-3);
    for (std::size_t i = 0; i < count; ++i) {
      const Eigen::Vector3d pose = plain.state.pose(i);
      CHECK((mirrored(mirror.state.pose(i)) - pose).norm() <= 1e-7);
      CHECK((turned_quarter(pose, std::numbers::pi / 2) - quarter.state.pose(i)).norm() <= 1e-7);
    }
  }
}

TEST_CASE("a kinetic coefficient is refused where it has no meaning") {
  const auto message = [](double at_rest, double sliding, const StepOptions& options) -> std::string {
    MovingScene scene = box_on_floor(at_rest, sliding, 0);
    try {
      const Stepper stepper(scene.system, options);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const auto holds = [](const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; };
  StepOptions options;
  CHECK(message(.5, .3, options).empty());
  CHECK(holds(message(.5, .6, options), "/shapes/0/kinetic_friction: 0.6: must be at most the static coefficient, 0.5"));
  CHECK(holds(message(.5, -.1, options), "/shapes/0/kinetic_friction"));
  for (const ContactLaw& law : {ContactLaw(Viscous()), ContactLaw(NoSlip()), ContactLaw(ConeComplementarity()), ContactLaw(Compliant())}) {
    options.law = law;
    CHECK(holds(message(.5, .3, options), "only Coulomb's law"));
    CHECK(message(.5, .5, options).empty());
  }
  options.law = CoulombViscous();
  CHECK(message(.5, .3, options).empty());
  options.law = Coulomb();
  options.scheme = Scheme::one_stage;
  CHECK(message(.5, .3, options).empty());
  options.solutions = Solutions::random;
  CHECK(holds(message(.5, .3, options), "use the solutions `first`"));
  MovingScene scene = box_on_floor(.5, .3, 0);
  scene.system.shapes[1].friction.reset();
  CHECK_THROWS_AS(Stepper(scene.system), InputError);
}
