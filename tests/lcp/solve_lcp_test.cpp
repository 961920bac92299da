// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <limits>

#include "lcp/lcp.h"
#include "support/count.h"
#include "support/enumerate_lcp.h"
#include "support/lcp_checks.h"
#include "support/random_lcp.h"

using namespace pawl;
using namespace pawl::oracle;
using Status = LcpAnswer::Status;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

LcpFile read(const std::string& name) { return oracle::read(PAWL_SOURCE_DIR, name); }

}  // namespace

// Solves the smaller problems again with the general solver, which does not use the structure of contact problems.
TEST_CASE("reference problems are solved as matrices") {
  for (const char* name : {"acc_002_1_ladder_m1.5", "acc_016_1_rest_m1.5", "acc_030_0_mix_m0.8", "pv_001_3_m0.4",
                           "pv_001_13_m2.5", "pv_001_14_m2.5", "st_004_0_m0.4", "st_012_1_m0.8", "st_028_2_m0.4"}) {
    CAPTURE(name);
    const auto problem = std::get<ContactProblem>(read(name).problem);
    const Lcp lcp = problem.lcp();
    CHECK(check_decided(lcp, solve_lcp(lcp)) == (solve_contact_problem(problem).status == Status::solved));
  }
}

// A problem w = M z + q with one variable has a known solution for every pair of signs of M and q. Tests it for many
// sizes of M and q.
TEST_CASE("a problem of one variable is solved for all signs") {
  for (const double scale : {1e-6, 1., 1e6, 1e15}) {
    const auto solutions = [&](double M, double q) {
      const Lcp lcp = one(M * scale, q);
      const LcpAnswer all = all_lcp_solutions(lcp);
      CHECK(all.complete);
      CHECK(check_decided(lcp, solve_lcp(lcp)) == !all.solutions.empty());
      for (const Eigen::VectorXd& z : all.solutions) CHECK(oracle::is_solution(lcp, z));
      return all.solutions.size();
    };
    CAPTURE(scale);
    CHECK(solutions(2, 3) == 1);
    CHECK(solutions(2, -3) == 1);
    CHECK(solutions(-2, 3) == 2);
    CHECK(solutions(-2, -3) == 0);
    CHECK(solutions(2, 0) == 1);
    CHECK(solutions(-2, 0) == 1);
    CHECK(solutions(0, 3) == 1);
    CHECK(solutions(0, -3) == 0);
    CHECK(solutions(0, 0) >= 1);  // here, every z >= 0 is a solution
  }
}

TEST_CASE("the listed solutions of random problems are those of the complementary bases") {
  oracle::RandomLcp random(1);
  int many = 0, none = 0;
  const int trials = oracle::count(300);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 6);
    const bool ties = trial % 2 == 0;
    const Lcp lcp{ties ? random.integers(n, n, 2) : random.reals(n, n),
                  ties ? random.integers(n, 1, 2) : random.reals(n, 1)};
    const auto expected = oracle::lcp_solutions(lcp.M, lcp.q);
    const LcpAnswer all = all_lcp_solutions(lcp);
    REQUIRE(all.complete);
    CHECK(check_decided(lcp, all) == check_decided(lcp, solve_lcp(lcp)));
    for (const Eigen::VectorXd& z : all.solutions) CHECK(oracle::is_solution(lcp, z));
    for (const Eigen::VectorXd& z : expected) CHECK(oracle::face_is_listed(lcp, z, all.solutions));
    if (!ties) CHECK(all.solutions.size() == expected.size());
    many += all.solutions.size() > 1;
    none += all.solutions.empty();
  }
  CHECK(many > trials / 20);
  CHECK(none > trials / 20);
}

// If the numbers of the problem are about 1e-10, solutions that differ by 1e-10 are different.
TEST_CASE("solutions with tiny differences are distinguished if all numbers of the problem are tiny") {
  Lcp lcp = one(-1e10, 1);
  CHECK(all_lcp_solutions(lcp).solutions.size() == 2);
  lcp = {Eigen::Matrix2d{{-1e12, 0}, {0, 1}}, Eigen::Vector2d(1, -1)};
  CHECK(all_lcp_solutions(lcp).solutions.size() == 2);
}

// Here w_1 = large * z_2 - 1 and w_2 = 1. Since w_2 > 0, z_2 must be 0. Then w_1 = -1, so that no solution exists. If
// `large` is large, a tiny z_2 makes w_1 >= 0. Even a tiny z_2 must therefore not count as 0.
TEST_CASE("a variable that is small only because of its unit does not count as 0") {
  for (const double large : {1., 1e6, 1e12, 1e20, 1e30, 1e60}) {
    CAPTURE(large);
    const Lcp lcp{Eigen::Matrix2d{{0, large}, {0, 0}}, Eigen::Vector2d(-1, 1)};
    const LcpAnswer answer = solve_lcp(lcp);
    CHECK(answer.status != Status::solved);
    CHECK(all_lcp_solutions(lcp).solutions.empty());
    if (large <= 1e12) CHECK(answer.status == Status::none);
  }
}

TEST_CASE("for random problems over many scales, answers are never wrong") {
  oracle::RandomLcp random(2);
  int decided = 0;
  const int trials = oracle::count(300);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 7);
    Lcp lcp{random.reals(n, n), random.reals(n, 1)};
    Eigen::VectorXd unit(n);
    for (double& u : unit) u = std::pow(10., random.integer(-6, 6));
    lcp.M = unit.asDiagonal() * lcp.M * unit.asDiagonal();
    lcp.q = unit.cwiseProduct(lcp.q);
    for (const LcpAnswer& answer : {solve_lcp(lcp), all_lcp_solutions(lcp)}) {
      decided += answer.status != Status::undecided;
      if (answer.status == Status::solved) CHECK(oracle::is_solution(lcp, answer.z));
      if (answer.status == Status::none) CHECK(oracle::refutes(lcp, answer.refutation));
      for (const Eigen::VectorXd& z : answer.solutions) CHECK(oracle::is_solution(lcp, z));
    }
  }
  MESSAGE(decided << " of " << 2 * trials << " decided");
  CHECK(decided > 2 * trials * .9);
}

TEST_CASE("limits end in the status undecided, not in a guess") {
  const auto problem = std::get<ContactProblem>(read("acc_050_2_mix_m0.8").problem);
  std::atomic<bool> interrupted{true};
  for (const LcpLimits& limits :
       {LcpLimits{StopToken(0)}, LcpLimits{StopToken(1e9, &interrupted)}, LcpLimits{.stop = {}, .pivots = 0},
        LcpLimits{.stop = {}, .pivots = 1}, LcpLimits{.stop = {}, .pivots = 20, .nodes = 0},
        LcpLimits{.stop = {}, .pivots = 20, .nodes = 1}}) {
    const LcpAnswer answer = solve_contact_problem(problem, limits);
    CHECK(answer.status == Status::undecided);
    CHECK(answer.refutation.empty());
    const LcpAnswer dense = solve_lcp(problem.lcp(), limits);
    CHECK(dense.status == Status::undecided);
    CHECK(dense.refutation.empty());
    const LcpAnswer all = all_lcp_solutions(problem.lcp(), limits);
    CHECK(all.status == Status::undecided);
    CHECK_FALSE(all.complete);
  }
}

// If Lemke's method finds a solution, the list must contain it, even if a limit ends the search for the others.
TEST_CASE("a list that was cut short contains a solution if Lemke's method finds one") {
  const auto problem = std::get<ContactProblem>(read("acc_016_1_rest_m1.5").problem);
  const LcpLimits limits{.stop = {}, .nodes = 3};
  for (const LcpAnswer& answer : {all_contact_solutions(problem, limits), all_lcp_solutions(problem.lcp(), limits)}) {
    check_solved(problem.lcp(), answer);
    CHECK_FALSE(answer.complete);
    CHECK(answer.solutions.size() == 1);
  }
}

TEST_CASE("problems without variables and with zero matrices are solved") {
  const Lcp empty{Eigen::MatrixXd(0, 0), Eigen::VectorXd(0)};
  for (const LcpAnswer& answer :
       {solve_lcp(empty), all_lcp_solutions(empty), solve_contact_problem({}), all_contact_solutions({})}) {
    CHECK(answer.status == Status::solved);
    CHECK(answer.z.size() == 0);
    CHECK(answer.complete);
  }
  CHECK(all_lcp_solutions(empty).solutions.size() == 1);
  Lcp zero{Eigen::MatrixXd::Zero(3, 3), Eigen::Vector3d(0, 1, 2)};
  CHECK(check_decided(zero, solve_lcp(zero)));
  zero.q[1] = -1e-3;
  CHECK_FALSE(check_decided(zero, solve_lcp(zero)));
  ContactProblem held = disc(1, .5);
  held.bodies[0] = {0, 0};  // a fixed body: no force moves it
  CHECK(solve_contact_problem(held).status == Status::none);
  held.contacts[0].normal_bias = 0;
  CHECK(solve_contact_problem(held).status == Status::solved);
}

TEST_CASE("invalid problems are refused") {
  Lcp lcp = one(1, kNan);
  CHECK(pointer_of([&] { solve_lcp(lcp); }) == "/q/0");
  CHECK(pointer_of([&] { all_lcp_solutions(lcp); }) == "/q/0");
  CHECK(pointer_of([&] { proves_no_solution(lcp, {}); }) == "/q/0");
  lcp = one(kInfinity, 1);
  CHECK(pointer_of([&] { solve_lcp(lcp); }) == "/M/0/0");
  lcp.q.resize(2);
  CHECK(pointer_of([&] { solve_lcp(lcp); }) == "/M");

  const auto refused = [](const auto& change) {
    ContactProblem problem = disc(1, .5);
    change(problem, problem.contacts[0]);
    const std::string pointer = pointer_of([&] { solve_contact_problem(problem); });
    CHECK(pointer_of([&] { all_contact_solutions(problem); }) == pointer);
    CHECK(pointer_of([&] { proves_no_solution(problem, {}); }) == pointer);
    CHECK(pointer_of([&] { problem.lcp(); }) == pointer);
    return pointer;
  };
  using P = ContactProblem;
  CHECK(refused([](P&, Contact& c) { c.b = 1; }) == "/contacts/0/b");
  CHECK(refused([](P&, Contact& c) { c.a = -2; }) == "/contacts/0/a");
  CHECK(refused([](P&, Contact& c) { c.friction = -.1; }) == "/contacts/0/friction");
  CHECK(refused([](P&, Contact& c) { c.friction = kNan; }) == "/contacts/0/friction");
  CHECK(refused([](P&, Contact& c) { c.sliding = 2; }) == "/contacts/0/sliding");
  CHECK(refused([](P&, Contact& c) { c.normal.x() = kInfinity; }) == "/contacts/0");
  CHECK(refused([](P&, Contact& c) { c.arm_b.y() = kNan; }) == "/contacts/0");
  CHECK(refused([](P&, Contact& c) { c.tangent_bias = kNan; }) == "/contacts/0");
  CHECK(refused([](P& p, Contact&) { p.step = 0; }) == "/step");
  CHECK(refused([](P& p, Contact&) { p.bodies[0].inverse_mass = -1; }) == "/bodies/0/inverse_mass");
  CHECK(refused([](P& p, Contact&) { p.bodies[0].inverse_inertia = kInfinity; }) == "/bodies/0/inverse_inertia");
  CHECK(refused([](P& p, Contact& c) {
          p.level = P::Level::velocity;
          c.sliding = 1;
        }) == "/contacts/0/sliding");
}

// Terms of about 1e8 cancel, as they do if some bodies are 1e10 times heavier than others. In doubles, the sum cannot
// be distinguished from 1e-8.
TEST_CASE("a value that is zero up to the rounding of its terms counts as zero") {
  RandomLcp random(7);
  int rounded = 0;
  for (int trial = 0; trial < oracle::count(100); ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = 2 * random.integer(1, 8);
    Lcp lcp{1e8 * random.reals(n, n), Eigen::VectorXd::Zero(n)};
    const Eigen::VectorXd z = random.reals(n, 1).cwiseAbs();
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; j += 2) lcp.M(i, j + 1) = random.real(-1, 1) - lcp.M(i, j) * (z[j] / z[j + 1]);
      long double sum = 0;
      for (Eigen::Index j = 0; j < n; ++j) sum += static_cast<long double>(lcp.M(i, j)) * z[j];
      lcp.q[i] = -static_cast<double>(sum);
    }
    REQUIRE(lcp_residual(lcp, z) <= 1e-10);
    rounded += (lcp.M * z + lcp.q).cwiseAbs().maxCoeff() > kLcpResidual * std::max(1., lcp.q.cwiseAbs().maxCoeff());
    CHECK(internal::zero_in_units(lcp, z));
  }
  CHECK(rounded > 0);
}
