// SPDX-License-Identifier: MIT
// Tests the gradient method and the proximal method for Coulomb's law: the problems for which they converge, and their
// use by the law's solver.
#include "friction/coulomb_methods.h"

#include <doctest/doctest.h>
#include <pawl/friction/contact_law.h>

#include <cmath>

#include "support/disc_piles.h"

using namespace pawl;
using internal::BodyContacts;
using Forces = std::vector<BodyContacts::Force>;

namespace {

constexpr double kStep = .01;  // s

ContactProblem fallen(int discs, unsigned seed, double friction) {
  return oracle::step_problem(oracle::fallen_pile(discs, seed), kStep, friction);
}

double residual(const ContactProblem& problem, const BodyContacts& contacts, const Forces& forces) {
  ContactImpulses impulses;
  impulses.normal.resize(contacts.size());
  impulses.tangent.resize(contacts.size());
  for (int i = 0; i < contacts.size(); ++i) {
    impulses.normal[i] = contacts.impulse_unit(i) * forces[static_cast<std::size_t>(i)].normal;
    impulses.tangent[i] = contacts.impulse_unit(i) * forces[static_cast<std::size_t>(i)].tangent;
  }
  return verify(Coulomb{}, problem, impulses);
}

/// Returns the problem with two copies of every contact. Many different forces then have the same effect.
ContactProblem doubled(ContactProblem problem) {
  const auto contacts = problem.contacts;
  problem.contacts.insert(problem.contacts.end(), contacts.begin(), contacts.end());
  return problem;
}

}  // namespace

TEST_CASE("the gradient method approaches a solution of the law from any start, even if forces are not unique") {
  for (const double friction : {0., .3, .6}) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
      for (const ContactProblem& problem : {fallen(60, seed, friction), doubled(fallen(60, seed, friction))}) {
        BodyContacts contacts;
        contacts.assign(problem);
        internal::CoulombGradient gradient;
        Forces forces(problem.contacts.size());
        for (BodyContacts::Force& force : forces) force = {1, -5};  // some of these initial forces are outside the
                                                                    // friction cones
        gradient.begin(contacts, forces);
        const double before = gradient.off();
        gradient.advance(1500);
        gradient.write(forces);
        CAPTURE(friction);
        CAPTURE(seed);
        CHECK(gradient.off() < 2e-3 * before);
        CHECK(residual(problem, contacts, forces) < 2e-3);
        for (std::size_t i = 0; i < forces.size(); ++i) {
          CHECK(forces[i].normal >= 0);
          CHECK(std::fabs(forces[i].tangent) <= problem.contacts[i].friction * forces[i].normal * (1 + 1e-12));
        }
      }
    }
  }
}

TEST_CASE(
    "from the result of the gradient method, the proximal method reaches a solution of the law, even if forces are not "
    "unique") {
  int solved = 0, count = 0;
  for (unsigned seed = 1; seed <= 5; ++seed, ++count) {
    const ContactProblem problem = doubled(fallen(60, seed, .3));
    BodyContacts contacts;
    contacts.assign(problem);
    internal::CoulombGradient gradient;
    internal::CoulombProximal proximal;
    Forces forces(problem.contacts.size());
    gradient.begin(contacts, forces);
    gradient.advance(1500);
    gradient.write(forces);
    const double before = residual(problem, contacts, forces);
    proximal.solve(contacts, gradient.off(), 100, forces);
    CHECK(proximal.factorizations() <= 100);
    const double after = residual(problem, contacts, forces);
    CHECK(after <= before);
    solved += after <= 1e-9;
  }
  CHECK(solved >= count - 1);
}

TEST_CASE("problems with many contacts are solved from an initial guess that contains no information") {
  int solved = 0, count = 0;
  for (const double friction : {0., .2, .5}) {
    for (unsigned seed = 1; seed <= 3; ++seed, ++count) {
      const ContactProblem problem = doubled(fallen(160, seed, friction));
      REQUIRE(problem.contacts.size() > 250);  // with more than 250 contacts and an initial guess, the solver does not
                                               // try Lemke's paths
      ContactImpulses near;
      near.normal.setZero(static_cast<Eigen::Index>(problem.contacts.size()));
      near.tangent = near.normal;
      ContactLawSolver solver;
      ContactStart start;
      start.near = &near;
      const ContactImpulses& found = solver.solve(Coulomb{}, problem, start);
      if (!found.solved) continue;
      CHECK(verify(Coulomb{}, problem, found) <= 1e-9);
      ++solved;
    }
  }
  CHECK(solved >= count - 1);  // with friction, no method converges for certain
}

TEST_CASE("the gradient and the proximal method end on problems without contacts or without a solution") {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.step = 1;
  BodyContacts contacts;
  contacts.assign(problem);
  internal::CoulombGradient gradient;
  internal::CoulombProximal proximal;
  Forces forces;
  gradient.begin(contacts, forces);
  gradient.advance(10);
  gradient.write(forces);
  CHECK(forces.empty());
  CHECK(gradient.off() == 0);

  problem.bodies = {{1, 1}};
  ContactProblem::Contact contact;  // a contact between the ground and the ground, for which no solution exists
  contact.friction = .5;
  contact.normal_bias = -1;
  problem.contacts = {contact};
  contacts.assign(problem);
  forces.assign(1, {});
  gradient.begin(contacts, forces);
  gradient.advance(20);
  gradient.write(forces);
  CHECK(gradient.off() > 0);
  proximal.solve(contacts, gradient.off(), 20, forces);
  CHECK(proximal.factorizations() <= 20);
  CHECK(residual(problem, contacts, forces) > 1e-9);
}
