// SPDX-License-Identifier: MIT
// Coulomb friction and viscous friction together. The law must be Coulomb's law without viscosity, and viscous friction
// without a friction coefficient.
#include <doctest/doctest.h>
#include <pawl/friction/contact_law.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "friction/contact_dynamics.h"
#include "support/count.h"
#include "support/disc_piles.h"
#include "support/faults.h"
#include "support/part_on_pins.h"

using namespace pawl;
using oracle::part_on_pins;

namespace {

/// Returns a mass point of 1 kg on the ground. Its tangential velocity is `sliding` and its normal velocity is
/// `parting`, m/s.
ContactProblem sliding_point(double sliding, double parting, double friction, double viscosity) {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.duration = .01;
  problem.bodies.push_back({1, 1});
  ContactProblem::Contact& contact = problem.contacts.emplace_back();
  contact.b = 0;
  contact.normal_bias = parting;
  contact.tangent_bias = sliding;
  contact.friction = friction;
  contact.viscosity = viscosity;
  return problem;
}

double sliding_of(const ContactProblem& problem) {
  const ContactImpulses found = ContactLawSolver().solve(CoulombViscous(), problem);
  REQUIRE(found.solved);
  CHECK(verify(CoulombViscous(), problem, found) <= 1e-12);
  return internal::velocities_of(problem, found).tangent[0];
}

/// Returns a part among pins with friction, where each contact has its own friction and viscosity.
ContactProblem rough_part_on_pins(std::mt19937& random, int pins, double most_friction) {
  ContactProblem problem = part_on_pins(random, pins, .1);
  std::uniform_real_distribution<> part(0, 1);
  for (ContactProblem::Contact& contact : problem.contacts) {
    contact.friction = most_friction * part(random);
    contact.viscosity = 3 * part(random);
  }
  return problem;
}

ContactProblem with_loose_block(ContactProblem problem) {
  problem.blocks.push_back({Eigen::MatrixXd::Identity(1, 1), Eigen::VectorXd::Zero(1)});
  return problem;
}

double largest_difference(const ContactProblem& problem, const ContactImpulses& x, const ContactImpulses& y) {
  const internal::ContactVelocities v = internal::velocities_of(problem, x), w = internal::velocities_of(problem, y);
  REQUIRE((v.finite && w.finite));
  return std::max((v.normal - w.normal).cwiseAbs().maxCoeff(), (v.tangent - w.tangent).cwiseAbs().maxCoeff());
}

}  // namespace

// A point that is pressed with c_n = p slides with v' = (v - mu p)/(1 + h mu_v), or sticks if v < mu p. A point that
// separates has only viscous friction, and a point that did not touch has none.
TEST_CASE("a sliding point has the closed form of Coulomb friction and viscous friction together") {
  for (const double turn : {1., -1.}) {
    for (const double viscosity : {0., 50., 300., 1e6}) {
      const double slower = 1 + .01 * viscosity;
      CHECK(turn * sliding_of(sliding_point(turn, -2, .25, viscosity)) == doctest::Approx(.5 / slower).epsilon(1e-13));
      CHECK(turn * sliding_of(sliding_point(turn, .5, .25, viscosity)) == doctest::Approx(1 / slower).epsilon(1e-13));
      CHECK(std::fabs(sliding_of(sliding_point(turn, -2, .5625, viscosity))) <= 1e-13);
      ContactProblem apart = sliding_point(turn, -2, .25, viscosity);
      apart.contacts[0].touches = false;
      CHECK(turn * sliding_of(apart) == doctest::Approx(.5).epsilon(1e-13));
    }
  }
}

TEST_CASE("a sticking contact has no viscous friction, and impulses that add some are refused") {
  const ContactProblem problem = sliding_point(1, -2, .5625, 300);
  ContactImpulses found = ContactLawSolver().solve(CoulombViscous(), problem);
  REQUIRE(found.solved);
  CHECK(found.tangent[0] == doctest::Approx(-1));
  found.tangent[0] *= .99;
  CHECK(verify(CoulombViscous(), problem, found) > 1e-4);
}

TEST_CASE("without viscosity the impulses of Coulomb and viscous friction are those of Coulomb's law, bit by bit") {
  std::mt19937 random(5);
  for (int k = 0; k < 100; ++k) {
    ContactProblem problem = rough_part_on_pins(random, 1 + k % 8, 1);
    for (ContactProblem::Contact& contact : problem.contacts) contact.viscosity.reset();
    const ContactImpulses both = ContactLawSolver().solve(CoulombViscous(), problem),
                          dry = ContactLawSolver().solve(Coulomb(), problem);
    REQUIRE(dry.solved == both.solved);
    CHECK(both.normal == dry.normal);
    CHECK(both.tangent == dry.tangent);
  }
}

TEST_CASE("without a friction coefficient the motion is that of viscous friction") {
  std::mt19937 random(6);
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    const ContactProblem problem = rough_part_on_pins(random, 1 + k % 8, 0);
    for (const ContactProblem& one : {problem, with_loose_block(problem)}) {
      const ContactImpulses both = ContactLawSolver().solve(CoulombViscous(), one),
                            viscous = ContactLawSolver().solve(Viscous{77}, one);  // each contact has its own viscosity
      REQUIRE(both.solved);
      REQUIRE(viscous.solved);
      CHECK(largest_difference(one, both, viscous) < 1e-9);
    }
  }
}

// As the friction coefficient grows, contacts that press stick whatever their viscosity is.
TEST_CASE("with a large friction coefficient a pressed block does not slide, whatever the viscosity") {
  for (const double viscosity : {0., 1., 1e4}) {
    ContactProblem problem;
    problem.level = ContactProblem::Level::velocity;
    problem.bodies.push_back({1, 60});
    for (const double x : {-.1, .1}) {
      ContactProblem::Contact& contact = problem.contacts.emplace_back();
      contact.b = 0;
      contact.arm_b = {x, -.02};
      contact.normal_bias = -1;
      contact.tangent_bias = .3;
      contact.friction = 1e3;
      contact.viscosity = viscosity;
    }
    const ContactImpulses found = ContactLawSolver().solve(CoulombViscous(), problem);
    REQUIRE(found.solved);
    CHECK(internal::velocities_of(problem, found).tangent.cwiseAbs().maxCoeff() < 1e-12);
    CHECK(found.tangent.sum() == doctest::Approx(-.3));
  }
}

// A problem with blocks is solved with viscous friction in the inertia, and a problem of bodies with dampers beside the
// contacts. Problems with small friction have one motion [TPSL97, theorem 1c].
TEST_CASE("the two methods for Coulomb and viscous friction agree, and the impulses satisfy the law") {
  std::mt19937 random(7);
  ContactLawSolver solver;
  const int count = oracle::count(300);
  for (int k = 0; k < count; ++k) {
    CAPTURE(k);
    const ContactProblem problem = rough_part_on_pins(random, 1 + k % 12, .01);
    const ContactImpulses bodies = solver.solve(CoulombViscous(), problem),
                          blocks = ContactLawSolver().solve(CoulombViscous(), with_loose_block(problem));
    REQUIRE(bodies.solved);
    REQUIRE(blocks.solved);
    CHECK(verify(CoulombViscous(), problem, bodies) <= 1e-9);
    CHECK(verify(CoulombViscous(), problem, blocks) <= 1e-9);
    CHECK(largest_difference(problem, bodies, blocks) < 1e-7);
  }
}

TEST_CASE("in fallen piles the impulses of Coulomb and viscous friction satisfy the law") {
  for (const unsigned seed : {1U, 2U, 3U}) {
    for (const double viscosity : {.1, 10., 1e4}) {
      CAPTURE(viscosity);
      ContactProblem problem = oracle::step_problem(oracle::fallen_pile(40, seed), .01, .5);
      problem.duration = .01;
      const CoulombViscous law{viscosity};
      const ContactImpulses found = ContactLawSolver().solve(law, problem);
      REQUIRE(found.solved);
      CHECK(verify(law, problem, found) <= 1e-9);
    }
  }
}

// Reflection at the x axis changes the sign of the tangents. The order of the contacts, and which of the two bodies is
// the first, do not matter.
TEST_CASE("Coulomb and viscous friction do not depend on reflection, on the order of contacts and on the turn") {
  std::mt19937 random(8);
  for (int k = 0; k < 100; ++k) {
    CAPTURE(k);
    const ContactProblem problem = rough_part_on_pins(random, 1 + k % 6, .1);
    ContactProblem mirrored = problem, turned = problem;
    for (ContactProblem::Contact& contact : mirrored.contacts) {
      contact.normal.y() *= -1;
      contact.arm_b.y() *= -1;
      contact.tangent_bias *= -1;
    }
    for (ContactProblem::Contact& contact : turned.contacts) {
      contact.normal = {-contact.normal.y(), contact.normal.x()};
      contact.arm_b = {-contact.arm_b.y(), contact.arm_b.x()};
    }
    std::reverse(turned.contacts.begin(), turned.contacts.end());
    const auto velocities = [](const ContactProblem& one) {
      const ContactImpulses found = ContactLawSolver().solve(CoulombViscous(), one);
      REQUIRE(found.solved);
      return internal::velocities_of(one, found);
    };
    const internal::ContactVelocities v = velocities(problem), m = velocities(mirrored), t = velocities(turned);
    CHECK((v.normal - m.normal).norm() + (v.tangent + m.tangent).norm() < 1e-8);
    CHECK((v.normal - t.normal.reverse()).norm() + (v.tangent - t.tangent.reverse()).norm() < 1e-8);
  }
}

TEST_CASE("friction opposes sliding, so that it never adds energy") {
  std::mt19937 random(9);
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    const ContactProblem problem = rough_part_on_pins(random, 1 + k % 8, 1);
    const ContactImpulses found = ContactLawSolver().solve(CoulombViscous(), problem);
    if (!found.solved) continue;
    const internal::ContactVelocities v = internal::velocities_of(problem, found);
    for (Eigen::Index i = 0; i < v.tangent.size(); ++i) {
      // a contact that sticks may slide with the residual of the law
      CHECK(found.tangent[i] * v.tangent[i] <= 1e-9 * v.scale * std::max(1., std::fabs(found.tangent[i])));
    }
  }
}

TEST_CASE("changed impulses violate the law of Coulomb and viscous friction") {
  std::mt19937 random(10);
  for (int k = 0; k < 50; ++k) {
    CAPTURE(k);
    const ContactProblem problem = rough_part_on_pins(random, 6, .3);
    const ContactImpulses found = ContactLawSolver().solve(CoulombViscous(), problem);
    REQUIRE(found.solved);
    Eigen::Index largest = 0;
    if (found.normal.maxCoeff(&largest) < 1e-3) continue;
    ContactImpulses wrong = found;
    wrong.normal[largest] *= 1.01;
    CHECK(verify(CoulombViscous(), problem, wrong) > 1e-9);
    wrong = found;
    wrong.tangent[largest] += .01;
    CHECK(verify(CoulombViscous(), problem, wrong) > 1e-9);
  }
}

TEST_CASE("negative viscosities are faults at their place") {
  ContactProblem problem = sliding_point(1, -1, .1, -2);
  CHECK(pointers_of_faults([&] { ContactLawSolver().solve(CoulombViscous(), problem); }) == "/contacts/0/viscosity");
  CHECK(pointers_of_faults([&] { validate(CoulombViscous{-1}); }) == "/viscosity");
}
