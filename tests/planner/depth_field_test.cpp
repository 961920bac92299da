// SPDX-License-Identifier: MIT
// Depths from precomputed fields, compared with depth_in(). PAWL_TEST_COUNT sets the number of random outlines.
#include "fixtures/depth_field.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

#include "support/count.h"
#include "support/paths.h"

using namespace pawl;

namespace {

/// Compares the depths of random points in a square, most of them in the field's grid.
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
  // Arcs of nearly a full turn and nearly straight ones, and holes.
  compare(Outline(Path{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, {1e-9, 1, 0, -.5}}), random, -1, 4);
  compare(Outline(Path{{{0, 0}, {.01, 0}}, {0, 200}}), random, -3, 3);
  const Outline outer = Polygon{{{0, 0}, {6, 0}, {6, 4}, {0, 4}}};
  const std::vector<Outline> holes{Polygon{{{.5, .5}, {1.5, .5}, {1.5, 1.5}, {.5, 1.5}}}, Disc{{3, 1}, .5},
                                   Path{{{4, 2}, {5, 2}, {5, 3}, {4, 3}}, {0, 1, .5, -.5}}};
  for (int k = 0; k < 20; ++k) compare(Loops(outer, holes), random, -1, 7);
}

TEST_CASE("a depth field has no depth for a point that is nearest to a tip") {
  const internal::DepthField tips(internal::boundary_of(Path{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, {0, 0, 0, -1}}));
  CHECK_FALSE(tips.depth({-1, 1}));
  CHECK(*tips.depth({1.5, 1}) == doctest::Approx(.5));
}
