// SPDX-License-Identifier: MIT
#include "base/significant_digits.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

using namespace pawl::internal;

TEST_CASE("numbers are rounded to significant digits in the given direction") {
  CHECK(rounded_to(2.3321, 4, Side::down) == 2.332);
  CHECK(rounded_to(2.3321, 4, Side::up) == 2.333);
  CHECK(rounded_to(64.0349, 3, Side::down) == 64);
  CHECK(rounded_to(64.0349, 3, Side::up) == 64.1);
  CHECK(rounded_to(9.999, 2, Side::up) == 10);
  CHECK(rounded_to(.00012345, 2, Side::down) == .00012);
  CHECK(rounded_to(1234567, 2, Side::up) == 1300000);
}

TEST_CASE("a number that already has the requested number of digits does not change, in spite of rounding errors") {
  for (const Side side : {Side::down, Side::up}) {
    CHECK(rounded_to(.1 + .2, 1, side) == .3);
    CHECK(rounded_to(2.333, 4, side) == 2.333);
    CHECK(rounded_to(1e-7, 1, side) == 1e-7);
  }
}

TEST_CASE("the result is on the requested side of the number, and close to it") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> exponent(-8, 8);
  for (int k = 0; k < 1000; ++k) {
    const double value = std::pow(10, exponent(random));
    CHECK(rounded_to(value, 3, Side::down) <= value * (1 + 1e-11));
    CHECK(rounded_to(value, 3, Side::up) >= value * (1 - 1e-11));
    CHECK(rounded_to(value, 3, Side::up) - rounded_to(value, 3, Side::down) <= .0101 * value);
  }
}

TEST_CASE("zero, negative numbers and NaN are rounded to 0, and infinity stays infinite") {
  CHECK(rounded_to(0, 3, Side::up) == 0);
  CHECK(rounded_to(-1, 3, Side::up) == 0);
  CHECK(rounded_to(std::nan(""), 3, Side::up) == 0);
  CHECK(std::isinf(rounded_to(std::numeric_limits<double>::infinity(), 3, Side::up)));
}
