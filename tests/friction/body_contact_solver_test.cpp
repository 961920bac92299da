// SPDX-License-Identifier: MIT
// Contact laws of many bodies: the sparse factors must give the same motions as the dense factors. If a problem
// contains a block that touches nothing, the dense factors are used.
#include "friction/body_contact_solver.h"

#include <doctest/doctest.h>
#include <pawl/friction/contact_law.h>

#include <algorithm>
#include <cmath>

#include "friction/contact_dynamics.h"
#include "support/disc_piles.h"

using namespace pawl;

namespace {

constexpr double kStep = .01;

ContactProblem pile_problem(int discs, unsigned seed, double friction) {
  ContactProblem problem = oracle::step_problem(oracle::fallen_pile(discs, seed), kStep, friction);
  problem.duration = kStep;
  return problem;
}

/// Adds a block with one coordinate. No contact acts on this block.
ContactProblem with_idle_block(ContactProblem problem) {
  problem.blocks.push_back({Eigen::MatrixXd::Identity(1, 1), Eigen::VectorXd::Zero(1)});
  return problem;
}

/// Returns the largest difference between the contact velocities of two solutions, m/s.
double difference(const ContactProblem& problem, const ContactImpulses& x, const ContactImpulses& y) {
  const internal::ContactVelocities v = internal::velocities_of(problem, x), w = internal::velocities_of(problem, y);
  REQUIRE((v.finite && w.finite));
  return std::max((v.normal - w.normal).cwiseAbs().maxCoeff(), (v.tangent - w.tangent).cwiseAbs().maxCoeff());
}

ContactImpulses solve(const ContactLaw& law, const ContactProblem& problem) {
  ContactLawSolver solver;
  return solver.solve(law, problem);
}

}  // namespace

// The law is the optimality condition of a strictly convex program. The motion is therefore unique.
TEST_CASE("under viscous friction, the sparse method for many bodies gives the same motion as the dense method") {
  for (const unsigned seed : {1U, 2U, 3U}) {
    for (const double viscosity : {0., .1, 10., 1e4}) {
      const ContactProblem problem = pile_problem(40, seed, .5);
      const Viscous law{viscosity};
      REQUIRE(internal::are_many_bodies(problem));
      REQUIRE_FALSE(internal::are_many_bodies(with_idle_block(problem)));
      const ContactImpulses sparse = solve(law, problem), dense = solve(law, with_idle_block(problem));
      REQUIRE(sparse.solved);
      REQUIRE(dense.solved);
      CHECK(verify(law, problem, sparse) <= 1e-9);
      CHECK(difference(problem, sparse, dense) <= 1e-7);
    }
  }
}

// The impulses are also unique if friction is absent: because of the springs, the program is strictly convex in the
// impulses.
TEST_CASE("for springs between many bodies, the sparse method gives the same impulses as the dense method") {
  for (const unsigned seed : {1U, 2U, 3U}) {
    for (const double stiffness : {1e3, 1e5, 1e8}) {
      const ContactProblem problem = pile_problem(40, seed, 0);
      const Compliant law{stiffness, 10, 0};
      const ContactImpulses sparse = solve(law, problem), dense = solve(law, with_idle_block(problem));
      REQUIRE(sparse.solved);
      REQUIRE(dense.solved);
      CHECK((sparse.normal - dense.normal).cwiseAbs().maxCoeff() <= 1e-7);
    }
  }
}

TEST_CASE("the impulses of springs with friction between many bodies satisfy the contact law") {
  for (const unsigned seed : {1U, 2U, 3U}) {
    for (const double damping : {1e2, 1e6, 1e8}) {
      const ContactProblem problem = pile_problem(80, seed, .5);
      const Compliant law{1e5, 10, damping};
      const ContactImpulses found = solve(law, problem);
      CHECK(found.solved);
      CHECK(verify(law, problem, found) <= 1e-9);
    }
  }
}

TEST_CASE("if the no-slip law is solved for many bodies, the impulses satisfy it") {
  int solved = 0;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const ContactProblem problem = pile_problem(20, seed, .5);
    const ContactImpulses found = solve(NoSlip{}, problem);
    if (!found.solved) continue;
    ++solved;
    CHECK(verify(NoSlip{}, problem, found) <= 1e-9);
  }
  CHECK(solved >= 8);
}
