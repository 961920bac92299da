// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/lcp/principal_pivoting.h>
#include <pawl/lcp/solve_lcp.h>

#include <cmath>
#include <limits>

#include "support/count.h"
#include "support/enumerate_lcp.h"
#include "support/exact_judge.h"
#include "support/random_lcp.h"

using namespace pawl;
using Status = LcpSolution::Status;

namespace {

void check_solved(const Lcp& lcp, const LcpSolution& found, const Eigen::VectorXd& expected) {
  REQUIRE(found.status == Status::solved);
  CHECK(oracle::exact_residual(lcp, found.z) <= kLcpResidual);
  CHECK(oracle::is_solution(lcp, found.z));
  CHECK((found.z - expected).cwiseAbs().maxCoeff() <= 1e-8 * (1 + expected.cwiseAbs().maxCoeff()));
}

/// Checks what the method guarantees for a sufficient matrix: it returns a solution, or a proof that no z >= 0
/// satisfies w >= 0. Returns whether it returned a solution.
bool check_decided(const Lcp& lcp) {
  const LcpSolution found = principal_pivoting(lcp);
  REQUIRE((found.status == Status::solved || found.status == Status::ray));
  if (found.status == Status::solved) {
    CHECK(oracle::is_solution(lcp, found.z));
    return true;
  }
  const LcpAnswer answer = solve_lcp(lcp);
  CHECK(answer.status == LcpAnswer::Status::none);
  CHECK(answer.refutation.nodes.size() == 1);  // the inequalities z >= 0 and w >= 0 alone have no solution
  return false;
}

/// Returns one LCP for the linear program min c'x, A x >= b, x >= 0 and its dual.
Lcp linear_program(const Eigen::MatrixXd& A, const Eigen::VectorXd& b, const Eigen::VectorXd& c) {
  const Eigen::Index n = c.size(), m = b.size();
  Lcp lcp{Eigen::MatrixXd::Zero(n + m, n + m), Eigen::VectorXd(n + m)};
  lcp.M.topRightCorner(n, m) = -A.transpose();
  lcp.M.bottomLeftCorner(m, n) = A;
  lcp.q << c, -b;
  return lcp;
}

}  // namespace

TEST_CASE("for P-matrices the unique solution is found") {
  oracle::RandomLcp random(1);
  for (int trial = 0; trial < oracle::count(300); ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 8);
    const Lcp lcp{random.p_matrix(n), random.reals(n, 1)};
    check_solved(lcp, principal_pivoting(lcp), oracle::lcp_solutions(lcp.M, lcp.q).at(0));
  }
}

TEST_CASE("for larger P-matrices the solution equals that of Lemke's method") {
  oracle::RandomLcp random(2);
  for (const int n : {20, 40, 60}) {
    const Lcp lcp{random.p_matrix(n), random.reals(n, 1)};
    const LcpSolution by_lemke = lemke(lcp);
    REQUIRE(by_lemke.status == Status::solved);
    check_solved(lcp, principal_pivoting(lcp), by_lemke.z);
  }
}

// The matrices are upper triangular with the entries 1 and 2 [Murty 1978]. In the solution, z_n = 1, and all other z_i
// are 0. The method visits every basis before it finds the solution.
TEST_CASE("Murty's exponential example is solved") {
  for (int n = 1; n <= 12; ++n) {
    CAPTURE(n);
    Lcp lcp{Eigen::MatrixXd::Identity(n, n), Eigen::VectorXd::Constant(n, -1)};
    for (int i = 0; i < n; ++i) lcp.M.row(i).tail(n - 1 - i).setConstant(2);
    const int pivots = (1 << n) - 1;
    const LcpSolution found = principal_pivoting(lcp, pivots);
    check_solved(lcp, found, Eigen::VectorXd::Unit(n, n - 1));
    CHECK(found.pivots == pivots);
    if (n > 1) CHECK(principal_pivoting(lcp, pivots - 1).status == Status::limit);
  }
}

// Kostreva's matrix. Bard's method, which selects the most negative row, cycles on it.
TEST_CASE("a matrix on which Bard's method cycles is solved") {
  const Lcp lcp{Eigen::Matrix3d{{1, 2, 0}, {0, 1, 2}, {2, 0, 1}}, Eigen::Vector3d(-1, -1, -1)};
  check_solved(lcp, principal_pivoting(lcp), Eigen::Vector3d::Constant(1. / 3));
}

// The matrix is skew-symmetric. The problem requires z_2 >= 1 and z_1 <= 1. Since the diagonal is zero, the method can
// only exchange two variables at once. Here it does so one time.
TEST_CASE("a problem with a zero diagonal agrees with a computation by hand") {
  const Lcp lcp{Eigen::Matrix2d{{0, 1}, {-1, 0}}, Eigen::Vector2d(-1, 1)};
  const LcpSolution found = principal_pivoting(lcp);
  check_solved(lcp, found, Eigen::Vector2d(1, 1));
  CHECK(found.pivots == 2);
}

// For a skew-symmetric matrix, every step exchanges two pairs of variables. A solution exists unless the linear program
// or its dual is infeasible.
TEST_CASE("linear programs are solved as complementarity problems") {
  oracle::RandomLcp random(3);
  int solved = 0;
  const int trials = oracle::count(300);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 6), m = random.integer(1, 6);
    const bool ties = trial % 2 == 0;
    const auto numbers = [&](Eigen::Index rows, Eigen::Index columns) {
      return Eigen::MatrixXd(ties ? random.integers(rows, columns, 2) : random.reals(rows, columns));
    };
    const Eigen::MatrixXd A = numbers(m, n);
    solved += check_decided(linear_program(A, numbers(m, 1), numbers(n, 1)));
  }
  CHECK(solved > trials / 10);
  CHECK(solved < trials);
}

TEST_CASE("degenerate positive semidefinite matrices are decided") {
  oracle::RandomLcp random(4);
  int solved = 0;
  const int trials = oracle::count(300);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 9);
    solved += check_decided({random.semidefinite(n), random.integers(n, 1, 1)});
  }
  CHECK(solved > trials / 10);
  CHECK(solved < trials);
}

// Both matrices are P0-matrices, but not sufficient. The first problem is feasible and has no solution. The second one
// has solutions, but the method cannot reach them.
TEST_CASE("problems with unsuitable matrices are left undecided") {
  Lcp lcp{Eigen::Matrix2d{{0, 1}, {0, 0}}, Eigen::Vector2d(-1, 1)};
  CHECK(principal_pivoting(lcp).status == Status::unsuited);
  lcp = {Eigen::Matrix2d{{0, 1}, {0, 0}}, Eigen::Vector2d(-1, 0)};  // here z = (0, 1) is a solution
  CHECK(principal_pivoting(lcp).status == Status::unsuited);
  lcp = {Eigen::MatrixXd::Constant(1, 1, -1), Eigen::VectorXd::Constant(1, -1)};
  CHECK(principal_pivoting(lcp).status == Status::unsuited);
}

TEST_CASE("for any matrix, an answer called solved is a solution") {
  oracle::RandomLcp random(5);
  int solved = 0, rays = 0;
  const int trials = oracle::count(500);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 6);
    const Lcp lcp{random.integers(n, n, 2), random.integers(n, 1, 2)};
    const LcpSolution found = principal_pivoting(lcp);
    CHECK(found.residual == lcp_residual(lcp, found.z));
    if (found.status == Status::solved) CHECK(oracle::is_solution(lcp, found.z));
    if (found.status == Status::ray) CHECK(solve_lcp(lcp).status == LcpAnswer::Status::none);
    solved += found.status == Status::solved;
    rays += found.status == Status::ray;
  }
  CHECK(solved > trials / 10);
  CHECK(rays > trials / 50);
}

TEST_CASE("scaling the variables scales the solution") {
  oracle::RandomLcp random(6);
  for (int trial = 0; trial < oracle::count(100); ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 6);
    const Lcp near{random.p_matrix(n), random.reals(n, 1)};
    Eigen::VectorXd unit(n);
    for (double& u : unit) u = std::exp2(random.integer(-20, 20));
    const Lcp far{unit.asDiagonal() * near.M * unit.asDiagonal(), unit.cwiseProduct(near.q)};
    const LcpSolution found = principal_pivoting(far);
    REQUIRE(found.status == Status::solved);
    const Eigen::VectorXd expected = oracle::lcp_solutions(near.M, near.q).at(0);
    CHECK((found.z.cwiseProduct(unit) - expected).cwiseAbs().maxCoeff() <= 1e-8 * (1 + expected.maxCoeff()));
  }
  const Lcp stiff{Eigen::MatrixXd::Constant(1, 1, 1e30), Eigen::VectorXd::Constant(1, -1)};
  CHECK(principal_pivoting(stiff).z[0] == doctest::Approx(1e-30));
}

TEST_CASE("problems without variables and with a zero matrix are solved, and invalid ones are refused") {
  CHECK(principal_pivoting({Eigen::MatrixXd(0, 0), Eigen::VectorXd(0)}).status == Status::solved);
  Lcp lcp{Eigen::Matrix2d::Zero(), Eigen::Vector2d(0, 1)};
  CHECK(principal_pivoting(lcp).status == Status::solved);
  lcp.q[0] = -1;
  CHECK(principal_pivoting(lcp).status == Status::ray);
  lcp.q[0] = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(principal_pivoting(lcp), InputError);
  lcp.q.resize(3);
  CHECK_THROWS_AS(principal_pivoting(lcp), InputError);
}
