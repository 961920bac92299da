// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/friction/contact_law.h>
#include <pawl/friction/stiffness.h>

#include <cmath>
#include <numbers>
#include <random>

#include "friction/contact_dynamics.h"
#include "support/count.h"
#include "support/faults.h"
#include "support/part_on_pins.h"

using namespace pawl;
using namespace pawl::internal;
using pawl::oracle::part_on_pins;

namespace {

constexpr double kGravity = 9.81;

/// Returns the problem of a step of .01 s. A square of .2 m and 1 kg is at rest above springs at x = -.03 m and .03 m,
/// with the gaps -.1 mm and .2 mm.
ContactProblem square_on_springs() {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.duration = .01;
  problem.bodies.push_back({1, 12 / (.2 * .2 + .2 * .2)});
  for (const double side : {-1., 1.}) {
    ContactProblem::Contact& contact = problem.contacts.emplace_back();
    contact.b = 0;
    contact.arm_b = {.03 * side, -.1};
    contact.gap = side < 0 ? -1e-4 : 2e-4;
    contact.touches = side < 0;
    contact.normal_bias = -kGravity * problem.duration + contact.gap / problem.duration;
  }
  return problem;
}

/// Returns a random part among pins with friction, in a step of .01 s.
ContactProblem random_problem(std::mt19937& random, int pins) {
  ContactProblem problem = part_on_pins(random, pins, .1);
  problem.duration = .01;
  for (ContactProblem::Contact& contact : problem.contacts) {
    contact.gap *= problem.duration;
    contact.friction = std::uniform_real_distribution<>(0, 1)(random);
  }
  return problem;
}

}  // namespace

TEST_CASE(
    "a square on two springs rests on one of them, whereas the published program presses across the other's "
    "gap") {
  const ContactProblem problem = square_on_springs();
  const auto forces = [&](LawRoute route) {
    const Compliant law{1e5, 0, 0, route};
    const ContactImpulses found = ContactLawSolver().solve(law, problem);
    REQUIRE(found.solved);
    CHECK(verify(law, problem, found) <= 1e-9);
    return Eigen::Vector2d(found.normal / problem.duration);
  };
  CHECK((forces(LawRoute::law) - Eigen::Vector2d(8.487, .379)).cwiseAbs().maxCoeff() < .001);
  CHECK((forces(LawRoute::published) - Eigen::Vector2d(5.872, 4.113)).cwiseAbs().maxCoeff() < .001);
}

// A mass m is on a spring of stiffness k. The steps have the duration h: x' = x + h v' and v' = v - h k x'/m, where x
// is measured from the rest position. In the metric k x^2 + m v^2, each step turns the vector (x, v) by atan(h
// sqrt(k/m)) and multiplies its length by 1/sqrt(1 + h^2 k/m). The weight is large enough to keep the spring
// compressed.
TEST_CASE("without damping a spring's amplitude falls by 1/sqrt(1 + h^2 k/m) per step") {
  for (const double h : {.1, .01, .001}) {
    CAPTURE(h);
    const double k = 1e3, rest = -kGravity / k;
    double x = -.5 * rest, v = 0;
    for (int i = 0; i < 50; ++i) {
      ContactProblem problem;
      problem.level = ContactProblem::Level::velocity;
      problem.duration = h;
      problem.bodies.push_back({1, 1});
      ContactProblem::Contact& contact = problem.contacts.emplace_back();
      contact.b = 0;
      contact.gap = x + rest;
      contact.normal_bias = v - h * kGravity + contact.gap / h;
      const ContactImpulses found = ContactLawSolver().solve(Compliant{k, 0, 0}, problem);
      REQUIRE(found.solved);
      const double before = std::sqrt(k * x * x + v * v);
      if (before < .05 * std::sqrt(k) * std::fabs(rest))
        break;  // smaller amplitudes would show the rounding of the weight
      v += -h * kGravity + found.normal[0];
      x += h * v;
      CHECK(std::fabs(std::sqrt(k * x * x + v * v) / before * std::sqrt(1 + h * h * k) - 1) < 1e-12);
    }
  }
}

TEST_CASE("growing stiffness approaches the rigid law with errors that fall as 1/k") {
  std::mt19937 random(21);
  int compared = 0;
  for (int k = 0; k < 50; ++k) {
    CAPTURE(k);
    ContactProblem problem = random_problem(random, 4);
    for (ContactProblem::Contact& contact : problem.contacts) contact.friction = 0;
    const ContactImpulses rigid = ContactLawSolver().solve(Coulomb(), problem);
    REQUIRE(rigid.solved);
    if (rigid.normal.maxCoeff() < 1e-3) continue;
    const ContactVelocities due = velocities_of(problem, rigid);
    double errors[2];
    for (const int i : {0, 1}) {
      const ContactImpulses soft = ContactLawSolver().solve(Compliant{i == 0 ? 1e9 : 1e11, 0, 0}, problem);
      REQUIRE(soft.solved);
      errors[i] = (velocities_of(problem, soft).normal - due.normal).norm();
    }
    if (errors[0] > 1e-3)
      continue;  // skips nearly wedged parts: their impulses compress even springs of 1e9 N/m by a visible amount
    ++compared;
    CHECK(std::log10(errors[0] / errors[1]) / 2 == doctest::Approx(1).epsilon(.02));
  }
  CHECK(compared > 30);
}

// Five springs in a row carry an evenly distributed weight. All of them must have the same force, no matter what the
// initial guess is.
TEST_CASE("with more contacts than degrees of freedom the forces are unique") {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.duration = .01;
  problem.bodies.push_back({1, 3});
  for (const double x : {-1., -.5, 0., .5, 1.}) {
    ContactProblem::Contact& contact = problem.contacts.emplace_back();
    contact.b = 0;
    contact.arm_b = {x, -.5};
    contact.normal_bias = -.0981;
  }
  for (const double k : {1e3, 1e7, 1e11}) {
    CAPTURE(k);
    for (const bool near : {false, true}) {
      ContactImpulses last;
      last.normal = Eigen::VectorXd::Unit(5, 0);
      last.tangent = Eigen::VectorXd::Zero(5);
      ContactStart start;
      if (near) start.near = &last;
      const ContactImpulses found = ContactLawSolver().solve(Compliant{k, 10, 0}, problem, start);
      REQUIRE(found.solved);
      CHECK((found.normal.array() - found.normal.mean()).abs().maxCoeff() < 1e-9);
    }
  }
}

TEST_CASE("random problems with friction are solved, and changed answers are detected") {
  std::mt19937 random(22);
  const int count = oracle::count(500);
  ContactLawSolver solver;
  for (const LawRoute route : {LawRoute::law, LawRoute::published}) {
    int solved = 0;
    for (int k = 0; k < count; ++k) {
      CAPTURE(k);
      const ContactProblem problem = random_problem(random, 1 + k % 10);
      const Compliant law{std::pow(10., 3 + k % 8), 10. * (k % 3), std::pow(10., k % 5), route};
      const ContactImpulses found = solver.solve(law, problem);
      solved += found.solved;
      if (!found.solved) continue;
      CHECK(verify(law, problem, found) <= 1e-9);
      Eigen::Index largest = 0;
      if (found.normal.maxCoeff(&largest) < 1e-3) continue;
      ContactImpulses wrong = found;
      wrong.normal[largest] *= 1.01;
      CHECK(verify(law, problem, wrong) > 1e-9);
      wrong = found;
      wrong.tangent[largest] += 2 * wrong.normal[largest];
      CHECK(verify(law, problem, wrong) > 1e-9);
    }
    CAPTURE(static_cast<int>(route));
    CHECK(solved >= (route == LawRoute::law ? count : count * 9 / 10));
  }
}

// A point lies on an incline of 15 degrees, with a stiff spring and strong tangential damping. In the published law,
// friction increases the normal force: in the first step, it is 2.14 times the normal component of the weight.
TEST_CASE("the published friction law raises the normal force") {
  const double angle = 15 * std::numbers::pi / 180, h = .01, stiffness = 1e7;
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.duration = h;
  problem.bodies.push_back({1, 0});
  ContactProblem::Contact& contact = problem.contacts.emplace_back();
  contact.b = 0;
  contact.friction = .125;
  contact.gap = -kGravity * std::cos(angle) / stiffness;
  contact.normal_bias = -h * kGravity * std::cos(angle) + contact.gap / h;
  contact.tangent_bias = h * kGravity * std::sin(angle);
  const auto press = [&](LawRoute route) {
    const ContactImpulses found = ContactLawSolver().solve(Compliant{stiffness, 1, 1e3 / h, route}, problem);
    REQUIRE(found.solved);
    return found.normal[0] / h / (kGravity * std::cos(angle));
  };
  CHECK(press(LawRoute::law) == doctest::Approx(1).epsilon(1e-2));
  CHECK(press(LawRoute::published) == doctest::Approx(2.14).epsilon(5e-3));
}

TEST_CASE("an open contact is not damped, and invalid parameters are refused") {
  ContactProblem problem = square_on_springs();
  problem.contacts[0].gap = problem.contacts[1].gap = 1;
  for (ContactProblem::Contact& contact : problem.contacts) {
    contact.touches = false;
    contact.normal_bias = -50 + 1 / problem.duration;  // with this bias, the contact closes after two steps
  }
  const ContactImpulses found = ContactLawSolver().solve(Compliant{1e5, 1e6, 0}, problem);
  REQUIRE(found.solved);
  CHECK(found.normal.isZero(0));
  CHECK(pointers_of_faults([] { validate(Compliant{0}); }) == "/stiffness");
  CHECK(pointers_of_faults([] { validate(Compliant{1, -1, -1}); }) == "/damping /tangent_damping");
}

// At the depth d, the force of the spring is f = E* sqrt(r d^3), with E* = 1e11 Pa and r = .01 m. For f = 2.45 N, the
// depth is (2.45/1e10)^(2/3) = 3.915e-7 m.
TEST_CASE(
    "Hertz's spring has the deflection of the sphere at the given load, and the forces of a foundation's elements add "
    "up") {
  const double load = 2.45, stiffness = hertz_stiffness(1e11, .01, load), depth = load / stiffness;
  CHECK(depth == doctest::Approx(3.915e-7).epsilon(1e-3));
  CHECK(1e11 * std::sqrt(.01 * depth * depth * depth) == doctest::Approx(load).epsilon(1e-12));
  CHECK(100 * foundation_stiffness(1e7, 2, .5, 100) == doctest::Approx(4e7).epsilon(1e-14));
  CHECK(pointers_of_faults([] { hertz_stiffness(0, -1, 1); }) == "/modulus /radius");
  CHECK(pointers_of_faults([] { foundation_stiffness(1, 1, 1, 0); }) == "/elements");
}

namespace {

/// Returns a mass point of 1 kg at the height `gap` over the ground, with a normal velocity.
ContactProblem point_above_ground(double gap, double velocity, double h) {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.duration = h;
  problem.bodies.push_back({1, 1});
  ContactProblem::Contact& contact = problem.contacts.emplace_back();
  contact.b = 0;
  contact.gap = gap;
  contact.touches = gap <= 0;
  contact.normal_bias = velocity + gap / h;
  return problem;
}

struct HertzCourse {
  double deepest = 0, end = 0, time = 0;  ///< largest depth, m; last velocity, m/s; duration of the contact, s
};

/// Moves a mass point of 1 kg from the ground downwards at 1 m/s until it leaves the ground.
HertzCourse struck(const Compliant& law, double h) {
  ContactLawSolver solver;
  HertzCourse course;
  double y = 0, v = -1;
  for (int i = 0; i < 1000000 && (i == 0 || y < 0); ++i) {
    const ContactImpulses& found = solver.solve(law, point_above_ground(y, v, h));
    REQUIRE(found.solved);
    v += found.normal[0];
    y += h * v;
    course.deepest = std::max(course.deepest, -y);
    course.time += h;
  }
  course.end = v;
  return course;
}

}  // namespace

// With f = kappa d^(3/2) and kappa = E* sqrt(r), the deepest point is d = (5 m v^2/(4 kappa))^(2/5), and the contact lasts
// 2.9432 d/v [Johnson, Contact mechanics, 11.4]. The error of the implicit step is of the order of h.
TEST_CASE("a point on a Hertz contact rebounds after the depth and the time of Hertz's impact") {
  const Compliant law{1, 0, 0, LawRoute::law, 1e8, .01};
  const double deepest = std::pow(5 / (4 * 1e7), .4);
  double before = 1;
  for (const double h : {1e-6, 1e-7}) {
    const HertzCourse course = struck(law, h);
    const double error = std::fabs(course.deepest / deepest - 1);
    CHECK(error < .002 * h / 1e-7);
    CHECK(error < before / 5);
    before = error;
    CHECK(course.time == doctest::Approx(2.9432 * deepest).epsilon(.01 * h / 1e-7));
    CHECK(course.end < 1);
    CHECK(course.end > 1 - .02 * h / 1e-7);
  }
}

TEST_CASE("a load rests on a Hertz contact at the depth (f/(E* sqrt(r)))^(2/3), for any step") {
  for (const double h : {1., 1e-2, 1e-4}) {
    for (const double load : {2.4525, 1e3, 1e-3}) {  // the first is a quarter of the weight of 1 kg
      ContactLawSolver solver;
      const Compliant law{1, 1, 0, LawRoute::law, 1e11, .01};
      const double depth = std::pow(load / 1e10, 2. / 3);
      CHECK(hertz_stiffness(1e11, .01, load) * depth == doctest::Approx(load).epsilon(1e-12));
      const ContactImpulses found = solver.solve(law, point_above_ground(-depth, -h * load, h));
      REQUIRE(found.solved);
      CHECK(verify(law, point_above_ground(-depth, -h * load, h), found) <= 1e-9);
      CHECK(found.normal[0] == doctest::Approx(h * load).epsilon(1e-6));
    }
  }
}

// The spring of the stiffness 3/2 E* sqrt(r d) that begins at d/3 touches Hertz's force at d.
TEST_CASE("Hertz contacts of random problems satisfy their law, do not pull, and do not depend on the start") {
  std::mt19937 random(19);
  std::uniform_real_distribution<> part(0, 1);
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    ContactProblem problem = oracle::part_on_pins(random, 1 + k % 12, .1);
    problem.duration = .01;
    for (ContactProblem::Contact& contact : problem.contacts) {
      contact.normal_bias += contact.gap / .01 - contact.gap;  // part_on_pins() has steps of 1 s
      contact.friction = 0;
    }
    const Compliant law{1, k % 2 == 0 ? 0. : 50., 0, LawRoute::law, std::pow(10, 4 + 7 * part(random)), .01};
    const ContactImpulses found = ContactLawSolver().solve(law, problem);
    REQUIRE(found.solved);
    CHECK(verify(law, problem, found) <= 1e-9);
    CHECK(found.normal.minCoeff() >= 0);
    ContactImpulses wrong = found;
    if (wrong.normal.maxCoeff() < 1e-3) continue;
    wrong.normal *= 1.01;
    CHECK(verify(law, problem, wrong) > 1e-9);
    ContactImpulses near = found;
    near.normal.setConstant(3);
    const ContactImpulses again = ContactLawSolver().solve(law, problem, {false, &near, 0});
    REQUIRE(again.solved);
    CHECK((again.normal - found.normal).cwiseAbs().maxCoeff() < 1e-6 * std::max(1., found.normal.maxCoeff()));
  }
}

TEST_CASE("Hertz contacts with friction satisfy their law, and other friction does not") {
  std::mt19937 random(23);
  std::uniform_real_distribution<> part(0, 1);
  int solved = 0, sliding = 0, sticking = 0;
  for (int k = 0; k < 100; ++k) {
    CAPTURE(k);
    const ContactProblem problem = random_problem(random, 1 + k % 8);
    const Compliant law{1, k % 2 == 0 ? 0. : 50., 1e3, LawRoute::law, std::pow(10, 5 + 5 * part(random)), .01};
    const ContactImpulses found = ContactLawSolver().solve(law, problem);
    solved += found.solved;
    if (!found.solved) continue;
    CHECK(verify(law, problem, found) <= 1e-9);
    const Eigen::VectorXd sliding_velocities = velocities_of(problem, found).tangent;
    for (Eigen::Index i = 0; i < found.normal.size(); ++i) {
      const double bound = problem.contacts[static_cast<std::size_t>(i)].friction * found.normal[i];
      if (bound < 1e-3) continue;
      const bool at_bound = std::fabs(found.tangent[i]) > bound * (1 - 1e-6);
      ++(at_bound ? sliding : sticking);
      // A damper of 1e3 N s/m with steps of 0.01 s.
      if (!at_bound) CHECK(found.tangent[i] == doctest::Approx(-10 * sliding_velocities[i]).epsilon(1e-6));
      ContactImpulses wrong = found;
      wrong.tangent[i] = -.9 * found.tangent[i];
      CHECK(verify(law, problem, wrong) > 1e-9);
    }
  }
  CHECK(solved >= 98);
  CHECK(sliding > 30);
  CHECK(sticking > 30);
}

TEST_CASE("a Hertz contact whose force overflows is not accepted, and a guess that overflows is not used") {
  const double h = .01;
  const Compliant stiff{1, 0, 0, LawRoute::law, 1e308, 1e10};
  ContactImpulses none;
  none.normal = none.tangent = Eigen::VectorXd::Zero(1);
  CHECK(verify(stiff, point_above_ground(-.1, -.1, h), none) > 1e-9);

  const Compliant law{1, 0, 0, LawRoute::law, 1e7, .01};
  ContactLawSolver solver;
  REQUIRE(solver.solve(law, point_above_ground(0, -h * 5, h)).solved);
  const ContactProblem deeper = point_above_ground(-.001, -h * 20, h);
  ContactImpulses huge = none;
  huge.normal[0] = 1.7e308;
  huge.tangent[0] = 1.7e308;
  const ContactImpulses guessed = solver.solve(law, deeper, {false, &huge, 0});
  REQUIRE(guessed.solved);
  CHECK(guessed.normal[0] == doctest::Approx(ContactLawSolver().solve(law, deeper).normal[0]).epsilon(1e-9));
}

TEST_CASE("contacts with the modulus and radius of the law have the impulses of the law, bit by bit") {
  std::mt19937 random(29);
  for (int k = 0; k < 50; ++k) {
    CAPTURE(k);
    ContactProblem problem = random_problem(random, 1 + k % 8);
    const ContactImpulses expected = ContactLawSolver().solve(Compliant{1, 5, 1e3, LawRoute::law, 1e8, .01}, problem);
    for (ContactProblem::Contact& contact : problem.contacts) {
      contact.modulus = 1e8;
      contact.radius = .01;
    }
    for (const Compliant& law : {Compliant{7, 5, 1e3}, Compliant{7, 5, 1e3, LawRoute::law, 3, 4}}) {
      const ContactImpulses found = ContactLawSolver().solve(law, problem);
      CHECK(found.solved == expected.solved);
      CHECK(found.normal == expected.normal);
      CHECK(found.tangent == expected.tangent);
    }
  }
}

// The law's own stiffness and modulus are far away from those of the contacts, so that a contact that used them would
// not pass the check below.
TEST_CASE("linear springs beside Hertz contacts satisfy their own laws at the depths of the solution") {
  std::mt19937 random(31);
  std::uniform_real_distribution<> part(0, 1);
  int pressed[2] = {0, 0};
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    ContactProblem problem = oracle::part_on_pins(random, 1 + k % 12, .1);
    problem.duration = .01;
    for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
      ContactProblem::Contact& contact = problem.contacts[i];
      contact.normal_bias += contact.gap / .01 - contact.gap;  // part_on_pins() has steps of 1 s
      contact.friction = 0;
      contact.damping = 10 * part(random);
      if (i % 2 == 0) {
        contact.stiffness = std::pow(10, 3 + 4 * part(random));
      } else {
        contact.modulus = std::pow(10, 5 + 4 * part(random));
        contact.radius = .01 + part(random);
      }
    }
    const Compliant law = k % 3 == 0 ? Compliant{1, 1e3, 0, LawRoute::law, 1, 1} : Compliant{1, 1e3, 0};
    const ContactImpulses found = ContactLawSolver().solve(law, problem);
    REQUIRE(found.solved);
    CHECK(verify(law, problem, found) <= 1e-9);
    const Eigen::VectorXd velocities = velocities_of(problem, found).normal;
    for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
      const ContactProblem::Contact& contact = problem.contacts[i];
      const auto row = static_cast<Eigen::Index>(i);
      const double depth = std::max(0., -.01 * velocities[row]), rate = velocities[row] - contact.gap / .01;
      const double spring = contact.stiffness ? -*contact.stiffness * .01 * velocities[row]
                                              : *contact.modulus * std::sqrt(*contact.radius) * std::pow(depth, 1.5);
      const double force = std::max(0., spring - (contact.touches ? *contact.damping * rate : 0));
      CHECK(found.normal[row] == doctest::Approx(.01 * force).epsilon(1e-5));
      pressed[i % 2] += force > 1;
    }
  }
  CHECK(pressed[0] > 50);
  CHECK(pressed[1] > 50);
}

TEST_CASE("a contact needs both a modulus and a radius, no stiffness with them, and the route of the law") {
  const auto faults_of = [](std::optional<double> stiffness, std::optional<double> modulus,
                            std::optional<double> radius, LawRoute route = LawRoute::law) {
    ContactProblem problem = point_above_ground(0, 0, .01);
    problem.contacts[0].stiffness = stiffness;
    problem.contacts[0].modulus = modulus;
    problem.contacts[0].radius = radius;
    return pointers_of_faults([&] { (void)ContactLawSolver().solve(Compliant{1, 1, 1, route}, problem); });
  };
  CHECK(faults_of({}, 5, 1) == "no fault");
  CHECK(faults_of({}, 5, {}) == "/contacts/0/radius");
  CHECK(faults_of({}, {}, 5) == "/contacts/0/modulus");
  CHECK(faults_of({}, 0, -1) == "/contacts/0/modulus /contacts/0/radius");
  CHECK(faults_of(1, 5, 1) == "/contacts/0/stiffness");
  CHECK(faults_of({}, 5, 1, LawRoute::published) == "/contacts/0/modulus");
}

TEST_CASE("a Hertz contact needs both a modulus and a radius, and the route of the law") {
  CHECK(pointers_of_faults([] { validate(Compliant{1, 1, 1, LawRoute::law, 1e5, 0}); }) == "/radius");
  CHECK(pointers_of_faults([] { validate(Compliant{1, 1, 1, LawRoute::law, 0, 1}); }) == "/modulus");
  CHECK(pointers_of_faults([] { validate(Compliant{1, 1, 1, LawRoute::published, 1e5, 1}); }) == "/modulus");
}
