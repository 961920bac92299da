// SPDX-License-Identifier: MIT
#include "trials/trials.h"

#include <doctest/doctest.h>

#include <cmath>

#include "base/philox.h"

using namespace pawl::internal;

namespace {

/// Returns the result of uniform_at() if `high` and `low` are the first two words of Philox's output.
double number_of(std::uint32_t high, std::uint32_t low) {
  const std::uint64_t bits = (static_cast<std::uint64_t>(high) << 32 | low) >> 12;
  return (2 * static_cast<double>(bits) + 1) * 0x1p-53;
}

}  // namespace

TEST_CASE("random numbers equal the published values of Philox 4x32 with 10 rounds") {
  // The test vectors are from the file kat_vectors of Random123. Each one has a counter, a key, and the first two words
  // of the output.
  CHECK(uniform_at({0, 0, 0, 0}, {0, 0}) == number_of(0x6627e8d5, 0xe169c58d));
  constexpr std::uint32_t all = 0xffffffff;
  CHECK(uniform_at({all, all, all, all}, {all, all}) == number_of(0x408f276d, 0x41c83b0e));
  CHECK(uniform_at({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        number_of(0xd16cfe09, 0x94fdcceb));
}

TEST_CASE("a stream draws consecutive numbers, independently of other streams") {
  Draw one(7, 3, 2), other(7, 4, 2);
  other.uniform();
  for (std::uint32_t j = 0; j < 5; ++j) {
    CHECK(one.uniform() == uniform_at({3, 0, 2, j}, {7, 0x7061776c}));
    other.normal();
  }
  Draw again(7, 3, 2);
  CHECK(again.uniform() == uniform_at({3, 0, 2, 0}, {7, 0x7061776c}));
  CHECK(Draw(7, 3, 2).uniform() != Draw(7, 3, 3).uniform());
  CHECK(Draw(7, 3, 2).uniform() != Draw(8, 3, 2).uniform());
  CHECK(Draw(7, 1ULL << 32, 0).uniform() == uniform_at({0, 1, 0, 0}, {7, 0x7061776c}));
}

TEST_CASE("box and normal numbers have the right ranges, means and deviations") {
  constexpr int kCount = 20000;
  double box = 0, box_squared = 0, normal = 0, normal_squared = 0, within = 0;
  for (std::uint64_t k = 0; k < kCount; ++k) {
    Draw draw(1, k, 0);
    const double even = draw.box(), bell = draw.normal();
    REQUIRE(std::fabs(even) < 1);
    box += even;
    box_squared += even * even;
    normal += bell;
    normal_squared += bell * bell;
    within += std::fabs(bell) < 1;
  }
  // The tolerances are a few standard errors. These are .004 and .002 for the uniform numbers, .007 and .01 for the
  // normal numbers, and .0033 for the fraction of numbers within one standard deviation.
  CHECK(std::fabs(box / kCount) < .016);
  CHECK(std::fabs(box_squared / kCount - 1. / 3) < .009);
  CHECK(std::fabs(normal / kCount) < .028);
  CHECK(std::fabs(normal_squared / kCount - 1) < .04);
  CHECK(std::fabs(within / kCount - std::erf(std::sqrt(.5))) < .0132);
}
