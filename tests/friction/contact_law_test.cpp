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

/// Bodies of random mass, pushed together and onto the ground at random places.
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

TEST_CASE("what the solver solves keeps Coulomb's law by code of its own, and what is changed does not") {
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

TEST_CASE("impulses that do not fit, NaN, and problems of another level are refused or infinitely wrong") {
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
