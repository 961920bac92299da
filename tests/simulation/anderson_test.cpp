// SPDX-License-Identifier: MIT
// Anderson mixing of fixed-point iterations, on maps whose fixed points are known.
#include <doctest/doctest.h>

#include <Eigen/Core>
#include <cmath>

#include "simulation/anderson_mixing.h"

using pawl::internal::AndersonMixing;

namespace {

/// Returns the number of iterations after which the iterate is within 1e-10 of the fixed point, or 1000 if this does
/// not happen.
template <class Map>
int steps_to(const Map& map, Eigen::VectorXd place, const Eigen::VectorXd& fixed, bool mixed) {
  AndersonMixing mixing;
  mixing.next(place);
  for (int k = 1; k < 1000; ++k) {
    place = map(place);
    if ((place - fixed).norm() < 1e-10) return k;
    if (mixed) mixing.next(place);
  }
  return 1000;
}

}  // namespace

TEST_CASE("mixing finds the fixed point of a linear map of three unknowns in a few steps") {
  Eigen::Matrix3d slope;
  slope << .8, .1, 0, -.2, .7, .1, .1, 0, .9;
  const Eigen::Vector3d fixed(1, -2, 3);
  const auto map = [&](const Eigen::VectorXd& x) { return Eigen::VectorXd(fixed + slope * (x - fixed)); };
  const int alone = steps_to(map, Eigen::Vector3d(5, 5, 5), fixed, false);
  const int mixed = steps_to(map, Eigen::Vector3d(5, 5, 5), fixed, true);
  CHECK(alone > 100);
  CHECK(mixed <= 6);  // for three unknowns, four differences between iterates determine an affine map
}

TEST_CASE("mixing converges as fast for a nonlinear map of many unknowns, near its fixed point") {
  const int n = 40;
  const Eigen::VectorXd fixed = Eigen::VectorXd::LinSpaced(n, -1, 1);
  const auto map = [&](const Eigen::VectorXd& x) {
    Eigen::VectorXd y = fixed;
    for (int i = 0; i < n; ++i) {
      const double away = x[i] - fixed[i], other = x[(i + 1) % n] - fixed[(i + 1) % n];
      y[i] += .4 * away + .2 * other + .1 * away * away;
    }
    return y;
  };
  const Eigen::VectorXd start = fixed.array() + .1;
  const int alone = steps_to(map, start, fixed, false);
  CHECK(steps_to(map, start, fixed, true) < alone / 2);
}

TEST_CASE("mixing accepts degenerate input: no unknowns, a changed number of unknowns, equal iterates") {
  AndersonMixing mixing;
  Eigen::VectorXd none(0);
  for (int k = 0; k < 4; ++k) mixing.next(none);
  CHECK(none.size() == 0);

  Eigen::VectorXd place = Eigen::VectorXd::Constant(2, 3.);
  for (int k = 0; k < 8; ++k) {
    mixing.next(place);
    CHECK(place == Eigen::VectorXd::Constant(2, 3.));
  }
  Eigen::VectorXd other = Eigen::VectorXd::Constant(5, 1.);
  mixing.next(other);  // the number of entries has changed, so the method must leave the iterate as it is
  CHECK(other == Eigen::VectorXd::Constant(5, 1.));
  mixing.restart();
  other.setConstant(7);
  mixing.next(other);
  CHECK(other == Eigen::VectorXd::Constant(5, 7.));
}
