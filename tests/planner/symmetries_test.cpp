// SPDX-License-Identifier: MIT
// Compares the symmetries of outlines with the symmetry groups of known shapes, and tests fixtures that are images of
// other fixtures.
#include "fixtures/symmetries.h"

#include <doctest/doctest.h>
#include <pawl/planner/design_fixtures.h>
#include <pawl/planner/quick_measures.h>

#include <algorithm>
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
  return internal::symmetries_of(outline, center);
}

}  // namespace

TEST_CASE("a regular polygon has 2 n symmetries, a rectangle 4, a slot 4, an isosceles triangle 2, and an L one") {
  for (const int corners : {3, 4, 5, 8, 17}) {
    CAPTURE(corners);
    CHECK(symmetries(regular(corners, .3)).size() ==
          static_cast<std::size_t>(2 * corners - 1));  // the expected number does not count the identity
  }
  CHECK(symmetries(Polygon{{{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}}).size() == 3);
  CHECK(symmetries(Polygon{{{-2, -1}, {-2, 1}, {2, 1}, {2, -1}}}).size() == 3);
  CHECK(symmetries(Path{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {0, 1, 0, 1}}).size() == 3);
  CHECK(symmetries(Polygon{{{-1, -1}, {1, -1}, {0, 2}}}).size() == 1);
  CHECK(symmetries(ell_outline(1)).empty());
  CHECK(symmetries(Disc{{0, 0}, 1}).empty());
  // One arc is convex and the other is concave. The only symmetry is the reflection in the x axis.
  CHECK(symmetries(Path{{{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}, {0, .5, 0, -.5}}).size() == 1);
}

TEST_CASE("an outline has the same symmetries if edges get additional vertices or arcs are split") {
  const Polygon rectangle{{{-2, -1}, {-1.3, -1}, {2, -1}, {2, 1}, {-2, 1}}};
  CHECK(symmetries(rectangle).size() == 3);
  // The semicircle from (1, -1) to (1, 1) consists of two arcs. They have a third and two thirds of its sweep.
  const double third = std::tan(std::numbers::pi / 12), rest = std::tan(std::numbers::pi / 6), root = std::sqrt(3.) / 2;
  const Path slot{{{-1, -1}, {1, -1}, {1 + root, -.5}, {1, 1}, {-1, 1}}, {0, third, rest, 0, 1}};
  CHECK(symmetries(slot).size() == 3);
  for (const Outline& outline : {Outline(rectangle), Outline(slot)}) {
    const std::vector<internal::PartEdge> edges = internal::part_edges(outline);
    for (const internal::PartSymmetry& symmetry : symmetries(outline)) {
      for (const internal::PartEdge& edge : edges) {
        Locator locator;
        locator.edge = edge.index;
        locator.along = .3;
        const Locator image = symmetry.image_of(locator);
        REQUIRE(image.edge < edges.size());
        CHECK((edges[image.edge].point(image.along) - symmetry.map(edge.point(.3))).norm() < 1e-6);
        const Locator back = symmetry.image_of(image);
        if (symmetries(outline).size() == 3)  // in these outlines, each symmetry is its own inverse
          CHECK((edges[back.edge].point(back.along) - edge.point(.3)).norm() < 1e-6);
      }
    }
  }
  // If the lengths of edges matter, the two parts of a split edge have no image on an edge that is not split.
  for (const internal::PartSymmetry& symmetry : internal::symmetries_of(rectangle, Vector(0, 0), true)) {
    Locator locator;
    locator.edge = 3;
    locator.along = .4;
    const Locator image = symmetry.image_of(locator);
    CHECK((image.edge == 3 || image.edge == 5));
  }
}

TEST_CASE("mirror images among the fixtures of a part are recognized even if a vertex within an edge has no image") {
  const auto listed = [](const Polygon& outline) {
    Task task = part_of(outline);
    task.actuator = TrayActuator();
    task.fixture.emplace();
    FixtureOptions::Points points;
    points.total = 12;
    points.pin_radius = .05;
    task.fixture->candidates = points;
    task.fixture->depth_for = 1;
    DesignRequest request;
    request.plans = 0;
    const FixtureDesigns designs = design_fixtures(ValidTask(task), request);
    return std::pair(designs.planned, designs.mirrored);
  };
  const auto whole = listed(Polygon{{{0, 0}, {6, 0}, {6, 4}, {0, 4}}});
  const auto split = listed(Polygon{{{0, 0}, {3, 0}, {6, 0}, {6, 4}, {0, 4}}});
  CHECK(whole.second > 0);
  CHECK(split.second > 0);
  CHECK(static_cast<double>(split.second) / static_cast<double>(split.first) > .4);
}

TEST_CASE("a part with an eccentric centre of mass has only the symmetries that keep the centre of mass in place") {
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

TEST_CASE("the fixtures of a rectangle form classes of mirrored or turned images with equal measures") {
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
  // The expected number follows from Burnside's lemma. The half turn moves all 12 points, so it maps no triple to
  // itself. Each reflection keeps the middles of two opposite edges, and exchanges the other ten points in pairs. A
  // triple that it maps to itself consists of one such middle and one such pair.
  CHECK(contenders.size() == 220);
  CHECK(classes.size() == (220 + 0 + 2 * (2 * 5)) / 4);
}

namespace {

/// Returns numbers that do not change under rotations and reflections about the centre of mass: the distances of the
/// three locators' points from the centre and from each other, and the lever arms of their normals.
std::vector<long> invariants(const FixtureCandidate& candidate, const Vector& center) {
  constexpr double kUnit = 1e-3 / std::numbers::sqrt3;  // equal positions may differ by 1e-5 of an edge's length
  std::vector<long> distances, pairs;
  const auto number = [&](double value) { return std::lround(value / kUnit); };
  for (std::size_t i = 0; i < candidate.locators.size(); ++i) {
    const Locator& one = candidate.locators[i];
    const Vector arm = one.point - center;
    const Vector normal = one.normal.normalized();
    distances.push_back(1000000 * number(arm.norm()) + number(std::fabs(arm.x() * normal.y() - arm.y() * normal.x())));
    for (std::size_t k = 0; k < i; ++k) pairs.push_back(number((candidate.locators[k].point - one.point).norm()));
  }
  std::sort(distances.begin(), distances.end());
  std::sort(pairs.begin(), pairs.end());
  distances.insert(distances.end(), pairs.begin(), pairs.end());
  return distances;
}

}  // namespace

TEST_CASE("fixtures that are images of each other are listed once, for all kinds of candidates") {
  const Polygon rectangle{{{0, 0}, {6, 0}, {6, 4}, {0, 4}}}, symmetric_ell{{{0, 0}, {4, 0}, {4, 1.5}, {1.5, 1.5}, {1.5, 4}, {0, 4}}};
  const struct {
    Polygon outline;
    std::size_t order;  // number of symmetries; the identity counts
    double width;
  } parts[] = {{rectangle, 4, 6}, {regular(6, 0), 12, 2}, {symmetric_ell, 2, 4}};
  FixtureOptions::Points some;
  some.total = 10;
  some.pin_radius = .05;
  FixtureOptions::Points spaced;
  spaced.pitch = .45;
  for (const auto& [outline, order, width] : parts) {
    FixtureOptions::Points two;
    two.per_edge = 2;
    const FixtureOptions::Lattice lattice{width / 4, width / 20};
    for (const FixtureOptions::Candidates& candidates : {FixtureOptions::Candidates(two), FixtureOptions::Candidates(spaced),
                                                         FixtureOptions::Candidates(some), FixtureOptions::Candidates(lattice)}) {
      Task task = part_of(outline);
      task.actuator = TrayActuator();
      task.fixture.emplace();
      task.fixture->candidates = candidates;
      task.fixture->depth_for = 1;
      const ValidTask valid(task);
      const Vector center = QuickMeasurer(task, *task.fixture).contacts({}).center_of_mass;
      std::map<std::vector<long>, int> classes;
      std::size_t listed = 0, candidates_of_listed = 0, images = 0;
      DesignRequest request;
      request.plans = 0;
      request.each = [&](const DesignedCandidate& candidate) {
        using End = DesignedCandidate::End;
        const bool image = candidate.end == End::mirrored;
        if (!image && candidate.end != End::dominated && candidate.end != End::kept && candidate.end != End::not_measured) return;
        ++classes[invariants(candidate.candidate, center)];
        images += image ? 1 : 0;
        if (image) return;
        ++listed;
        candidates_of_listed += candidate.multiplicity;
        CHECK(candidate.multiplicity <= order);
      };
      const FixtureDesigns designs = design_fixtures(valid, request);
      CAPTURE(order);
      CAPTURE(candidates.index());
      CHECK(listed > 0);
      CHECK(listed == classes.size());
      CHECK(candidates_of_listed == listed + images);
      CHECK(designs.mirrored == images);
      CHECK(designs.planned == listed + images + designs.repeated);
    }
  }
  // The direction of a push belongs to the part. Therefore the images of a fixture under symmetries count as different
  // fixtures.
  Task pushed = part_of(rectangle);
  pushed.actuator = PushActuator{{0, 0}, 0, 2};
  pushed.fixture.emplace();
  FixtureOptions::Points two;
  two.per_edge = 2;
  pushed.fixture->candidates = two;
  CHECK(design_fixtures(ValidTask(pushed)).mirrored == 0);
}
