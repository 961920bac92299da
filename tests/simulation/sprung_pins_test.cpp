// SPDX-License-Identifier: MIT
// Pins with a stiffness, and stops with their own stiffness, under the compliant law: implicit springs and dampers
// [Drum19, sections 4 and 5].
#include <doctest/doctest.h>
#include <pawl/bodies/equations_of_motion.h>

#include <Eigen/Geometry>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "support/faults.h"
#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

constexpr double kHungMass = 2, kFall = 9.81;  // mass of the body, kg, and acceleration of gravity, m/s^2

StepOptions with_springs() { return StepOptions{Compliant{1e5, 1e2, 1e2}}; }

/// A body without shapes. A pin holds its centre of mass at the origin. It starts at rest at `start`.
struct Hanging {
  Hanging(double stiffness, double damping, const Eigen::Vector2d& start, const Eigen::Vector2d& gravity) {
    system.bodies = {{kHungMass, .1}};
    system.pins = {{Solid::ground(), Solid::body(0), {0, 0}, {0, 0}, stiffness, damping}};
    system.gravity = gravity;
    state = State(system);
    state.pose(0) << start, 0;
  }

  System system;
  State state;
};

/// A rod on a pin at the origin. The distance of its centre of mass from the pin is `arm`. It starts at the angle
/// `angle`.
struct SprungRod {
  SprungRod(double stiffness, double damping, double angle) {
    system.bodies = {{kHungMass, kHungMass / 12}};
    system.pins = {{Solid::ground(), Solid::body(0), {0, 0}, {-arm, 0}, stiffness, damping}};
    system.gravity = {0, -kFall};
    state = State(system);
    state.pose(0) << arm * std::cos(angle), arm * std::sin(angle), angle;
  }

  Eigen::Vector2d gap() const {
    const Eigen::Vector3d pose = state.pose(0);
    return Eigen::Vector2d(pose.head<2>()) - arm * Eigen::Vector2d(std::cos(pose.z()), std::sin(pose.z()));
  }
  /// Returns the sum of the kinetic energy, the energy of the weight, and the energy of the spring, J.
  double energy() const {
    const Eigen::Vector3d twist = state.twist(0);
    const double kinetic = kHungMass * (twist.head<2>().squaredNorm() + twist.z() * twist.z() / 12) / 2;
    return kinetic + kHungMass * kFall * state.pose(0).y() + *system.pins[0].stiffness * gap().squaredNorm() / 2;
  }

  System system;
  State state;
  double arm = 1;
};

/// Returns the solution x(t) of m x'' = -K x - B x', which starts at rest at x = 1.
double free_oscillator(double stiffness, double damping, double t) {
  using Complex = std::complex<double>;
  const Complex root = std::sqrt(Complex(damping * damping - 4 * kHungMass * stiffness));
  const Complex a = (-damping + root) / (2 * kHungMass), b = (-damping - root) / (2 * kHungMass);
  return ((a * std::exp(b * t) - b * std::exp(a * t)) / (a - b)).real();
}

}  // namespace

// Let m be the mass, m g the weight, K the stiffness, B the damping and h the step. Each coordinate satisfies v' (1 + h
// B/m + h^2 K/m) = v + h (g - K x/m) and x' = x + h v'.
TEST_CASE("a mass on a pin with a stiffness follows the implicit recurrence, for any step, stiffness and damping") {
  for (const double h : {1e-4, 1e-2, 1.}) {
    for (const double stiffness : {1., 1e3, 1e9}) {
      for (const double damping : {0., 10., 1e6}) {
        CAPTURE(h);
        CAPTURE(stiffness);
        CAPTURE(damping);
        const Eigen::Vector2d gravity(1.5, -kFall);
        Hanging hanging(stiffness, damping, {.1, -.2}, gravity);
        Stepper stepper(hanging.system, with_springs());
        Eigen::Vector2d x(.1, -.2), v(0, 0);
        double largest = 1;
        for (int i = 0; i < 50; ++i) {
          const StepReport& report = stepper.step(hanging.state, h);
          REQUIRE(report.solved);
          CHECK(report.substeps == 1);
          v = (v + h * (gravity - stiffness / kHungMass * x)) / (1 + h * damping / kHungMass + h * h * stiffness / kHungMass);
          x += h * v;
          largest = std::max(largest, v.norm());
          CHECK((hanging.state.pose(0).head<2>() - x).norm() <= 1e-12 * largest);
          // The reported force is that on the body, link b. The tolerance is relative to the terms of the first step,
          // which cancel later.
          const Eigen::Vector2d force = -stiffness * x - damping * v;
          CHECK((report.pin_forces[0] - force).norm() <= 1e-9 * (1 + kHungMass / h * largest + stiffness * .3));
        }
      }
    }
  }
}

TEST_CASE("a mass on a pin with a stiffness tends to the damped oscillator, to first order in the step") {
  constexpr double kSpring = 200, kTime = .5;  // stiffness, N/m, and duration, s
  for (const double damping : {0., 4., 40., 400.}) {
    CAPTURE(damping);
    double last = 0;
    for (const long steps : {1000L, 2000L, 4000L}) {
      Hanging hanging(kSpring, damping, {0, 1}, {0, 0});
      Stepper stepper(hanging.system, with_springs());
      const double h = kTime / static_cast<double>(steps);
      double worst = 0;
      for (long i = 0; i < steps; ++i) {
        REQUIRE(stepper.step(hanging.state, h).solved);
        const double exact = free_oscillator(kSpring, damping, h * static_cast<double>(i + 1));
        worst = std::max(worst, std::fabs(hanging.state.pose(0).y() - exact));
      }
      CHECK(worst < 60 * h);
      if (last > 0) CHECK(worst < .55 * last);
      if (last > 0) CHECK(worst > .45 * last);
      last = worst;
    }
  }
}

TEST_CASE(
    "two bodies on a pin with a stiffness keep their momentum, and hang below their support by weight over stiffness") {
  System system;
  system.bodies = {{kHungMass, .1}, {1, .1}};
  system.pins = {{Solid::ground(), Solid::body(0), {0, 0}, {0, 0}, 500., 60.},
                 {Solid::body(0), Solid::body(1), {0, 0}, {0, 0}, 200., 30.}};
  system.gravity = {0, -kFall};
  State state(system);
  Stepper stepper(system, with_springs());
  StepReport report;
  for (int i = 0; i < 2000; ++i) {
    report = stepper.step(state, .01);
    REQUIRE(report.solved);
  }
  const double first = -3 * kFall / 500, second = first - kFall / 200;
  CHECK(state.pose(0).y() == doctest::Approx(first).epsilon(1e-10));
  CHECK(state.pose(1).y() == doctest::Approx(second).epsilon(1e-10));
  CHECK((report.pin_forces[0] - Eigen::Vector2d(0, 3 * kFall)).norm() < 1e-8);
  CHECK((report.pin_forces[1] - Eigen::Vector2d(0, kFall)).norm() < 1e-8);

  system.gravity = {0, 0};
  system.pins.erase(system.pins.begin());
  State free(system);
  free.pose(0) << .3, 0, 0;
  free.twist(1) << 1, 2, 0;
  Stepper pair(system, with_springs());
  for (int i = 0; i < 100; ++i) {
    REQUIRE(pair.step(free, .01).solved);
    const Eigen::Vector3d momentum = kHungMass * free.twist(0) + free.twist(1);
    CHECK((momentum.head<2>() - Eigen::Vector2d(1, 2)).norm() < 1e-12);
  }
}

// The pivot moves by the force divided by the stiffness. In addition, it moves by at most (h omega)^2 / 2 times the arm
// per step, because a step uses the directions at its start.
TEST_CASE("a pendulum on a stiff pin tends to the pendulum on a rigid pin, and its pivot stays to second order") {
  double last = 0, last_gap = 0;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    CAPTURE(h);
    SprungRod soft(1e15, 1, 0), rigid(1e15, 1, 0);
    rigid.system.pins[0].stiffness.reset();
    rigid.system.pins[0].damping.reset();
    Stepper springs(soft.system, with_springs()), pins(rigid.system, with_springs());
    double gap = 0;
    const long steps = std::lround(1 / h);
    for (long i = 0; i < steps; ++i) {
      REQUIRE(springs.step(soft.state, h).solved);
      REQUIRE(pins.step(rigid.state, h).solved);
      gap = std::max(gap, soft.gap().norm());
    }
    const double off = std::fabs(soft.state.pose(0).z() - rigid.state.pose(0).z());
    CHECK(off < 20 * h);
    if (last > 0) CHECK(off < .6 * last);
    if (last_gap > 0) CHECK(gap < .27 * last_gap);
    last = off;
    last_gap = gap;
  }
}

TEST_CASE("a rod on a pin with a stiffness does not gain energy in small steps") {
  for (const double stiffness : {1e3, 1e5}) {
    for (const double damping : {0., 50.}) {
      CAPTURE(stiffness);
      CAPTURE(damping);
      SprungRod rod(stiffness, damping, .3);
      const double first = rod.energy();
      double highest = first;
      Stepper stepper(rod.system, with_springs());
      for (int i = 0; i < 20000; ++i) {
        REQUIRE(stepper.step(rod.state, 1e-4).solved);
        highest = std::max(highest, rod.energy());
      }
      // The steps are of first order. The energy may therefore exceed its initial value by an amount of the order of h.
      CHECK(highest - first < 2e-3 * kHungMass * kFall);
      CHECK(rod.energy() < first + 1e-3);
    }
  }
}

TEST_CASE("the motion of a rod on a pin with a stiffness turns with the scene, and mirrors with it") {
  const auto end_of = [](double turn, bool mirrored) {
    const double sign = mirrored ? -1 : 1;
    SprungRod rod(1e3, 5, 0);
    const auto placed = [&](const Eigen::Vector2d& v) {
      return Eigen::Vector2d(std::cos(turn) * v.x() - std::sin(turn) * sign * v.y(),
                             std::sin(turn) * v.x() + std::cos(turn) * sign * v.y());
    };
    rod.system.gravity = placed({0, -kFall});
    rod.state.pose(0) << placed({std::cos(.3), std::sin(.3)}), turn + sign * .3;
    Stepper stepper(rod.system, with_springs());
    for (int i = 0; i < 500; ++i) REQUIRE(stepper.step(rod.state, 1e-3).solved);
    const Eigen::Vector3d pose = rod.state.pose(0);
    const Eigen::Rotation2D<double> back(-turn);
    const Eigen::Vector2d at = back * Eigen::Vector2d(pose.head<2>());
    return Eigen::Vector3d(at.x(), sign * at.y(), sign * (pose.z() - turn));
  };
  const Eigen::Vector3d first = end_of(0, false);
  for (const double turn : {0., .7, std::numbers::pi / 2, std::numbers::pi}) {
    CAPTURE(turn);
    CHECK((end_of(turn, false) - first).norm() < 1e-10);
    CHECK((end_of(turn, true) - first).norm() < 1e-10);
  }
}

TEST_CASE("a body on a pin with a stiffness rests on the floor with the rest of its weight") {
  MovingScene scene;
  scene.system.gravity = {0, -kFall};
  scene.add_ground(MovingScene::box(2, .5), {0, -.5, 0}, .5);
  scene.add_box(.1, .1, kHungMass, {0, .1, 0}, .5);
  scene.system.pins = {{Solid::ground(), Solid::body(0), {0, .1004}, {0, 0}, 2e4, 1e3}};
  StepOptions options{Compliant{1e5, 1e3, 1e2}};
  Stepper stepper(scene.system, options);
  StepReport report;
  for (int i = 0; i < 500; ++i) {
    report = stepper.step(scene.state, .01, scene.actuation);
    REQUIRE(report.solved);
  }
  // Two contacts have the stiffness 1e5 N/m. The pin has 2e4 N/m, and its spring is longer by .4 mm if the box is at y
  // = .1. The height x of the box above y = .1 satisfies K_c x + K_p (x - .4e-3) = -m g.
  const double height = (2e4 * .4e-3 - kHungMass * kFall) / (2e5 + 2e4);
  CHECK(scene.state.pose(0).y() - .1 == doctest::Approx(height).epsilon(1e-6));
  CHECK(report.pin_forces[0].y() == doctest::Approx(2e4 * (.4e-3 - height)).epsilon(1e-6));
}

TEST_CASE("a stop with its own stiffness holds its joint at torque over stiffness, and never pulls") {
  for (const double side : {1., -1.}) {
    CAPTURE(side);
    System system;
    Joint joint = oracle::revolute({0, 0}, 1, .1, {0, 0});
    joint.lower = side > 0 ? 0 : -1;
    joint.upper = side > 0 ? 1 : 0;
    joint.stop_stiffness = 300;
    joint.stop_damping = 20;
    system.joints = {joint};
    State state(system);
    Actuation actuation;
    actuation.loads = Loads(system);
    actuation.loads.efforts[0] = -side * 6;
    Stepper stepper(system, with_springs());
    // While the stop pushes, spring and damper follow the implicit recurrence.
    double x = 0, v = 0;
    for (int i = 0; i < 400; ++i) {
      REQUIRE(stepper.step(state, .01, actuation).solved);
      v = (v + .01 / .1 * (6 - 300 * x)) / (1 + .01 * 20 / .1 + 1e-4 * 300 / .1);
      x += .01 * v;
      CHECK(std::fabs(-side * state.position(0) - x) < 1e-12);
    }
    CHECK(-side * state.position(0) == doctest::Approx(6. / 300).epsilon(1e-12));
    // When the torque ends, the spring must throw the link back. It must not hold the link.
    actuation.loads.efforts[0] = 0;
    double speed = 0;
    for (int i = 0; i < 300; ++i) {
      REQUIRE(stepper.step(state, .001, actuation).solved);
      if (side * state.position(0) > 0 && speed == 0) speed = state.velocity(0);
      if (speed != 0) CHECK(std::fabs(state.velocity(0) - speed) < 1e-14);
    }
    CHECK(side * speed > 0);
  }
}

TEST_CASE("springs of pins and stops need the compliant law, and a damping needs a stiffness") {
  Hanging hanging(100, 1, {0, 0}, {0, 0});
  for (const ContactLaw& law :
       {ContactLaw(Coulomb()), ContactLaw(Viscous{1}), ContactLaw(NoSlip()), ContactLaw(ConeComplementarity()),
        ContactLaw(Compliant{1, 1, 1, LawRoute::published})}) {
    CAPTURE(law.index());
    CHECK_THROWS_AS(Stepper(hanging.system, StepOptions{law}), InputError);
  }
  CHECK_THROWS_AS(equations_of_motion(hanging.system, hanging.state, {}, Loads(hanging.system)), InputError);
  hanging.system.pins[0].stiffness.reset();
  CHECK_THROWS_AS(validate(hanging.system), InputError);
  hanging.system.pins[0].damping.reset();
  CHECK_NOTHROW(validate(hanging.system));
  for (const double wrong : {0., -1., std::nan("")}) {
    hanging.system.pins[0].stiffness = wrong;
    CHECK_THROWS_AS(validate(hanging.system), InputError);
  }
  System arm;
  arm.joints = {oracle::revolute({0, 0}, 1, .1, {0, 0})};
  arm.joints[0].lower = 0;
  arm.joints[0].stop_stiffness = 1;
  CHECK_THROWS_AS(Stepper(arm, StepOptions{Coulomb()}), InputError);
  CHECK_NOTHROW(Stepper(arm, StepOptions{Compliant()}));
}
