// SPDX-License-Identifier: MIT
// Springs of joints, and pins with a stiffness on links of joints, under the compliant law.
#include <doctest/doctest.h>
#include <pawl/bodies/equations_of_motion.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "support/faults.h"
#include "support/moving_scene.h"

using namespace pawl;
using oracle::revolute;

namespace {

constexpr double kFall = 9.81;  // acceleration of gravity, m/s^2
constexpr double kPi = std::numbers::pi;

StepOptions with_springs() { return StepOptions{Compliant{1e5, 1e2, 1e2}}; }

Joint slider(double mass, double angle = 0, int parent = -1) {
  Joint joint;
  joint.kind = Joint::Kind::prismatic;
  joint.mass = mass;
  joint.angle = angle;
  joint.parent = parent;
  return joint;
}

Joint sprung(Joint joint, double stiffness, double damping = 0, double rest = 0) {
  joint.spring_stiffness = stiffness;
  joint.spring_damping = damping;
  joint.spring_rest = rest;
  return joint;
}

/// A system with its state, efforts and stepper.
struct Arm {
  explicit Arm(System given) : system(std::move(given)), state(system), stepper(system, with_springs()) {
    actuation.loads = Loads(system);
  }
  const StepReport& step(double h) {
    const StepReport& report = stepper.step(state, h, actuation);
    REQUIRE(report.solved);
    return report;
  }
  const StepReport& settle(int steps, double h) {
    for (int i = 1; i < steps; ++i) step(h);
    return step(h);
  }

  System system;
  State state;
  Actuation actuation;
  Stepper stepper;
};

/// A rod on a revolute joint at the origin. Its centre of mass is at half of its length. A pin holds its end at the
/// point `anchor` of the ground.
constexpr double kRodMass = 2, kRodLength = .8, kRodInertia = kRodMass * kRodLength * kRodLength / 12;
System pinned_rod(const Eigen::Vector2d& anchor, double stiffness, double damping, const Eigen::Vector2d& gravity,
                  bool ground_first = true) {
  System system;
  system.joints = {revolute({0, 0}, kRodMass, kRodInertia, {kRodLength / 2, 0})};
  system.pins = {{Solid::ground(), Solid::link(0), anchor, {kRodLength, 0}, stiffness, damping}};
  if (!ground_first) {
    std::swap(system.pins[0].a, system.pins[0].b);
    std::swap(system.pins[0].at_a, system.pins[0].at_b);
  }
  system.gravity = gravity;
  return system;
}
constexpr double kRodAboutEnd = kRodMass * kRodLength * kRodLength / 3;

}  // namespace

// With the mass (or inertia) m, the step is v' (1 + h B/m + h^2 K/m) = v + h (F - K (x - rest))/m, x' = x + h v'.
TEST_CASE("a joint with a spring follows the implicit recurrence, for any step, stiffness and damping") {
  for (const Joint::Kind kind : {Joint::Kind::prismatic, Joint::Kind::revolute}) {
    for (const double h : {1e-4, 1e-2, 1.}) {
      for (const double stiffness : {1., 1e3, 1e9}) {
        for (const double damping : {0., 10., 1e6}) {
          CAPTURE(h);
          CAPTURE(stiffness);
          CAPTURE(damping);
          // A step in which a link turns by more than 0.1 rad is halved, so the motion of a revolute joint is small.
          const double unit = kind == Joint::Kind::prismatic ? 1 : 1e-5, inertia = .5, push = 3 * unit;
          System system;
          Joint joint = slider(inertia);
          if (kind == Joint::Kind::revolute) joint = revolute({.3, .2}, 1, inertia, {0, 0});
          system.joints = {sprung(joint, stiffness, damping, -.1 * unit)};
          Arm arm(system);
          arm.actuation.loads.efforts[0] = push;
          arm.state.position(0) = .2 * unit;
          double x = .2 * unit, v = 0, largest = unit;
          for (int i = 0; i < 50; ++i) {
            const StepReport& report = arm.step(h);
            CHECK(report.substeps == 1);
            CHECK(report.efforts[0] == doctest::Approx(push));
            v = (v + h / inertia * (push - stiffness * (x + .1 * unit))) /
                (1 + h * damping / inertia + h * h * stiffness / inertia);
            x += h * v;
            largest = std::max(largest, std::fabs(v));
            CHECK(std::fabs(arm.state.position(0) - x) <= 1e-12 * largest);
          }
        }
      }
    }
  }
}

TEST_CASE("the undamped spring of a joint never gains energy, and vibrates with the period 2 pi sqrt(m/K)") {
  const double mass = 2, stiffness = 50, root = std::sqrt(stiffness / mass);
  for (const double share : {1., .1, 1e-3}) {
    CAPTURE(share);
    const double h = share / root;
    System system;
    system.joints = {sprung(slider(mass), stiffness)};
    Arm arm(system);
    arm.state.position(0) = .3;
    double energy = stiffness * .09 / 2, before = .3;
    std::vector<double> rises;
    for (int i = 1; i <= std::lround(13 / share); ++i) {
      arm.step(h);
      const double x = arm.state.position(0), v = arm.state.velocity(0), now = mass * v * v / 2 + stiffness * x * x / 2;
      CHECK(now < energy);
      energy = now;
      if (before < 0 && x >= 0) rises.push_back(h * i);
      before = x;
    }
    if (share != 1e-3) continue;
    REQUIRE(rises.size() == 2);
    CHECK(rises[1] - rises[0] == doctest::Approx(2 * kPi / root).epsilon(1e-3));
  }
}

TEST_CASE("in a chain, each spring carries the weight of all links beyond it") {
  System system;
  system.joints = {sprung(slider(3, kPi / 2), 400, 50, .1), sprung(slider(1, 0, 0), 150, 20, .2)};
  system.gravity = {0, -kFall};
  Arm arm(system);
  arm.settle(3000, .01);
  CHECK(arm.state.position(0) == doctest::Approx(.1 - 4 * kFall / 400).epsilon(1e-9));
  CHECK(arm.state.position(1) == doctest::Approx(.2 - kFall / 150).epsilon(1e-9));
  CHECK(std::fabs(arm.state.velocity(0)) < 1e-9);
}

// The angle q of the pendulum from the x axis satisfies K (q - rest) = -m g l cos q. A step satisfies the equations of
// a mechanism to 1e-10 rad. With the inertia I = .55 kg m^2 this is a torque of I 1e-10/h^2 = 2.2e-6 N m, and thus 2e-7
// rad.
TEST_CASE("a pendulum with a torsional spring hangs at the angle of its equation, turned and mirrored too") {
  const double stiffness = 12, mass = 1.5, arm_length = .6, rest = .4;
  double low = -kPi / 2, high = rest;
  for (int i = 0; i < 200; ++i) {
    const double q = (low + high) / 2;
    (stiffness * (q - rest) + mass * kFall * arm_length * std::cos(q) > 0 ? high : low) = q;
  }
  for (const double turn : {0., .7, kPi / 2}) {
    for (const double side : {1., -1.}) {
      CAPTURE(turn);
      CAPTURE(side);
      System system;
      Joint joint = revolute({1, 2}, mass, .01, {side * arm_length, 0});
      joint.angle = turn;
      system.joints = {sprung(joint, stiffness, 3, side * rest)};
      system.gravity = Eigen::Rotation2D<double>(turn) * Eigen::Vector2d(0, -kFall);
      Arm arm(system);
      arm.settle(4000, .005);
      CHECK(side * arm.state.position(0) == doctest::Approx(low).epsilon(1e-7));
      CHECK(std::fabs(arm.state.velocity(0)) < 1e-9);
    }
  }
}

TEST_CASE("a joint with a very stiff spring carries its child like a rigid mount, and other joints do not matter") {
  const auto child = [] { return revolute({.5, 0}, 1, .02, {.3, 0}); };
  System rigid;
  rigid.joints = {child()};
  rigid.gravity = {0, -kFall};
  System stiff = rigid;
  stiff.joints = {sprung(revolute({0, 0}, 2, .1, {.2, 0}), 1e12), sprung(slider(1), 1e3, 1, .1), child()};
  stiff.joints[2].parent = 0;
  Arm one(rigid), other(stiff);
  for (int i = 0; i < 1000; ++i) {
    one.step(1e-3);
    other.step(1e-3);
  }
  CHECK(std::fabs(other.state.position(0)) < 1e-9);
  CHECK(other.state.position(2) == doctest::Approx(one.state.position(0)).epsilon(1e-6));
}

TEST_CASE("a spring presses a slider onto its stop") {
  System system;
  Joint joint = sprung(slider(1), 200, 30, 1);
  joint.lower = -1;
  joint.upper = .5;
  joint.stop_stiffness = 5000;
  joint.stop_damping = 10;
  system.joints = {joint};
  Arm arm(system);
  arm.settle(2000, .01);
  CHECK(arm.state.position(0) == doctest::Approx((200. * 1 + 5000 * .5) / 5200).epsilon(1e-9));
}

// The effort moves the mass, and holds the spring and the damper with their forces at the end of the step.
TEST_CASE("the effort of a drive with a known acceleration contains the force of the spring of its joint") {
  const double mass = 2, stiffness = 300, damping = 40, h = .01, acceleration = .7;
  System system;
  system.joints = {sprung(slider(mass), stiffness, damping, .25)};
  system.joints[0].drive = Joint::Drive::acceleration;
  Arm arm(system);
  arm.actuation.loads.accelerations = {acceleration};
  for (int i = 0; i < 50; ++i) {
    const double before = arm.state.position(0);
    const StepReport& report = arm.step(h);
    const double now = arm.state.position(0);
    CHECK(report.efforts[0] ==
          doctest::Approx(mass * acceleration + stiffness * (now - .25) + damping * (now - before) / h).epsilon(1e-9));
  }
}

// The crank of length r stands at the angle q, and a rod of length l leads to the slider at x(q). By virtual work, the
// torque of the drive is K (x - rest) dx/dq.
TEST_CASE("the drive of a crank holds the spring of the slider at the other end of a rod") {
  const double r = .3, l = 1, q = .6, stiffness = 500, rest = .9;
  const double s = std::asin(r * std::sin(q) / l), x = r * std::cos(q) + l * std::cos(s);
  const double slope = -r * std::sin(q) - r * r * std::sin(q) * std::cos(q) / (l * std::cos(s));
  System system;
  Joint crank = revolute({0, 0}, 1, .1, {0, 0});
  crank.drive = Joint::Drive::acceleration;
  system.joints = {crank, revolute({r, 0}, 1, .1, {.5, 0}, 0), sprung(slider(1), stiffness, 5, rest)};
  system.pins = {{Solid::link(1), Solid::link(2), {l, 0}, {0, 0}}};
  Arm arm(system);
  arm.state.position(0) = q;
  arm.state.position(1) = -s - q;
  arm.state.position(2) = x;
  for (int i = 0; i < 20; ++i) {
    const StepReport& report = arm.step(.01);
    CHECK(arm.state.position(2) == doctest::Approx(x).epsilon(1e-9));
    CHECK(report.efforts[0] == doctest::Approx(stiffness * (x - rest) * slope).epsilon(1e-8));
    // The force of the rod on the slider, along x, holds the spring.
    CHECK(report.pin_forces[0].x() == doctest::Approx(stiffness * (x - rest)).epsilon(1e-8));
  }
}

// The wall is at the distance w from the disc of radius .1 on the slider. While the disc touches at the start of a
// step, the force of a linear contact is K d + B v, with the depth d at the end of the step. A Hertz contact has E*
// sqrt(r) d^1.5 in place of K d.
TEST_CASE(
    "a driven slider presses into a wall and a stop with the forces of their springs, which its effort contains") {
  for (const bool hertz : {false, true}) {
    for (const bool wall_first : {true, false}) {
      CAPTURE(hertz);
      System system;
      system.joints = {slider(2)};
      system.joints[0].drive = Joint::Drive::acceleration;
      system.joints[0].upper = .05;
      system.joints[0].stop_stiffness = 500;
      const Shape wall{Solid::ground(), oracle::MovingScene::box(1, 1), {1.11, 0, 0}};
      const Shape disc{Solid::link(0), Disc{{0, 0}, .1}};
      system.shapes = wall_first ? std::vector{wall, disc} : std::vector{disc, wall};
      system.pair_springs = {{0, 1, {}, 40.}};
      hertz ? (void)(system.pair_springs[0].modulus = 1e6, system.pair_springs[0].radius = .04)
            : (void)(system.pair_springs[0].stiffness = 1e4);
      Arm arm(system);
      arm.state.velocity(0) = .1;
      arm.actuation.loads.accelerations = {0};
      double before = 0;
      for (int i = 0; i < 70; ++i) {
        const StepReport& report = arm.step(.01);
        const double x = arm.state.position(0), depth = std::max(0., x - .01), beyond = std::max(0., x - .05);
        const double spring = hertz ? 1e6 * .2 * std::pow(depth, 1.5) : 1e4 * depth;
        const double force = spring + (before > .01 - 1e-9 ? 40 * .1 : 0);
        CHECK(report.efforts[0] == doctest::Approx(force + 500 * beyond).epsilon(1e-7));
        if (depth > 1e-6) {
          REQUIRE(report.contacts.size() == 1);
          CHECK(report.contacts[0].normal_force == doctest::Approx(force).epsilon(1e-7));
        }
        before = x;
      }
      CHECK(before == doctest::Approx(.07));
    }
  }
}

// The slider falls at the angle a below the horizontal onto the floor. The floor pushes with N = K d, and its friction
// opposes the sliding with T = min(mu N, B_t v cos a). Along the slider, their sum is N sin a + T cos a.
TEST_CASE("a rigid wall or stop ends the run of a drive with a known acceleration under every rigid law") {
  const ContactLaw laws[] = {Coulomb{}, Viscous{}, CoulombViscous{}, NoSlip{}, ConeComplementarity{}};
  for (const ContactLaw& law : laws) {
    for (const bool is_stop : {false, true}) {
      CAPTURE(law.index());
      CAPTURE(is_stop);
      System system;
      system.joints = {slider(1)};
      system.joints[0].drive = Joint::Drive::acceleration;
      if (is_stop) system.joints[0].upper = .01;
      system.shapes = {{Solid::ground(), oracle::MovingScene::box(1, 1), {is_stop ? 9. : 1.11, 0, 0}},
                       {Solid::link(0), Disc{{0, 0}, .1}}};
      StepOptions options;
      options.law = law;
      Stepper stepper(system, options);
      State state(system);
      state.velocity(0) = .1;
      Actuation actuation;
      actuation.loads = Loads(system);
      actuation.loads.accelerations = {0};
      // Steps of 2 mm reach the wall or the stop at 10 mm in the fifth step.
      int solved = 0;
      while (solved < 20 && stepper.step(state, .02, actuation).solved) ++solved;
      CHECK(solved == 5);
      CHECK(state.position(0) == doctest::Approx(.01));
      // The slider can move back from there.
      state.velocity(0) = -.1;
      CHECK(stepper.step(state, .02, actuation).solved);
      CHECK(state.position(0) == doctest::Approx(.008));
    }
  }
}
TEST_CASE("a driven wheel with corners that graze a floor turns on under every rigid law") {
  const ContactLaw laws[] = {Coulomb{}, Viscous{}, CoulombViscous{}, NoSlip{}, ConeComplementarity{}};
  for (const ContactLaw& law : laws) {
    CAPTURE(law.index());
    constexpr int kCorners = 6;
    Polygon wheel;
    for (int k = 0; k < kCorners; ++k) {
      const double angle = 2 * std::numbers::pi * k / kCorners;
      wheel.vertices.push_back({.5 * std::cos(angle), .5 * std::sin(angle)});
    }
    System system;
    Joint axle;
    axle.kind = Joint::Kind::revolute;
    axle.mass = 1;
    axle.inertia = .1;
    axle.anchor = {0, .5};
    axle.drive = Joint::Drive::acceleration;
    system.joints = {axle};
    system.shapes = {{Solid::ground(), oracle::MovingScene::box(9, 1), {0, -.5, 0}}, {Solid::link(0), wheel}};
    StepOptions options;
    options.law = law;
    Stepper stepper(system, options);
    State state(system);
    state.position(0) = .05;
    state.velocity(0) = 30;
    Actuation actuation;
    actuation.loads = Loads(system);
    actuation.loads.accelerations = {0};
    for (int i = 0; i < 50; ++i) REQUIRE(stepper.step(state, .01, actuation).solved);
    CHECK(state.position(0) == doctest::Approx(15.05));
  }
}
TEST_CASE("a driven slider that drags along a floor carries the normal force and the friction") {
  const double angle = .2, friction = .3;
  System system;
  system.joints = {slider(1, -angle)};
  system.joints[0].drive = Joint::Drive::acceleration;
  system.shapes = {{Solid::ground(), oracle::MovingScene::box(5, 1), {0, -1.1, 0}, friction},
                   {Solid::link(0), Disc{{0, 0}, .1}}};
  system.pair_springs = {{0, 1, 1e4, 0.}};
  Arm arm(system);
  arm.state.velocity(0) = .1;
  int dampers = 0, edges = 0;
  for (int i = 0; i < 20; ++i) {
    const StepReport& report = arm.step(.01);
    const double normal = 1e4 * arm.state.position(0) * std::sin(angle);
    const double tangent = std::min(friction * normal, 100 * .1 * std::cos(angle));
    (tangent < friction * normal ? dampers : edges) += 1;
    REQUIRE(report.contacts.size() == 1);
    CHECK(report.contacts[0].normal_force == doctest::Approx(normal).epsilon(1e-7));
    CHECK(report.efforts[0] == doctest::Approx(normal * std::sin(angle) + tangent * std::cos(angle)).epsilon(1e-7));
  }
  CHECK(dampers == 4);
  CHECK(edges == 16);
}

// A drive presses a wheel onto the floor. Friction with the prescribed normal force would turn the wheel; the step does
// not contain this, so that it must not count as solved.
TEST_CASE("a prescribed normal force with friction against a free motion is reported as unsolved") {
  for (const double friction : {0., .5}) {
    System system;
    system.joints = {slider(1, -kPi / 2), revolute({0, 0}, 1, .1, {0, 0}, 0)};
    system.joints[0].drive = Joint::Drive::acceleration;
    system.shapes = {{Solid::ground(), oracle::MovingScene::box(5, 1), {0, -1.1, 0}, friction},
                     {Solid::link(1), Disc{{0, 0}, .1}}};
    system.pair_springs = {{0, 1, 1e4, 0.}};
    State state(system);
    state.velocity(0) = .1;
    state.velocity(1) = 1;
    Actuation actuation;
    actuation.loads = Loads(system);
    Stepper stepper(system, with_springs());
    const StepReport& report = stepper.step(state, .01, actuation);
    CHECK(report.solved == (friction == 0));
    if (friction == 0) CHECK(report.efforts[0] == doctest::Approx(1e4 * .001).epsilon(1e-7));
  }
}

TEST_CASE("springs of joints need the compliant law, its own method, and valid values") {
  System system;
  system.joints = {sprung(slider(1), 5, 1)};
  for (const ContactLaw& law :
       {ContactLaw(Coulomb()), ContactLaw(Viscous{1}), ContactLaw(NoSlip()), ContactLaw(ConeComplementarity()),
        ContactLaw(CoulombViscous()), ContactLaw(Compliant{1, 1, 1, LawRoute::published})}) {
    CAPTURE(law.index());
    CHECK(pointers_of_faults([&] { Stepper(system, StepOptions{law}); }) == "/joints/0/spring_stiffness");
  }
  CHECK_NOTHROW(Stepper(system, with_springs()));
  CHECK(pointers_of_faults([&] { (void)equations_of_motion(system, State(system), {}, Loads(system)); }) ==
        "/joints/0/spring_stiffness");
  system.joints[0].spring_stiffness = 0;
  system.joints[0].spring_damping = -1;
  system.joints[0].spring_rest = std::nan("");
  CHECK(pointers_of_faults([&] { validate(system); }) ==
        "/joints/0/spring_stiffness /joints/0/spring_damping /joints/0/spring_rest");
  system.joints = {slider(1)};
  system.joints[0].spring_damping = 1;
  CHECK(pointers_of_faults([&] { validate(system); }) == "/joints/0/spring_stiffness");
}

// The pin is relaxed at the angle 0. Its moment at the angle q is -K L^2 sin q, and that of the weight is -m g (L/2)
// cos q, so that tan q = -m g/(2 K L).
TEST_CASE("a rod on a joint hangs on the spring of a pin at its end at the angle of the closed form, however placed") {
  for (const double stiffness : {5., 50., 5e4}) {
    for (const double turn : {0., .7, kPi / 2}) {
      for (const bool ground_first : {true, false}) {
        for (const double side : {1., -1.}) {
          CAPTURE(stiffness);
          CAPTURE(turn);
          CAPTURE(side);
          const Eigen::Rotation2D<double> placed(turn);
          Arm arm(pinned_rod(placed * Eigen::Vector2d(kRodLength, 0), stiffness, 10,
                             placed * Eigen::Vector2d(0, -side * kFall), ground_first));
          arm.state.position(0) = turn;
          const StepReport& report = arm.settle(4000, .005);
          const double angle = -side * std::atan(kRodMass * kFall / (2 * stiffness * kRodLength));
          CHECK(arm.state.position(0) - turn == doctest::Approx(angle).epsilon(1e-8));
          const Eigen::Vector2d gap = kRodLength * Eigen::Vector2d(std::cos(angle) - 1, std::sin(angle));
          const Eigen::Vector2d on_rod = (ground_first ? 1 : -1) * report.pin_forces[0];
          CHECK((on_rod + stiffness * (placed * gap)).norm() < 1e-6);
        }
      }
    }
  }
}

TEST_CASE("a rod on the spring of a pin swings with the period 2 pi sqrt(I/K)/L, and gains no energy in small steps") {
  const double stiffness = 200, root = kRodLength * std::sqrt(stiffness / kRodAboutEnd), h = 1e-3 / root, start = .01;
  Arm arm(pinned_rod({kRodLength, 0}, stiffness, 0, {0, 0}));
  arm.state.position(0) = start;
  const auto energy = [&] {
    const double q = arm.state.position(0), v = arm.state.velocity(0);
    return kRodAboutEnd * v * v / 2 + stiffness * kRodLength * kRodLength * (1 - std::cos(q));
  };
  const double first = energy();
  double before = start;
  std::vector<double> rises;
  for (int i = 1; i <= 13000; ++i) {
    arm.step(h);
    CHECK(energy() < first * (1 + 1e-5));
    if (before < 0 && arm.state.position(0) >= 0) rises.push_back(h * i);
    before = arm.state.position(0);
  }
  REQUIRE(rises.size() == 2);
  CHECK(rises[1] - rises[0] == doctest::Approx(2 * kPi / root).epsilon(1e-3));
}

TEST_CASE("a drive that holds a rod on the spring of a pin carries the moment of the spring and of the weight") {
  const double stiffness = 700, angle = .5;
  for (const bool ground_first : {true, false}) {
    System system = pinned_rod({kRodLength, 0}, stiffness, 20, {0, -kFall}, ground_first);
    system.joints[0].drive = Joint::Drive::acceleration;
    Arm arm(system);
    arm.state.position(0) = angle;
    for (int i = 0; i < 10; ++i) {
      const StepReport& report = arm.step(.01);
      CHECK(arm.state.position(0) == doctest::Approx(angle).epsilon(1e-12));
      const double moment =
          stiffness * kRodLength * kRodLength * std::sin(angle) + kRodMass * kFall * kRodLength / 2 * std::cos(angle);
      CHECK(report.efforts[0] == doctest::Approx(moment).epsilon(1e-9));
      const Eigen::Vector2d gap = kRodLength * Eigen::Vector2d(std::cos(angle) - 1, std::sin(angle));
      CHECK(((ground_first ? 1 : -1) * report.pin_forces[0] + stiffness * gap).norm() < 1e-6);
    }
  }
}

// The two rods mirror each other, and the spring between their ends is longer by the distance d than in its relaxed
// state. It pulls both ends inwards with the force K d.
TEST_CASE("the spring of a pin between two links pulls both alike") {
  System system;
  system.joints = {revolute({0, 0}, kRodMass, kRodInertia, {kRodLength / 2, 0}),
                   revolute({3, 0}, kRodMass, kRodInertia, {-kRodLength / 2, 0})};
  system.pins = {{Solid::link(0), Solid::link(1), {kRodLength, 0}, {-kRodLength, 0}, 50., 2.}};
  for (const bool other_order : {false, true}) {
    if (other_order) std::swap(system.joints[0], system.joints[1]);
    if (other_order) std::swap(system.pins[0].a, system.pins[0].b);
    Arm arm(system);
    arm.state.position(other_order ? 1 : 0) = .3;
    arm.state.position(other_order ? 0 : 1) = -.3;
    for (int i = 0; i < 500; ++i) {
      const StepReport& report = arm.step(1e-3);
      CHECK(std::fabs(arm.state.position(0) + arm.state.position(1)) < 1e-10);
      CHECK(std::fabs(report.pin_forces[0].y()) < 1e-8);
    }
    CHECK(std::fabs(arm.state.position(0)) < .3);
  }
}

TEST_CASE("a body on a link by a very stiff pin tends to the body on a rigid pin as steps become shorter") {
  double last = 0;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    CAPTURE(h);
    const auto hung = [](std::optional<double> stiffness) {
      System system;
      system.bodies = {{1, .05}};
      system.joints = {revolute({0, 0}, kRodMass, kRodInertia, {kRodLength / 2, 0})};
      system.pins = {{Solid::link(0), Solid::body(0), {kRodLength, 0}, {0, .3}, stiffness}};
      system.gravity = {0, -kFall};
      return system;
    };
    Arm soft(hung(1e13)), rigid(hung({}));
    for (Arm* arm : {&soft, &rigid}) arm->state.pose(0) << kRodLength, -.3, 0;
    for (long i = 0; i < std::lround(.4 / h); ++i) {
      soft.step(h);
      rigid.step(h);
    }
    const double off = (soft.state.q - rigid.state.q).norm();
    CHECK(off < 20 * h);
    if (last > 0) CHECK(off < .6 * last);
    last = off;
  }
}
