// SPDX-License-Identifier: MIT
// Quick measures of candidates, compared with those of a seated task, with closed forms, and with known counts.
#include <doctest/doctest.h>
#include <pawl/io/contact_list.h>
#include <pawl/planner/actuator.h>
#include <pawl/planner/quick_measures.h>
#include <pawl/planner/energy.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/fixture_parts.h"

using namespace pawl;
using namespace pawl::fixtures;

namespace {

using Vector = Eigen::Vector2d;

double degrees(double angle) { return angle * 180 / std::numbers::pi; }

/// Returns a candidate whose points are on edges of an outline. A point is given by its edge and a fraction of the
/// edge's length.
FixtureCandidate at_shares(const Polygon& outline, const std::vector<std::pair<std::size_t, double>>& places) {
  FixtureCandidate candidate;
  for (const auto& [edge, along] : places) {
    const Vector from = outline.vertices[edge], to = outline.vertices[(edge + 1) % outline.vertices.size()];
    Locator locator;
    locator.edge = edge;
    locator.along = along;
    locator.point = from + along * (to - from);
    locator.normal = {-(to - from).y(), (to - from).x()};
    candidate.locators.push_back(locator);
    Fixel fixel;
    fixel.at = locator.point;
    candidate.fixels.push_back(fixel);
  }
  return candidate;
}

std::vector<MeasuredCandidate> measured(const Task& task, const FixtureOptions& options, int threads = 0) {
  std::vector<MeasuredCandidate> all;
  const auto source = fixture_candidates(task, options);
  const auto keep = [&](MeasuredCandidate&& one) {
    all.push_back(std::move(one));
    return true;
  };
  const auto count = measure_candidates(*source, QuickMeasurer(task, options), keep, {}, threads);
  CHECK(count == all.size());
  return all;
}

bool same(const QuickMeasures& a, const QuickMeasures& b) {
  return a.located == b.located && a.worst_motion == b.worst_motion && a.rms_motion == b.rms_motion &&
         a.holdable == b.holdable && a.window.has_value() == b.window.has_value() &&
         (!a.window || (a.window->wrench == b.window->wrench && a.window->margin == b.window->margin)) &&
         a.margin_full == b.margin_full && a.kappa == b.kappa && a.clamp_edges == b.clamp_edges;
}

}  // namespace

TEST_CASE(
    "of 1,140 triples on the L, 768 locate the part, 442 can be loaded by a tray, and 285 have a plan of one "
    "step") {
  // A prototype of this search counted 474 triples. In 32 of them, no force through the center of mass loads one of the
  // locators: the first two entries of the locator's row in J_n^-1 are 0. The expected number is therefore 474 - 32 =
  // 442.
  Task task = part_of(ell_outline(1));
  task.friction = {.1, .25};
  int located = 0, holdable = 0, windows = 0;
  std::vector<std::pair<double, double>> front;  // pairs (-margin, largest motion); for both entries, smaller is better
  for (const MeasuredCandidate& one : measured(task, at_pitch(.5))) {
    located += one.measures.located;
    holdable += one.measures.holdable;
    windows += one.measures.window.has_value();
    if (one.measures.window) front.emplace_back(-degrees(one.measures.window->margin), one.measures.worst_motion);
    // Computes the forces lambda = -J_n^-1 (f, 0) of the locators, for forces f in all directions.
    if (!one.measures.located) continue;
    const ContactSet set = QuickMeasurer(task, at_pitch(.5)).contacts(one.candidate);
    const Eigen::MatrixXd j = contact_jacobian(set).leftCols(3);
    const Eigen::Vector3d a = j.col(0), b = j.col(1), c = j.col(2);
    const std::array rows{Eigen::Vector3d(b.cross(c)), Eigen::Vector3d(c.cross(a)), Eigen::Vector3d(a.cross(b))};
    const double determinant = a.dot(b.cross(c));
    bool loaded = false;
    for (int step = 0; step < 720 && !loaded; ++step) {
      const Eigen::Vector3d force(std::cos((step + .5) * std::numbers::pi / 360),
                                  std::sin((step + .5) * std::numbers::pi / 360), 0);
      loaded =
          std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return -row.dot(force) / determinant > 1e-9; });
    }
    CHECK(loaded == one.measures.holdable);
  }
  CHECK(located == 768);
  CHECK(holdable == 442);
  CHECK(windows == 285);
  std::sort(front.begin(), front.end());
  CHECK(-front.front().first == doctest::Approx(59.9).epsilon(.001));
  CHECK(front.front().second == doctest::Approx(12.6491).epsilon(1e-5));  // 4 sqrt(10)
  const auto best = std::min_element(front.begin(), front.end(), [](const auto& a, const auto& b) {
    return std::pair(a.second, a.first) < std::pair(b.second, b.first);
  });
  CHECK(-best->first == doctest::Approx(24.8).epsilon(.002));
  CHECK(best->second == doctest::Approx(2.33).epsilon(.002));
}

TEST_CASE("the quick measures of a candidate equal the measures of the task that contains the candidate's pins") {
  Task task = part_of(Path{{{-1, -.5}, {1, -.5}, {1.2, .5}, {-1, .5}}, {0, .3, 0, -.1}});
  task.pose = {.4, -.3, .7};
  task.friction = {.1, .2};
  int windows = 0, compared = 0;
  for (const Actuator& actuator : {Actuator(TrayActuator()), Actuator(FreeActuator())}) {
    task.actuator = actuator;
    const auto all = measured(task, on_points(4));
    for (std::size_t i = 0; i < all.size(); i += 9) {
      const MeasuredCandidate& one = all[i];
      if (!one.measures.located) continue;
      ++compared;
      const Task fixed = with_fixture(task, one.candidate);
      const ContactList list = list_contacts(ValidTask(fixed));
      REQUIRE(list.pose_error);
      CHECK(one.measures.worst_motion == doctest::Approx(list.pose_error->worst).epsilon(1e-9));
      CHECK(one.measures.rms_motion == doctest::Approx(list.pose_error->rms).epsilon(1e-9));
      const SeatedTask seat = find_seat(fixed);
      const auto window = energy_window(seat.contacts, actuator_domain(fixed, seat.contacts).domain);
      REQUIRE(window.has_value() == one.measures.window.has_value());
      if (!window) continue;
      ++windows;
      CHECK(one.measures.window->margin == doctest::Approx(window->margin).epsilon(1e-6));
      const EnergyVerdict verdict = energy_verdict(seat.contacts, window->wrench);
      CHECK(one.measures.kappa == doctest::Approx(verdict.kappa).epsilon(1e-6));
      CHECK(one.measures.margin_full == doctest::Approx(verdict.margin).epsilon(1e-5));
    }
  }
  CHECK(windows > 10);
  CHECK(compared > windows);
}

TEST_CASE("the block has the worst motion sqrt(10.25), and none of its edges accepts a single clamp") {
  // A 2 x 1 block has its center at the origin, feet at (-.5, -.5) and (.5, -.5), and a stop at (1, -.25). A unit error
  // of one of the three fixels moves the part; the entries of x = (.25, -.25, -1), y = (.5, .5, 0) and theta = (-1, 1,
  // 0) are the motions for these fixels. The vertex (-1, .5) moves by x - theta / 2 = (.75, -.75, -1) and y - theta =
  // (1.5, -.5, 0). For errors with the signs (1, -1, -1), the sum is (2.5, 2), whose square is 10.25.
  const Polygon outline{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};
  const Task task = part_of(outline);
  const FixtureCandidate block = at_shares(outline, {{0, .25}, {0, .75}, {1, .25}});
  const QuickMeasures measures = QuickMeasurer(task, {})(block);
  CHECK(measures.located);
  CHECK(measures.worst_motion == doctest::Approx(std::sqrt(10.25)));
  CHECK(measures.clamp_edges.empty());
}

TEST_CASE("the triangle's hypotenuse accepts a clamp between 5/13 and 9.5/13") {
  const Polygon outline{{{0, 0}, {3, 0}, {0, 2}}};
  const Task task = part_of(outline);
  const FixtureCandidate candidate = at_shares(outline, {{0, .5 / 3}, {0, 2. / 3}, {2, .5}});
  const auto takes = [&](double low, double high) {
    FixtureOptions options;
    options.edge_range = {low, high};
    return QuickMeasurer(task, options)(candidate).clamp_edges == std::vector<std::size_t>{1};
  };
  CHECK(takes(.02, .98));
  CHECK(takes(.1, 5 / 13. + 1e-6));
  CHECK_FALSE(takes(.1, 5 / 13.));
  CHECK(takes(9.5 / 13 - 1e-6, .98));
  CHECK_FALSE(takes(9.5 / 13, .98));
  FixtureOptions forbidden;
  forbidden.forbidden_edges = {2};
  CHECK(QuickMeasurer(task, forbidden)(candidate).clamp_edges.empty());
}

TEST_CASE("an arc accepts a clamp at points whose normals load all locators") {
  // The part is a half disc on the base of the triangle. The normals of the arc all pass through its center.
  const Task task = part_of(Path{{{-1, 0}, {1, 0}, {1, 1}, {-1, 1}}, {0, 0, 1, 0}});
  for (const MeasuredCandidate& one : measured(task, on_points(3))) {
    if (!one.measures.located) continue;
    const ContactSet set = QuickMeasurer(task, on_points(3)).contacts(one.candidate);
    const Eigen::MatrixXd j = contact_jacobian(set).leftCols(3);
    const Eigen::Vector3d a = j.col(0), b = j.col(1), c = j.col(2);
    bool pressed = false;
    for (int step = 0; step < 2000; ++step) {
      const double angle = std::numbers::pi * (.02 + .96 * (step + .5) / 2000);
      const Vector n(-std::cos(angle), -std::sin(angle)), arm = Vector(0, 1) - n - set.center_of_mass;
      const Eigen::Vector3d clamp(n.x(), n.y(), arm.x() * n.y() - arm.y() * n.x());
      const double det = a.dot(b.cross(c));
      pressed = pressed || (-clamp.dot(b.cross(c)) / det > 1e-6 && -clamp.dot(c.cross(a)) / det > 1e-6 &&
                            -clamp.dot(a.cross(b)) / det > 1e-6);
    }
    const auto& edges = one.measures.clamp_edges;
    CHECK(pressed == (std::find(edges.begin(), edges.end(), 2U) != edges.end()));
  }
}

TEST_CASE("no fixture locates a disc, and a fixture with four locators may locate a part") {
  for (const MeasuredCandidate& one : measured(part_of(Disc{{0, 0}, 1}), on_points(6)))
    CHECK_FALSE(one.measures.located);
  FixtureOptions four = on_points(2);
  four.pins = 4;
  int located = 0;
  for (const MeasuredCandidate& one : measured(part_of(ell_outline(1)), four)) {
    located += one.measures.located;
    CHECK_FALSE(one.measures.window);
  }
  CHECK(located > 0);
}

TEST_CASE("one thread and eight give the same measures in order, and a stopped call returns the first results") {
  const Task task = part_of(ell_outline(1.6));
  const FixtureOptions options = on_lattice(1, .25);
  const auto one = measured(task, options, 1), eight = measured(task, options, 8);
  REQUIRE(one.size() == eight.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    CHECK(one[i].number == i);
    CHECK(one[i].candidate.pose == eight[i].candidate.pose);
    CHECK(same(one[i].measures, eight[i].measures));
  }
  const auto source = fixture_candidates(task, options);
  int taken = 0;
  const auto count = measure_candidates(*source, QuickMeasurer(task, options), [&](auto&&) { return ++taken < 10; });
  CHECK(count == 10);
  const auto stopped = fixture_candidates(task, options);
  CHECK(measure_candidates(
            *stopped, QuickMeasurer(task, options), [](auto&&) { return true; }, StopToken(0)) < 766);
}
