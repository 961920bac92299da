// SPDX-License-Identifier: MIT
// Every function of pawl/geometry must refuse an invalid outline or point, and the fault must have a pointer to the
// invalid value.
#include <doctest/doctest.h>
#include <pawl/base/bounds.h>
#include <pawl/geometry/closest_point.h>
#include <pawl/geometry/outline.h>

#include <cmath>
#include <limits>

#include "support/faults.h"

using namespace pawl;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Case {
  Outline outline;
  const char* pointers;
};

const Case kBad[] = {
    {Polygon{}, "/outline"},                                       // empty
    {Polygon{{{0, 0}}}, "/outline"},                               // a single point
    {Polygon{{{0, 0}, {1, 0}}}, "/outline"},                       // a single segment
    {Polygon{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}}, "/outline"},       // a bow-tie: edges 0 and 2 cross
    {Polygon{{{0, 0}, {1, 0}, {2, 0}}}, "/outline/0 /outline/2"},  // encloses no area: the outline folds back at both
                                                                   // ends
    {Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 0}}}, "/outline/3"},     // the last vertex repeats the first one
    {Polygon{{{0, 0}, {1, 0}, {kNan, 1}}}, "/outline/2"},
    {Polygon{{{0, kInfinity}, {1, 0}, {1, 1}}}, "/outline/0"},
    {Polygon{{{0, 0}, {1e200, 0}, {0, 1}}}, "/outline/1"},  // a coordinate above kLargestLength
    {Disc{{0, 0}, 0}, "/outline/radius"},
    {Disc{{0, 0}, -1}, "/outline/radius"},
    {Disc{{0, 0}, kNan}, "/outline/radius"},
    {Disc{{0, 0}, kInfinity}, "/outline/radius"},
    {Disc{{kNan, 0}, 1e10}, "/outline/center /outline/radius"},
};

const Outline kSquare = Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};

}  // namespace

TEST_CASE("an invalid outline is refused by every function that takes one") {
  for (const Case& bad : kBad) {
    CHECK(pointers_of_faults([&] { validate(bad.outline); }) == bad.pointers);
    CHECK(pointers_of_faults([&] { area_properties(bad.outline); }) == bad.pointers);
    CHECK(pointers_of_faults([&] { closest_points(bad.outline, {0, 0}); }) == bad.pointers);
    CHECK(pointers_of_faults([&] { nearest_corner(bad.outline, {0, 0}); }) == bad.pointers);
  }
}

TEST_CASE("an invalid point is refused") {
  const Eigen::Vector2d places[] = {{kNan, 0}, {0, kInfinity}, {0, -1e10}};
  for (const Eigen::Vector2d& place : places) {
    CHECK(pointers_of_faults([&] { closest_points(kSquare, place); }) == "/from");
    CHECK(pointers_of_faults([&] { nearest_corner(kSquare, place); }) == "/from");
  }
}

TEST_CASE("outlines and points at the limits have finite results") {
  const double most = kLargestLength;
  const Outline large = Polygon{{{-most, -most}, {most, -most}, {most, most}, {-most, most}}};
  const std::vector<ClosestPoint> found = closest_points(large, {most, 0});
  CHECK(found.front().point == Eigen::Vector2d(most, 0));
  CHECK(area_properties(large).area == 4 * most * most);
  CHECK(nearest_corner(large, {most, most}).distance == 0);
}
