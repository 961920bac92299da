// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/geometry/outline.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

using namespace pawl;

namespace {

Polygon rectangle(double width, double height) { return {{{0, 0}, {width, 0}, {width, height}, {0, height}}}; }

std::vector<std::string> complaints(const Outline& outline) {
  std::vector<std::string> lines;
  for (const Fault& fault : outline_faults(outline, "/p")) {
    lines.push_back(fault.pointer + ": " + fault.value + ": " + fault.message);
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("area, centroid and gyration of a rectangle are exact, either turn, far from the origin") {
  // Polar second moment over area of a w x h rectangle: (w^2 + h^2) / 12.
  for (const double shift : {0.0, 1000.0}) {
    Polygon polygon = rectangle(2, 1);
    for (auto& v : polygon.vertices) v += Eigen::Vector2d(shift, -shift);
    for (int turn = 0; turn < 2; ++turn) {
      const AreaProperties p = area_properties(polygon);
      CHECK(p.area == 2);
      CHECK(p.centroid == Eigen::Vector2d(shift + 1, -shift + .5));
      CHECK(p.gyration_squared == 5.0 / 12);
      std::reverse(polygon.vertices.begin(), polygon.vertices.end());
    }
  }
}

TEST_CASE("area properties of a disc, of a triangle and of polygons that are not convex") {
  const AreaProperties disc = area_properties(Disc{{1, 2}, 3});
  CHECK(disc.area == doctest::Approx(9 * std::numbers::pi));
  CHECK(disc.centroid == Eigen::Vector2d(1, 2));
  CHECK(disc.gyration_squared == 4.5);
  // Right triangle with legs 3: second moments about the centroid 3^4/36 each, area 9/2: together over area 1.
  const AreaProperties triangle = area_properties(Polygon{{{0, 0}, {3, 0}, {0, 3}}});
  CHECK(triangle.centroid == Eigen::Vector2d(1, 1));
  CHECK(triangle.gyration_squared == 1);
  // An L of three unit squares, squares' centres at (1/2, 1/2), (3/2, 1/2), (1/2, 3/2): centroid (5/6, 5/6), and
  // gyration^2 = 1/6 + mean of squared distances (2/9 + 5/9 + 5/9)/3 = 1/6 + 4/9.
  const AreaProperties corner = area_properties(Polygon{{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}});
  CHECK(corner.area == 3);
  CHECK(corner.centroid == Eigen::Vector2d(5.0 / 6, 5.0 / 6));
  CHECK(corner.gyration_squared == 11.0 / 18);
}

TEST_CASE("simple polygons are accepted: either turn, not convex, straight sides with vertices in them") {
  CHECK(complaints(rectangle(1, 1)).empty());
  CHECK(complaints(Polygon{{{0, 0}, {0, 1}, {1, 1}, {1, 0}}}).empty());
  CHECK(complaints(Polygon{{{0, 0}, {.5, 0}, {1, 0}, {1, 1}, {.5, .1}, {0, 1}}}).empty());
}

TEST_CASE("a slot of 1e-8 m in a square of a metre, and slivers, are decided exactly") {
  const double half = 5e-9;
  CHECK(complaints(
            Polygon{{{0, 0}, {.5 - half, 0}, {.5 - half, .9}, {.5 + half, .9}, {.5 + half, 0}, {1, 0}, {1, 1}, {0, 1}}})
            .empty());
  // (.1, .1), (.3, .3) and (.7, .7) are in line as reals and as doubles; one step of y away makes an area.
  CHECK(complaints(Polygon{{{.1, .1}, {.3, std::nextafter(.3, 1)}, {.7, .7}}}).empty());
  CHECK(complaints(Polygon{{{.1, .1}, {.3, .3}, {.7, .7}}}) ==
        Lines{"/p/0: [0.1,0.1]: the outline folds back here: edges 2 and 0 overlap",
              "/p/2: [0.7,0.7]: the outline folds back here: edges 1 and 2 overlap"});
}

TEST_CASE("edges that cross or touch are named") {
  CHECK(complaints(Polygon{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}}) ==
        Lines{"/p: : edge 0 from [0,0] to [1,1] crosses edge 2 from [1,0] to [0,1]: the outline must not meet itself"});
  // A vertex on an edge; and a slot of no width, two parallel edges on each other.
  CHECK(complaints(Polygon{{{0, 0}, {2, 0}, {2, 2}, {1, 0}, {0, 2}}}).size() == 2);
  CHECK(complaints(Polygon{{{0, 0}, {.5, 0}, {.5, .9}, {.5, .5}, {.5, .1}, {1, .1}, {1, 1}, {0, 1}}}).size() >= 1);
}

TEST_CASE("repeated vertices, folds and too few vertices are refused by index") {
  CHECK(complaints(Polygon{{{0, 0}, {1, 0}}}) ==
        Lines{"/p: array of 2 vertices: a polygon has from 3 to 10000 vertices"});
  CHECK(complaints(Polygon{{{0, 0}, {1, 0}, {1, 0}, {1, 1}}}) ==
        Lines{"/p/2: [1,0]: repeats vertex 1; each vertex must stand once"});
  CHECK(complaints(Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 0}}}) ==
        Lines{"/p/3: [0,0]: repeats vertex 0; leave it out: the last vertex is joined to the first"});
  CHECK(complaints(Polygon{{{0, 0}, {2, 0}, {1, 1}, {0, 2}, {2, 2}, {1, 1}}}) ==
        Lines{"/p/5: [1,1]: repeats vertex 2; each vertex must stand once"});
  CHECK(complaints(Polygon{{{0, 0}, {1, 0}, {2, 0}, {1.5, 0}, {1, 1}}}) ==
        Lines{"/p/2: [2,0]: the outline folds back here: edges 1 and 2 overlap"});
  CHECK(complaints(Polygon{std::vector<Eigen::Vector2d>(20000, {0, 0})}).size() == 1);
}

TEST_CASE("numbers that are not finite and radii that are not positive are refused") {
  const double nan = std::nan("");
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(complaints(Polygon{{{0, 0}, {nan, 0}, {0, infinity}}}).size() == 2);
  for (const double radius : {0.0, -1.0, nan, infinity}) CHECK(complaints(Disc{{0, 0}, radius}).size() == 1);
  CHECK(complaints(Disc{{infinity, 0}, 1}).size() == 1);
  CHECK(complaints(Disc{}).empty());
}

TEST_CASE("the largest polygon is checked in little time, however often it meets itself") {
  Polygon round;
  Polygon star;
  for (std::size_t i = 0; i < kMostVertices; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(kMostVertices);
    round.vertices.push_back({std::cos(angle), std::sin(angle)});
    const double turned = angle * static_cast<double>(kMostVertices / 2 - 1);
    star.vertices.push_back({std::cos(turned), std::sin(turned)});
  }
  CHECK(complaints(round).empty());
  CHECK_FALSE(complaints(star).empty());
  CHECK(complaints(star).size() <= 10);
}
