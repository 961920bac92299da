// SPDX-License-Identifier: MIT
// Compares the points at which a clamp holds a located part, and the force that the clamp needs, with closed forms.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/planner/quick_measures.h>
#include <pawl/planner/fixture_clamps.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "support/clamp_loads.h"
#include "support/fixture_parts.h"

using namespace pawl;
using oracle::loads_all;

namespace {

Contact contact_at(double x, double y, double nx, double ny, const Friction& friction = 0) {
  Contact contact;
  contact.point = {x, y};
  contact.normal = {nx, ny};
  contact.friction = friction;
  return contact;
}

const Outline kBlock = Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};

ContactSet block(const Friction& friction) {
  ContactSet set;
  set.contacts = {contact_at(-.5, -.5, 0, 1, friction), contact_at(.5, -.5, 0, 1, friction),
                  contact_at(1, -.25, -1, 0, friction)};
  set.inertia = 5. / 12;
  return set;
}

const Outline kTriangle = Polygon{{{0, 0}, {3, 0}, {0, 2}}};

ContactSet triangle(const Friction& friction) {
  ContactSet set;
  set.contacts = {contact_at(.5, 0, 0, 1, friction), contact_at(2, 0, 0, 1, friction),
                  contact_at(0, 1, 1, 0, friction)};
  set.center_of_mass = {1, 2. / 3};
  return set;
}

std::size_t count_of(const ClampEdges& clamps) {
  std::size_t count = 0;
  for (const EdgeClamps& edge : clamps.edges) count += edge.intervals.size();
  return count;
}

}  // namespace

TEST_CASE("the triangle's hypotenuse accepts a clamp from 5/13 to 19/26 of its length, and no other edge accepts one") {
  const ClampEdges clamps = clamp_edges(triangle(0), kTriangle);
  REQUIRE(clamps.edges.size() == 3);
  CHECK(clamps.edges[0].intervals.empty());
  CHECK(clamps.edges[2].intervals.empty());
  REQUIRE(clamps.edges[1].intervals.size() == 1);
  const ClampInterval& interval = clamps.edges[1].intervals[0];
  CHECK(interval.from_exact == "5/13");
  CHECK(interval.to_exact == "19/26");  // 9.5/13
  CHECK(interval.from == 5. / 13);
  CHECK(interval.to == 9.5 / 13);
  CHECK(interval.from_open);
  CHECK(interval.to_open);
  CHECK(clamps.certainty.certified);
  // The clamp at (1.5, 1) presses along n = (-2, -3) / sqrt 13. The left locator bears 2 / sqrt 13. The two lower
  // locators together bear 3 / sqrt 13, divided such that the torques cancel.
  const Eigen::Vector3d loads = clamp_loads(triangle(0), clamp_contact(kTriangle, {1, .5}, 0));
  CHECK((loads - Eigen::Vector3d(.27735, .55470, .55470)).norm() < 1e-5);
  CHECK(loads[2] == doctest::Approx(2 / std::sqrt(13.)).epsilon(1e-14));
}

TEST_CASE("no edge of the block accepts a frictionless clamp that loads all three locators") {
  const ClampEdges clamps = clamp_edges(block(.2), kBlock);
  CHECK(clamps.edges.size() == 4);
  CHECK(count_of(clamps) == 0);
}

TEST_CASE("an interval is closed at a corner, and open where a locator loses its load") {
  // The right edge of this trapezoid is slanted; a clamp on it presses down and to the left. If the feet are far apart,
  // the clamp may press at any point of this edge.
  const Outline outline = Polygon{{{0, 0}, {8, 0}, {5, 3}, {0, 3}}};
  ContactSet set;
  set.contacts = {contact_at(1, 0, 0, 1), contact_at(7, 0, 0, 1), contact_at(0, 1, 1, 0)};
  set.center_of_mass = {3, 1};
  const ClampEdges clamps = clamp_edges(set, outline);
  REQUIRE(clamps.edges[1].intervals.size() == 1);
  const ClampInterval& interval = clamps.edges[1].intervals[0];
  // A clamp at (8 - 3 s, 3 s) has the line of force x - y = 8 - 6 s. This line meets that of the left locator, y = 1,
  // at x = 9 - 6 s. This point must be between the feet, so s is between 1/3 and 4/3.
  CHECK(interval.from_exact == "1/3");
  CHECK(interval.from_open);
  CHECK(interval.to_exact == "1");
  CHECK_FALSE(interval.to_open);
  // If the left foot is at x = 3, it loses its load exactly at the corner. If the right foot is at x = 3 + 1e-10, the
  // interval of clamp positions is tiny. If this foot is also rounded, no point of the interval is certain.
  set.contacts[0].point.x() = 3;
  const ClampInterval to_corner = clamp_edges(set, outline).edges[1].intervals.at(0);
  CHECK(to_corner.to_exact == "1");
  CHECK(to_corner.to_open);
  set.contacts[0].point.x() = 1;
  set.contacts[1].point.x() = 3 + 1e-10;
  CHECK(clamp_edges(set, outline).edges[1].intervals.size() == 1);
  CHECK(clamp_edges(set, outline).certainty.certified);
  set.contacts[1].error.along_tangent = 1e-9;
  const ClampEdges rounded = clamp_edges(set, outline);
  CHECK_FALSE(rounded.certainty.certified);
  CHECK_FALSE(rounded.edges[1].certain);
  CHECK(rounded.edges[1].intervals.empty());
  CHECK(rounded.edges[0].certain);
}

TEST_CASE("a clamp on the top must press with 1 / (2 mu) to hold the block against a unit pull away from its stop") {
  const Contact clamp = clamp_contact(kBlock, {2, .5}, .2);
  CHECK(clamp.point == Eigen::Vector2d(0, .5));
  CHECK(clamp.normal.normalized() == Eigen::Vector2d(0, -1));
  const ClampForces forces = clamp_forces(block(.2), clamp, {{-1, 0, 0}, {0, 0, 0}});
  REQUIRE(forces.of_wrench[0].balanced);
  CHECK(forces.of_wrench[0].balanced->least == doctest::Approx(2.5).epsilon(1e-15));
  CHECK(std::isinf(forces.of_wrench[0].balanced->most));
  // If no process wrench acts, any clamp force suffices, and no motion is possible.
  REQUIRE(forces.of_wrench[1].balanced);
  CHECK(forces.of_wrench[1].balanced->least == 0);
  REQUIRE(forces.of_wrench[1].holds.size() == 1);
  CHECK(forces.of_wrench[1].holds[0].least == 0);
  CHECK(std::isinf(forces.of_wrench[1].holds[0].most));
  CHECK(forces.all.balanced->least == forces.of_wrench[0].balanced->least);
  // If the clamp is frictionless, only the friction at the feet holds the part. The clamp force must then be twice as
  // large. If friction is an interval, its lower end determines the force.
  const Contact smooth = clamp_contact(kBlock, {2, .5}, 0);
  CHECK(clamp_forces(block(.2), smooth, {{-1, 0, 0}}).all.balanced->least == doctest::Approx(5).epsilon(1e-15));
  const Contact known = clamp_contact(kBlock, {2, .5}, Friction(.1, .3));
  CHECK(clamp_forces(block({.1, .3}), known, {{-1, 0, 0}}).all.balanced->least == doctest::Approx(5).epsilon(1e-15));
  CHECK_FALSE(clamp_forces(block(0), smooth, {{-1, 0, 0}}).all.balanced);
  // Against a lifting force of 1 N, the clamp must press with 1 N.
  CHECK(clamp_forces(block(.2), clamp, {{0, 1, 0}}).all.balanced->least == doctest::Approx(1).epsilon(1e-15));
}

TEST_CASE("the window of clamp forces ends at the force that tips the part") {
  // The frictionless clamp is high on the left edge, and the stop is on the right. The wrench is the weight w = (0, -1,
  // 0).
  const Contact clamp = clamp_contact(kBlock, {3, .25}, 0);
  CHECK(clamp.point == Eigen::Vector2d(-1, .25));
  const ClampForces forces = clamp_forces(block(0), clamp, {{0, -1, 0}});
  // The torques about the right foot (.5, -.5) balance: .5 of the weight and f (.25 + .5) of the clamp, against f .25
  // of the stop.
  REQUIRE(forces.all.balanced);
  CHECK(forces.all.balanced->least == 0);
  CHECK(forces.all.balanced->most == doctest::Approx(1).epsilon(1e-15));
  REQUIRE(forces.all.holds.size() == 1);
  CHECK(forces.all.holds[0].most == doctest::Approx(1).epsilon(1e-15));
}

TEST_CASE("on arcs, a clamp interval is the set of points whose normals load all locators") {
  // The part is half a disc of radius 2 above the x axis. It stands on two feet, and a stop touches the left part of
  // its arc.
  const Outline outline = Path{{{-2, 0}, {2, 0}}, {0, 1}};
  ContactSet set;
  set.contacts = {contact_at(-1, 0, 0, 1), contact_at(1, 0, 0, 1), contact_at(-2, 0, 1, 0)};
  set.center_of_mass = {0, .8};
  const ClampEdges clamps = clamp_edges(set, outline);
  REQUIRE(clamps.edges.size() == 2);
  CHECK(clamps.edges[1].arc);
  // Every normal of the arc passes through (0, 0), where the line of force of the stop meets the edge on the feet. All
  // three locators are loaded if the clamp's normal points down and to the left. These are the clamp positions from the
  // start of the arc at (2, 0) to its top.
  REQUIRE(clamps.edges[1].intervals.size() == 1);
  const ClampInterval& interval = clamps.edges[1].intervals[0];
  CHECK(interval.from == 0);
  CHECK(interval.from_open);
  CHECK(interval.to == doctest::Approx(.5).epsilon(1e-15));
  CHECK(interval.to_open);
  CHECK(interval.from_exact.empty());
  CHECK(loads_all(set, clamp_contact(outline, {1, .25}, 0)));
  CHECK_FALSE(loads_all(set, clamp_contact(outline, {1, .75}, 0)));
  CHECK(clamps.edges[0].intervals.empty());
  CHECK(count_of(clamp_edges(set, Disc{})) == 0);
  // Now the feet also press to the left, along (-1, 2). There is a single interval, from the start of the arc to the
  // direction (-1, 2), at 116.6 of 180 degrees.
  set.contacts[0].normal = set.contacts[1].normal = {-1, 2};
  const ClampEdges further = clamp_edges(set, outline);
  REQUIRE(further.edges[1].intervals.size() == 1);
  CHECK(further.edges[1].intervals[0].to == doctest::Approx(std::atan2(2, -1) / std::numbers::pi).epsilon(1e-14));
}

TEST_CASE(
    "locators that barely hold the part are not certified, nor are rounded ones that accept a clamp only by "
    "rounding") {
  ContactSet set = triangle(0);
  CHECK(clamp_edges(set, kTriangle).certainty.certified);
  set.contacts[1].point.x() = .5 + 1e-8;  // the feet are close to each other, so that their lever arm is nearly zero
  set.contacts[0].point.x() = .5;
  const ClampEdges close = clamp_edges(set, kTriangle);
  REQUIRE(count_of(close) > 0);
  CHECK_FALSE(close.certainty.certified);
  // The three normals almost meet in one point, and one of them is rounded.
  set = triangle(0);
  set.contacts[2].error.angle = 1e-9;
  CHECK(clamp_edges(set, kTriangle).certainty.certified);
  set.contacts[0].point.x() = set.contacts[1].point.x() = 1;
  set.contacts[1].normal = {1e-12, 1};
  set.contacts[1].error.angle = 1e-9;
  CHECK_FALSE(clamp_edges(set, kTriangle).certainty.certified);
}

TEST_CASE("a part that is not located accepts no clamp, and invalid clamp points are faults") {
  ContactSet set = block(.2);
  set.contacts[2] = contact_at(0, -.5, 0, 1);
  CHECK(count_of(clamp_edges(set, kBlock)) == 0);
  CHECK(clamp_edges({}, kBlock).edges.size() == 4);
  CHECK_THROWS_AS(clamp_contact(kBlock, {4, .5}, 0), InputError);
  CHECK_THROWS_AS(clamp_contact(kBlock, {0, 0}, 0), InputError);
  CHECK_THROWS_AS(clamp_contact(kBlock, {0, 1}, 0), InputError);
  CHECK_THROWS_AS(clamp_contact(kBlock, {0, NAN}, 0), InputError);
  CHECK_THROWS_AS(clamp_contact(Disc{}, {0, .5}, 0), InputError);
  CHECK_THROWS_AS(clamp_loads(set, contact_at(0, 1, 0, 0)), InputError);
  CHECK_THROWS_AS(clamp_forces(block(.2), contact_at(0, .5, 0, -1), {{NAN, 0, 0}}), InputError);
}

TEST_CASE("the quick measures list the edges that have an interval within the permitted range of clamps") {
  const Path stadium{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}, {0, 1, 0, -.3}};
  for (const Outline& outline : {Outline(fixtures::ell_outline(1)), Outline(stadium)}) {
    const Task task = fixtures::part_of(outline);
    const FixtureOptions options = fixtures::on_points(3);
    const QuickMeasurer cheap(task, options);
    int taken = 0;
    for (const FixtureCandidate& candidate : fixtures::all_of(task, options)) {
      const QuickMeasures measures = cheap(candidate);
      if (!measures.located) continue;
      std::vector<std::size_t> edges;
      ContactSet set = cheap.contacts(candidate);
      for (Contact& contact : set.contacts) contact.error.along_tangent = 1e-15;  // contacts on arcs are rounded
      for (const EdgeClamps& edge : clamp_edges(set, outline).edges) {
        const auto within = [](const ClampInterval& interval) {
          return std::min(interval.to, .98) - std::max(interval.from, .02) > 1e-7;
        };
        if (std::any_of(edge.intervals.begin(), edge.intervals.end(), within)) edges.push_back(edge.edge);
      }
      CHECK(measures.clamp_edges == edges);
      taken += !edges.empty();
    }
    CHECK(taken > 10);
  }
}
