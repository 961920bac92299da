// SPDX-License-Identifier: MIT
#include "support/matrix_class.h"

#include <doctest/doctest.h>
#include <pawl/base/fault.h>

#include <bit>
#include <cmath>
#include <limits>

#include "support/count.h"
#include "support/random_lcp.h"

using namespace pawl;
using namespace pawl::oracle;

namespace {

using Integers = Eigen::Matrix<long long, Eigen::Dynamic, Eigen::Dynamic>;

/// Returns the determinant. Expands it along the first row.
long long determinant(const Integers& M) {
  if (M.rows() == 0) return 1;
  long long sum = 0;
  for (Eigen::Index j = 0; j < M.cols(); ++j) {
    Integers minor(M.rows() - 1, M.cols() - 1);
    minor << M.bottomRows(M.rows() - 1).leftCols(j), M.bottomRows(M.rows() - 1).rightCols(M.cols() - 1 - j);
    sum += (j % 2 == 0 ? 1 : -1) * M(0, j) * determinant(minor);
  }
  return sum;
}

long long least_principal_minor(const Integers& M) {
  long long least = std::numeric_limits<long long>::max();
  for (unsigned set = 1; set < 1U << M.rows(); ++set) {
    std::vector<Eigen::Index> chosen;
    for (Eigen::Index i = 0; i < M.rows(); ++i) {
      if (set >> i & 1) chosen.push_back(i);
    }
    least = std::min(least, determinant(M(chosen, chosen)));
  }
  return least;
}

/// Returns whether a symmetric 3 x 3 matrix is copositive [Hadeler 1983; Chang and Sederberg 1994].
bool copositive_by_formula(const Eigen::Matrix3d& A) {
  constexpr double kRounding = -1e-9;
  if (A.diagonal().minCoeff() < 0) return false;
  const Eigen::Vector3d root = A.diagonal().cwiseSqrt();
  const double x = A(0, 1) + root[0] * root[1], y = A(0, 2) + root[0] * root[2], z = A(1, 2) + root[1] * root[2];
  if (std::min({x, y, z}) < kRounding) return false;
  const double product = std::max(0., x) * std::max(0., y) * std::max(0., z);
  return root.prod() + A(0, 1) * root[2] + A(0, 2) * root[1] + A(1, 2) * root[0] + std::sqrt(2 * product) >= kRounding;
}

/// Returns whether x'M x < 0 for some vector x whose entries are whole numbers from 0 to `most`.
bool has_negative_grid_point(const Eigen::MatrixXd& M, int most) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(M.rows());
  for (;;) {
    if (x.dot(M * x) < 0) return true;
    Eigen::Index i = 0;
    while (i < x.size() && ++x[i] > most) x[i++] = 0;
    if (i == x.size()) return false;
  }
}

Eigen::MatrixXd horn() {
  return Eigen::MatrixXd{{1, -1, 1, 1, -1}, {-1, 1, -1, 1, 1}, {1, -1, 1, -1, 1}, {1, 1, -1, 1, -1}, {-1, 1, 1, -1, 1}};
}

}  // namespace

TEST_CASE("the classes of a random matrix of small integers agree with its principal minors") {
  oracle::RandomLcp random(1);
  int p = 0, p0 = 0, semidefinite = 0, copositive = 0;
  const int trials = oracle::count(2000);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 4);
    Eigen::MatrixXd M = random.integers(n, n, 2);
    if (trial % 2 == 0) M.diagonal() = M.diagonal().cwiseAbs();
    if (trial % 5 == 0) M = random.semidefinite(n);
    CAPTURE(M);
    const Integers exact = M.cast<long long>();
    const Integers twice = exact + exact.transpose();
    const long long least = least_principal_minor(exact), symmetric = least_principal_minor(twice);
    CHECK(is_p_matrix(M) == (least > 0));
    CHECK(is_p0_matrix(M) == (least >= 0));
    CHECK(is_positive_semidefinite(M) == (symmetric >= 0));
    CHECK(is_positive_definite(M) == (symmetric > 0));
    CHECK(is_symmetric(M) == (exact == exact.transpose()));
    if (n == 3) CHECK(is_copositive(M) == copositive_by_formula(twice.cast<double>()));
    if (is_copositive(M)) CHECK_FALSE(has_negative_grid_point(M, n < 4 ? 6 : 4));
    if (surely_p_matrix(M)) CHECK(is_p_matrix(M));
    if (surely_copositive(M)) CHECK(is_copositive(M));
    if (surely_sufficient(M)) CHECK(is_p0_matrix(M));
    p += least > 0;
    p0 += least == 0;
    semidefinite += symmetric >= 0;
    copositive += is_copositive(M) && symmetric < 0;
  }
  for (const int count : {p, p0, semidefinite, copositive}) CHECK(count > trials / 40);
}

TEST_CASE("known matrices are in their classes") {
  // A P-matrix that is not positive semidefinite: x'M x = -1 for x = (1, 1).
  const Eigen::Matrix2d p{{1, -3}, {0, 1}};
  CHECK(is_p_matrix(p));
  CHECK_FALSE(is_positive_semidefinite(p));
  CHECK_FALSE(is_copositive(p));
  CHECK(is_z_matrix(p));
  CHECK_FALSE(is_z_matrix(Eigen::Matrix2d(-p)));
  CHECK_FALSE(surely_p_matrix(p));  // the quick test gives no result
  // A P0-matrix that is neither a P-matrix nor positive semidefinite.
  const Eigen::Matrix2d p0{{0, 1}, {0, 0}};
  CHECK(is_p0_matrix(p0));
  CHECK_FALSE(is_p_matrix(p0));
  CHECK_FALSE(is_positive_semidefinite(p0));
  CHECK(is_copositive(p0));
  CHECK(surely_copositive(p0));
  // Tests Kostreva's matrix and a skew-symmetric matrix.
  CHECK(is_p_matrix(Eigen::Matrix3d{{1, 2, 0}, {0, 1, 2}, {2, 0, 1}}));
  const Eigen::Matrix2d skew{{0, 1}, {-1, 0}};
  CHECK(is_positive_semidefinite(skew));
  CHECK_FALSE(is_positive_definite(skew));
  CHECK(surely_sufficient(skew));
  CHECK_FALSE(is_p_matrix(skew + Eigen::Matrix2d{{0, 0}, {0, -1}}));
  // A matrix whose rows are strictly dominant, but which is not positive definite.
  const Eigen::Matrix2d dominant{{1, -.9}, {-9, 10}};
  CHECK_FALSE(is_positive_definite(dominant));
  CHECK(surely_p_matrix(dominant));
  CHECK(is_p_matrix(dominant));
  // Murty's matrix.
  Eigen::MatrixXd murty = Eigen::MatrixXd::Identity(9, 9);
  for (int i = 0; i < 9; ++i) murty.row(i).tail(8 - i).setConstant(2);
  CHECK(is_p_matrix(murty));
  CHECK_FALSE(is_positive_definite(murty - Eigen::MatrixXd::Identity(9, 9)));
}

// Horn's matrix H is copositive, although it has negative entries and is not positive semidefinite. This follows from
// x'H x = (x1 - x2 + x3 + x4 - x5)^2 + 4 x2 x4 + 4 x3 (x5 - x4), and from the fact that every cyclic shift of the
// variables gives the same form. For x = (1, 1, 0, 0, 0) the form is 0. If an entry that occurs in this sum is
// decreased, the form becomes negative.
TEST_CASE("Horn's matrix is copositive, and no longer so after a small decrease") {
  CHECK(is_copositive(horn()));
  CHECK_FALSE(is_positive_semidefinite(horn()));
  CHECK_FALSE(surely_copositive(horn()));
  for (const double epsilon : {0x1p-10, 0x1p-40, 0x1p-52}) {
    CHECK_FALSE(is_copositive(horn() - epsilon * Eigen::MatrixXd::Identity(5, 5)));
    Eigen::MatrixXd other = horn();
    other(0, 1) -= epsilon;
    CHECK_FALSE(is_copositive(other));
    other(1, 0) += epsilon;  // this change does not affect x'M x
    CHECK(is_copositive(other));
    other(0, 2) += epsilon;
    CHECK(is_copositive(other));
  }
}

// A difference of one unit in the last place decides the class of these matrices.
TEST_CASE("classes are decided exactly") {
  const double below = 1 - 0x1p-53;
  CHECK(is_positive_semidefinite(Eigen::Matrix2d{{1, 1}, {1, 1}}));
  CHECK_FALSE(is_positive_semidefinite(Eigen::Matrix2d{{1, 1}, {1, below}}));
  CHECK_FALSE(is_p_matrix(Eigen::Matrix2d{{1, 1}, {1, 1}}));
  CHECK(is_p_matrix(Eigen::Matrix2d{{1, 1}, {below, 1}}));
  CHECK_FALSE(is_p0_matrix(Eigen::Matrix2d{{1, 1}, {1, below}}));
  CHECK_FALSE(is_copositive(Eigen::Matrix2d{{1, -1}, {-1, below}}));
  CHECK(is_copositive(Eigen::Matrix2d{{1e300, -1e150}, {-1e150, 1}}) ==
        is_positive_semidefinite(Eigen::Matrix2d{{1e300, -1e150}, {-1e150, 1}}));
  CHECK_FALSE(surely_p_matrix(Eigen::Matrix2d{{1, 1}, {1, 1}}));
}

TEST_CASE("the smallest and largest matrices are accepted, and invalid ones are refused") {
  const Eigen::MatrixXd none(0, 0);
  for (const auto& holds : {is_symmetric, is_positive_semidefinite, is_positive_definite, is_p_matrix, is_p0_matrix,
                            is_copositive, is_z_matrix, surely_p_matrix, surely_copositive, surely_sufficient}) {
    CHECK(holds(none));
    CHECK(holds(Eigen::MatrixXd::Identity(1, 1)));
    CHECK(holds(Eigen::MatrixXd::Identity(9, 9)));
    CHECK_THROWS_AS(holds(Eigen::MatrixXd(2, 3)), InputError);
    CHECK_THROWS_AS(holds(Eigen::Matrix2d{{1, std::numeric_limits<double>::quiet_NaN()}, {0, 1}}), InputError);
    CHECK_THROWS_AS(holds(Eigen::Matrix2d{{1, 0}, {-std::numeric_limits<double>::infinity(), 1}}), InputError);
  }
  oracle::RandomLcp random(2);
  const Eigen::MatrixXd largest = random.p_matrix(kLargestForMinors);
  CHECK(is_p_matrix(largest));
  CHECK(is_p0_matrix(largest));
  const Eigen::MatrixXd half = random.reals(kLargestForMinors, 5);
  CHECK(is_copositive(half * half.transpose() + .1 * Eigen::MatrixXd::Identity(kLargestForMinors, kLargestForMinors)));
  const Eigen::MatrixXd larger = Eigen::MatrixXd::Identity(kLargestForMinors + 1, kLargestForMinors + 1);
  for (const auto& needs_minors : {is_p_matrix, is_p0_matrix, is_copositive}) {
    CHECK_THROWS_AS(needs_minors(larger), InputError);
  }
  for (const auto& any_size : {is_positive_definite, surely_p_matrix, surely_copositive}) CHECK(any_size(larger));
}
