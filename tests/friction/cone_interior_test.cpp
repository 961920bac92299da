// SPDX-License-Identifier: MIT
// The interior-point method for cone complementarity. It must find the same motion as the exact method, for any pattern
// of contacts. PAWL_TEST_COUNT sets the number of random problems.
#include "friction/cone_complementarity.h"

#include <doctest/doctest.h>
#include <pawl/friction/contact_law.h>

#include <cmath>
#include <numbers>
#include <random>

#include "friction/contact_dynamics.h"
#include "support/count.h"
#include "support/disc_piles.h"

using namespace pawl;
using namespace pawl::internal;

namespace {

using Method = ConeComplementarity::Method;

struct Kind {
  int bodies = 8, contacts = 14;
  double lightest = .5, heaviest = 2;  ///< kg
  double friction = 1.5;               ///< largest friction coefficient; a quarter of the contacts have no friction
  bool apart = true;                   ///< true: half of the contacts have gaps; false: all contacts touch
  bool repeated = false;
  bool immovable = false;  ///< whether the first body cannot move; the rows of its contacts with the ground are then
                           ///< zero
};

/// Returns bodies with random motions and contacts. The velocity 0 satisfies the inequalities of the law, so a solution
/// exists.
ContactProblem random_problem(std::mt19937& random, const Kind& kind) {
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  std::vector<Eigen::Vector3d> velocities;
  for (int i = 0; i < kind.bodies; ++i) {
    const double mass = std::exp(uniform(std::log(kind.lightest), std::log(kind.heaviest)));
    problem.bodies.push_back({1 / mass, uniform(2, 10) / mass});
    velocities.push_back({uniform(-2, 2), uniform(-2, 2), uniform(-2, 2)});
  }
  if (kind.immovable) {
    problem.bodies[0] = {0, 0};
    velocities[0].setZero();
  }
  for (int i = 0; i < kind.contacts; ++i) {
    ContactProblem::Contact& contact = problem.contacts.emplace_back();
    const auto body = [&] { return static_cast<int>(random() % static_cast<unsigned>(kind.bodies + 1)) - 1; };
    contact.a = body();
    do contact.b = body();
    while (contact.b == contact.a);
    const double angle = uniform(-std::numbers::pi, std::numbers::pi);
    contact.normal = {std::cos(angle), std::sin(angle)};
    contact.arm_a = {uniform(-1, 1), uniform(-1, 1)};
    contact.arm_b = {uniform(-1, 1), uniform(-1, 1)};
    contact.friction = random() % 4 == 0 ? 0 : uniform(0, kind.friction);
    const auto along = [&](const Eigen::Vector2d& d) {
      double sum = 0;
      for (const auto& [one, arm, sign] : {std::tuple(contact.a, contact.arm_a, -1), {contact.b, contact.arm_b, 1}}) {
        if (one < 0) continue;
        const Eigen::Vector3d& v = velocities[static_cast<std::size_t>(one)];
        sum += sign * (v.head<2>().dot(d) + v[2] * (arm.x() * d.y() - arm.y() * d.x()));
      }
      return sum;
    };
    contact.normal_bias = along(contact.normal) + (kind.apart && random() % 2 == 0 ? uniform(0, .1) : 0);
    contact.tangent_bias = along({-contact.normal.y(), contact.normal.x()});
    if (kind.repeated && i > 0 && random() % 2 == 0) problem.contacts.back() = problem.contacts[random() % i];
  }
  return problem;
}

struct Found {
  double error = 0;
  int steps = 0;
  ContactImpulses impulses;
};

Found solve_by_interior_point(const ContactProblem& problem, double enough) {
  BodyContacts contacts;
  contacts.assign(problem);
  ConeInterior interior;
  std::vector<BodyContacts::Force> forces;
  Found found;
  found.error = interior.solve(contacts, enough, forces);
  found.steps = interior.factorizations();
  REQUIRE(forces.size() == problem.contacts.size());
  found.impulses.normal.resize(contacts.size());
  found.impulses.tangent.resize(contacts.size());
  for (int i = 0; i < contacts.size(); ++i) {
    found.impulses.normal[i] = contacts.impulse_unit(i) * forces[static_cast<std::size_t>(i)].normal;
    found.impulses.tangent[i] = contacts.impulse_unit(i) * forces[static_cast<std::size_t>(i)].tangent;
  }
  return found;
}

/// Returns the largest difference between the velocities of two solutions, m/s.
double difference(const ContactProblem& problem, const ContactImpulses& one, const ContactImpulses& other) {
  const ContactVelocities a = velocities_of(problem, one), b = velocities_of(problem, other);
  return std::max((a.normal - b.normal).cwiseAbs().maxCoeff(), (a.tangent - b.tangent).cwiseAbs().maxCoeff());
}

/// Numbers of problems whose residual is too large: above 1e-9 (`fine`), and above 1e-5 (`rough`).
struct Short {
  int fine = 0, rough = 0;
};

Short compare_with_exact(const Kind& kind, int count) {
  std::mt19937 random(3);
  ContactLawSolver solver;
  Short unsolved;
  int inexact = 0;
  for (int k = 0; k < count; ++k) {
    CAPTURE(k);
    const ContactProblem problem = random_problem(random, kind);
    const ContactImpulses exact = solver.solve(ConeComplementarity{1e-9}, problem);
    const Found found = solve_by_interior_point(problem, 1e-10);
    CHECK(found.steps <= 60);
    unsolved.fine += found.error > 1e-9;
    unsolved.rough += found.error > 1e-5;
    inexact += !exact.solved;
    // Computes the residual of the law by another function. It is a fraction of the largest velocity.
    CHECK(verify(ConeComplementarity(), problem, found.impulses) <= found.error * (1 + 1e-6) + 1e-9);
    if (exact.solved && found.error <= 1e-9) CHECK(difference(problem, exact, found.impulses) < 1e-4);
  }
  CHECK(inexact <= count / 200);
  return unsolved;
}

}  // namespace

TEST_CASE("with the interior-point method bodies move as with the exact method") {
  const int count = oracle::count(100);
  for (const Kind& kind :
       {Kind{.bodies = 1, .contacts = 1}, Kind{}, Kind{.bodies = 20, .contacts = 30}, Kind{.friction = 0},
        Kind{.lightest = .5e-6, .heaviest = 2e-6}, Kind{.lightest = .5e6, .heaviest = 2e6}, Kind{.immovable = true}}) {
    const Short unsolved = compare_with_exact(kind, count);
    CHECK(unsolved.fine <= count / 50);
    CHECK(unsolved.rough == 0);
  }
}

// In these problems, many different forces have the same effect. The accuracy of doubles may therefore limit the
// result.
TEST_CASE("both methods agree if contacts are redundant or repeated, all are closed, and masses differ") {
  const int count = oracle::count(100);
  for (const Kind& kind : {Kind{.bodies = 2, .contacts = 12}, Kind{.apart = false}, Kind{.repeated = true},
                           Kind{.bodies = 20, .contacts = 60, .apart = false, .repeated = true},
                           Kind{.lightest = 1e-3, .heaviest = 1e3}}) {
    const Short unsolved = compare_with_exact(kind, count);
    CHECK(unsolved.fine <= count / 4);
    CHECK(unsolved.rough <= count / 100);
  }
}

TEST_CASE("the interior-point method needs no more iterations for large piles than for small ones") {
  for (const double friction : {0., .3}) {
    for (const int discs : {10, 40, 160}) {
      for (unsigned seed = 1; seed <= 3; ++seed) {
        CAPTURE(friction);
        CAPTURE(discs);
        CAPTURE(seed);
        const Found found =
            solve_by_interior_point(oracle::step_problem(oracle::fallen_pile(discs, seed), .01, friction), 1e-6);
        CHECK(found.error <= 1e-6);
        CHECK(found.steps <= 35);
      }
    }
    const Found packed = solve_by_interior_point(oracle::step_problem(oracle::hexagonal_pile(15, 15), .01, friction), 1e-8);
    CHECK(packed.error <= 1e-8);
    CHECK(packed.steps <= 20);
  }
}

// Forces that press the two walls apart can balance each other, no matter how large they are. Therefore no velocity
// satisfies the inequalities of the dual problem strictly.
TEST_CASE("discs between two walls do not move if they touch without gaps, however hard they are pressed") {
  for (const int discs : {1, 2, 30}) {
    for (const double push : {0., 1., -1.}) {
      ContactProblem problem;
      problem.level = ContactProblem::Level::velocity;
      problem.bodies.assign(static_cast<std::size_t>(discs), {1, 2});
      for (int i = 0; i <= discs; ++i) {
        ContactProblem::Contact& contact = problem.contacts.emplace_back();
        contact.a = i - 1;  // the ground, whose index is -1, forms both walls
        contact.b = i < discs ? i : -1;
        contact.normal = {1, 0};
        contact.arm_a = {1, 0};
        contact.arm_b = {-1, 0};
        contact.friction = .5;
        contact.normal_bias = i == 0 ? push : i == discs ? -push : 0;
        contact.tangent_bias = i == 0 ? -.1 : i == discs ? .1 : 0;  // in the frame of the walls, the discs fall
      }
      CAPTURE(discs);
      CAPTURE(push);
      const Found found = solve_by_interior_point(problem, 1e-9);
      CHECK(found.error <= 1e-9);
      const ContactVelocities after = velocities_of(problem, found.impulses);
      CHECK(after.normal.cwiseAbs().maxCoeff() < 1e-6);
      CHECK(after.tangent.cwiseAbs().maxCoeff() < 1e-6);
    }
  }
}

TEST_CASE(
    "the interior-point method solves trivial problems: no contact, an opening contact, a contact of an "
    "immovable body") {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  CHECK(solve_by_interior_point(problem, 1e-9).steps == 0);

  problem.bodies = {{1, 1}};
  ContactProblem::Contact& contact = problem.contacts.emplace_back();
  contact.b = 0;
  contact.friction = .5;
  contact.normal_bias = 1;
  Found found = solve_by_interior_point(problem, 1e-9);
  CHECK(found.error <= 1e-9);
  CHECK(found.impulses.normal[0] < 1e-9);

  contact.normal_bias = -1;  // the body approaches the ground vertically, at 1 m/s
  found = solve_by_interior_point(problem, 1e-9);
  CHECK(found.error <= 1e-9);
  CHECK(found.impulses.normal[0] == doctest::Approx(1));

  problem.bodies = {{0, 0}};  // the body cannot move; therefore no solution exists
  found = solve_by_interior_point(problem, 1e-9);
  CHECK(found.error >= .5);
  CHECK_FALSE(ContactLawSolver().solve(ConeComplementarity{1e-8, {}, Method::interior_point}, problem).solved);
}

TEST_CASE(
    "the solver of the law uses the interior-point method, reports a residual above the tolerance, and returns "
    "an initial guess that is within the tolerance") {
  std::mt19937 random(5);
  ContactLawSolver solver;
  int solved = 0;
  const int count = oracle::count(30);
  for (int k = 0; k < count; ++k) {
    CAPTURE(k);
    const ContactProblem problem = random_problem(random, {.bodies = 25, .contacts = 40});
    for (const double tolerance : {1e-5, 1e-8, 1e-12}) {
      for (const Method method : {Method::automatic, Method::interior_point}) {
        const ContactImpulses found = solver.solve(ConeComplementarity{tolerance, {}, method}, problem);
        const double residual = verify(ConeComplementarity(), problem, found);
        CHECK(found.residual == residual);
        CHECK(found.solved == (residual <= tolerance));
        CHECK((found.solved || tolerance == 1e-12));
        solved += found.solved;
        if (!(residual <= tolerance / 4)) continue;
        const ContactImpulses again =
            solver.solve(ConeComplementarity{tolerance, {}, method}, problem, {false, &found, 0});
        CHECK(again.pivots == 0);
        CHECK(again.normal == found.normal);
      }
    }
  }
  CHECK(solved >= 6 * count - count / 5);
}

TEST_CASE("the interior-point method removes a penetration at the highest allowed speed") {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.duration = 1e-3;
  problem.bodies = {{1, 1}};
  ContactProblem::Contact& contact = problem.contacts.emplace_back();
  contact.b = 0;
  contact.gap = -.1;
  contact.normal_bias = -.1 / 1e-3;
  for (const double most : {0., 2., 1000.}) {
    const ContactImpulses found =
        ContactLawSolver().solve(ConeComplementarity{1e-8, most, Method::interior_point}, problem);
    CHECK(found.solved);
    CHECK(found.normal[0] == doctest::Approx(std::min(most, 100.)).epsilon(1e-5));
  }
}
