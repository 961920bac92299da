// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/friction/contact_law.h>

#include <cmath>
#include <limits>
#include <random>

#include "support/count.h"
#include "support/faults.h"

using namespace pawl;

namespace {

/// Returns bodies with random masses, and contacts at random points between them and with the ground. At most contacts,
/// the bodies approach each other.
ContactProblem random_problem(std::mt19937& random) {
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  const int bodies = 1 + static_cast<int>(random() % 4), contacts = 1 + static_cast<int>(random() % 6);
  for (int i = 0; i < bodies; ++i) problem.bodies.push_back({uniform(.2, 5), uniform(.2, 50)});
  for (int i = 0; i < contacts; ++i) {
    ContactProblem::Contact contact;
    contact.b = static_cast<int>(random() % static_cast<unsigned>(bodies));
    contact.a = static_cast<int>(random() % static_cast<unsigned>(bodies + 1)) - 1;
    if (contact.a == contact.b) contact.a = -1;
    const double angle = uniform(-3, 3);
    contact.normal = {std::cos(angle), std::sin(angle)};
    contact.arm_a = {uniform(-1, 1), uniform(-1, 1)};
    contact.arm_b = {uniform(-1, 1), uniform(-1, 1)};
    contact.friction = random() % 4 == 0 ? 0 : uniform(0, 1.5);
    contact.normal_bias = uniform(-2, 1);
    contact.tangent_bias = uniform(-2, 2);
    problem.contacts.push_back(contact);
  }
  return problem;
}

}  // namespace

TEST_CASE("an independent check finds that solutions obey Coulomb's law, and that changed solutions violate it") {
  std::mt19937 random(5);
  const ContactLaw law = Coulomb();
  ContactLawSolver solver;
  int solved = 0, pushed = 0;
  for (int k = 0; k < oracle::count(500); ++k) {
    CAPTURE(k);
    const ContactProblem problem = random_problem(random);
    ContactImpulses found = solver.solve(law, problem);
    if (!found.solved) continue;
    ++solved;
    CHECK(verify(law, problem, found) <= 1e-9);
    Eigen::Index largest = 0;
    if (found.normal.maxCoeff(&largest) < 1e-3) continue;
    ++pushed;
    ContactImpulses wrong = found;
    wrong.normal[largest] *= 1.01;
    CHECK(verify(law, problem, wrong) > 1e-9);
    wrong = found;
    wrong.tangent[largest] =
        2 * problem.contacts[static_cast<std::size_t>(largest)].friction * found.normal[largest] + 1;
    CHECK(verify(law, problem, wrong) > 1e-9);
    wrong = found;
    wrong.normal[largest] = -found.normal[largest];
    CHECK(verify(law, problem, wrong) > 1e-9);
  }
  CHECK(solved > oracle::count(500) / 2);
  CHECK(pushed > oracle::count(500) / 4);
}

TEST_CASE("the solution obeys the law for initial guesses near the answer and far from it") {
  std::mt19937 random(7);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  const ContactLaw law = Coulomb();
  ContactLawSolver solver;
  int solved = 0;
  for (int k = 0; k < oracle::count(300); ++k) {
    ContactProblem problem = random_problem(random);
    ContactImpulses near = solver.solve(law, problem);
    if (!near.solved) continue;
    for (const double change : {0., 1e-12, 1e-6, 1e-2, 1.}) {
      CAPTURE(k);
      CAPTURE(change);
      for (ContactProblem::Contact& contact : problem.contacts) {
        contact.normal_bias += change * uniform(-1, 1);
        contact.tangent_bias += change * uniform(-1, 1);
      }
      ContactStart start;
      start.near = &near;
      const ContactImpulses found = solver.solve(law, problem, start);
      if (!found.solved) continue;
      ++solved;
      CHECK(found.residual <= 1e-9);
      CHECK(verify(law, problem, found) <= 1e-9);
    }
  }
  CHECK(solved > 4 * oracle::count(300));
}

// Each of ten boxes stands on the box below with two contacts, so that there are more equations than degrees of
// freedom. The two contacts carry the weight of this box and of all boxes above it. No box moves under a push that
// friction can balance.
TEST_CASE("a stack with more contacts than degrees of freedom stands, with a warm or a cold start") {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  constexpr int kBoxes = 10;
  const double g = .1, push = .01;  // change of velocity per step due to gravity and to the push, m/s
  for (int i = 0; i < kBoxes; ++i) {
    problem.bodies.push_back({1, 1});
    for (const double x : {-.5, .5}) {
      ContactProblem::Contact contact;
      contact.a = i - 1;
      contact.b = i;
      contact.arm_a = {x, .5};
      contact.arm_b = {x, -.5};
      contact.friction = .5;
      contact.normal_bias = i == 0 ? -g : 0;
      contact.tangent_bias = i == 0 ? push : 0;
      problem.contacts.push_back(contact);
    }
  }
  ContactLawSolver solver;
  const ContactLaw law = Coulomb();
  ContactImpulses near;
  near.normal.setZero(2 * kBoxes);
  near.tangent.setZero(2 * kBoxes);
  for (int k = 0; k < 3; ++k) {
    ContactStart start;
    start.near = &near;
    near = ContactImpulses(solver.solve(law, problem, start));
    REQUIRE(near.solved);
    CHECK(verify(law, problem, near) <= 1e-12);
    for (int i = 0; i < kBoxes; ++i) {
      CHECK(std::fabs(near.normal[2 * i] + near.normal[2 * i + 1] - g * (kBoxes - i)) < 1e-12);
      CHECK(std::fabs(near.tangent[2 * i] + near.tangent[2 * i + 1]) < push * (kBoxes - i) + 1e-12);
    }
    if (k > 0) CHECK(near.pivots == 0);  // the initial guess is already the solution
  }
}

TEST_CASE(
    "impulses of wrong size and problems at the acceleration level are refused, and NaN gives an infinite "
    "residual") {
  std::mt19937 random(1);
  ContactProblem problem = random_problem(random);
  const auto count = static_cast<Eigen::Index>(problem.contacts.size());
  ContactImpulses impulses;
  CHECK(pointers_of_faults([&] { verify(Coulomb(), problem, impulses); }) == "/normal");
  impulses.normal.setZero(count);
  CHECK(pointers_of_faults([&] { verify(Coulomb(), problem, impulses); }) == "/tangent");
  impulses.tangent.setConstant(count, std::numeric_limits<double>::quiet_NaN());
  CHECK(verify(Coulomb(), problem, impulses) == std::numeric_limits<double>::infinity());
  problem.level = ContactProblem::Level::acceleration;
  CHECK(pointers_of_faults([&] { ContactLawSolver().solve(Coulomb(), problem); }) == "/level");
}
