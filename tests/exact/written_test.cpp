// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "exact/numbers.h"
#include "exact/orientation.h"

using namespace pawl;
using namespace pawl::internal;

TEST_CASE("a double with at most 15 digits stands for its decimal, any other for itself") {
  CHECK(rational(.3) == Rational(3) / 10);
  CHECK(rational(-1.25e-7) == Rational(-125) / Rational(1000000000));
  CHECK(rational(123456789012345.) == Rational(123456789012345LL));
  CHECK(rational(.123456789012345) == Rational(123456789012345LL) / Rational(1000000000000000LL));
  CHECK(rational(0) == 0);
  CHECK(rational(-0.) == 0);
  CHECK(rational(1e200) == Rational(Integer("1" + std::string(200, '0'))));
  // A number with 17 digits stands for exactly its double: a fraction whose denominator is a power of two.
  const double computed = .1 + .2;
  CHECK(rational(computed) != Rational(3) / 10);
  CHECK(rational(computed) == Rational(computed));
  CHECK(rational(std::nextafter(.5, 1)) == Rational(std::nextafter(.5, 1)));
  // The smallest doubles have few significant bits. They differ from decimals by more than the usual relative error.
  const double tiny = std::numeric_limits<double>::denorm_min();
  CHECK(rational(tiny) == Rational(tiny));
}

TEST_CASE(
    "written_difference() subtracts the written decimals, and reports whether 15 digits can represent the difference") {
  bool exact = true;
  const Eigen::Vector2d d = written_difference({.1, .7}, {.4, -.3}, &exact);
  CHECK(exact);
  CHECK(d == Eigen::Vector2d(-.3, 1));  // the difference .1 - .4 of doubles is -0.30000000000000004
  written_difference({1e8, 0}, {1e-9, 0}, &exact);
  CHECK_FALSE(exact);
}

TEST_CASE("points are collinear if their written coordinates are") {
  CHECK(orientation({0, 0}, {.1, .2}, {.3, .6}) == 0);  // in doubles, .3 * .2 is not equal to .1 * .6
  CHECK(orientation({.1, .1}, {.4, .4}, {.7, .7}) == 0);
  CHECK(orientation({0, 0}, {.1, .2}, {.3, std::nextafter(.6, 1)}) == 1);
  CHECK(orientation({0, 0}, {.1, .2}, {.3, std::nextafter(.6, 0)}) == -1);
}

TEST_CASE("quarter turns are exact, however their angle is rounded") {
  for (const double angle :
       {0., std::acos(0.), 1.570796326795, 2 * std::acos(0.), -std::acos(0.), 200 * std::acos(0.)}) {
    CHECK(quarter_turns(angle).has_value());
  }
  CHECK(*quarter_turns(-std::acos(0.)) == 3);
  CHECK(*quarter_turns(5 * std::acos(0.)) == 1);
  CHECK_FALSE(quarter_turns(1.5708).has_value());
  CHECK(turned({.3, .1}, std::acos(0.)) == Eigen::Vector2d(-.1, .3));
  CHECK(turned({.3, .1}, -std::acos(0.)) == Eigen::Vector2d(.1, -.3));
  CHECK(turned({.3, .1}, 2 * std::acos(0.)) == Eigen::Vector2d(-.3, -.1));
}
