// SPDX-License-Identifier: MIT
// Tests the interior-point method for Coulomb's law: the problems for which it converges, and the continuation by
// Newton's method.
#include <doctest/doctest.h>
#include <pawl/friction/contact_law.h>

#include <cmath>
#include <random>
#include <vector>

#include "friction/compliant.h"
#include "friction/coulomb_methods.h"
#include "support/disc_piles.h"

using namespace pawl;
using internal::BodyContacts;

namespace {

/// Largest part of the friction bound that a contact which certainly sticks uses.
constexpr double kNearEdge = .999;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

struct Found {
  bool ended = false, finished = false;
  int steps = 0;
  int sticking = 0;  ///< contacts that certainly stick in the solution
  int mistaken = 0;  ///< those of them that slide by the forces of the interior-point method
  ContactImpulses impulses;
};

Found solve_by_interior_point(const ContactProblem& problem, const std::vector<BodyContacts::Surface>& surfaces = {}) {
  BodyContacts contacts;
  surfaces.empty() ? contacts.assign(problem) : contacts.assign(problem, surfaces);
  internal::CoulombInterior interior;
  std::vector<BodyContacts::Force> inside, forces(problem.contacts.size());
  Found found;
  found.ended = interior.solve(contacts, 1, inside);
  found.steps = interior.factorizations();
  REQUIRE(inside.size() == problem.contacts.size());
  for (std::size_t i = 0; i < inside.size(); ++i) {
    CHECK(inside[i].normal >= 0);
    CHECK(std::fabs(inside[i].tangent) <= problem.contacts[i].friction * inside[i].normal);
  }
  internal::CoulombNewton newton;
  newton.begin(contacts, forces, 0);
  found.finished = newton.finish(inside, forces);
  for (int i = 0; i < contacts.size() && found.finished; ++i) {
    const auto used = [&](const BodyContacts::Force& force) {
      return force.normal > 0 ? std::fabs(force.tangent) / (problem.contacts[at(i)].friction * force.normal) : 0;
    };
    const double exact = used(forces[at(i)]);
    found.sticking += exact > 0 && exact < kNearEdge;
    found.mistaken += exact > 0 && exact < kNearEdge && used(inside[at(i)]) >= 1;
  }
  const auto count = static_cast<Eigen::Index>(forces.size());
  found.impulses.normal.resize(count);
  found.impulses.tangent.resize(count);
  for (int i = 0; i < contacts.size(); ++i) {
    found.impulses.normal[i] = contacts.impulse_unit(i) * forces[static_cast<std::size_t>(i)].normal;
    found.impulses.tangent[i] = contacts.impulse_unit(i) * forces[static_cast<std::size_t>(i)].tangent;
  }
  return found;
}

}  // namespace

TEST_CASE("the interior-point method needs no more iterations for large piles than for small ones") {
  for (const double friction : {0., .3}) {
    int solved = 0, count = 0;
    for (const int discs : {10, 40, 160}) {
      for (unsigned seed = 1; seed <= 3; ++seed, ++count) {
        const ContactProblem problem = oracle::step_problem(oracle::fallen_pile(discs, seed), .01, friction);
        const Found found = solve_by_interior_point(problem);
        CHECK(found.steps <= 60);
        if (!found.finished) continue;
        CHECK(verify(Coulomb{}, problem, found.impulses) <= 1e-9);
        ++solved;
      }
    }
    CAPTURE(friction);
    CHECK(solved >= (friction == 0 ? count : count - 3));  // with friction, the path of the interior point method may
                                                           // turn back
  }
}

// Contacts that stick on dampers creep at the velocity c/D, where c is the tangential impulse and D the damping times
// the step. Boxes of 1 kg are stacked, and move at random velocities of very different magnitudes. If the dampers are
// stiff, the creep is small. The interior-point method must continue until the forces show that these contacts stick.
TEST_CASE("the interior-point method comes so near to the solution on stiff dampers that Newton's method ends") {
  constexpr double h = .01;
  constexpr int kBoxes = 40;
  for (const double damping : {1e4, 1e5, 1e6, 1e7}) {
    CAPTURE(damping);
    std::mt19937 random(1);
    std::uniform_real_distribution<double> even(-1, 1);
    int sticking = 0, mistaken = 0, unfinished = 0;
    for (int trial = 0; trial < 100; ++trial) {
      ContactProblem problem;
      problem.level = ContactProblem::Level::velocity;
      problem.duration = h;
      const Compliant law{1e5, 100, damping / h};
      std::vector<BodyContacts::Surface> surfaces;
      for (int i = 0; i < kBoxes; ++i) {
        problem.bodies.push_back({1, 12 / (.2 * .2 + .1 * .1)});
        for (const double side : {-.1, .1}) {
          ContactProblem::Contact contact;
          contact.a = i - 1;
          contact.b = i;
          contact.arm_a = {side, .05};
          contact.arm_b = {side, -.05};
          contact.friction = .5;
          contact.normal_bias = -.1 * std::pow(10, 2 * even(random) - 2);
          contact.tangent_bias = .1 * even(random) * std::pow(10, 2 * even(random) - 2);
          problem.contacts.push_back(contact);
          const internal::ContactSpring spring(law, contact, h);
          surfaces.push_back({contact.friction, 1 / spring.normal, 1 / spring.tangent, spring.offset, 0});
        }
      }
      const Found found = solve_by_interior_point(problem, surfaces);
      CHECK(found.ended);
      unfinished += !found.finished;
      if (found.finished) CHECK(verify(law, problem, found.impulses) <= 1e-9);
      sticking += found.sticking;
      mistaken += found.mistaken;
    }
    CHECK(unfinished == 0);
    CHECK(sticking > 1000);
    CHECK(mistaken == 0);
  }
}

TEST_CASE(
    "the interior-point method solves trivial problems: no contact, an opening contact, a contact of an "
    "immovable body") {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.step = 1;
  CHECK(solve_by_interior_point(problem).finished);

  problem.bodies = {{1, 1}};
  ContactProblem::Contact contact;
  contact.b = 0;
  contact.friction = .5;
  contact.normal_bias = 1;
  problem.contacts = {contact};
  Found found = solve_by_interior_point(problem);
  CHECK(found.finished);
  CHECK(found.impulses.normal[0] == 0);

  problem.contacts[0].normal_bias = -1;  // the body approaches the ground vertically
  found = solve_by_interior_point(problem);
  CHECK(found.finished);
  CHECK(found.impulses.normal[0] == doctest::Approx(1));

  problem.contacts[0].b = -1;  // A contact between the ground and the ground has no solution. The solver must report
                               // this.
  found = solve_by_interior_point(problem);
  CHECK_FALSE(found.finished);
}
