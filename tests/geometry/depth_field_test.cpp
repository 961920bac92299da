// SPDX-License-Identifier: MIT
// Depths from precomputed fields, compared with depth_in(). PAWL_TEST_COUNT sets the number of random outlines.
#include "geometry/depth_field.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "geometry/overlap.h"
#include "support/count.h"
#include "support/paths.h"

using namespace pawl;

namespace {

/// Compares depths of the field with exact depths at random points of a square. Most of the points are inside the
/// field's grid.
void compare(const Loops& loops, std::mt19937_64& random, double low, double high) {
  const internal::Boundary boundary = internal::boundary_of(loops);
  const internal::DepthField field(boundary);
  std::uniform_real_distribution<double> even(low, high);
  for (int i = 0; i < 40; ++i) {
    const Eigen::Vector2d point(even(random), even(random));
    CAPTURE(point.transpose());
    const auto depth = internal::depth_in(point, boundary), fast = field.depth(point);
    REQUIRE(depth.has_value() == fast.has_value());
    if (depth) CHECK(*fast == doctest::Approx(*depth).epsilon(1e-12));
  }
}

}  // namespace

TEST_CASE("a depth field gives the depths of depth_in") {
  std::mt19937_64 random(14);
  std::uniform_real_distribution<double> even(-2, 2);
  for (int k = 0; k < oracle::count(200); ++k) {
    CAPTURE(k);
    const Outline outline =
        k % 4 == 0 ? Outline(Disc{{even(random), even(random)}, 1}) : test::valid_random_path(random);
    compare(outline, random, -3, 3);
  }
  // Tests arcs of nearly a full turn, arcs that are nearly straight, and holes.
  compare(Outline(Path{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, {1e-9, 1, 0, -.5}}), random, -1, 4);
  compare(Outline(Path{{{0, 0}, {.01, 0}}, {0, 200}}), random, -3, 3);
  const Outline outer = Polygon{{{0, 0}, {6, 0}, {6, 4}, {0, 4}}};
  const std::vector<Outline> holes{Polygon{{{.5, .5}, {1.5, .5}, {1.5, 1.5}, {.5, 1.5}}}, Disc{{3, 1}, .5},
                                   Path{{{4, 2}, {5, 2}, {5, 3}, {4, 3}}, {0, 1, .5, -.5}}};
  for (int k = 0; k < 20; ++k) compare(Loops(outer, holes), random, -1, 7);
}

TEST_CASE("a depth field has no depth for a point whose nearest point is a tip with an angle of 0") {
  const internal::DepthField tips(internal::boundary_of(Path{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, {0, 0, 0, -1}}));
  CHECK_FALSE(tips.depth({-1, 1}));
  CHECK(*tips.depth({1.5, 1}) == doctest::Approx(.5));
}

TEST_CASE("inner points are found inside a thin body and inside a body with shallow arcs") {
  // Both bodies are so thin that they lie between the points of a grid over their bounding boxes.
  const Outline sliver = Polygon{{{0, 0}, {100, 100}, {100, 100.001}, {0, .001}}};
  const Outline lens = Path{{{0, 0}, {70, 70}}, {1e-4, 1e-4}};
  for (const Outline& outline : {sliver, lens}) {
    const internal::DepthField field(internal::boundary_of(outline));
    CHECK(field.depth(field.deepest_point()).value_or(-1) > 0);
  }
}

TEST_CASE("the bounding box and the reach of a shallow arc are computed from the arc, not from its circle") {
  // A plate of 100 x 10. Its upper side is an arc of radius 12500, which rises by 0.1 in the middle.
  const internal::Boundary plate = internal::boundary_of(Path{{{0, 0}, {100, 0}, {100, 10}, {0, 10}}, {0, 0, .002, 0}});
  CHECK(plate.box.high.y() == doctest::Approx(10.1).epsilon(1e-6));
  CHECK(plate.box.low.y() == 0);
  CHECK(plate.reach == doctest::Approx(std::hypot(100, 10)).epsilon(1e-9));
}

TEST_CASE("the overlap test with precomputed distances agrees with the one for boundaries") {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> even(-1.5, 1.5);
  int overlapping = 0, tests = 0;
  for (int k = 0; k < oracle::count(60); ++k) {
    const internal::Boundary a = internal::boundary_of(test::valid_random_path(random)), b = internal::boundary_of(test::valid_random_path(random));
    const internal::OverlapBody body_a(a), body_b(b);
    for (int i = 0; i < 40; ++i) {
      const internal::Placement place(Eigen::Vector3d(even(random), even(random), 2 * even(random)));
      const double depth = .2 * std::fabs(even(random)) + 1e-3;
      const bool expected = internal::overlap({&a, place}, {&b, internal::Placement()}, depth);
      CHECK(internal::overlap(body_a, place, body_b, internal::Placement(), depth) == expected);
      overlapping += expected;
      ++tests;
    }
  }
  CHECK(overlapping > tests / 10);
  CHECK(overlapping < 9 * tests / 10);
}
