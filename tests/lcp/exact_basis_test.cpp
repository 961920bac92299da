// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/lcp/exact_basis.h>
#include <pawl/lcp/lemke.h>

#include <cmath>
#include <limits>
#include <random>

using namespace pawl;

TEST_CASE("check_basis finds the same solution, infeasible basis and singular basis as a computation by hand") {
  const Lcp lcp{Eigen::Matrix2d{{2, 1}, {1, 2}}, Eigen::Vector2d(-5, -6)};
  std::vector<std::string> z;
  CHECK(check_basis(lcp, {1, 1}, &z) == ExactBasis::solution);
  CHECK(z == std::vector<std::string>{"4/3", "7/3"});
  CHECK(check_basis(lcp, {1, 0}, &z) == ExactBasis::infeasible);  // w_2 = 5/2 - 6 < 0
  CHECK(z == std::vector<std::string>{"5/2", "0"});
  CHECK(check_basis(lcp, {0, 0}) == ExactBasis::infeasible);
  const Lcp flat{Eigen::Matrix2d{{1, 1}, {1, 1}}, Eigen::Vector2d(-1, -1)};
  CHECK(check_basis(flat, {1, 1}, &z) == ExactBasis::singular);
  CHECK(z.empty());
  CHECK(check_basis(flat, {1, 0}) == ExactBasis::solution);
}

TEST_CASE("the verdict on a basis is exact: it changes with one unit in the last place") {
  const double below = std::nextafter(1., 0.);
  const Lcp lcp{Eigen::Matrix2d{{1, 0}, {1, 1}}, Eigen::Vector2d(-1, -1)};
  CHECK(check_basis(lcp, {1, 0}) == ExactBasis::solution);  // w_2 = 0
  CHECK(check_basis({lcp.M, Eigen::Vector2d(-below, -1)}, {1, 0}) == ExactBasis::infeasible);
  CHECK(lcp_residual({lcp.M, Eigen::Vector2d(-below, -1)}, Eigen::Vector2d(below, 0)) <
        1e-15);  // with this tolerance, a check in doubles would accept the solution
}

TEST_CASE("the bases of Lemke's method on positive definite problems are exact solutions") {
  std::mt19937 engine(9);
  std::uniform_real_distribution<double> entry(-1, 1);
  for (int k = 0; k < 50; ++k) {
    const Eigen::Index n = 1 + k % 12;
    const Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(n, n, [&] { return entry(engine); });
    const Lcp lcp{A.transpose() * A + Eigen::MatrixXd::Identity(n, n),
                  Eigen::VectorXd::NullaryExpr(n, [&] { return entry(engine); })};
    const LcpSolution found = lemke(lcp);
    REQUIRE(found.status == LcpSolution::Status::solved);
    CHECK(check_basis(lcp, found.basis) == ExactBasis::solution);
  }
}

TEST_CASE("a problem without variables has an empty basis, and an invalid basis is refused") {
  std::vector<std::string> z{"1"};
  CHECK(check_basis({Eigen::MatrixXd(0, 0), Eigen::VectorXd(0)}, {}, &z) == ExactBasis::solution);
  CHECK(z.empty());
  const Lcp one{Eigen::MatrixXd::Identity(1, 1), Eigen::VectorXd::Constant(1, -1)};
  CHECK_THROWS_WITH(check_basis(one, {}), doctest::Contains("/basis: 0 entries: must have 1"));
  const Lcp bad{one.M, Eigen::VectorXd::Constant(1, std::numeric_limits<double>::quiet_NaN())};
  CHECK_THROWS_AS(check_basis(bad, {1}), InputError);
}
