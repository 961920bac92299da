// SPDX-License-Identifier: MIT
// Tests the solver that reuses its memory between calls. Checks answers by residuals of the equivalent LCP, and
// compares them with the methods for general LCPs.
#include <doctest/doctest.h>
#include <pawl/friction/contact_law.h>
#include <pawl/friction/contact_problem.h>

#include <atomic>

#include "friction/contact_path.h"
#include "friction/contact_problem_lcp.h"
#include "support/count.h"
#include "support/disc_piles.h"
#include "support/random_contact_problems.h"

using namespace pawl;
using Status = LcpAnswer::Status;
using Start = ContactProblemSolver::Start;

namespace {

const LcpLimits kLimits{.stop = {}, .nodes = 5000};

}  // namespace

TEST_CASE("a contact problem has the same outcome as its LCP, both with a cold start and from the previous states") {
  oracle::RandomContactProblems random(1);
  ContactProblemSolver solver;
  int solved = 0, none = 0;
  for (int k = 0; k < oracle::count(1000); ++k) {
    CAPTURE(k);
    const ContactProblem problem = random(5);
    const Lcp lcp = problem.lcp();
    const LcpAnswer general = solve_lcp(lcp, kLimits);
    for (const Start start : {Start::cold, Start::last}) {
      const LcpAnswer& answer = solver.solve(problem, kLimits, start);
      CHECK(answer.status != Status::undecided);
      if (general.status != Status::undecided) CHECK(answer.status == general.status);
      if (answer.status == Status::solved) CHECK(lcp_residual(lcp, answer.z) <= kLcpResidual);
      if (answer.status == Status::none) CHECK(proves_no_solution(problem, answer.refutation));
      solved += answer.status == Status::solved;
      none += answer.status == Status::none;
    }
    const ContactProblem next = random.nearby(problem);
    const LcpAnswer& answer = solver.solve(next, kLimits, Start::last);
    CHECK(answer.status != Status::undecided);
    if (answer.status == Status::solved) CHECK(lcp_residual(next.lcp(), answer.z) <= kLcpResidual);
  }
  CHECK(solved > 100);
  CHECK(none > 20);
}

TEST_CASE("the methods that follow a path (such as Lemke's) solve nearly all problems that have a solution") {
  oracle::RandomContactProblems random(2);
  internal::ContactPathSolver solver;
  int solvable = 0, by_path = 0;
  for (int k = 0; k < oracle::count(500); ++k) {
    const ContactProblem problem = random(8);
    const LcpLimits limits;
    LcpAnswer answer;
    internal::Portfolio portfolio(limits, answer);
    solver.assign(problem);
    const bool done = solver.solve(problem, portfolio);
    if (done) CHECK(lcp_residual(problem.lcp(), answer.z) <= kLcpResidual);
    solvable += done || solve_contact_problem(problem, kLimits).status == Status::solved;
    by_path += done;
  }
  CHECK(by_path > .9 * solvable);
}

TEST_CASE("for any z, the residual computed from bodies equals that of the matrix to within the stated bound") {
  oracle::RandomContactProblems random(3);
  internal::ContactResidual residual;
  for (int k = 0; k < oracle::count(2000); ++k) {
    CAPTURE(k);
    const ContactProblem problem = random(8);
    const Lcp lcp = problem.lcp();
    const Eigen::VectorXd z = 100 * Eigen::VectorXd::Random(lcp.size());
    const internal::ContactDynamics<double> dynamics(problem);
    const internal::ContactResidual::Value found = residual(problem, dynamics, z);
    CHECK(std::fabs(found.residual - lcp_residual(lcp, z)) <= found.error);
    CHECK(found.error < 1e-9 * (1 + found.residual));
  }
}

TEST_CASE("a problem without contacts is solved, and a vector of the wrong size is refused") {
  ContactProblem empty;
  empty.bodies.push_back({1, 1});
  const LcpAnswer answer = solve_contact_problem(empty);
  CHECK(answer.status == Status::solved);
  CHECK(answer.z.size() == 0);
  internal::ContactResidual residual;
  CHECK(residual(empty, internal::ContactDynamics<double>(empty), Eigen::VectorXd::Ones(1)).residual ==
        std::numeric_limits<double>::infinity());
}

TEST_CASE("bodies without inverse mass do not move under any impulse") {
  ContactProblem problem;
  problem.bodies.push_back({0, 0});
  problem.contacts.push_back({-1, 0, {0, 1}, {0, 0}, {0, 0}, .5, 0, -1, 0});
  for (int contacts = 1; contacts <= 3; ++contacts) {
    const LcpAnswer answer = solve_contact_problem(problem);
    CHECK(answer.status == Status::none);
    CHECK(proves_no_solution(problem, answer.refutation));
    problem.contacts.push_back(problem.contacts.back());
  }
}

TEST_CASE("a force that is small only because of its unit is not treated as zero") {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.bodies = {{6144, 0}, {192, 0x1p-7}, {0x1p-12, 8}};
  ContactProblem::Contact light, heavy;
  light.b = 2;
  light.normal = {0x1p-12, -0x1p-12};
  light.arm_a = {0, 1};
  light.tangent_bias = .125;
  heavy.a = 0;
  heavy.b = 1;
  heavy.normal = {-8192, -8192};
  heavy.arm_a = {0, 1};
  heavy.arm_b = {2, -2};
  heavy.normal_bias = -0x1p-9;
  for (auto* contact : {&light, &heavy}) contact->friction = 2;
  problem.contacts = {light, heavy};
  const LcpAnswer answer = solve_contact_problem(problem);
  const LcpAnswer all = all_contact_solutions(problem);
  REQUIRE(answer.status == LcpAnswer::Status::solved);
  REQUIRE(all.solutions.size() == 1);
  CHECK(all.complete);
  CHECK((answer.z - all.solutions[0]).cwiseAbs().maxCoeff() < 1e-9);  // the pair of heavy bodies sticks
}

// A friction impulse with an error of 1e-10 N s looks accurate beside the other numbers of the problem. But it changes
// the velocity of a microgram by a tenth of a metre per second.
TEST_CASE("solutions for light bodies obey Coulomb's law") {
  int solved = 0;
  internal::ContactLayout layout;
  for (const double mass : {1e-12, 1e-9, 1e-6, 1.}) {
    for (const auto& [discs, seed] : {std::pair(20, 1U), {20, 2U}, {20, 4U}, {90, 3U}, {90, 15U}, {90, 24U}}) {
      CAPTURE(mass);
      CAPTURE(seed);
      ContactProblem problem = oracle::step_problem(oracle::fallen_pile(discs, seed), .01, 1);
      for (ContactProblem::Body& body : problem.bodies) {
        body.inverse_mass /= mass;
        body.inverse_inertia /= mass;
      }
      LcpLimits limits;
      limits.nodes = 0;
      limits.pivots = 5000;
      const LcpAnswer answer = solve_contact_problem(problem, limits);
      if (answer.status != Status::solved) continue;
      ++solved;
      const int contacts = static_cast<int>(problem.contacts.size());
      ContactImpulses impulses;
      impulses.normal.resize(contacts);
      impulses.tangent.resize(contacts);
      layout.assign(problem, internal::ContactLayout::form_of(problem));
      for (int i = 0; i < contacts; ++i) {
        impulses.normal[i] = answer.z[layout.normal(i)];
        impulses.tangent[i] = answer.z[layout.plus(i)] - answer.z[layout.minus(i)];
      }
      CHECK(verify(Coulomb{}, problem, impulses) < 1e-8);
    }
  }
  CHECK(solved >= 12);
}

TEST_CASE(
    "a small limit on pivots allows all starts of Lemke's method for a few contacts, because their paths are short") {
  for (const unsigned seed : {8U, 59U}) {
    CAPTURE(seed);
    ContactProblem problem = oracle::RandomContactProblems(seed)(3);
    for (ContactProblem::Body& body : problem.bodies) {
      body.inverse_mass /= 1e6;
      body.inverse_inertia /= 1e6;
    }
    LcpLimits limits;
    limits.nodes = 0;
    limits.pivots = 320;
    CHECK(solve_contact_problem(problem, limits).status == Status::solved);
  }
}

// Rounding must not end a path of Lemke's method early, and must not lead away from the path. The solver must need few
// paths, and no other method.
TEST_CASE(
    "every step of piles of discs is solved by paths of Lemke's method, with a cold start and from the previous "
    "states") {
  constexpr double kStep = .01, kFriction = .5;
  constexpr int kMostPivots = 5000;
  for (int k = 1; k <= oracle::count(12); ++k) {
    CAPTURE(k);
    oracle::DiscPile pile = oracle::fallen_pile(50, static_cast<unsigned>(k));
    ContactProblemSolver solver;
    for (int step = 0; step < 4; ++step) {
      CAPTURE(step);
      const ContactProblem problem = oracle::step_problem(pile, kStep, kFriction);
      const LcpAnswer cold = solve_contact_problem(problem);
      const LcpAnswer& warm = solver.solve(problem, {}, Start::last);
      for (const LcpAnswer* answer : {&cold, &warm}) {
        REQUIRE(answer->status == Status::solved);
        CHECK(answer->method == LcpMethod::lemke);
        CHECK(answer->pivots < kMostPivots);
        CHECK(lcp_residual(problem.lcp(), answer->z) <= kLcpResidual);
      }
      pile = oracle::after_step(pile, kStep, problem, warm.z);
    }
  }
}

// In a pile of equal discs on a lattice, the number of contacts exceeds the rank of the problem. In nearly all pivots,
// the ratio test has ties. With large friction, paths may never end.
TEST_CASE("regular piles at rest are solved with a cold start, and faster from the states of the previous step") {
  constexpr double kStep = .01;
  constexpr int kSizes[][2] = {{5, 8}, {6, 10}, {7, 12}, {8, 14}, {11, 19}};
  for (const auto& [columns, rows] : kSizes) {
    for (const double friction : {.1, .5}) {
      CAPTURE(columns);
      CAPTURE(friction);
      oracle::DiscPile pile = oracle::hexagonal_pile(columns, rows);
      ContactProblemSolver solver;
      for (int step = 0; step < 3; ++step) {
        const ContactProblem problem = oracle::step_problem(pile, kStep, friction);
        const LcpAnswer& answer = solver.solve(problem, {}, Start::last);
        REQUIRE(answer.status == Status::solved);
        CHECK(answer.method == LcpMethod::lemke);
        CHECK(lcp_residual(problem, answer.z) <= kLcpResidual);
        CHECK(answer.pivots < (step == 0 ? 50 : 10) * static_cast<int>(problem.contacts.size()));
        pile = oracle::after_step(pile, kStep, problem, answer.z);
      }
    }
  }
}

TEST_CASE("a flag that is set ends every solver with the status undecided") {
  const std::atomic<bool> interrupted{true};
  const LcpLimits limits{.stop = StopToken(1e9, &interrupted)};
  const ContactProblem problem = oracle::step_problem(oracle::hexagonal_pile(11, 19), .01, .5);
  const LcpAnswer answer = solve_contact_problem(problem, limits);
  CHECK(answer.status == Status::undecided);
  CHECK(answer.pivots < 1000);
}
