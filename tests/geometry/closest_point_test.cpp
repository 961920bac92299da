// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/geometry/closest_point.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "exact/orientation.h"
#include "support/count.h"

using namespace pawl;
using namespace pawl::internal;
using Vector = Eigen::Vector2d;

namespace {

const Polygon kSquare{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
/// A square with a notch in its top side. The notch is 0.4 wide, and its floor is at y = 0.5.
const Polygon kNotch{{{0, 0}, {1, 0}, {1, 1}, {.7, 1}, {.7, .5}, {.3, .5}, {.3, 1}, {0, 1}}};

double distance_by_sampling(const Polygon& polygon, const Vector& from) {
  double best = 1e300;
  for (std::size_t i = 0; i < polygon.vertices.size(); ++i) {
    const Vector a = polygon.vertices[i];
    const Vector b = polygon.vertices[(i + 1) % polygon.vertices.size()];
    const double s = std::clamp((from - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
    best = std::min(best, (a + s * (b - a) - from).norm());
  }
  return best;
}

}  // namespace

TEST_CASE("the orientation of three points is exact even if rounding would change its sign") {
  const Vector a(.1, .1);
  const Vector b(.3, .3);
  CHECK(orientation(a, b, {.7, .7}) == 0);
  CHECK(orientation(a, b, {.7, std::nextafter(.7, 1)}) == 1);
  CHECK(orientation(a, b, {.7, std::nextafter(.7, 0)}) == -1);
  CHECK(orientation({0, 0}, {1e-200, 0}, {0, 1e-200}) == 1);
  CHECK(orientation({0, 0}, {1e200, 1e200}, {1e200, 1e200}) == 0);
}

TEST_CASE("point, normal and signed distance are correct for points below an edge, beyond a corner and inside") {
  const ClosestPoint below = closest_points(kSquare, {.3, -.25}).front();
  CHECK(below.point == Vector(.3, 0));
  CHECK(below.normal == Vector(0, 1));
  CHECK(below.distance == .25);
  CHECK_FALSE(below.at_vertex);
  CHECK(below.feature == 0);
  const ClosestPoint corner = closest_points(kSquare, {4, 5}).front();
  CHECK(corner.at_vertex);
  CHECK(corner.feature == 2);
  CHECK(corner.point == Vector(1, 1));
  CHECK(corner.normal == Vector(-3, -4));
  CHECK(corner.distance == 5);
  const ClosestPoint inside = closest_points(kSquare, {.5, .25}).front();
  CHECK(inside.distance == -.25);
  CHECK(inside.normal == Vector(0, 1));
  CHECK(closest_points(kSquare, {.5, 0}).front().distance == 0);
  CHECK(nearest_corner(kSquare, {.9, -.1}).vertex == 1);
}

TEST_CASE("the orientation of the outline does not matter") {
  Polygon reversed = kNotch;
  std::reverse(reversed.vertices.begin(), reversed.vertices.end());
  for (const Vector& from : {Vector(.5, -1), Vector(.5, .8), Vector(.1, .9), Vector(2, 2)}) {
    const ClosestPoint a = closest_points(kNotch, from).front();
    const ClosestPoint b = closest_points(reversed, from).front();
    CHECK(a.point == b.point);
    CHECK(a.normal == b.normal);
    CHECK(a.distance == b.distance);
  }
}

TEST_CASE("a notch has a closest point on each wall and on its floor") {
  const auto points = closest_points(kNotch, {.45, .75});
  REQUIRE(points.size() > 3);  // the other closest points are on the outer edges
  CHECK(points[0].point == Vector(.3, .75));
  CHECK(points[0].normal.x() < 0);
  CHECK(points[1].point == Vector(.7, .75));  // The notch's floor is equally near, but this point's edge comes earlier
                                              // in the outline.
  CHECK(points[2].point == Vector(.45, .5));
}

TEST_CASE("a vertex in the middle of a straight edge is not a corner and has a single normal") {
  const Polygon polygon{{{0, 0}, {.25, 0}, {.5, 0}, {1, 0}, {1, 1}, {0, 1}}};
  const auto points = closest_points(polygon, {.25, -1e-9});
  CHECK(points.front().normal == Vector(0, 1));
  CHECK_FALSE(points.front().at_vertex);
  CHECK(closest_points(polygon, {.3, -1}).front().feature == 1);
  CHECK(closest_points(polygon, {.7, -1}).front().feature == 2);
  CHECK(nearest_corner(polygon, {.5, 0}).distance == .5);
}

TEST_CASE("on a disc the normal points to the center, and the center itself has no normal") {
  const ClosestPoint right = closest_points(Disc{{0, 0}, 1}, {1.0005, 0}).front();
  CHECK(right.point == Vector(1, 0));
  CHECK(right.normal == Vector(-1.0005, 0));
  CHECK(right.distance == doctest::Approx(.0005));
  const ClosestPoint center = closest_points(Disc{{2, 0}, .5}, {2, 0}).front();
  CHECK(center.normal == Vector(0, 0));
  CHECK(center.distance == -.5);
  CHECK(std::isinf(nearest_corner(Disc{}, {0, 0}).distance));
}

TEST_CASE("edges of any size, down to the smallest doubles, give finite results") {
  for (const double size : {1e-160, 1e-300, 5e-324}) {
    const Polygon polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, size}}};
    for (const Vector& from : {Vector(-.5, size / 2), Vector(-1, 0), Vector(.5, .5)}) {
      for (const ClosestPoint& point : closest_points(polygon, from)) {
        CHECK(std::isfinite(point.distance));
        CHECK(point.point.allFinite());
      }
    }
  }
}

TEST_CASE("random points about a notched part have the smallest distance and the right sign") {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> real(-.5, 1.5);
  for (int i = 0; i < oracle::count(2000); ++i) {
    const Vector from(real(engine), real(engine));
    const auto points = closest_points(kNotch, from);
    CHECK(std::fabs(points.front().distance) == doctest::Approx(distance_by_sampling(kNotch, from)));
    const bool in_square = from.x() > 0 && from.x() < 1 && from.y() > 0 && from.y() < 1;
    const bool in_notch = from.x() >= .3 && from.x() <= .7 && from.y() >= .5;
    CHECK((points.front().distance < 0) == (in_square && !in_notch));
    // The normal points from the query point to the closest point. If the query point is inside, it points in the
    // opposite direction.
    const Vector step = points.front().distance * points.front().normal.normalized();
    CHECK((from + step - points.front().point).norm() < 1e-12);
  }
}
