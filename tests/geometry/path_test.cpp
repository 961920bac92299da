// SPDX-License-Identifier: MIT
// Tests outlines of lines and arcs with closed forms, invariants, and fine polygons as an oracle. PAWL_TEST_COUNT sets
// the number of random outlines.
#include <doctest/doctest.h>
#include <pawl/geometry/closest_point.h>
#include <pawl/geometry/outline.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "exact/orientation.h"
#include "geometry/outline.h"
#include "support/count.h"
#include "support/paths.h"

using namespace pawl;
using namespace pawl::test;
using internal::strictly_inside;
constexpr auto inside_polygon =
    static_cast<bool (*)(const std::vector<Eigen::Vector2d>&, const Eigen::Vector2d&)>(internal::strictly_inside);
using Vector = Eigen::Vector2d;

namespace {

constexpr double kPi = std::numbers::pi;

void check_area(const AreaProperties& found, double area, const Vector& centroid, double gyration, double within) {
  CHECK(std::fabs(found.area - area) <= within * area);
  CHECK((found.centroid - centroid).norm() <= within * (1 + centroid.norm()));
  CHECK(std::fabs(found.gyration_squared - gyration) <= within * gyration);
}

double nearest_distance(const Polygon& polygon, const Vector& from) {
  double best = 1e300;
  for (std::size_t i = 0; i < polygon.vertices.size(); ++i) {
    const Vector& a = polygon.vertices[i];
    const Vector d = polygon.vertices[(i + 1) % polygon.vertices.size()] - a;
    const double s = std::clamp((from - a).dot(d) / d.squaredNorm(), 0.0, 1.0);
    best = std::min(best, (a + s * d - from).norm());
  }
  return best;
}

}  // namespace

TEST_CASE(
    "area, centroid and inertia of shapes with arcs are correct in both orientations, near the origin and far from "
    "it") {
  // A disc has the area pi r^2 and gyration^2 = r^2 / 2.
  //
  // A stadium of length l and radius 1 has the area A = 2 l + pi. Its polar moment about its middle is the sum of the
  // moments of a rectangle, 2 l (l^2 + 4) / 12, and of two half discs, pi / 2 + pi (l / 2)^2 + 2 (l / 2) (2 * 2/3). The
  // centroid of a half disc is 4 / (3 pi) from its straight edge.
  const double l = 3;
  const double area = 2 * l + kPi;
  const double polar = 2 * l * (l * l + 4) / 12 + kPi / 2 + kPi * l * l / 4 + l * 4 / 3;
  for (const Vector& at : {Vector(0, 0), Vector(1e6, -3e5)}) {
    check_area(area_properties(circle(at, 2)), 4 * kPi, at, 2, 1e-15);
    CHECK(area_properties(circle(at, 2)).centroid == at);
    const Path shape = mapped(stadium(l), [&](const Vector& v) -> Vector { return v + at; });
    check_area(area_properties(shape), area, at, polar / area, 1e-15);
    check_area(area_properties(reversed(shape)), area, at, polar / area, 1e-15);
  }
  // The centroid of a half disc is 4 / (3 pi) from its straight edge, and gyration^2 = 1/2 - (4 / (3 pi))^2.
  const double height = 4 / (3 * kPi);
  check_area(area_properties(Path{{{1, 0}, {-1, 0}}, {1, 0}}), kPi / 2, {0, height}, .5 - height * height, 1e-15);
}

TEST_CASE("a lens and a crescent are sums and differences of circular segments") {
  // A chord cuts a segment with the half-angle p from a unit circle. The area of the segment is p - sin p cos p. For
  // the bulge 1/2, p = 2 atan(1/2), sin p = 4/5, cos p = 3/5, and the chord is 8/5.
  const double piece = 2 * std::atan(.5) - 12. / 25;
  const AreaProperties lens = area_properties(Path{{{-.8, 0}, {.8, 0}}, {.5, .5}});
  CHECK(lens.area == doctest::Approx(2 * piece).epsilon(1e-15));
  CHECK(lens.centroid == Vector(0, 0));
  // The crescent is bounded by a half circle of radius .8 and by an arc of the unit circle. Both are below their common
  // chord.
  const AreaProperties crescent = area_properties(Path{{{-.8, 0}, {.8, 0}}, {1, -.5}});
  CHECK(crescent.area == doctest::Approx(.32 * kPi - piece).epsilon(1e-15));
  // First moments about the chord: that of the half disc is 2/3 r^3. That of the segment is 2/3 sin^3 p, minus its area
  // times .6, which is the distance of the unit circle's center from the chord.
  const double moment = 2. / 3 * .512 - (2. / 3 * .512 - .6 * piece);
  CHECK(crescent.centroid.y() == doctest::Approx(-moment / crescent.area).epsilon(1e-14));
}

TEST_CASE("shallow arcs keep their digits: a segment on a chord of 2 has the area 4 b / 3 for a small bulge b") {
  for (const double bulge : {1e-3, 1e-6, 1e-9, 1e-12}) {
    const AreaProperties found = area_properties(Path{{{-1, 0}, {1, 0}}, {bulge, 0}});
    // For a small bulge b and a chord of length d, the segment has the area d^2 (b / 3 + b^3 / 15). It is nearly a
    // parabola: its centroid is 4/10 of the sagitta above the chord, and gyration^2 is 1/5 of
    // (d / 2)^2.
    CHECK(found.area == doctest::Approx(4 * (bulge / 3 + bulge * bulge * bulge / 15)).epsilon(1e-12));
    CHECK(found.centroid.y() == doctest::Approx(-.4 * bulge).epsilon(1e-5));
    CHECK(found.gyration_squared == doctest::Approx(.2).epsilon(1e-5));
  }
}

TEST_CASE("arcs of more than half a turn have the right area") {
  // A whole circle minus a segment. For the bulge 2, p = 2 atan 2, sin p = 4/5 and cos p = -3/5.
  const AreaProperties found = area_properties(Path{{{.8, 0}, {-.8, 0}}, {2, 0}});
  CHECK(found.area == doctest::Approx(2 * std::atan(2.) + 12. / 25).epsilon(1e-15));
  // A circle of radius 1 about (0, 1), cut off by a chord of length 8e-6. Almost the whole disc remains.
  const AreaProperties whole = area_properties(Path{{{4e-6, 0}, {-4e-6, 0}}, {5e5, 0}});
  CHECK(whole.area == doctest::Approx(kPi).epsilon(1e-9));
  CHECK(whole.centroid.y() == doctest::Approx(1).epsilon(1e-9));
}

TEST_CASE(
    "random paths and polygons that approximate them agree in area, centroid, inertia, distances and inner points") {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> place(-2, 2);
  constexpr int kPieces = 1000;  // kPieces chords deviate from an arc of radius r and sweep w by r (w / kPieces)^2 / 8
  for (int round = 0; round < oracle::count(60); ++round) {
    const Path path = valid_random_path(random);
    const Polygon polygon = polygon_of(path, kPieces);
    const AreaProperties found = area_properties(path);
    if (outline_faults(polygon).empty()) {
      const AreaProperties near = area_properties(polygon);
      const double room = 1e-4 / found.area;
      CHECK(std::fabs(found.area - near.area) <= 1e-4);
      CHECK((found.centroid - near.centroid).norm() <= room);
      CHECK(std::fabs(found.gyration_squared - near.gyration_squared) <= 3 * room);
    }
    for (int k = 0; k < 20; ++k) {
      const Vector from(place(random), place(random));
      const ClosestPoint closest = closest_points(path, from).front();
      const double distance = nearest_distance(polygon, from);
      CHECK(std::fabs(std::fabs(closest.distance) - distance) <= 1e-5);
      CHECK((closest.point - from).norm() == doctest::Approx(std::fabs(closest.distance)).epsilon(1e-9));
      CHECK(nearest_distance(polygon, closest.point) <= 1e-5);
      if (distance > 1e-4) CHECK(strictly_inside(path, from) == inside_polygon(polygon.vertices, from));
      CHECK((closest.distance < 0) == strictly_inside(path, from));
    }
  }
}

TEST_CASE("all minima of the distance agree with a search along the outline") {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> place(-2, 2);
  constexpr int kPieces = 400;
  for (int round = 0; round < oracle::count(40); ++round) {
    const Path path = valid_random_path(random, 5);
    const Polygon fine = polygon_of(path, kPieces);
    for (int k = 0; k < 10; ++k) {
      const Vector from(place(random), place(random));
      std::vector<double> found;
      for (const ClosestPoint& p : closest_points(path, from)) found.push_back(std::fabs(p.distance));
      std::vector<double> walked;
      const auto distance = [&](std::size_t i) { return (fine.vertices[i % fine.vertices.size()] - from).norm(); };
      // `fine` has many vertices on each arc, but none inside a straight edge. The closest point of a straight edge may
      // therefore be far from every vertex, so the search ignores the end points of straight edges.
      const std::size_t count = fine.vertices.size();
      for (std::size_t i = count; i < 2 * count; ++i) {
        const bool along_side = (fine.vertices[i % count] - fine.vertices[(i + 1) % count]).norm() > .05 ||
                                (fine.vertices[i % count] - fine.vertices[(i - 1) % count]).norm() > .05;
        if (!along_side && distance(i) < distance(i - 1) && distance(i) < distance(i + 1))
          walked.push_back(distance(i));
      }
      for (const double d : walked) {
        CHECK(std::any_of(found.begin(), found.end(), [&](double f) { return std::fabs(f - d) < 1e-3; }));
      }
    }
  }
}

TEST_CASE("mirroring, quarter turns, powers of two, another first vertex and reversal change results as expected") {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> place(-2, 2);
  for (int round = 0; round < oracle::count(60); ++round) {
    const Path path = valid_random_path(random);
    const AreaProperties area = area_properties(path);
    const Vector from(place(random), place(random));
    const ClosestPoint closest = closest_points(path, from).front();
    const auto same = [&](const Path& other, double scale, const Vector& at) {
      REQUIRE(outline_faults(other).empty());
      const AreaProperties moved = area_properties(other);
      CHECK(moved.area == doctest::Approx(scale * scale * area.area).epsilon(1e-14));
      CHECK(moved.gyration_squared == doctest::Approx(scale * scale * area.gyration_squared).epsilon(1e-14));
      CHECK(moved.centroid.norm() == doctest::Approx(scale * area.centroid.norm()).epsilon(1e-13));
      const ClosestPoint found = closest_points(other, at).front();
      CHECK(found.distance == doctest::Approx(scale * closest.distance).epsilon(1e-9));
      CHECK(found.at_vertex == closest.at_vertex);
      if (std::isfinite(closest.radius)) CHECK(found.radius == doctest::Approx(scale * closest.radius).epsilon(1e-12));
    };
    same(reversed(path), 1, from);
    same(shifted(path, 1), 1, from);
    same(mapped(
             path, [](const Vector& v) { return Vector(-v.x(), v.y()); }, true),
         1, {-from.x(), from.y()});
    same(mapped(path, [](const Vector& v) { return Vector(-v.y(), v.x()); }), 1, {-from.y(), from.x()});
    same(mapped(path, [](const Vector& v) -> Vector { return v * 0x1p-7; }), 0x1p-7, from * 0x1p-7);
  }
}

TEST_CASE("the orientation of a path is right even if its chords enclose no area, or have the opposite orientation") {
  CHECK(internal::turn_of(circle()) == 1);
  CHECK(internal::turn_of(reversed(circle())) == -1);
  CHECK(internal::turn_of(Path{{{0, 0}, {1, 0}}, {1e-12, 0}}) == 1);  // the area of this outline is 3e-13
  CHECK(internal::turn_of(Path{{{0, 0}, {1, 0}}, {1e-12, -.9e-12}}) == 1);
  CHECK(internal::turn_of(Path{{{1e9, 0}, {1e9 - 1, 0}}, {-1e-12, .9e-12}}) == -1);
  // The outline is one clockwise arc, nearly a full circle, and two chords. The triangle of its vertices is
  // counterclockwise and lies inside the arc.
  const Path keyhole{{{0, 0}, {.1, 0}, {.05, .01}}, {-20, 0, 0}};
  CHECK(outline_faults(keyhole).empty());
  CHECK(internal::turn_of(keyhole) == -1);
}

TEST_CASE(
    "closest points are correct for convex and hollow arcs, for vertices without a corner, and for the centers of "
    "arcs") {
  const Path shape = stadium(2);
  const ClosestPoint round = closest_points(shape, {4, 4}).front();  // the center is (1, 0), so that the distances form
                                                                     // a triangle with the sides 3, 4 and 5
  CHECK((round.point - Vector(1.6, .8)).norm() < 1e-15);
  CHECK(round.distance == 4);
  CHECK(round.radius == 1);
  CHECK(round.center == Vector(1, 0));
  CHECK(round.bulge == 1);
  CHECK(round.feature == 1);
  CHECK(round.normal.x() * 4 == doctest::Approx(round.normal.y() * 3));
  CHECK(round.normal.x() < 0);
  // At a vertex without a corner, the closest point is reported as a point of the arc that begins there.
  const ClosestPoint joint = closest_points(shape, {1, -3}).front();
  CHECK_FALSE(joint.at_vertex);
  CHECK(joint.feature == 1);
  CHECK(joint.point == Vector(1, -1));
  CHECK(joint.normal.x() == 0);
  CHECK(joint.normal.y() > 0);
  CHECK(std::isinf(nearest_corner(shape, {0, 0}).distance));
  CHECK(closest_points(circle(), {0, 0}).front().normal == Vector(0, 0));

  // A block whose top has a hollow: a half circle of radius 1.
  const Path hollow{{{-2, -2}, {2, -2}, {2, 0}, {1, 0}, {-1, 0}, {-2, 0}}, {0, 0, 0, -1, 0, 0}};
  const ClosestPoint in = closest_points(hollow, {.3, -.4}).front();
  CHECK(in.distance == doctest::Approx(.5));
  CHECK(in.radius == -1);
  CHECK((in.point - Vector(.6, -.8)).norm() < 1e-15);
  CHECK(in.normal.x() > 0);  // into the part, which here means away from the center of the hollow
  CHECK(closest_points(hollow, {0, 0}).front().normal == Vector(0, 0));
  CHECK(closest_points(hollow, {0, -1.5}).front().distance == -.5);
  CHECK(nearest_corner(hollow, {.9, .1}).vertex == 3);
  // The query point is above the center of the hollow, near its two rims. The distance has a local minimum at the
  // bottom of the block, but not at the bottom of the hollow.
  const auto above = closest_points(hollow, {0, .5});
  REQUIRE(above.size() == 3);
  CHECK(above[2].distance == 2.5);
  CHECK(above[0].at_vertex);
  CHECK(above[1].at_vertex);
}

TEST_CASE("distances from shallow arcs are as accurate as those from lines") {
  for (const double bulge : {1e-3, 1e-6, 1e-9, 1e-12}) {
    // The path goes from (-1, 0) to (1, 0) along an arc, and back over the top. In the middle, the arc is at y =
    // -bulge.
    const Path path{{{-1, 0}, {1, 0}, {0, 1}}, {bulge, 0, 0}};
    const ClosestPoint below = closest_points(path, {0, -1}).front();
    CHECK(below.distance == doctest::Approx(1 - bulge).epsilon(1e-15));
    CHECK(below.point.y() == doctest::Approx(-bulge).epsilon(1e-4 + 1e-16 / bulge));
    CHECK(below.radius == doctest::Approx((1 + bulge * bulge) / (2 * bulge)).epsilon(1e-14));
    CHECK(below.normal.x() == 0);
  }
}
