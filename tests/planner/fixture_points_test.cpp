// SPDX-License-Identifier: MIT
// Tests fixtures at points of an outline: the sets of points, the sets that the rules exclude, and the conversion of a
// candidate to a task.
#include <doctest/doctest.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/fixture_candidates.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "fixtures/locator_points.h"
#include "support/fixture_parts.h"

using namespace pawl;
using namespace pawl::fixtures;

namespace {

using Vector = Eigen::Vector2d;

bool stands_on(const FixtureCandidate& candidate, std::size_t edge) {
  return std::any_of(candidate.locators.begin(), candidate.locators.end(),
                     [&](const Locator& locator) { return locator.edge == edge; });
}

}  // namespace

TEST_CASE("an L has 20 points half a length apart, 1,140 triples and 4,845 quadruples, and each is listed once") {
  const Task task = part_of(ell_outline(1));
  FixtureOptions options = at_pitch(.5);
  const auto triples = all_of(task, options);
  CHECK(triples.size() == 1140);
  std::set<std::vector<double>> seen;
  for (const FixtureCandidate& candidate : triples) {
    CHECK(candidate.pose == task.pose);
    std::vector<double> places;
    for (const Fixel& fixel : candidate.fixels) places.insert(places.end(), {fixel.at.x(), fixel.at.y()});
    seen.insert(places);
  }
  CHECK(seen.size() == 1140);
  options.pins = 4;
  CHECK(all_of(task, options).size() == 4845);
}

TEST_CASE("rules for forbidden and required edges, ranges, distances between pins and free regions are obeyed") {
  const Task task = part_of(ell_outline(1));
  FixtureOptions options = at_pitch(.5);
  options.forbidden_edges = {1};  // forbids the long edge, on which 6 of the 20 points are
  CHECK(all_of(task, options).size() == 14 * 13 * 12 / 6);
  options.required_edges = {3, 6};  // edges 2 and 5 if counted from 0; they have 2 and 4 points
  int both = 0;
  for (const FixtureCandidate& candidate : all_of(task, options)) {
    CHECK(stands_on(candidate, 2));
    CHECK(stands_on(candidate, 5));
    CHECK_FALSE(stands_on(candidate, 0));
    ++both;
  }
  // Three kinds of triples have points on both edges: 2 * 4 * 10 with one point of edge 2, one of edge 5, and one of
  // the ten points of other edges; 1 * 4 with two points of edge 2 and one of edge 5; 2 * 6 with one point of edge 2
  // and two of edge 5.
  const auto points_on = [&](std::size_t edge) {
    FixtureOptions all = at_pitch(.5);
    std::set<double> along;
    for (const FixtureCandidate& candidate : all_of(task, all)) {
      for (const Locator& locator : candidate.locators) {
        if (locator.edge == edge) along.insert(locator.along);
      }
    }
    return static_cast<int>(along.size());
  };
  const int p = points_on(2), q = points_on(5), others = 14 - p - q;
  CHECK(both == p * q * others + p * (p - 1) / 2 * q + p * q * (q - 1) / 2);

  options = at_pitch(.5);
  options.least_distance = 1;
  const auto apart = all_of(task, options);
  CHECK(apart.size() < 1140);
  for (const FixtureCandidate& candidate : apart) {
    for (std::size_t k = 0; k < 3; ++k)
      CHECK((candidate.fixels[k].at - candidate.fixels[(k + 1) % 3].at).norm() >= 1 - 1e-9);
  }
  options = at_pitch(.5);
  std::get<FixtureOptions::Points>(options.candidates).pin_radius = .1;
  for (const double material : {-1., 0., .4}) {  // -1 stands for the default, which is the radius of the pins
    if (material >= 0) options.least_material = material;
    const double least = .2 + (material >= 0 ? material : .1);
    double nearest = 10;
    for (const FixtureCandidate& candidate : all_of(task, options)) {
      for (std::size_t k = 0; k < 3; ++k)
        nearest = std::min(nearest, (candidate.fixels[k].at - candidate.fixels[(k + 1) % 3].at).norm());
    }
    CHECK(nearest >= least - 1e-9);
    if (material > 0) CHECK(nearest < least + .2);
  }
  options = at_pitch(.5);
  options.datums = {3, 6, {}};
  const auto on_datums = all_of(task, options);
  CHECK(static_cast<int>(on_datums.size()) == p * (p - 1) / 2 * q);  // two pins on the datum A, and one on the datum B
  options.datums->c = 2;
  std::size_t on_each = 0;
  for (const FixtureCandidate& candidate : all_of(task, options)) {
    std::multiset<std::size_t> edges;
    for (const Locator& locator : candidate.locators) edges.insert(locator.edge + 1);
    CHECK(edges == std::multiset<std::size_t>{2, 3, 6});
    ++on_each;
  }
  CHECK(on_each > 0);
  options = at_pitch(.5);
  // The forbidden region contains all points of the outline with y < -.5.
  options.keep_out = {Polygon{{{-3, -3}, {3, -3}, {3, -.5}, {-3, -.5}}}};
  for (const FixtureCandidate& candidate : all_of(task, options)) {
    for (const Fixel& fixel : candidate.fixels) CHECK(fixel.at.y() >= -.5);
  }
  options = at_pitch(.5);
  options.edge_range = {.3, .7};
  for (const FixtureCandidate& candidate : all_of(task, options)) {
    for (const Locator& locator : candidate.locators) CHECK((locator.along >= .3 && locator.along <= .7));
  }
  options = at_pitch(.5);
  options.forbidden_edges = {1, 2, 3, 4, 5, 6};
  CHECK(all_of(task, options).empty());
}

TEST_CASE("no pin is placed in a corner that is too narrow for it, and the part of every candidate can be seated") {
  const Task task = part_of(ell_outline(1));
  FixtureOptions options;
  options.candidates = FixtureOptions::Points{5, std::nullopt, .3};
  std::set<std::pair<std::size_t, double>> places;
  std::size_t tried = 0, count = 0;
  for (const FixtureCandidate& candidate : all_of(task, options)) {
    for (const Locator& locator : candidate.locators) places.insert({locator.edge, locator.along});
    for (std::size_t k = 0; k < 3; ++k)
      CHECK((candidate.fixels[k].at - candidate.fixels[(k + 1) % 3].at).norm() >= .6 - 1e-9);
    if (++count % 50 != 0) continue;
    ++tried;
    const Task fixed = with_fixture(task, candidate);
    const ContactSet set = find_contacts(fixed);
    for (std::size_t k = 0; k < 3; ++k) CHECK((set.contacts[k].point - candidate.locators[k].point).norm() < 1e-12);
    if (find_seat(fixed).located) CHECK((*find_seat(fixed).pose - task.pose).norm() < 1e-9);
  }
  CHECK(tried > 0);
  // The concave corner is at (-.25, .25). On edge 2, of length 2, the last point is .2 from this corner. On edge 3, of
  // length 1, the first point is .1 from it.
  CHECK(places.count({2, .9}) == 0);
  CHECK(places.count({2, .7}) == 1);
  CHECK(places.count({3, .1}) == 0);
  CHECK(places.count({3, .3}) == 0);  // a pin at .3 from the corner would touch two edges
  CHECK(places.count({3, .5}) == 1);
}

TEST_CASE(
    "a wide pin near a convex corner touches only the edge on which it is placed, however near the next edge is") {
  // The center of the pin is sqrt(400 + .0025^2) from the corner, which is 1.6e-7 more than the radius. Therefore the
  // pin does not touch the next edge.
  Task task = part_of(Polygon{{{0, 0}, {50, 0}, {50, 50}, {0, 50}}});
  FixtureOptions options;
  options.candidates = FixtureOptions::Points{10000, std::nullopt, 20};
  options.edge_range = {0, 6e-5};
  options.forbidden_edges = {2, 3, 4};
  options.least_distance = 0;
  const auto points = internal::outline_points(task, options, std::get<FixtureOptions::Points>(options.candidates));
  REQUIRE(points.size() == 1);
  CHECK(points[0].locator.point == Vector(.0025, 0));
  CHECK(points[0].center == Vector(.0025, -20));
}

TEST_CASE(
    "points on a slanting edge are exactly on the edge if some fraction of its length with few digits has decimal "
    "coordinates") {
  Task task = part_of(Polygon{{{0, 0}, {3, 0}, {0, 2}}});
  for (const FixtureCandidate& candidate : all_of(task, on_points(3))) {
    const ContactSet set = find_contacts(with_fixture(task, candidate));
    CHECK(set.is_exact());
    for (const Contact& contact : set.contacts) CHECK(contact.gap == 0);
  }
}

TEST_CASE("turning and shifting a part turns and shifts its pins") {
  Task task = part_of(ell_outline(1));
  task.pose = {2, -1, .3};
  for (const FixtureCandidate& candidate : all_of(task, at_pitch(1))) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector p = candidate.locators[k].point;
      const Vector world(2 + std::cos(.3) * p.x() - std::sin(.3) * p.y(),
                         -1 + std::sin(.3) * p.x() + std::cos(.3) * p.y());
      CHECK((candidate.fixels[k].at - world).norm() < 1e-14);
    }
  }
}

TEST_CASE(
    "a candidate becomes a task with its fixels and pose, with the actuator moved along, and without the old "
    "fixels") {
  Task task = part_of(ell_outline(1));
  task.fixels.push_back({{-1, -.75}, std::nullopt, 0});
  task.goal = {1};
  task.modes = {"n"};
  task.plan = {{0, -1, 0}};
  task.actuator = PushActuator{{1.75, 0}, 2, 3};
  FixtureCandidate candidate;
  candidate.pose = {5, 6, std::numbers::pi / 2};
  candidate.fixels = {{{1, 2}, std::nullopt, .5}, {{3, 4}, std::nullopt, .5}};
  const Task made = with_fixture(task, candidate);
  CHECK(made.pose == candidate.pose);
  CHECK(made.fixels.size() == 2);
  CHECK(made.fixels[1].at == Vector(3, 4));
  CHECK_FALSE(made.goal);
  CHECK_FALSE(made.plan);
  CHECK(made.modes.empty());
  const auto& push = std::get<PushActuator>(*made.actuator);
  CHECK((push.at - Vector(5, 7.75)).norm() < 1e-15);  // the point (1.75, 0) after a quarter turn and a translation
  CHECK(push.from == doctest::Approx(2 + std::numbers::pi / 2));
  CHECK(push.to == doctest::Approx(3 + std::numbers::pi / 2));
  // With a tray, the direction of gravity in the world does not change.
  task.actuator = TrayActuator();
  CHECK(std::holds_alternative<TrayActuator>(*with_fixture(task, candidate).actuator));
}

TEST_CASE("tasks and options that allow no candidates are reported") {
  const auto pointer = [](const Task& task, const FixtureOptions& options) {
    try {
      fixture_candidates(task, options);
    } catch (const InputError& error) {
      return error.faults().front().pointer;
    }
    return std::string("none");
  };
  Task stated;
  stated.contacts.push_back({});
  CHECK(pointer(stated, on_points(3)) == "/part");
  const Task task = part_of(ell_outline(1));
  FixtureOptions options = on_points(3);
  CHECK(pointer(task, options) == "none");
  options.pins = 5;
  CHECK(pointer(task, options) == "/fixture/pins");
  options = on_lattice(1, .25);
  options.pins = 4;
  CHECK(pointer(task, options) == "/fixture/pins");
  CHECK(pointer(task, on_lattice(1e-3, 0)) == "/fixture/candidates/lattice/pitch");
}

TEST_CASE("a stop token ends the search between candidates") {
  const Task task = part_of(ell_outline(1.6));
  for (const FixtureOptions& options : {on_lattice(1, .25), on_points(30)}) {
    const auto source = fixture_candidates(task, options, StopToken::at_poll(3));
    std::size_t count = 0;
    while (source->next()) ++count;
    if (std::holds_alternative<FixtureOptions::Lattice>(options.candidates)) {
      CHECK(source->stopped());
      CHECK(source->done() < 1);
      CHECK(count < 766);
    }
  }
  const auto source = fixture_candidates(task, on_lattice(1, .25));
  double done = 0;
  while (source->next()) {
    CHECK(source->done() >= done);
    done = source->done();
  }
  CHECK(source->done() == 1);
  CHECK_FALSE(source->stopped());
}

namespace {

/// Returns a closed wavy outline of about `count` straight edges.
Polygon wavy(int count) {
  Polygon outline;
  for (int k = 0; k < count; ++k) {
    const double angle = 2 * std::numbers::pi * k / count;
    const double radius = 80 + 15 * std::cos(5 * angle);
    outline.vertices.emplace_back(radius * std::cos(angle), .6 * radius * std::sin(angle));
  }
  return outline;
}

/// Returns a plate of 100 x 60 whose corners have the radius `fillet`.
Path rounded_plate(double fillet) {
  const double bulge = std::tan(std::numbers::pi / 8), f = fillet;
  return {{{f, 0}, {100 - f, 0}, {100, f}, {100, 60 - f}, {100 - f, 60}, {f, 60}, {0, 60 - f}, {0, f}},
          {0, bulge, 0, bulge, 0, bulge, 0, bulge}};
}

}  // namespace

TEST_CASE("without per_edge and pitch, points are spread by arc length, away from corners, short edges and fillets") {
  for (const Outline& outline : {Outline(ell_outline(40)), Outline(rounded_plate(3)), Outline(rounded_plate(25)),
                                 Outline(wavy(40)), Outline(wavy(500))}) {
    const Task task = part_of(outline);
    FixtureOptions options;
    const auto given = std::get<FixtureOptions::Points>(options.candidates);
    REQUIRE(given.by_total());
    const FixtureOptions::Points used = with_defaults(task, options, given);
    const double radius = *used.pin_radius;
    CHECK(radius > 0);
    CHECK(*used.min_edge == 2 * radius);
    CHECK(*used.min_arc == 2 * radius);
    const auto points = internal::outline_points(task, options, given);
    CHECK(points.size() >= 20);
    CHECK(points.size() <= 40);
    const std::vector<internal::PartEdge> edges = internal::part_edges(outline);
    double size = 0;
    for (const auto& a : edges) {
      for (const auto& b : edges) size = std::max(size, (a.from - b.from).norm());
    }
    CHECK(radius <= size / 50 * 1.5);
    for (const auto& point : points) {
      const internal::PartEdge& edge = edges[point.locator.edge];
      CHECK(edge.length >= 2 * radius);
      if (!edge.straight()) CHECK(std::fabs(edge.radius) >= 2 * radius);
      CHECK(point.fixel.radius == radius);
      for (const Vector& corner : {edge.from, edge.to}) {
        const bool smooth = std::holds_alternative<Path>(outline);
        if (!smooth) CHECK((point.locator.point - corner).norm() >= radius);
      }
      for (const internal::PartEdge& other : edges) CHECK(other.distance(point.center) >= radius - 1e-9);
    }
  }
}

TEST_CASE("a stated pin radius and a stated least length are used, also together with per_edge") {
  const Task task = part_of(rounded_plate(3));
  FixtureOptions options;
  FixtureOptions::Points points;
  points.pin_radius = 2;
  points.total = 12;
  CHECK(*with_defaults(task, options, points).pin_radius == 2);
  CHECK(*with_defaults(task, options, points).min_arc == 4);
  CHECK(internal::outline_points(task, options, points).size() == 12);
  points.min_arc = 0;
  points.min_edge = 0;
  CHECK(internal::outline_points(task, options, points).size() == 12);
  const auto on_arc = [](const internal::PinOnEdge& point) { return point.locator.edge % 2 == 1; };
  const auto all = internal::outline_points(task, options, points);
  CHECK(std::count_if(all.begin(), all.end(), on_arc) > 0);

  FixtureOptions::Points per_edge;
  per_edge.per_edge = 2;
  CHECK(*with_defaults(task, options, per_edge).pin_radius == 0);
  CHECK(internal::outline_points(task, options, per_edge).size() == 16);
  per_edge.min_arc = 4;
  CHECK(internal::outline_points(task, options, per_edge).size() == 8);
  per_edge.min_arc = 0;
  per_edge.min_edge = 70;
  CHECK(internal::outline_points(task, options, per_edge).size() == 4);
}

TEST_CASE("the default pin is a round number that scales with the part") {
  FixtureOptions options;
  const FixtureOptions::Points points;
  double before = 0;
  for (const double factor : {.01, .1, 1., 10., 1000.}) {
    const double radius = *with_defaults(part_of(ell_outline(factor)), options, points).pin_radius;
    if (before > 0) CHECK(radius / before == doctest::Approx(factor == 1000 ? 100 : 10));
    before = radius;
  }
  // The diagonal of the bounding box is sqrt(13) = 3.6. The default is limited to a 25th of the diagonal, .144.
  CHECK(*with_defaults(part_of(ell_outline(1)), options, points).pin_radius == .06);
}
