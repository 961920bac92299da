// SPDX-License-Identifier: MIT
#include "lcp/dictionary.h"

#include <doctest/doctest.h>

#include <map>

using namespace pawl::internal;

namespace {

using Program = Dictionary<double>;

Program::End solve(Program& program) {
  long pivots = 0;
  return program.solve(100, pivots);
}

}  // namespace

// The program: x0, x1 >= 0, s2 = x0 + x1 - 2 >= 0, s3 = 3 - x0 - 2 x1 >= 0.
TEST_CASE(
    "a point of a feasible program is found, also if one of its two unknowns is fixed at 0, but not if both are") {
  Program program;
  program.start(4, 2);
  program.add_row(2, {{0, 1}, {1, 1}}, -2);
  program.add_row(3, {{0, -1}, {1, -2}}, 3);
  REQUIRE(solve(program) == Program::End::feasible);
  CHECK(program.value(0) + program.value(1) == doctest::Approx(2 + program.value(2)));
  CHECK(program.value(0) >= -1e-9);
  CHECK(program.value(1) >= -1e-9);
  CHECK(program.value(3) >= -1e-9);
  program.fix(1);
  REQUIRE(solve(program) == Program::End::feasible);
  CHECK(program.value(0) >= 2 - 1e-9);
  CHECK(program.value(1) == 0);
  program.fix(0);
  CHECK(solve(program) == Program::End::infeasible);
}

// s1 = x - 2 >= 0 and s2 = 1 - x >= 0 contradict each other, because s1 + s2 = -1.
TEST_CASE("for an infeasible program, Farkas' multipliers are found") {
  Program program;
  program.start(3, 1);
  program.add_row(1, {{0, 1}}, -2);
  program.add_row(2, {{0, -1}}, 1);
  REQUIRE(solve(program) == Program::End::infeasible);
  std::map<int, double> multipliers;
  program.farkas_multipliers([&](int slack, double l) { multipliers[slack] = l; });
  REQUIRE(multipliers.size() == 2);
  CHECK(multipliers[1] == doctest::Approx(multipliers[2]));
  CHECK(multipliers[1] > 0);
}

// w = z - 1 and w = 0 require z = 1. If z = 0 is also required, no solution exists.
TEST_CASE("slack variables can be fixed at 0, as unknowns can") {
  Program program;
  program.start_lcp(1, {1}, {-1}, usual_tolerance<double>());
  program.fix(1);
  REQUIRE(solve(program) == Program::End::feasible);
  CHECK(program.value(0) == doctest::Approx(1));
  program.fix(0);
  CHECK(solve(program) == Program::End::infeasible);
}
