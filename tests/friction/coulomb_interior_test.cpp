// SPDX-License-Identifier: MIT
// Tests the interior-point method for Coulomb's law: the problems for which it converges, and the continuation by
// Newton's method.
#include "friction/coulomb_methods.h"

#include <doctest/doctest.h>
#include <pawl/friction/contact_law.h>

#include <cmath>

#include "support/disc_piles.h"

using namespace pawl;
using internal::BodyContacts;

namespace {

struct Found {
  bool ended = false, finished = false;
  int steps = 0;
  ContactImpulses impulses;
};

Found solve_by_interior_point(const ContactProblem& problem) {
  BodyContacts contacts;
  contacts.assign(problem);
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
