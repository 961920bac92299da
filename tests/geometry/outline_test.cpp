// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/geometry/outline.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "exact/orientation.h"
#include "support/count.h"

using namespace pawl;
using namespace pawl::internal;

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

bool has_repeats_or_folds(const Polygon& polygon) {
  const auto& v = polygon.vertices;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Eigen::Vector2d& a = v[i];
    const Eigen::Vector2d& b = v[(i + 1) % v.size()];
    const Eigen::Vector2d& c = v[(i + 2) % v.size()];
    if (std::count(v.begin(), v.end(), a) > 1) return true;
    if (orientation(a, b, c) == 0 && (b - a).dot(c - b) < 0) return true;
  }
  return false;
}

/// Returns the number of intersections of edges. Examines all pairs of edges.
std::size_t meetings_of(const Polygon& polygon) {
  const auto& v = polygon.vertices;
  const std::size_t count = v.size();
  std::size_t found = 0;
  for (std::size_t j = 2; j < count; ++j) {
    for (std::size_t i = j + 1 == count ? 1 : 0; i + 1 < j; ++i) {
      found += meeting(v[i], v[i + 1], v[j], v[(j + 1) % count]) != Meeting::none;
    }
  }
  return found;
}

}  // namespace

TEST_CASE("area, centroid and gyration of a rectangle are exact, in both orientations and far from the origin") {
  // For a rectangle of w x h, the polar second moment divided by the area is (w^2 + h^2) / 12.
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

TEST_CASE("area properties are right for a disc, a triangle and nonconvex polygons") {
  const AreaProperties disc = area_properties(Disc{{1, 2}, 3});
  CHECK(disc.area == doctest::Approx(9 * std::numbers::pi));
  CHECK(disc.centroid == Eigen::Vector2d(1, 2));
  CHECK(disc.gyration_squared == 4.5);
  // A right triangle with two legs of 3 has the area 9/2. Each of its two second moments about the centroid is 3^4/36.
  // Their sum, divided by the area, is therefore 1.
  const AreaProperties triangle = area_properties(Polygon{{{0, 0}, {3, 0}, {0, 3}}});
  CHECK(triangle.centroid == Eigen::Vector2d(1, 1));
  CHECK(triangle.gyration_squared == 1);
  // An L consists of three unit squares with the centers (1/2, 1/2), (3/2, 1/2) and (1/2, 3/2). Its centroid is (5/6,
  // 5/6). Its gyration^2 is 1/6 plus the mean of the squared distances of the centers from the centroid, (2/9 + 5/9 +
  // 5/9)/3 = 4/9.
  const AreaProperties corner = area_properties(Polygon{{{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}});
  CHECK(corner.area == 3);
  CHECK(corner.centroid == Eigen::Vector2d(5.0 / 6, 5.0 / 6));
  CHECK(corner.gyration_squared == 11.0 / 18);
}

TEST_CASE("simple polygons are accepted: in both orientations, nonconvex, and with vertices within straight edges") {
  CHECK(complaints(rectangle(1, 1)).empty());
  CHECK(complaints(Polygon{{{0, 0}, {0, 1}, {1, 1}, {1, 0}}}).empty());
  CHECK(complaints(Polygon{{{0, 0}, {.5, 0}, {1, 0}, {1, 1}, {.5, .1}, {0, 1}}}).empty());
}

TEST_CASE("a slot of 1e-8 m in a square of a metre, and slivers, are decided exactly") {
  const double half = 5e-9;
  CHECK(complaints(
            Polygon{{{0, 0}, {.5 - half, 0}, {.5 - half, .9}, {.5 + half, .9}, {.5 + half, 0}, {1, 0}, {1, 1}, {0, 1}}})
            .empty());
  // The points (.1, .1), (.3, .3) and (.7, .7) are collinear, as real numbers and as doubles. If one y is changed by
  // one unit in the last place, the polygon has an area.
  CHECK(complaints(Polygon{{{.1, .1}, {.3, std::nextafter(.3, 1)}, {.7, .7}}}).empty());
  CHECK(complaints(Polygon{{{.1, .1}, {.3, .3}, {.7, .7}}}) ==
        Lines{"/p/0: [0.1,0.1]: the outline folds back here: edges 2 and 0 overlap",
              "/p/2: [0.7,0.7]: the outline folds back here: edges 1 and 2 overlap"});
}

TEST_CASE("edges that cross or touch are named") {
  CHECK(complaints(Polygon{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}}) ==
        Lines{"/p: : edge 1 from [0,0] to [1,1] crosses edge 3 from [1,0] to [0,1]: the outline must not meet itself"});
  // In the first polygon, a vertex lies on an edge. In the second one, a slot has the width 0: its two edges coincide.
  CHECK(complaints(Polygon{{{0, 0}, {2, 0}, {2, 2}, {1, 0}, {0, 2}}}).size() == 2);
  CHECK(complaints(Polygon{{{0, 0}, {.5, 0}, {.5, .9}, {.5, .5}, {.5, .1}, {1, .1}, {1, 1}, {0, 1}}}).size() >= 1);
}

TEST_CASE("repeated vertices, folds and too few vertices are refused, and the fault gives the index") {
  CHECK(complaints(Polygon{{{0, 0}, {1, 0}}}) ==
        Lines{"/p: array of 2 vertices: a polygon has from 3 to 10000 vertices"});
  CHECK(complaints(Polygon{{{0, 0}, {1, 0}, {1, 0}, {1, 1}}}) ==
        Lines{"/p/2: [1,0]: repeats vertex 2; list each vertex once"});
  CHECK(complaints(Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 0}}}) ==
        Lines{"/p/3: [0,0]: repeats vertex 1; leave it out: the last vertex is joined to the first"});
  CHECK(complaints(Polygon{{{0, 0}, {2, 0}, {1, 1}, {0, 2}, {2, 2}, {1, 1}}}) ==
        Lines{"/p/5: [1,1]: repeats vertex 3; list each vertex once"});
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

TEST_CASE("a polygon is refused exactly if two edges that are not neighbors meet") {
  // On a small grid, many vertices lie on edges or have equal x, and many edges are collinear or vertical.
  std::mt19937 engine(5);
  const auto integer = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine); };
  int simple = 0;
  int broken = 0;
  for (int trial = 0; trial < oracle::count(20000); ++trial) {
    Polygon polygon;
    const int most = integer(2, 9);
    const int count = integer(4, 10);
    for (int i = 0; i < count; ++i) polygon.vertices.push_back({integer(0, most), integer(0, most)});
    if (has_repeats_or_folds(polygon)) continue;
    const Lines lines = complaints(polygon);
    const std::size_t expected = meetings_of(polygon);
    ++(expected == 0 ? simple : broken);
    CAPTURE(trial);
    REQUIRE(lines.size() == std::min<std::size_t>(expected, 11));
    if (expected > 10) CHECK(lines.back() == "/p: : has more faults of this kind; only the first 10 are listed");
    for (std::size_t k = 0; k < std::min<std::size_t>(expected, 10); ++k) {
      CHECK(lines[k].find("the outline must not meet itself") != std::string::npos);
    }
  }
  MESSAGE(simple << " simple polygons, " << broken << " that meet themselves");
  CHECK(simple > 100);
}

namespace {

/// Returns a polygon with slanted teeth. The bounding boxes of all its long edges overlap.
Polygon comb(std::size_t count) {
  Polygon polygon;
  for (std::size_t i = 0; i + 2 < count; ++i) {
    const auto top = static_cast<double>(i % 2);
    polygon.vertices.push_back({static_cast<double>(i) + 1e5 * top, top});
  }
  polygon.vertices.push_back({static_cast<double>(count) - 1e5, -1});
  polygon.vertices.push_back({-1e5 - 1, -1});
  return polygon;
}

/// Returns a polygon whose one side is a zigzag of horizontal and vertical edges, and whose other side is a straight
/// line with many vertices. Its vertices have few different values of x, and many of its edges are collinear.
Polygon staircase(std::size_t count) {
  Polygon polygon;
  for (std::size_t i = 0; i < count / 2; ++i) {
    polygon.vertices.push_back({static_cast<double>((i + 1) / 2 % 2), static_cast<double>(i / 2)});
  }
  for (std::size_t i = count / 2; i-- > 0;) polygon.vertices.push_back({3, static_cast<double>(i) - 1});
  return polygon;
}

}  // namespace

TEST_CASE("the largest polygon is checked quickly, however often it intersects itself") {
  Polygon round;
  Polygon star;
  for (std::size_t i = 0; i < kMostVertices; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(kMostVertices);
    round.vertices.push_back({std::cos(angle), std::sin(angle)});
    const double turned = angle * static_cast<double>(kMostVertices / 2 - 1);
    star.vertices.push_back({std::cos(turned), std::sin(turned)});
  }
  CHECK(complaints(round).empty());
  CHECK(complaints(star).size() == 11);
  // Exchanges two vertices that have one other vertex between them. Of millions of pairs of edges, only a few then
  // intersect.
  for (Polygon polygon : {round, comb(kMostVertices), staircase(kMostVertices)}) {
    CHECK(complaints(polygon).empty());
    std::swap(polygon.vertices[kMostVertices / 3], polygon.vertices[kMostVertices / 3 + 2]);
    const Lines lines = complaints(polygon);
    CHECK_FALSE(lines.empty());
    CHECK(lines.size() <= 11);
  }
}

TEST_CASE("if there are many faults of one kind, the first ten are named") {
  Polygon repeats;
  for (std::size_t i = 0; i < kMostVertices; ++i) repeats.vertices.push_back({static_cast<double>(i % 4), 0});
  const Lines lines = complaints(repeats);
  REQUIRE(lines.size() == 11);
  CHECK(lines.front() == "/p/4: [0,0]: repeats vertex 1; list each vertex once");
  CHECK(lines.back() == "/p: : has more faults of this kind; only the first 10 are listed");
}
