// SPDX-License-Identifier: MIT
// The depth of a point in an outline of lines and arcs, compared with the exact closest points. PAWL_TEST_COUNT sets
// the number of random outlines.
#include <doctest/doctest.h>
#include <pawl/geometry/closest_point.h>

#include <cmath>
#include <random>
#include <vector>

#include "geometry/boundary.h"
#include "support/count.h"
#include "support/paths.h"

using namespace pawl;

TEST_CASE("the depth of a point is its distance from the nearest feature, inside and outside") {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> even(-2, 2);
  int inside = 0, outside = 0;
  for (int k = 0; k < oracle::count(200); ++k) {
    CAPTURE(k);
    const Outline outline =
        k % 4 == 0 ? Outline(Disc{{even(random), even(random)}, 1}) : test::valid_random_path(random);
    const internal::Boundary boundary = internal::boundary_of(outline);
    for (int i = 0; i < 20; ++i) {
      const Eigen::Vector2d point(even(random), even(random));
      const auto depth = internal::depth_in(point, boundary);
      const double distance = closest_points(outline, point).front().distance;
      REQUIRE(depth);
      CHECK(*depth == doctest::Approx(-distance).epsilon(1e-9));
      (distance < 0 ? inside : outside) += 1;
    }
  }
  CHECK(inside > oracle::count(200));
  CHECK(outside > oracle::count(200));
}

TEST_CASE("on an arc's chord, at corners and beside a hollow the depth is the distance from the nearest feature") {
  // A square of side 2 with a bump on its right and a hollow on its left. The bump is a half circle of radius 1. The
  // hollow is an arc of radius 5/4 about (-3/4, 1); its depth is a quarter of its width.
  const internal::Boundary boundary = internal::boundary_of(Path{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, {0, 1, 0, -.5}});
  CHECK(*internal::depth_in({2, 1}, boundary) == doctest::Approx(1));  // middle of the chord of the bump
  CHECK(*internal::depth_in({2.5, 1}, boundary) == doctest::Approx(.5));
  CHECK(*internal::depth_in({3.5, 1}, boundary) == doctest::Approx(-.5));
  CHECK(*internal::depth_in({0, 1}, boundary) == doctest::Approx(-.5));  // middle of the chord of the hollow
  CHECK(*internal::depth_in({.25, 1}, boundary) == doctest::Approx(-.25));
  CHECK(*internal::depth_in({-1, 1}, boundary) == doctest::Approx(-std::sqrt(2.)));
  CHECK(*internal::depth_in({1.25, 1}, boundary) == doctest::Approx(.75));
  // The two edges beside a hollow half circle are tangent to it, so that the part has two tips with the angle 0. If a
  // tip is the nearest point of the outline, inside and outside cannot be distinguished.
  const internal::Boundary tips = internal::boundary_of(Path{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, {0, 0, 0, -1}});
  CHECK_FALSE(internal::depth_in({-1, 1}, tips));
  // An L has a concave corner, which points into the part.
  const internal::Boundary ell = internal::boundary_of(Polygon{{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}});
  CHECK(*internal::depth_in({.9, .9}, ell) == doctest::Approx(std::sqrt(.02)));
  CHECK(*internal::depth_in({1.1, 1.1}, ell) == doctest::Approx(-.1));
  CHECK(*internal::depth_in({-.1, -.1}, ell) == doctest::Approx(-std::sqrt(.02)));
}

TEST_CASE("the depth of a point in a body with holes is its distance from the nearest feature of any loop") {
  const Outline outer = Polygon{{{0, 0}, {6, 0}, {6, 4}, {0, 4}}};
  // The holes are a square, a circle, a triangle with clockwise vertices, and an outline of lines and arcs.
  const std::vector<Outline> holes{Polygon{{{.5, .5}, {1.5, .5}, {1.5, 1.5}, {.5, 1.5}}}, Disc{{3, 1}, .5},
                                   Polygon{{{1, 2}, {2, 3.5}, {2, 2}}},
                                   Path{{{4, 2}, {5, 2}, {5, 3}, {4, 3}}, {0, 1, .5, -.5}}};
  const Loops loops(outer, holes);
  REQUIRE(hole_faults(loops).empty());
  const internal::Boundary boundary = internal::boundary_of(loops);
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> along(-.5, 6.5), across(-.5, 4.5);
  for (int i = 0; i < 4000; ++i) {
    const Eigen::Vector2d point(along(random), across(random));
    CAPTURE(point.transpose());
    const auto depth = internal::depth_in(point, boundary);
    REQUIRE(depth);
    CHECK(*depth == doctest::Approx(-closest_points(loops, point).front().distance).epsilon(1e-9));
  }
}
