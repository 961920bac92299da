// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/lcp/lemke.h>
#include <pawl/lcp/solve_lcp.h>

#include <cmath>
#include <limits>
#include <string>

#include "base/dense_algebra.h"
#include "support/count.h"
#include "support/enumerate_lcp.h"
#include "support/exact_judge.h"
#include "support/pointer_of.h"
#include "support/random_lcp.h"

using namespace pawl;
using Status = LcpSolution::Status;

namespace {

Lcp problem(std::initializer_list<std::initializer_list<double>> M, std::initializer_list<double> q) {
  Lcp lcp{Eigen::MatrixXd(M.size(), M.size()), Eigen::VectorXd(q.size())};
  Eigen::Index i = 0;
  for (const auto& row : M) {
    Eigen::Index j = 0;
    for (const double entry : row) lcp.M(i, j++) = entry;
    ++i;
  }
  i = 0;
  for (const double entry : q) lcp.q[i++] = entry;
  return lcp;
}

/// Checks that the status is `solved`, and that z is the expected vector and, in exact arithmetic, a solution.
void check_solved(const Lcp& lcp, const LcpSolution& found, const Eigen::VectorXd& expected) {
  REQUIRE(found.status == Status::solved);
  CHECK(oracle::exact_residual(lcp, found.z) <= kLcpResidual);
  CHECK(oracle::is_solution(lcp, found.z));
  CHECK((found.z - expected).cwiseAbs().maxCoeff() <= 1e-9 * (1 + expected.cwiseAbs().maxCoeff()));
}

/// Returns options for a single run: no restarts, and no run in higher precision.
LemkeOptions plain() {
  LemkeOptions options;
  options.restarts = 0;
  options.extended = false;
  return options;
}

}  // namespace

// 2 z1 + z2 = 5 and z1 + 2 z2 = 6 give z = (4, 7) / 3. If q >= 0, the solution is z = 0.
TEST_CASE("a problem of two variables agrees with a computation by hand") {
  const Lcp both = problem({{2, 1}, {1, 2}}, {-5, -6});
  check_solved(both, lemke(both), Eigen::Vector2d(4, 7) / 3);
  CHECK(lemke(both).basis == std::vector<char>{1, 1});
  const Lcp one = problem({{2, 1}, {1, 2}}, {-4, 3});
  check_solved(one, lemke(one), Eigen::Vector2d(2, 0));
  const Lcp trivial = problem({{-2, 1}, {1, -2}}, {4, 3});
  check_solved(trivial, lemke(trivial), Eigen::Vector2d(0, 0));
  CHECK(lemke(trivial).pivots == 0);
}

// The quadratic program is min (x - 3)^2 + (y - 2)^2 / 2 with x + y <= 2 and x, y >= 0. Let u be the multiplier of x +
// y <= 2. The optimality conditions are an LCP in (x, y, u) with w = (2 x - 6 + u, y - 2 + u, 2 - x - y). The solution
// x = 2, y = 0, u = 2 has w = 0.
TEST_CASE("the optimality conditions of a quadratic program are solved") {
  const Lcp lcp = problem({{2, 0, 1}, {0, 1, 1}, {-1, -1, 0}}, {-6, -2, 2});
  check_solved(lcp, lemke(lcp), Eigen::Vector3d(2, 0, 2));
}

// Murty's matrices are lower triangular with the entries 1 and 2. w_1 = z_1 - 1 requires z_1 = 1. All other w_i are
// then 2 - 1 > 0.
TEST_CASE("Murty's matrices are solved") {
  for (const int n : {1, 2, 5, 10, 12}) {
    Lcp lcp{Eigen::MatrixXd::Zero(n, n), Eigen::VectorXd::Constant(n, -1)};
    for (int i = 0; i < n; ++i) {
      lcp.M(i, i) = 1;
      lcp.M.row(i).head(i).setConstant(2);
    }
    check_solved(lcp, lemke(lcp), Eigen::VectorXd::Unit(n, 0));
  }
}

// Kostreva's matrix. Bard's method cycles on it. In the first steps, all ratios are equal.
TEST_CASE("a matrix on which other methods cycle is solved") {
  const Lcp lcp = problem({{1, 2, 0}, {0, 1, 2}, {2, 0, 1}}, {-1, -1, -1});
  check_solved(lcp, lemke(lcp, plain()), Eigen::Vector3d::Constant(1. / 3));
}

TEST_CASE("for P-matrices the unique solution is found with any covering vector") {
  oracle::RandomLcp random(1);
  LemkeSolver solver;
  for (int trial = 0; trial < oracle::count(300); ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 8);
    const Lcp lcp{random.p_matrix(n), random.reals(n, 1)};
    const auto expected = oracle::lcp_solutions(lcp.M, lcp.q);
    REQUIRE(!expected.empty());
    check_solved(lcp, solver.solve(lcp, plain()), expected[0]);
    LemkeOptions options = plain();
    options.covering = random.reals(n, 1).array() + 1.01;
    check_solved(lcp, solver.solve(lcp, options), expected[0]);
  }
}

// For a copositive-plus matrix, the path ends in a ray exactly if no z >= 0 satisfies M z + q >= 0 [Cottle, Pang,
// Stone, theorem 4.4.12]. With small integers, nearly all ratio tests have ties. A path that cycles would reach the
// limit on pivots.
TEST_CASE("degenerate positive semidefinite matrices give a solution, or a ray if no solution exists") {
  oracle::RandomLcp random(2);
  int rays = 0;
  const int trials = oracle::count(600);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 10);
    const Lcp lcp{random.semidefinite(n), random.integers(n, 1, 1)};
    LemkeOptions options = plain();
    options.covering = Eigen::VectorXd::Ones(n);
    const LcpSolution found = lemke(lcp, options);
    REQUIRE((found.status == Status::solved || found.status == Status::ray));
    rays += found.status == Status::ray;
    if (found.status == Status::solved) {
      CHECK(oracle::is_solution(lcp, found.z));
    } else {
      const LcpAnswer answer = solve_lcp(lcp);
      CHECK(answer.status == LcpAnswer::Status::none);
      CHECK(oracle::refutes(lcp, answer.refutation));
    }
  }
  CHECK(rays > trials / 50);
  CHECK(rays < trials);
}

TEST_CASE("a ray is not reported as a solution") {
  for (const Lcp& lcp : {problem({{-1}}, {-1}), problem({{0}}, {-1}), problem({{0, 0}, {0, 0}}, {1, -1}),
                         problem({{0, 1}, {-1, 0}}, {-1, -1}), problem({{-1, 0}, {0, -1}}, {-1, 2})}) {
    CHECK(lemke(lcp).status == Status::ray);
    CHECK(lemke(lcp).residual >= .5);
  }
}

// With z_2 >= 1e-12 and w_2 = 1, complementarity is violated unless 1e-12 counts as zero.
TEST_CASE("a variable that is small only because of its unit does not count as 0") {
  for (const double large : {1e6, 1e12, 1e20, 1e30}) {
    CAPTURE(large);
    const Lcp lcp = problem({{0, large}, {0, 0}}, {-1, 1});
    CHECK(lemke(lcp).status != Status::solved);
    const Lcp tall = problem({{1, large}, {-large, 1}}, {-1, 1});  // a P-matrix; for z = (1, 0), w_2 < 0
    const LcpSolution found = lemke(tall);
    if (found.status == Status::solved) CHECK(oracle::is_solution(tall, found.z));
  }
}

TEST_CASE("solutions with entries of very different scales are found") {
  oracle::RandomLcp random(3);
  for (int trial = 0; trial < oracle::count(200); ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 6);
    const Lcp near{random.p_matrix(n), random.reals(n, 1)};
    Eigen::VectorXd unit(n);
    for (double& u : unit) u = std::exp2(random.integer(-20, 20));
    const Lcp far{unit.asDiagonal() * near.M * unit.asDiagonal(), unit.cwiseProduct(near.q)};
    const LcpSolution found = lemke(far);
    REQUIRE(found.status == Status::solved);
    const Eigen::VectorXd expected = oracle::lcp_solutions(near.M, near.q).at(0);
    CHECK((found.z.cwiseProduct(unit) - expected).cwiseAbs().maxCoeff() <= 1e-8 * (1 + expected.maxCoeff()));
  }
}

TEST_CASE("warm starts give the same solution") {
  oracle::RandomLcp random(4);
  int cold = 0, warm = 0;
  for (int trial = 0; trial < oracle::count(200); ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(4, 12);
    Lcp lcp{random.p_matrix(n), random.reals(n, 1)};
    const LcpSolution before = lemke(lcp);
    REQUIRE(before.status == Status::solved);
    LemkeOptions options;
    options.start = before.basis;
    const LcpSolution again = lemke(lcp, options);
    check_solved(lcp, again, before.z);
    CHECK(again.pivots == 0);  // the initial basis is already that of the solution
    lcp.q += .01 * random.reals(n, 1);
    const LcpSolution fresh = lemke(lcp);
    const LcpSolution moved = lemke(lcp, options);
    check_solved(lcp, moved, fresh.z);
    cold += fresh.pivots;
    warm += moved.pivots;
    for (char& basic : options.start) basic = static_cast<char>(random.integer(0, 1));
    check_solved(lcp, lemke(lcp, options), fresh.z);  // any initial basis must lead to the same solution
  }
  CHECK(warm < cold / 2);
}

TEST_CASE("lemke returns the status limit if it reaches the largest number of pivots") {
  oracle::RandomLcp random(5);
  const Lcp lcp{random.p_matrix(12), Eigen::VectorXd::Constant(12, -1)};
  REQUIRE(lemke(lcp).pivots > 3);
  LemkeOptions options;
  options.pivots = 2;
  options.restarts = 3;
  const LcpSolution found = lemke(lcp, options);
  CHECK(found.status == Status::limit);
  CHECK(found.pivots == 2 * 5);  // pivots of one run, three restarts and one run in higher precision
  CHECK(found.residual > kLcpResidual);
  CHECK(lcp_residual(lcp, found.z) == found.residual);
}

TEST_CASE("a solver that is kept for many problems gives the same answers as a new one") {
  oracle::RandomLcp random(6);
  LemkeSolver kept;
  for (int trial = 0; trial < oracle::count(200); ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(0, 9);
    const Lcp lcp{trial % 2 == 0 ? random.reals(n, n) : random.integers(n, n, 2), random.reals(n, 1)};
    const LcpSolution one = lemke(lcp);
    const LcpSolution& other = kept.solve(lcp);
    CHECK(one.status == other.status);
    CHECK(one.z == other.z);
    CHECK(one.basis == other.basis);
    CHECK(one.pivots == other.pivots);
    if (one.status == Status::solved) CHECK(oracle::is_solution(lcp, one.z));
  }
}

TEST_CASE("problems without variables and with a zero matrix are solved") {
  const LcpSolution none = lemke(Lcp{Eigen::MatrixXd(0, 0), Eigen::VectorXd(0)});
  CHECK(none.status == Status::solved);
  CHECK(none.z.size() == 0);
  CHECK(none.residual == 0);
  const Lcp still = problem({{0, 0}, {0, 0}}, {0, 3});
  check_solved(still, lemke(still), Eigen::Vector2d(0, 0));
}

TEST_CASE("invalid problems are refused") {
  static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Lcp good = problem({{1, 0}, {0, 1}}, {-1, 1});
  const auto with = [&](const auto& change) {
    Lcp lcp = good;
    LemkeOptions options;
    change(lcp, options);
    return oracle::pointer_of([&] { lemke(lcp, options); });
  };
  CHECK(with([](Lcp&, LemkeOptions&) {}) == "no error");
  CHECK(with([](Lcp& lcp, LemkeOptions&) { lcp.M.resize(2, 3); }) == "/M");
  CHECK(with([](Lcp& lcp, LemkeOptions&) { lcp.q.resize(3); }) == "/M");
  CHECK(with([](Lcp& lcp, LemkeOptions&) { lcp.M(0, 1) = kNan; }) == "/M/0/1");
  CHECK(with([](Lcp& lcp, LemkeOptions&) { lcp.M(1, 0) = -kInfinity; }) == "/M/1/0");
  CHECK(with([](Lcp& lcp, LemkeOptions&) { lcp.q[1] = kNan; }) == "/q/1");
  CHECK(with([](Lcp&, LemkeOptions& o) { o.covering = Eigen::Vector2d(1, 0); }) == "/covering");
  CHECK(with([](Lcp&, LemkeOptions& o) { o.covering = Eigen::Vector2d(kNan, 1); }) == "/covering");
  CHECK(with([](Lcp&, LemkeOptions& o) { o.covering = Eigen::Vector3d(1, 1, 1); }) == "/covering");
  CHECK(with([](Lcp&, LemkeOptions& o) { o.start = {1}; }) == "/start");
}

TEST_CASE("a run whose time is over ends with the status limit") {
  constexpr Eigen::Index kSize = 300;
  Lcp lcp{Eigen::MatrixXd::Identity(kSize, kSize), Eigen::VectorXd::Constant(kSize, -1)};
  for (Eigen::Index i = 0; i + 1 < kSize; ++i) lcp.M(i + 1, i) = 2;
  LemkeOptions options;
  options.stop = StopToken(0);
  CHECK(lemke(lcp, options).status == LcpSolution::Status::limit);
  options.stop = StopToken(1000);
  CHECK(lemke(lcp, options).status == LcpSolution::Status::solved);
}
