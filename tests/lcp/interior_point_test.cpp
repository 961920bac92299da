// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/lcp/interior_point.h>
#include <pawl/lcp/lemke.h>

#include <cmath>
#include <limits>

#include "support/count.h"
#include "support/enumerate_lcp.h"
#include "support/exact_judge.h"
#include "support/matrix_class.h"
#include "support/pointer_of.h"
#include "support/random_lcp.h"

using namespace pawl;
using namespace pawl::oracle;
using Status = InteriorPointResult::Status;

namespace {

Lcp one(double M, double q) { return {Eigen::MatrixXd::Constant(1, 1, M), Eigen::VectorXd::Constant(1, q)}; }

/// Checks in exact arithmetic that z is a solution. Also checks that the result contains the gap of every iterate.
void check_solved(const Lcp& lcp, const InteriorPointResult& found) {
  REQUIRE(found.status == Status::solved);
  CHECK(oracle::exact_residual(lcp, found.z) <= kLcpResidual);
  CHECK(oracle::is_solution(lcp, found.z));
  CHECK(found.residual == lcp_residual(lcp, found.z));
  CHECK(static_cast<int>(found.gaps.size()) == found.iterations + 1);
}

}  // namespace

// The problem is w = z - 1, and the method starts at z = 2. Its step dz satisfies (z + w) dz = beta z w - z w with beta
// = .1, which is 3 dz = -1.8. The method makes the fraction eta = .99 of the step, so z = 2 - .99 x .6 = 1.406 and w =
// .406. Both are positive [TPSL97, (38)].
TEST_CASE("one iteration agrees with a computation by hand") {
  InteriorPointOptions options;
  options.start = Eigen::VectorXd::Constant(1, 2);
  const InteriorPointResult found = interior_point(one(1, -1), options);
  check_solved(one(1, -1), found);
  CHECK(found.z[0] == doctest::Approx(1).epsilon(1e-12));
  REQUIRE(found.gaps.size() > 1);
  CHECK(found.gaps[0] == 2);
  CHECK(found.gaps[1] == doctest::Approx(1.406 * .406).epsilon(1e-12));
  for (std::size_t k = 1; k < found.gaps.size(); ++k) CHECK(found.gaps[k] < found.gaps[k - 1]);
}

// For M = 4 and q = 1, the method starts at z = 1/2 with w = 3. Its step satisfies (4 z + w) dz = beta z w - z w with
// beta = .1, which is 5 dz = -1.35. Therefore dz = -.27 and dw = 4 dz = -1.08. The method makes the fraction .99 of
// this step.
TEST_CASE("a solution at zero is found") {
  InteriorPointOptions options;
  options.start = Eigen::VectorXd::Constant(1, .5);
  const InteriorPointResult found = interior_point(one(4, 1), options);
  check_solved(one(4, 1), found);
  CHECK(found.z[0] == 0);
  CHECK(found.gaps[1] == doctest::Approx((.5 - .99 * .27) * (3 - .99 * 1.08)).epsilon(1e-12));
}

TEST_CASE("for P-matrices the unique solution is found from any start") {
  oracle::RandomLcp random(1);
  for (int trial = 0; trial < oracle::count(150); ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 8);
    const Lcp lcp{random.p_matrix(n), random.reals(n, 1)};
    const Eigen::VectorXd expected = oracle::lcp_solutions(lcp.M, lcp.q).at(0);
    const InteriorPointResult found = interior_point(lcp);
    check_solved(lcp, found);
    CHECK((found.z - expected).cwiseAbs().maxCoeff() <= 1e-8 * (1 + expected.maxCoeff()));
    InteriorPointOptions options;
    options.start = random.reals(n, 1).cwiseAbs().array() + .1;
    if ((lcp.M * options.start + lcp.q).minCoeff() <= 0) continue;
    const InteriorPointResult other = interior_point(lcp, options);
    check_solved(lcp, other);
    CHECK((other.z - expected).cwiseAbs().maxCoeff() <= 1e-8 * (1 + expected.maxCoeff()));
  }
}

TEST_CASE("larger problems take few iterations") {
  oracle::RandomLcp random(2);
  for (const int n : {30, 60, 100}) {
    CAPTURE(n);
    const Lcp lcp{random.p_matrix(n), random.reals(n, 1)};
    const InteriorPointResult found = interior_point(lcp);
    check_solved(lcp, found);
    CHECK((found.z - lemke(lcp).z).cwiseAbs().maxCoeff() <= 1e-8 * (1 + found.z.maxCoeff()));
    CHECK(found.iterations < 60);
  }
}

// These problems are positive semidefinite, and strictly feasible because q = w - M z for some w, z > 0. They may have
// many solutions.
TEST_CASE("positive semidefinite matrices are solved") {
  oracle::RandomLcp random(3);
  int solved = 0;
  const int trials = oracle::count(150);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 10);
    Lcp lcp{random.semidefinite(n), Eigen::VectorXd()};
    InteriorPointOptions options;
    options.start = random.reals(n, 1).cwiseAbs().array() + .1;
    lcp.q = (random.reals(n, 1).cwiseAbs().array() + .1).matrix() - lcp.M * options.start;
    for (const InteriorPointResult& found : {interior_point(lcp), interior_point(lcp, options)}) {
      CHECK(found.status != Status::no_interior);
      if (found.status == Status::solved) check_solved(lcp, found);
      solved += found.status == Status::solved;
    }
  }
  MESSAGE(solved << " of " << 2 * trials << " solved");
  CHECK(solved > 2 * trials * .95);
}

// The matrix is a P0-matrix, and the problem is strictly feasible: z = (1, 2) gives w = (1, 1). But it has no solution:
// w_2 = 1 requires z_2 = 0, and then w_1 = z_2 - 1 < 0.
TEST_CASE("for a P0-matrix the method may fail") {
  const Lcp lcp{Eigen::Matrix2d{{0, 1}, {0, 0}}, Eigen::Vector2d(-1, 1)};
  REQUIRE(is_p0_matrix(lcp.M));
  const InteriorPointResult found = interior_point(lcp);
  CHECK((found.status == Status::stalled || found.status == Status::limit || found.status == Status::inaccurate));
  CHECK(found.residual > kLcpResidual);
}

TEST_CASE("a problem without an interior point is reported") {
  CHECK(interior_point(one(0, -1)).status == Status::no_interior);
  CHECK(interior_point(one(-1, -1)).status == Status::no_interior);
  // w_1 = z_1 - z_2 and w_2 = z_2 - z_1. Both are nonnegative only if z_1 = z_2.
  const Lcp flat{Eigen::Matrix2d{{1, -1}, {-1, 1}}, Eigen::Vector2d(0, 0)};
  CHECK(interior_point(flat).status == Status::no_interior);
  InteriorPointOptions options;
  options.start = Eigen::VectorXd::Constant(1, .5);  // this start has w = -.5
  CHECK(interior_point(one(1, -1), options).status == Status::no_interior);
  options.start[0] = 0;
  CHECK(interior_point(one(1, 1), options).status == Status::no_interior);
  options.start[0] = std::numeric_limits<double>::quiet_NaN();
  CHECK(interior_point(one(1, 1), options).status == Status::no_interior);
}

TEST_CASE("for any matrix, an answer called solved is a solution") {
  oracle::RandomLcp random(4);
  int solved = 0;
  const int trials = oracle::count(300);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 6);
    const Lcp lcp{random.integers(n, n, 2), random.integers(n, 1, 2)};
    const InteriorPointResult found = interior_point(lcp);
    if (found.status == Status::solved) CHECK(oracle::is_solution(lcp, found.z));
    solved += found.status == Status::solved;
  }
  CHECK(solved > trials / 20);
}

TEST_CASE("scaling the variables scales the solution") {
  oracle::RandomLcp random(5);
  for (int trial = 0; trial < oracle::count(60); ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 6);
    const Lcp near{random.p_matrix(n), random.reals(n, 1)};
    Eigen::VectorXd unit(n);
    for (double& u : unit) u = std::exp2(random.integer(-15, 15));
    const Lcp far{unit.asDiagonal() * near.M * unit.asDiagonal(), unit.cwiseProduct(near.q)};
    const InteriorPointResult found = interior_point(far);
    REQUIRE(found.status == Status::solved);
    const Eigen::VectorXd expected = oracle::lcp_solutions(near.M, near.q).at(0);
    CHECK((found.z.cwiseProduct(unit) - expected).cwiseAbs().maxCoeff() <= 1e-8 * (1 + expected.maxCoeff()));
  }
}

TEST_CASE("limits end the method, a problem without variables is solved, and invalid input is refused") {
  InteriorPointOptions options;
  options.iterations = 1;
  options.start = Eigen::VectorXd::Constant(2, 100);
  const Lcp lcp{Eigen::Matrix2d{{2, 1}, {1, 2}}, Eigen::Vector2d(-5, 6)};
  const InteriorPointResult early = interior_point(lcp, options);
  CHECK(early.iterations == 1);
  // the first basis that the method tries may already give the solution
  if (early.status == Status::solved) CHECK(oracle::is_solution(lcp, early.z));
  CHECK(interior_point({Eigen::MatrixXd(0, 0), Eigen::VectorXd(0)}).status == Status::solved);

  const auto with = [&](const auto& change) {
    InteriorPointOptions changed;
    change(changed);
    return oracle::pointer_of([&] { interior_point(lcp, changed); });
  };
  static constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  CHECK(with([](auto&) {}) == "no error");
  CHECK(with([](auto& o) { o.start = Eigen::Vector3d(1, 1, 1); }) == "/start");
  CHECK(with([](auto& o) { o.gap = 0; }) == "/gap");
  CHECK(with([](auto& o) { o.gap = kNan; }) == "/gap");
  CHECK(with([](auto& o) { o.centering = 1; }) == "/centering");
  CHECK(with([](auto& o) { o.centering = -.1; }) == "/centering");
  CHECK(with([](auto& o) { o.centering = 0; }) == "no error");
  CHECK(with([](auto& o) { o.weight = 0; }) == "/weight");
  CHECK(with([](auto& o) { o.to_boundary = 1; }) == "/to_boundary");
  CHECK(with([](auto& o) { o.shrink = 1; }) == "/shrink");
  CHECK(with([](auto& o) { o.decrease = 0; }) == "/decrease");
  CHECK(with([](auto& o) { o.iterations = -1; }) == "/iterations");
  CHECK(oracle::pointer_of([] { interior_point(one(kNan, 1)); }) == "/M/0/0");
}
