// SPDX-License-Identifier: MIT
// Bounds on friction below which a motion exists or is unique: closed forms for a rod, and random systems.
#include <doctest/doctest.h>
#include <pawl/friction/contact_problem.h>
#include <pawl/friction/friction_bounds.h>
#include <pawl/friction/solve_motion.h>

#include <cmath>

#include "support/count.h"
#include "support/planar_scenes.h"
#include "support/small_systems.h"

using namespace pawl;

namespace {

MotionProblem accelerations_of(const oracle::Scene& scene) { return acceleration_problem(equations_of_motion(scene)); }

}  // namespace

TEST_CASE("a sliding rod surely has one motion below Painleve's coefficient, and none or two above it") {
  for (const double angle : {.3, .8, 1.2}) {
    const double c = std::cos(angle), s = std::sin(angle), critical = (1 + 3 * c * c) / (3 * s * c);
    const std::optional<FrictionBounds> below = friction_bounds(accelerations_of(oracle::painleve_rod(angle, .9 * critical, 1)));
    REQUIRE(below);
    CHECK(below->existence == doctest::Approx(critical).epsilon(1e-6));
    CHECK(below->uniqueness == doctest::Approx(critical).epsilon(1e-6));
    CHECK(below->exists);
    CHECK(below->unique);
    const MotionProblem above = accelerations_of(oracle::painleve_rod(angle, 1.1 * critical, 1));
    CHECK_FALSE(friction_bounds(above)->exists);
    CHECK_FALSE(friction_bounds(above)->unique);
    CHECK(solve_motion(above).lcp.status == LcpAnswer::Status::none);
  }
}

TEST_CASE("a rod at rest surely has one motion if the friction is below 4 / (1 + 3 sin^2)") {
  // A unit normal or tangential force at the rod's end accelerates this end by A_nn, A_nt and A_tt: A_nn = 1 + 3
  // cos^2(angle), A_tt = 1 + 3 sin^2(angle), and A_nt^2 = 9 sin^2(angle) cos^2(angle), so that A_nn A_tt - A_nt^2 = 4.
  // For each sign e, the matrix [A_nn - e mu A_nt, A_nt - e mu A_tt; A_nt, A_tt] is positive definite if 4 > mu^2
  // A_tt^2 / 4.
  for (const double angle : {.3, .8, 1.2}) {
    const double s = std::sin(angle);
    const std::optional<FrictionBounds> bounds = friction_bounds(accelerations_of(oracle::painleve_rod(angle, .5, 0)));
    REQUIRE(bounds);
    CHECK(std::isinf(bounds->existence));
    CHECK(bounds->uniqueness == doctest::Approx(4 / (1 + 3 * s * s)).epsilon(1e-6));
  }
}

TEST_CASE("two rolling contacts of one block have no friction bound, and two sliding contacts have one") {
  CHECK_FALSE(friction_bounds(accelerations_of(oracle::block_on_slope(.1, .5))));
  // A square block of side 1 slides. The matrix A~ of its two normal forces (pawl/friction/friction_bounds.h) is
  // positive definite only if the friction is small.
  const std::optional<FrictionBounds> sliding = friction_bounds(accelerations_of(oracle::block_on_slope(.1, .5, 1)));
  REQUIRE(sliding);
  // The block has the mass 1 and the inertia 1/6. Its contacts are 1/2 below the center of mass, at x_1 = -1/2 and x_2
  // = 1/2.
  //
  // Without friction, A~ has the entries 1 + 6 x_i x_j, so that A~ = [2.5, -.5; -.5, 2.5]. A tangential force of 1 has
  // the torque 1/2, and causes the normal accelerations 6 x_i / 2 = [-1.5, 1.5], up to the sign. Friction therefore
  // adds mu [-1.5, 1.5], up to the sign, to each column of A~.
  //
  // In the basis (1, -1) / sqrt 2 and (1, 1) / sqrt 2, the symmetric part of A~ has the diagonal entries 3 and 2, and
  // the other entries are 1.5 mu. It is positive definite if 6 > 2.25 mu^2. If only one contact has friction, the
  // symmetric part of A~ changes by [-1.5 mu, .75 mu; .75 mu, 0], up to the sign.
  CHECK(sliding->existence > .5);
  CHECK(sliding->existence <= std::sqrt(6.) / 1.5 * (1 + 1e-6));
  CHECK(sliding->exists);
}

TEST_CASE("random systems with friction below the bounds have a solution, and unique normal forces") {
  oracle::RandomSystems random(23);
  int unique = 0, exists = 0;
  for (int trial = 0; trial < oracle::count(200); ++trial) {
    CAPTURE(trial);
    oracle::Scene pile = oracle::random_pile(random, random.integer(1, 4));
    const double friction = random.real(0, 1.5);
    for (BodyContact& contact : pile.contacts) contact.friction = friction;
    const MotionProblem problem = accelerations_of(pile);
    const std::optional<FrictionBounds> bounds = friction_bounds(problem);
    if (!bounds) continue;
    CHECK(bounds->uniqueness <= bounds->existence);
    if (friction < bounds->uniqueness) CHECK(bounds->unique);
    if (friction < bounds->existence) CHECK(bounds->exists);
    if (bounds->unique) CHECK(bounds->exists);
    if (bounds->exists) {
      ++exists;
      CHECK(solve_motion(problem).lcp.status == LcpAnswer::Status::solved);
    }
    if (!bounds->unique) continue;
    ++unique;
    const LcpAnswer all = all_contact_solutions(contact_problem(problem));
    REQUIRE_FALSE(all.solutions.empty());
    const SystemForces first = forces_of(problem, all.solutions[0]);
    const double size = 1 + first.normal.cwiseAbs().maxCoeff();
    for (const Eigen::VectorXd& z : all.solutions)
      CHECK((forces_of(problem, z).normal - first.normal).cwiseAbs().maxCoeff() < 1e-6 * size);
  }
  CHECK(exists > 10);
  CHECK(unique > 5);
}
