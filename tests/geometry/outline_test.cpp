// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/geometry/outline.h>

#include <cmath>
#include <numbers>

using namespace pawl;

namespace {

Polygon rectangle(double width, double height) { return {{{0, 0}, {width, 0}, {width, height}, {0, height}}}; }

std::string complaint(const Polygon& polygon) {
  const auto faults = outline_faults(Outline(polygon), "/p");
  return faults.empty() ? "" : faults[0].pointer + ": " + faults[0].message;
}

}  // namespace

TEST_CASE("area, centroid and gyration of a rectangle, either turn, far from the origin") {
  // Polar second moment over area of a w x h rectangle: (w^2 + h^2) / 12.
  for (const double shift : {0.0, 1000.0}) {
    Polygon polygon = rectangle(2, 1);
    for (auto& v : polygon.vertices) v += Eigen::Vector2d(shift, -shift);
    for (int turn = 0; turn < 2; ++turn) {
      const AreaProperties p = area_properties(polygon);
      CHECK(p.area == doctest::Approx(2));
      CHECK(p.centroid.x() == doctest::Approx(shift + 1));
      CHECK(p.centroid.y() == doctest::Approx(-shift + .5));
      CHECK(p.gyration_squared == doctest::Approx(5.0 / 12));
      std::reverse(polygon.vertices.begin(), polygon.vertices.end());
    }
  }
}

TEST_CASE("area properties of a disc, and of a polygon that is not convex") {
  const AreaProperties disc = area_properties(Disc{{1, 2}, 3});
  CHECK(disc.area == doctest::Approx(9 * std::numbers::pi));
  CHECK(disc.gyration_squared == doctest::Approx(4.5));
  // An L of three unit squares: centroid at (5/6, 5/6).
  const AreaProperties corner = area_properties(Polygon{{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}});
  CHECK(corner.area == doctest::Approx(3));
  CHECK(corner.centroid.x() == doctest::Approx(5.0 / 6));
  CHECK(corner.centroid.y() == doctest::Approx(5.0 / 6));
}

TEST_CASE("polygons that are not simple are refused, and named") {
  CHECK(complaint(rectangle(1, 1)).empty());
  CHECK(complaint({{{0, 0}, {1, 0}}}) == "/p: a polygon needs at least 3 vertices");
  CHECK(complaint({{{0, 0}, {1, 1}, {1, 0}, {0, 1}}}).find("from vertex 0 to 1 meets the edge from vertex 2 to 3") !=
        std::string::npos);
  CHECK(complaint({{{0, 0}, {1, 0}, {1, 0}, {0, 1}}}) ==
        "/p/2: repeats vertex 1; give each vertex once (the last is joined to the first)");
  CHECK(complaint({{{0, 0}, {1, 0}, {0, 1}, {0, 0}}}).find("/p/0: repeats vertex 3") == 0);
  CHECK_FALSE(complaint({{{0, 0}, {1, 0}, {2, 0}}}).empty());            // no area
  CHECK_FALSE(complaint({{{0, 0}, {2, 0}, {1, 0}, {1, 1}}}).empty());    // folds back
  CHECK_FALSE(complaint({{{0, 0}, {2, 0}, {2, 2}, {1, 0}, {0, 2}}}).empty());  // touches itself
  CHECK_FALSE(complaint({{{0, 0}, {std::nan(""), 0}, {0, 1}}}).empty());
}

TEST_CASE("a slot 1e-8 wide in a unit square is a valid outline") {
  CHECK(complaint({{{0, 0}, {1, 0}, {1, 1}, {.5 + 1e-8, 1}, {.5, .5}, {.5 - 1e-8, 1}, {0, 1}}}).empty());
}

TEST_CASE("closest points: edges, corners, inside, discs") {
  const Outline square = rectangle(1, 1);
  const ClosestPoint below = closest_point(square, {.3, -.25});
  CHECK(below.point == Eigen::Vector2d(.3, 0));
  CHECK(below.normal == Eigen::Vector2d(0, 1));
  CHECK(below.distance == .25);
  CHECK(below.unique);
  const ClosestPoint corner = closest_point(square, {-3, -4});
  CHECK(corner.at_corner);
  CHECK(corner.normal == Eigen::Vector2d(3, 4));
  CHECK(corner.distance == 5);
  CHECK(closest_point(square, {.3, .1}).distance == -.1);
  CHECK_FALSE(closest_point(square, {.5, .5}).unique);
  const ClosestPoint disc = closest_point(Disc{{0, 0}, 1}, {0, -3});
  CHECK(disc.point == Eigen::Vector2d(0, -1));
  CHECK(disc.distance == 2);
  CHECK_FALSE(closest_point(Disc{{0, 0}, 1}, {0, 0}).unique);
}

TEST_CASE("a point in a notch has two closest points") {
  const Polygon notch{{{0, 0}, {2, 0}, {2, 1}, {1, 0.5}, {0, 1}}};
  CHECK_FALSE(closest_point(notch, {1, .8}).unique);
  CHECK(closest_point(notch, {1.1, .8}).unique);
}
