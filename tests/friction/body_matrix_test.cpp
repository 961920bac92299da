// SPDX-License-Identifier: MIT
// The block matrix of bodies, compared with a dense matrix.
#include "friction/body_contacts.h"

#include <doctest/doctest.h>

#include <Eigen/Core>
#include <algorithm>
#include <random>

using namespace pawl;

TEST_CASE("linear equations with a BodyMatrix are solved correctly, also if a pair contains the same body twice") {
  std::mt19937 random(1);
  const auto uniform = [&] { return std::uniform_real_distribution<>(-1, 1)(random); };
  double worst = 0;
  for (int k = 0; k < 3000; ++k) {
    const int bodies = 1 + static_cast<int>(random() % 12), count = static_cast<int>(random() % 20);
    const auto body = [&] { return static_cast<int>(random() % static_cast<unsigned>(bodies + 1)) - 1; };
    std::vector<std::pair<int, int>> pairs;
    for (int i = 0; i < count; ++i) pairs.emplace_back(body(), body());
    internal::BodyMatrix matrix;
    matrix.set_pattern(bodies, pairs);
    matrix.set_identity();
    Eigen::MatrixXd dense = Eigen::MatrixXd::Identity(3 * bodies, 3 * bodies);
    for (int i = 0; i < count; ++i) {
      const auto [a, b] = pairs[static_cast<std::size_t>(i)];
      const Eigen::Vector3d x(uniform(), uniform(), uniform()), y(uniform(), uniform(), uniform());
      const auto add = [&](const Eigen::Vector3d& u, const Eigen::Vector3d& v, double* block, int row, int column) {
        Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(block, 3, 3) += u * v.transpose();
        dense.block<3, 3>(3 * row, 3 * column) += u * v.transpose();
      };
      if (a >= 0) add(x, x, matrix.diagonal(a), a, a);
      if (b >= 0) add(y, y, matrix.diagonal(b), b, b);
      if (a < 0 || b < 0) continue;
      add(x, y, matrix.of_pair(i, 0), a, b);
      add(y, x, matrix.of_pair(i, 1), b, a);
    }
    REQUIRE(matrix.factor(1e-9, k % 2 == 0));
    const Eigen::VectorXd right = Eigen::VectorXd::Random(3 * bodies);
    Eigen::VectorXd found = right;
    matrix.solve(found.data());
    worst = std::max(worst, (dense * found - right).norm());
  }
  CHECK(worst < 1e-12);
}
