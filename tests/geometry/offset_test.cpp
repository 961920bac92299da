// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/geometry/offset.h>
#include <pawl/geometry/outline.h>

#include <cmath>
#include <numbers>
#include <random>

#include "geometry/boundary.h"

using namespace pawl;

namespace {

using Vector = Eigen::Vector2d;


double offset_area(const Outline& outline) { return area_properties(outline).area; }

/// Computes the signed distance of points from an outline. It is negative inside.
class Distance {
 public:
  explicit Distance(const Outline& outline) : boundary_(internal::boundary_of(outline)) {}
  double operator()(const Vector& point) const { return -internal::depth_in(point, boundary_).value_or(0); }

 private:
  internal::Boundary boundary_;
};

const Polygon kFourByThree{{{0, 0}, {4, 0}, {4, 3}, {0, 3}}};

/// Returns a star-shaped path. Some of its edges are arcs, and no edges cross.
Path star_with_arcs(std::mt19937& random) {
  std::uniform_real_distribution<double> share(0, 1);
  const int count = 5 + static_cast<int>(random() % 8);
  for (;;) {
    Path path;
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * std::numbers::pi * (i + .6 * share(random)) / count, radius = .5 + share(random);
      path.vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
      path.bulges.push_back(share(random) < .5 ? 0 : .8 * share(random) - .4);
    }
    if (outline_faults(path).empty()) return path;
  }
}

}  // namespace

TEST_CASE("offsets of a rectangle and a disc agree with closed forms") {
  const auto round = offset_outline(kFourByThree, .5);
  REQUIRE(round);
  REQUIRE(round->size() == 1);
  CHECK(offset_area(round->front().path) == doctest::Approx(12 + 14 * .5 + std::numbers::pi * .25).epsilon(1e-12));
  CHECK(round->front().path.vertices.size() == 8);
  const auto sharp = offset_outline(kFourByThree, .5, OffsetCorners::sharp);
  REQUIRE(sharp);
  CHECK(offset_area(sharp->front().path) == doctest::Approx(5 * 4).epsilon(1e-12));
  CHECK(sharp->front().path.vertices.size() == 4);
  CHECK(sharp->front().sources == std::vector<std::size_t>{0, 2, 4, 6});
  const auto inner = offset_outline(kFourByThree, -1);
  REQUIRE(inner);
  CHECK(offset_area(inner->front().path) == doctest::Approx(2 * 1).epsilon(1e-12));
  const auto nothing = offset_outline(kFourByThree, -1.6);
  REQUIRE(nothing);
  CHECK(nothing->empty());
  const auto disc = offset_outline(Disc{{1, 2}, 3}, .25);
  REQUIRE(disc);
  CHECK(offset_area(disc->front().path) == doctest::Approx(std::numbers::pi * 3.25 * 3.25).epsilon(1e-12));
  CHECK_THROWS_AS((void)offset_outline(kFourByThree, std::nan("")), InputError);
  CHECK_THROWS_AS((void)offset_outline(Polygon{{{0, 0}, {1, 0}}}, 1), InputError);
}

TEST_CASE(
    "the offset of an equilateral triangle has sharp corners, whereas the offset of a sharper corner is rounded") {
  const double height = std::sqrt(3.) / 2;
  const auto triangle = offset_outline(Polygon{{{0, 0}, {1, 0}, {.5, height}}}, .1, OffsetCorners::sharp);
  REQUIRE(triangle);
  REQUIRE(triangle->front().path.vertices.size() == 3);
  const double side = 1 + 2 * std::sqrt(3.) * .1;
  CHECK(offset_area(triangle->front().path) == doctest::Approx(std::sqrt(3.) / 4 * side * side).epsilon(1e-12));
  const auto needle = offset_outline(Polygon{{{0, 0}, {2, 0}, {2, 1}}}, .1, OffsetCorners::sharp);
  REQUIRE(needle);
  CHECK(needle->front().path.vertices.size() == 4);  // the corners of 63 and 90 degrees remain sharp, and that of 27
                                                     // degrees is rounded
}

TEST_CASE("an offset closes a narrow slot and leaves a hole") {
  // A square with a keyhole: a slot of width 0.2 leads from the right side to a chamber.
  const Polygon keyhole{{{0, 0}, {4, 0}, {4, 1.9}, {3, 1.9}, {3, 1}, {1, 1}, {1, 3}, {3, 3}, {3, 2.1}, {4, 2.1}, {4, 4}, {0, 4}}};
  const auto loops = offset_outline(keyhole, .2, OffsetCorners::sharp);
  REQUIRE(loops);
  REQUIRE(loops->size() == 2);
  CHECK(offset_area((*loops)[0].path) > 4.4 * 4.4 - .1);
  CHECK(offset_area((*loops)[1].path) == doctest::Approx(1.6 * 1.6).epsilon(.02));
  const auto open = offset_outline(keyhole, .05, OffsetCorners::sharp);
  REQUIRE(open);
  CHECK(open->size() == 1);
}

TEST_CASE("an offset of a random region contains exactly the points within the distance") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-2.2, 2.2);
  int checked = 0;
  for (int round = 0; round < 200; ++round) {
    Path path = star_with_arcs(random);
    const bool clockwise = round % 2 == 1;
    if (clockwise) {  // reverses the vertices; the region is the same
      for (Vector& vertex : path.vertices) vertex.x() = -vertex.x();
      for (double& bulge : path.bulges) bulge = -bulge;
    }
    const double distance = (round % 4 < 2 ? 1 : -1) * .02 * (1 + round % 11);
    const auto loops = offset_outline(path, distance);
    REQUIRE_MESSAGE(loops, "round " << round);
    const Distance original(path);
    std::vector<Distance> distances;
    for (const OffsetLoop& loop : *loops) {
      distances.emplace_back(loop.path);
      REQUIRE_MESSAGE(outline_faults(loop.path).empty(), "round " << round);
      for (const Vector& vertex : loop.path.vertices)
        CHECK(std::fabs(original(vertex) - distance) < 1e-7);
    }
    for (int k = 0; k < 60; ++k) {
      const Vector point(place(random), place(random));
      const double depth = original(point);
      if (std::fabs(depth - distance) < 1e-6) continue;
      bool inside = false;  // a loop inside another loop is a hole
      for (const Distance& loop : distances) inside ^= loop(point) < 0;
      CHECK_MESSAGE(inside == (depth < distance), "round " << round << " at " << point.transpose());
      ++checked;
    }
  }
  CHECK(checked > 11000);
}

TEST_CASE("the union of two random regions contains exactly the points of either region") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> place(-2.5, 2.5), shift(-.6, .6);
  for (int round = 0; round < 200; ++round) {
    const Path a = star_with_arcs(random);
    Path b = star_with_arcs(random);
    const Vector by(shift(random), shift(random));
    for (Vector& vertex : b.vertices) vertex += by;
    const std::optional<Path> both = united_outline(a, b);
    REQUIRE_MESSAGE(both, "round " << round);
    REQUIRE(outline_faults(*both).empty());
    const Distance of_a(a), of_b(b), of_both(*both);
    for (int k = 0; k < 60; ++k) {
      const Vector point(place(random), place(random));
      const double depth = std::min(of_a(point), of_b(point));
      if (std::fabs(depth) < 1e-6) continue;
      if (depth < 0) CHECK(of_both(point) < 0);
      if (of_both(point) > 0) CHECK(depth > 0);
    }
  }
}

TEST_CASE("regions that share a stretch of their boundary are united") {
  const Polygon low{{{0, 0}, {2, 0}, {2, 1}, {0, 1}}}, wide{{{.5, 0}, {1.5, 0}, {1.5, 3}, {.5, 3}}};
  const std::optional<Path> tee = united_outline(low, wide);
  REQUIRE(tee);
  CHECK(offset_area(*tee) == doctest::Approx(2 + 2).epsilon(1e-12));
  CHECK(tee->vertices.size() >= 8);
  CHECK(united_outline(low, low).has_value());
  CHECK_FALSE(united_outline(low, Disc{{9, 9}, 1}));
}

TEST_CASE("distances between outlines agree with closed forms") {
  const OutlineDistance nested = outline_distance(kFourByThree, Polygon{{{-1, -.5}, {5, -.5}, {5, 4}, {-1, 4}}});
  CHECK(nested.distance == .5);
  CHECK(nested.segment_a == 0);
  CHECK(nested.a_inside_b);
  const OutlineDistance discs = outline_distance(Disc{{0, 0}, 1}, Disc{{3, 4}, 2});
  CHECK(discs.distance == doctest::Approx(2).epsilon(1e-15));
  CHECK_FALSE(discs.a_inside_b);
  CHECK((discs.on_a - Vector(.6, .8)).norm() < 1e-12);
  const OutlineDistance eccentric = outline_distance(Disc{{.1, 0}, 1}, Disc{{0, 0}, 1.5});
  CHECK(eccentric.distance == doctest::Approx(.4).epsilon(1e-14));
  CHECK(eccentric.a_inside_b);
  CHECK(outline_distance(kFourByThree, Disc{{4, 1}, .5}).distance == 0);
  CHECK(outline_distance(Disc{{10, 1}, 2}, kFourByThree).distance == doctest::Approx(4).epsilon(1e-14));
}

TEST_CASE("distances between random outlines agree with those of sampled points") {
  std::mt19937 random(5);
  for (int round = 0; round < 100; ++round) {
    const Path a = star_with_arcs(random);
    Path b = star_with_arcs(random);
    for (Vector& vertex : b.vertices) vertex += Vector(3.2, .5);
    const OutlineDistance found = outline_distance(a, b);
    const Distance of_a(a), of_b(b);
    double least = 1e9;
    for (std::size_t i = 0; i < a.vertices.size(); ++i) {
      const Vector &from = a.vertices[i], &to = a.vertices[(i + 1) % a.vertices.size()];
      for (int k = 0; k < 200; ++k) {
        const double turn = 4 * std::atan(a.bulges[i]) * k / 200.;
        Vector point = from + k / 200. * (to - from);
        if (a.bulges[i] != 0) {
          const double s = a.bulges[i];
          const Vector d = to - from, center = (from + to) / 2 + (1 - s * s) / (4 * s) * Vector(-d.y(), d.x());
          const Vector arm = from - center;
          point = center + Vector(std::cos(turn) * arm.x() - std::sin(turn) * arm.y(),
                                  std::sin(turn) * arm.x() + std::cos(turn) * arm.y());
        }
        least = std::min(least, of_b(point));
      }
    }
    if (least < 0) continue;
    CHECK(found.distance <= least + 1e-12);
    CHECK(found.distance >= least - .02);
    CHECK(std::fabs(of_a(found.on_a)) < 1e-12);
    CHECK(std::fabs(of_b(found.on_b)) < 1e-12);
  }
}
