// SPDX-License-Identifier: MIT
// If the wrench on a part at rest is scaled, the answers must stay the same, except for the sizes that they contain.
// Wrenches that are too large for doubles must be refused.
#include <doctest/doctest.h>
#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>
#include <pawl/modes/ambiguity.h>
#include <pawl/modes/forward.h>

#include <cmath>
#include <limits>
#include <random>

using namespace pawl;

namespace {

constexpr double kBound = 10 * kLargestWrench;  // forward() accepts wrenches whose entries are at most this

Eigen::Vector3d times(const Eigen::Vector3d& v, int power) {
  return {std::ldexp(v.x(), power), std::ldexp(v.y(), power), std::ldexp(v.z(), power)};
}

ContactSet block() {
  ContactSet set;
  set.contacts = {
      {{-.5, -.5}, {0, 1}, .2, 0, true}, {{.5, -.5}, {0, 1}, .2, 0, true}, {{1, -.25}, {-1, 0}, .2, .01, false}};
  return set;
}

void check_sizes(const ContactSet& set, const Eigen::Vector3d& wrench) {
  const Ambiguity ambiguity(set);
  const WrenchAmbiguity expected = ambiguity.of_wrench(wrench);
  const ForwardSolutions usual = forward(set, wrench);
  for (const int power : {-1000, -700, -100, 30, 300, 330}) {
    CAPTURE(power);
    const Eigen::Vector3d scaled = times(wrench, power);
    const WrenchAmbiguity got = ambiguity.of_wrench(scaled);
    CHECK(got.modes == expected.modes);
    CHECK(got.jam == expected.jam);
    CHECK(got.distance == doctest::Approx(expected.distance));
    const ForwardSolutions found = forward(set, scaled);
    CHECK(found.count == usual.count);
    REQUIRE(found.solutions.size() == usual.solutions.size());
    for (std::size_t k = 0; k < found.solutions.size(); ++k) {
      const ForwardSolution& one = found.solutions[k];
      CHECK(one.mode == usual.solutions[k].mode);
      CHECK(one.residual < 1e-9);
      const Eigen::Vector3d back = times(one.acceleration, -power);
      CHECK((back - usual.solutions[k].acceleration).norm() <= 1e-9 * (1 + back.norm()));
    }
  }
}

}  // namespace

TEST_CASE("a wrench times a power of two has the same modes, distance, verdict and certification as the wrench") {
  check_sizes(block(), {0, -1, 0});
  check_sizes(block(), {.3, -1, 0});
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 20; ++k) {
    CAPTURE(k);
    check_sizes(block(), {normal(random), normal(random), normal(random)});
  }
}

TEST_CASE(
    "wrenches and twists up to the bound are accepted; larger ones are refused with a message that states the bound") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (int entry = 0; entry < 3; ++entry) {
    for (const double sign : {-1, 1}) {
      Eigen::Vector3d v = Eigen::Vector3d::Zero();
      v[entry] = sign * kBound;
      CHECK_NOTHROW(forward(block(), v));
      for (const double beyond : {1.0001 * kBound, 1e200, 1e308, infinity, std::nan("")}) {
        v[entry] = sign * beyond;
        CHECK_THROWS_WITH_AS(forward(block(), v), doctest::Contains("must be three numbers from -1e+101 to 1e+101"),
                             InputError);
        CHECK_THROWS_WITH_AS(forward(block(), {0, -1, 0}, v), doctest::Contains("from -10000000000 to 10000000000"),
                             InputError);
      }
    }
  }
  for (const double speed : {kLargestTwist, 10 * kLargestTwist}) {
    CHECK(forward(block(), {0, -1, 0}, {-speed, 0, 0}).count == SolutionCount::one);
    ContactSet pivot;
    pivot.contacts = {{{0, -1}, {0, 1}, .2, 0, true}};
    CHECK_NOTHROW(forward(pivot, {0, -1, 0}, {0, 0, speed}));
  }
}
