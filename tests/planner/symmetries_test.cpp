// SPDX-License-Identifier: MIT
// Symmetries of outlines, compared with the symmetry groups of known shapes, and fixtures that are images of others.
#include "fixtures/symmetries.h"

#include <doctest/doctest.h>
#include <pawl/planner/quick_measures.h>

#include <cmath>
#include <map>
#include <numbers>

#include "support/fixture_parts.h"

using namespace pawl;
using namespace pawl::fixtures;

namespace {

using Vector = Eigen::Vector2d;

Polygon regular(int corners, double turn) {
  Polygon polygon;
  for (int k = 0; k < corners; ++k) {
    const double angle = turn + 2 * std::numbers::pi * k / corners;
    polygon.vertices.emplace_back(std::cos(angle), std::sin(angle));
  }
  return polygon;
}

std::vector<internal::PartSymmetry> symmetries(const Outline& outline, const Vector& center = Vector(0, 0)) {
  return internal::symmetries_of(internal::part_edges(outline), center, 3);
}

}  // namespace

TEST_CASE("a regular polygon has 2 n symmetries, a rectangle 4, a slot 4, an isosceles triangle 2, and an L one") {
  for (const int corners : {3, 4, 5, 8, 17}) {
    CAPTURE(corners);
    CHECK(symmetries(regular(corners, .3)).size() ==
          static_cast<std::size_t>(2 * corners - 1));  // without the identity
  }
  CHECK(symmetries(Polygon{{{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}}).size() == 3);
  CHECK(symmetries(Polygon{{{-2, -1}, {-2, 1}, {2, 1}, {2, -1}}}).size() == 3);
  CHECK(symmetries(Path{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {0, 1, 0, 1}}).size() == 3);
  CHECK(symmetries(Polygon{{{-1, -1}, {1, -1}, {0, 2}}}).size() == 1);
  CHECK(symmetries(ell_outline(1)).empty());
  CHECK(symmetries(Disc{{0, 0}, 1}).empty());
  // One arc is convex and the other one concave, so that only the reflection in the x axis remains.
  CHECK(symmetries(Path{{{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}, {0, .5, 0, -.5}}).size() == 1);
}

TEST_CASE("a centre of mass that is not in the middle breaks the symmetries that move it") {
  const Polygon rectangle{{{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}};
  CHECK(symmetries(rectangle, Vector(.5, 0)).size() == 1);
  CHECK(symmetries(rectangle, Vector(.5, .2)).empty());
  CHECK(symmetries(regular(6, 0), Vector(.1, 0)).size() == 1);
}

TEST_CASE("the image of a locator is as far from the centre of mass as the locator") {
  const Outline slot = Path{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {0, 1, 0, 1}};
  for (const Outline& outline : {slot, Outline(regular(5, .1)), Outline(Polygon{{{-1, -1}, {1, -1}, {0, 2}}})}) {
    const std::vector<internal::PartEdge> edges = internal::part_edges(outline);
    for (const internal::PartSymmetry& symmetry : symmetries(outline)) {
      for (const internal::PartEdge& edge : edges) {
        Locator locator;
        locator.edge = edge.index;
        locator.along = .2;
        const Locator image = symmetry.image_of(locator);
        const Vector there = edges[image.edge].point(image.along);
        CHECK(there.norm() == doctest::Approx(edge.point(.2).norm()).epsilon(1e-9));
        CHECK(edges[image.edge].inward_at(image.along).normalized().dot(there) ==
              doctest::Approx(edge.inward_at(.2).normalized().dot(edge.point(.2))).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("fixtures of a rectangle come in classes of images with equal measures") {
  const Task task = part_of(Polygon{{{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}});
  const FixtureOptions options = on_points(3);
  internal::Contenders contenders;
  for (FixtureCandidate& candidate : all_of(task, options))
    contenders.emplace_back().is.candidate = std::move(candidate);
  const auto originals = internal::originals(contenders, symmetries(*task.part.outline));
  const QuickMeasurer measurer(task, options);
  std::map<std::size_t, int> classes;
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    ++classes[originals[i]];
    CHECK(originals[originals[i]] == originals[i]);
    const QuickMeasures own = measurer(contenders[i].is.candidate),
                        first = measurer(contenders[originals[i]].is.candidate);
    REQUIRE(own.located == first.located);
    CHECK(own.worst_motion == doctest::Approx(first.worst_motion).epsilon(1e-9));
    REQUIRE(own.window.has_value() == first.window.has_value());
    if (own.window) CHECK(own.window->margin == doctest::Approx(first.window->margin).epsilon(1e-4));
  }
  // Burnside's lemma. The half turn moves all 12 points, so it fixes no triple. Each reflection fixes the two middles
  // of opposite edges and exchanges the other ten points in pairs. A fixed triple therefore consists of one fixed point
  // and one pair.
  CHECK(contenders.size() == 220);
  CHECK(classes.size() == (220 + 0 + 2 * (2 * 5)) / 4);
}
