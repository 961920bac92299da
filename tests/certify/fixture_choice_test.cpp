// SPDX-License-Identifier: MIT
// Tests which fixtures a search returns if some fixtures are not measured, if some measured fixtures fail, or if the
// search is stopped.
#include <doctest/doctest.h>
#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/contact/pose_error.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/check_task.h>
#include <pawl/planner/design_fixtures.h>
#include <pawl/planner/fixture_candidates.h>
#include <pawl/planner/quick_measures.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <random>
#include <set>

#include "support/count.h"

using namespace pawl;
using Status = FixtureDesigns::Status;
using End = DesignedCandidate::End;
using Objective = FixtureObjective;

namespace {

Task triangle() {
  Task task;
  task.part.outline = Polygon{{{0, 0}, {3, 0}, {0, 2}}};
  task.part.mass = 1;
  task.friction = {.1, .2};
  task.actuator = TrayActuator();
  FixtureOptions::Points points;
  points.per_edge = 3;
  task.fixture.emplace().candidates = points;
  return task;
}

using Ends = std::map<std::size_t, DesignedCandidate>;  ///< results of the search, with the candidate's number as key

FixtureDesigns designs_of(const Task& task, Ends& all, DesignRequest request = {}) {
  all.clear();
  request.each = [&](const DesignedCandidate& one) { CHECK(all.emplace(one.score.candidate, one).second); };
  return design_fixtures(ValidTask(task), request);
}

std::size_t count_of(const Ends& all, End end) {
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [&](const auto& one) { return one.second.end == end; }));
}

}  // namespace

TEST_CASE("a measured fixture that misses a threshold does not dominate another fixture") {
  Task task = read_task_file(std::string(PAWL_SOURCE_DIR) + "/data/tasks/plate_fixture.json");
  FixtureOptions& options = *task.fixture;
  options.objectives = {Objective::pose_error, Objective::margin};
  options.thresholds = {};
  options.thresholds.friction_limit = .45;
  options.thresholds.margin_deg = 10;
  options.thresholds.guarantee = Guarantee::energy;
  for (const int depth_for : {4, 12}) {
    CAPTURE(depth_for);
    options.depth_for = depth_for;
    DesignRequest request;
    request.measures.depth = request.measures.loading = request.measures.clamps = false;
    Ends all;
    const FixtureDesigns designs = designs_of(task, all, request);
    CHECK(designs.measured == static_cast<std::size_t>(depth_for));
    CHECK(count_of(all, End::missed) > 0);
    CHECK(designs.not_measured == count_of(all, End::not_measured));
    for (const auto& [number, one] : all) {
      if (one.end != End::dominated) continue;
      CAPTURE(number);
      CHECK(all.at(*one.loses).end == End::kept);
      CHECK(dominates(all.at(*one.loses).score, one.score, options.objectives));
    }
    // Fixture 626 is the most accurate one with a sufficient margin. Fixture 644 is equally accurate, but its friction
    // limit is below the threshold.
    if (depth_for < 12) continue;
    CHECK(all.at(644).end == End::missed);
    CHECK(all.at(626).end == End::kept);
  }
}

TEST_CASE("if an objective is known only for measured fixtures, no fixture dominates one that was not measured") {
  Task task = triangle();
  task.fixture->objectives = {Objective::depth};
  task.fixture->depth_for = 4;
  Ends all;
  const FixtureDesigns designs = designs_of(task, all);
  CHECK(designs.status == Status::found);
  CHECK(designs.not_measured == designs.met - 4);
  for (const auto& [number, one] : all) {
    CAPTURE(number);
    if (one.end == End::dominated || one.end == End::kept) CHECK(one.measured);
    if (one.end == End::not_measured) CHECK_FALSE(one.loses.has_value());
  }
}

TEST_CASE("a stopped search returns no fixture that another measured fixture dominates") {
  Task task = triangle();
  task.fixture->objectives = {Objective::depth};
  task.fixture->depth_for = 60;
  constexpr std::size_t kEnough = 8;
  std::atomic<bool> stop = false;
  DesignRequest request;
  request.measures.loading = request.measures.clamps = request.measures.friction_limit = false;
  request.stop = StopToken(std::numeric_limits<double>::infinity(), &stop);
  request.progress = [&](const DesignProgress& progress) {
    if (progress.stage == DesignProgress::Stage::measures && progress.done == kEnough) stop = true;
  };
  Ends all;
  const FixtureDesigns designs = designs_of(task, all, request);
  CHECK(designs.status == Status::stopped);
  CHECK(designs.measured >= kEnough);
  CHECK(designs.kept >= 1);
  for (const RankedFixture& fixture : designs.fixtures) {
    CHECK(fixture.place.measured);
    CHECK(fixture.place.worst == Objective::depth);
    for (const auto& [number, other] : all) {
      CAPTURE(number);
      if (other.measured) CHECK_FALSE(dominates(other.score, fixture.place.score, task.fixture->objectives));
    }
  }
}

TEST_CASE("four pins in form closure have no plan, and other fixtures list every edge on which a clamp was found") {
  Task task = triangle();
  FixtureOptions& options = *task.fixture;
  options.pins = 4;
  options.depth_for = 3;
  options.objectives = {Objective::margin, Objective::steps};
  DesignRequest request;
  request.plans = 130;
  request.measures.depth = request.measures.loading = false;
  Ends all;
  const FixtureDesigns designs = designs_of(task, all, request);
  // Four pins on the three edges can hold the part in form closure. A candidate with form closure has no plan.
  std::size_t closed = 0;
  for (const auto& [number, one] : all) {
    CAPTURE(number);
    if (one.why.find("form closure") == std::string::npos) continue;
    ++closed;
    CHECK(one.end == End::no_plan);
  }
  CHECK(closed > 0);
  CHECK(closed < designs.located);
  for (const RankedFixture& fixture : designs.fixtures) {
    CHECK(fixture.place.score[Objective::margin] < 180);
    CHECK(fixture.place.why.find("inf") == std::string::npos);
    REQUIRE(fixture.measures->clamps.has_value());
    for (const EdgeClamps& edge : fixture.measures->clamps->edges) {
      // No clamp can press on an edge without intervals. Every interval on this part also contains points between the
      // ends of its edge.
      if (edge.intervals.empty()) continue;
      CHECK(std::count(fixture.clamp_edges.begin(), fixture.clamp_edges.end(), edge.edge) == 1);
    }
  }
  options.clamp = true;
  CHECK_THROWS_AS(ValidTask{task}, InputError);
}

TEST_CASE("for every candidate, plan() gives the same result as the search: found, none, or not certified") {
  Task task = triangle();
  task.part.outline = Polygon{{{2, 10}, {-7, 1}, {10, -2}}};
  task.fixture->depth_for = 0;
  task.fixture->objectives = {Objective::pose_error};
  DesignRequest request;
  for (const double shift : {0., 7.}) {
    CAPTURE(shift);
    for (Eigen::Vector2d& vertex : std::get<Polygon>(*task.part.outline).vertices)
      vertex += Eigen::Vector2d(shift, -shift);
    Ends all;
    const FixtureDesigns designs = designs_of(task, all, request);
    CHECK(designs.not_certified == count_of(all, End::not_certified));
    CHECK(designs.not_certified > 0);
    for (const auto& [number, one] : all) {
      if (one.end == End::not_located) continue;
      CAPTURE(number);
      const TaskPlan found = plan(with_fixture(task, one.candidate));
      CHECK((one.end == End::not_certified) == !found.certainty.certified);
      if (found.certainty.certified) CHECK((one.end == End::no_plan) == (found.status == InsertionPlan::Status::none));
      if (one.end == End::kept) CHECK(one.score[Objective::margin] > 0);
    }
  }
}

TEST_CASE("with a small limit on memory the Pareto set is the same, and dropped candidates count as not measured") {
  Task task = triangle();
  std::get<FixtureOptions::Points>(task.fixture->candidates).per_edge = 12;
  task.fixture->depth_for = 0;
  task.fixture->objectives = {Objective::pose_error, Objective::margin};
  task.fixture->thresholds.guarantee = Guarantee::energy;
  task.fixture->top = 1000;
  Ends all;
  const FixtureDesigns whole = designs_of(task, all);
  DesignRequest request;
  request.most_kept = 200;
  REQUIRE(whole.planned > 1000);
  const FixtureDesigns limited = designs_of(task, all, request);
  CHECK(all.size() == limited.candidates);
  CHECK(limited.candidates == whole.candidates);
  CHECK(limited.planned == whole.planned);
  CHECK(limited.not_measured == count_of(all, End::not_measured));
  CHECK(limited.not_measured > 0);
  CHECK(limited.kept == whole.kept);
  std::set<std::size_t> kept, expected;
  for (const RankedFixture& fixture : whole.fixtures) expected.insert(fixture.place.score.candidate);
  for (const RankedFixture& fixture : limited.fixtures) kept.insert(fixture.place.score.candidate);
  CHECK(kept == expected);
}

TEST_CASE("a search that is stopped among many candidates has measured some of them and returns a measured one") {
  Task task = triangle();
  std::get<FixtureOptions::Points>(task.fixture->candidates).per_edge = 20;
  task.fixture->depth_for = 2;
  task.fixture->thresholds.guarantee = Guarantee::energy;
  std::atomic<bool> stop = false;
  DesignRequest request;
  request.stop = StopToken(1e9, &stop);
  request.progress = [&](const DesignProgress& progress) {
    if (progress.stage == DesignProgress::Stage::candidates && progress.done > 500) stop = true;
  };
  Ends all;
  const FixtureDesigns designs = designs_of(task, all, request);
  CHECK(designs.status == Status::stopped);
  CHECK(designs.candidates < 34220);
  REQUIRE_FALSE(designs.fixtures.empty());
  CHECK(designs.fixtures.front().place.measured);
  CHECK(designs.measured > 0);
}

TEST_CASE("for an isosceles triangle each fixture is listed once, with the number of its mirror images") {
  Task task = triangle();
  task.part.outline = Polygon{{{-1, 0}, {1, 0}, {0, 2}}};
  task.fixture->candidates = FixtureOptions::Points{{}, {}, {}, 24};
  task.fixture->depth_for = 0;
  task.fixture->top = 1000;
  task.fixture->objectives = {Objective::pose_error, Objective::margin};
  Ends all;
  const FixtureDesigns designs = designs_of(task, all);
  REQUIRE(designs.mirrored > 0);
  CHECK(designs.mirrored == count_of(all, End::mirrored));
  std::size_t with_images = 0, ranked = 0;
  for (const auto& [number, one] : all) {
    if (one.end != End::kept && one.end != End::dominated && one.end != End::not_measured) continue;
    ++ranked;
    with_images += one.multiplicity;
    CHECK(one.multiplicity <= 2);
  }
  CHECK(ranked + designs.mirrored == designs.planned);
  CHECK(with_images == designs.planned);

  // The symmetry must also be found if the number of points per edge is given. The reflection maps the 8 points of an
  // edge onto points.
  task.fixture->candidates = FixtureOptions::Points{8, {}, {}};
  Ends each;
  const FixtureDesigns one_by_one = designs_of(task, each);
  CHECK(one_by_one.mirrored > 0);
  CHECK(one_by_one.mirrored == count_of(each, End::mirrored));
  CHECK(2 * one_by_one.mirrored <= one_by_one.planned);
  task.fixture->candidates = FixtureOptions::Points{{}, {}, {}, 24};

  // At this point of interest, a fixture and its mirror image have different errors. They must not count as the same
  // fixture.
  task.fixture->tolerance = .01;
  task.fixture->points_of_interest = {{1, 0}};
  CHECK(designs_of(task, all).mirrored == 0);
}

TEST_CASE("if two locators wedge up to rounding, kappa is either moderate or infinite, but never a huge finite number") {
  Task task = triangle();
  task.part.outline = Polygon{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}};
  task.friction = .2;
  task.fixture->candidates = FixtureOptions::Lattice{1, .1};
  task.fixture->clamp = true;
  task.fixture->depth_for = 1;
  Ends all;
  DesignRequest request;
  request.measures.depth = request.measures.loading = false;
  const FixtureDesigns designs = designs_of(task, all, request);
  CHECK(all.size() > 5);
  for (const auto& [number, one] : all) {
    const double kappa = one.score[Objective::kappa];
    CHECK_FALSE((kappa > 1e12 && std::isfinite(kappa)));
  }
  // The plans of these fixtures depend on rounding. Such a fixture must not be in the result, in place of a measured
  // one.
  CHECK(designs.plans_not_certified > 0);
  CHECK(designs.not_certified == count_of(all, End::not_certified));
  CHECK(designs.reason.find("it is uncertain") != std::string::npos);
}

TEST_CASE("fixtures that could not be refined as requested are reported") {
  Task task = triangle();
  task.fixture->candidates = FixtureOptions::Lattice{1, .1};
  task.fixture->depth_for = 0;
  task.fixture->objectives = {Objective::pose_error};
  DesignRequest request;
  request.refine = 2;
  Ends all;
  const FixtureDesigns designs = designs_of(task, all, request);
  CHECK(designs.refined == 0);
  CHECK(designs.not_refined == 2);
  CHECK(designs.reason.find("2 of the best were not refined") != std::string::npos);
}

TEST_CASE("thresholds for margins and the guarantee are evaluated for all parts in the profile zone") {
  Task task = triangle();
  task.part.tolerance = .005;
  task.fixture->objectives = {Objective::pose_error, Objective::margin};
  task.fixture->depth_for = 40;
  DesignRequest request;
  request.measures.depth = request.measures.loading = request.measures.clamps = false;
  const auto search = [&](double margin, Guarantee guarantee) {
    task.fixture->thresholds.margin_deg = margin;
    task.fixture->thresholds.guarantee = guarantee;
    return design_fixtures(ValidTask(task), request);
  };
  double stated = 0, over_zone = 0;
  for (const RankedFixture& fixture : search(0, Guarantee::energy).fixtures) {
    REQUIRE(fixture.measures->zone);
    REQUIRE(fixture.measures->zone->holds());
    const double margin = degrees(fixture.measures->zone->margin);
    CHECK(margin < degrees(*fixture.measures->margin));
    CHECK(fixture.place.score[Objective::margin] == margin);
    stated = std::max(stated, degrees(*fixture.measures->margin));
    over_zone = std::max(over_zone, margin);
  }
  REQUIRE(over_zone < stated);
  const FixtureDesigns less = search(.9 * over_zone, Guarantee::energy);
  CHECK_FALSE(less.fixtures.empty());
  for (const RankedFixture& fixture : less.fixtures) CHECK(degrees(fixture.measures->zone->margin) >= .9 * over_zone);
  CHECK(search((over_zone + stated) / 2, Guarantee::energy).fixtures.empty());
  // The bounds on displacement and margin over the profile zone are full measures. Without full measures, no fixture is
  // returned.
  task.fixture->depth_for = 0;
  CHECK(search(.9 * over_zone, Guarantee::at_rest).fixtures.empty());
  // If the profile zone is too wide, nothing can be proved about any fixture.
  task.fixture->depth_for = 40;
  task.part.tolerance = .2;
  CHECK(search(0, Guarantee::energy).fixtures.empty());
}

TEST_CASE("a threshold on the displacement over the profile zone excludes fixtures that exceed it") {
  Task task = triangle();
  task.part.outline = Polygon{{{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}};
  const double t = task.part.tolerance = 1e-4;
  task.contact_tolerance = 1e-9;
  std::get<FixtureOptions::Points>(task.fixture->candidates).per_edge = 2;
  task.fixture->datums = FixtureDatums{1, 2, {}};
  task.fixture->objectives = {Objective::pose_error};
  DesignRequest request;
  request.measures.depth = request.measures.loading = request.measures.clamps = false;
  request.measures.friction_limit = false;
  const auto search = [&](double bound) {
    task.fixture->thresholds.zone_displacement = bound;
    return design_fixtures(ValidTask(task), request);
  };
  // Two pins touch the lower edge at x = -1 and x = 1, and one pin touches the right edge at y = -1/2 or y = 1/2. If
  // the right edge is off by t, the block moves by t along its normal. If the lower edge is off by t at one pin only,
  // the block turns by the angle t / 2. The centre of rotation is above the other lower pin, at the height of the pin
  // on the right. The corner (-2, 1) or (-2, -1) moves most; its own profile is also off by t.
  const double first_order = t * (2 + (std::hypot(3, 1.5) + std::hypot(1, 1.5)) / 2);
  const FixtureDesigns all = search(1);
  REQUIRE(!all.fixtures.empty());
  const double proved = all.fixtures[0].measures->zone->displacement;
  CHECK(all.fixtures[0].place.score[Objective::zone_displacement] == proved);
  CHECK(proved > first_order);
  CHECK(proved < first_order * (1 + 2e-3));  // the factor 1 + 2e-3 allows for terms of second order and for the contact
                                             // tolerance

  const FixtureDesigns over = search(proved * (1 + 1e-9));
  CHECK(over.status == Status::found);
  CHECK(over.fixtures.size() == all.fixtures.size());
  for (const RankedFixture& fixture : over.fixtures) CHECK(fixture.measures->zone->displacement <= proved * (1 + 1e-9));

  const FixtureDesigns between = search((first_order + proved) / 2);  // the quick measure satisfies this bound, but the
                                                                      // proved value does not
  CHECK(between.fixtures.empty());
  CHECK(between.status == Status::none);
  CHECK(between.measured > 0);

  const FixtureDesigns under = search(first_order * (1 - 1e-9));
  CHECK(under.fixtures.empty());
  CHECK(under.status == Status::none);
  CHECK(under.measured == 0);
  REQUIRE(under.only_missed.size() == 1);
  const FixtureThreshold& missed = under.thresholds[under.only_missed[0].threshold];
  CHECK(missed.name() == "zone_displacement");
  CHECK(under.only_missed[0].best == doctest::Approx(proved).epsilon(1e-12));
  // With the bound that the reason proposes, the search must find a fixture.
  CHECK(search(missed.rounded_bound(under.only_missed[0].best)).status == Status::found);

  task.fixture->depth_for = 0;  // without full measures, nothing is proved about the parts in the zone
  CHECK(search(1).fixtures.empty());
}

TEST_CASE("the quick displacement over the profile zone is below the proved one, and equal to it to first order") {
  std::vector<Task> tasks(3, triangle());
  tasks[1].part.outline = Polygon{{{0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 4}, {0, 4}}};
  tasks[2].part.outline = Path{{{0, 0}, {5, 0}, {6, 3}, {0, 4}}, {0, .4, 0, -.2}};
  tasks[2].part.holes = {Disc{{2, 2}, .5}};
  for (Task& task : tasks) {
    const double t = task.part.tolerance = 1e-5;
    task.contact_tolerance = 1e-9;
    std::get<FixtureOptions::Points>(task.fixture->candidates).per_edge = 2;
    task.fixture->depth_for = 30;
    task.fixture->top = 100;
    task.fixture->objectives = {Objective::zone_displacement, Objective::pose_error};
    DesignRequest request;
    request.measures.depth = request.measures.loading = request.measures.clamps = false;
    request.measures.friction_limit = false;
    Ends ends;
    const FixtureDesigns designs = designs_of(task, ends, request);
    REQUIRE(!designs.fixtures.empty());
    const QuickMeasurer measurer(task, *task.fixture);
    double least = std::numeric_limits<double>::infinity();
    for (const RankedFixture& fixture : designs.fixtures) {
      const std::optional<double> quick = measurer(fixture.place.candidate).zone_displacement;
      REQUIRE(quick);
      REQUIRE(fixture.measures->zone->holds());
      const double proved = fixture.measures->zone->displacement;
      CHECK(*quick < proved);
      CHECK(*quick > .99 * proved);
      // If an edge is off by t, the part moves by t. The point on the boundary may itself be off by t. The sum is 2 t.
      CHECK(*quick >= 2 * t);
      least = std::min(least, proved);
    }
    // The full measures are computed for the best candidates only. The other candidates with a plan must not have
    // clearly smaller displacements.
    for (const auto& [number, one] : ends) {
      const double other = one.score[Objective::zone_displacement];
      if (!std::isnan(other)) CHECK(other > .99 * least);
    }
  }
}

TEST_CASE("the strong stability that the search states for a fixture equals that of a check of its task, to the last digit") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> off(-.3, .3);
  int compared = 0;
  for (int k = 0; k < oracle::count(6); ++k) {
    Task task = triangle();
    Polygon outline{{{0, 0}, {3, 0}, {3, 2}, {0, 2}}};
    for (Eigen::Vector2d& vertex : outline.vertices) vertex += Eigen::Vector2d(off(random), off(random));
    task.part.outline = outline;
    task.pose = {-17.3, 5.1, .3};  // with this pose, the contacts at the pose and at the seat differ by rounding
    task.fixture->objectives = {Objective::pose_error, Objective::strongly_stable};
    task.fixture->thresholds.guarantee = Guarantee::energy;  // avoids the search for plans of several steps
    task.fixture->depth_for = 4;
    DesignRequest request;
    request.measures.depth = request.measures.loading = request.measures.clamps = false;
    request.measures.friction_limit = false;
    for (const RankedFixture& fixture : design_fixtures(ValidTask(task), request).fixtures) {
      if (!fixture.measures->strongly_stable) continue;
      const ValidTask fixed = with_fixture(ValidTask(task), fixture.place.candidate);
      const WrenchCheck again = check(fixed, fixture.measures->plan->steps.back().wrench);
      CHECK(again.strongly_stable(fixed.contacts()));
      CHECK(again.found.distance == *fixture.measures->strongly_stable);
      ++compared;
    }
  }
  CHECK(compared > oracle::count(6));
}

TEST_CASE("no three pins at random positions beat the proved least pose error") {
  Task task = triangle();
  task.fixture->candidates = FixtureOptions::Points{{}, {}, .05, 24};
  DesignRequest request;
  request.optimal = Objective::pose_error;
  request.measures.depth = request.measures.loading = request.measures.clamps = false;
  const FixtureDesigns designs = design_fixtures(ValidTask(task), request);
  REQUIRE(designs.optimal);
  const OptimalFixture& least = *designs.optimal;
  CHECK(least.complete);
  CHECK(least.bound <= least.value);
  CHECK(least.bound >= .99 * least.value);
  for (const RankedFixture& fixture : designs.fixtures)
    CHECK(fixture.place.score[Objective::pose_error] >= least.bound);
  // The pins are on the edges of the part. Their distance from the corners is at least their radius. The pose error is
  // that of the pins' contacts.
  const auto& corners = std::get<Polygon>(*task.part.outline).vertices;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> share(.06, .94);
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 5000; ++k) {
    Task tried = task;
    tried.fixture.reset();
    for (int i = 0; i < 3; ++i) {
      const std::size_t edge = random() % 3;
      const Eigen::Vector2d from = corners[edge], along = corners[(edge + 1) % 3] - from;
      Fixel pin;
      pin.radius = .05;
      pin.at = from + share(random) * along + pin.radius * Eigen::Vector2d(along.y(), -along.x()).normalized();
      tried.fixels.push_back(pin);
    }
    const ValidTask valid(tried);
    const std::array<int, 3> all{0, 1, 2};
    const auto error = pose_error(valid.contacts(), all, &*task.part.outline);
    if (error) best = std::min(best, error->worst);
  }
  CHECK(best < 1.2 * least.value);  // the best random sample is near the optimum
  CHECK(best >= least.bound);
}

namespace {

/// Returns a plate with a square cavity that is open to the outside through a slit. The pins in the cavity are wider
/// than the slit, so that the part cannot leave them within the plane.
Task plate_with_cavity() {
  Task task = triangle();
  task.part.outline = Polygon{{{0, 0},
                               {49, 0},
                               {49, 20},
                               {20, 20},
                               {20, 80},
                               {80, 75},
                               {80, 20},
                               {51, 20},
                               {51, 0},
                               {100, 0},
                               {100, 100},
                               {0, 95}}};
  task.fixture->candidates = FixtureOptions::Points{{}, {}, 2};
  return task;
}

int loading_rank(const RankedFixture& fixture) {
  REQUIRE(fixture.measures);
  const auto loadable = fixture.measures->loadable;
  return !loadable || *loadable == Loading::End::undecided ? 1 : *loadable == Loading::End::leaves ? 0 : 2;
}

}  // namespace

TEST_CASE("loadable fixtures come before those that may not be loadable, and caged ones come last") {
  DesignRequest request;
  request.measures.depth = request.measures.friction_limit = request.measures.clamps = false;
  Task task = plate_with_cavity();
  task.fixture->depth_for = 6;
  task.fixture->objectives = {Objective::pose_error, Objective::margin};
  const FixtureDesigns designs = design_fixtures(ValidTask(task), request);
  REQUIRE(designs.fixtures.size() > 1);
  for (std::size_t k = 0; k + 1 < designs.fixtures.size(); ++k)
    CHECK(loading_rank(designs.fixtures[k]) <= loading_rank(designs.fixtures[k + 1]));
}

namespace {

/// Returns the largest motion of a vertex of a convex polygon. Three point locators each have an error of at most 1
/// along their normals. Returns infinity if the locators do not locate the part. Does not use the library: the inverse
/// of the locators' Jacobian has the motions for unit errors as its columns.
double worst_motion(const std::vector<Eigen::Vector2d>& corners, const std::array<Eigen::Vector2d, 3>& points,
                    const std::array<Eigen::Vector2d, 3>& normals) {
  Eigen::Matrix3d jacobian;
  for (int i = 0; i < 3; ++i) {
    const Eigen::Vector2d p = points[static_cast<std::size_t>(i)], n = normals[static_cast<std::size_t>(i)];
    jacobian.row(i) << n.x(), n.y(), p.x() * n.y() - p.y() * n.x();
  }
  if (std::abs(jacobian.determinant()) < 1e-9) return std::numeric_limits<double>::infinity();
  const Eigen::Matrix3d motions = jacobian.inverse();
  double worst = 0;
  for (const Eigen::Vector2d& corner : corners) {
    for (int signs = 0; signs < 4; ++signs) {  // four combinations of signs suffice, because the other four give the
                                               // opposite motions
      const Eigen::Vector3d motion = motions * Eigen::Vector3d(1, signs & 1 ? 1 : -1, signs & 2 ? 1 : -1);
      worst = std::max(worst, (motion.head<2>() + motion.z() * Eigen::Vector2d(-corner.y(), corner.x())).norm());
    }
  }
  return worst;
}

}  // namespace

// PAWL_TEST_COUNT sets the number of parts. If it is 20 or more, each part has 10^6 samples; if it is less, fewer.
TEST_CASE("dense samples of three pins never beat the proved least pose error of random convex parts") {
  const int parts = oracle::count(3);
  const int samples = parts < 20 ? 100000 : 1000000;
  std::mt19937 random(39);
  const auto real = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  for (int part = 0; part < parts; ++part) {
    CAPTURE(part);
    const int count = 3 + part % 4;
    std::vector<Eigen::Vector2d> corners;
    for (int k = 0; k < count; ++k) {
      const double angle = 2 * std::numbers::pi * (k + real(-.25, .25)) / count;
      corners.emplace_back(std::round(60 * std::cos(angle)), std::round(45 * std::sin(angle)));
    }
    constexpr double kRadius = 2;
    Task task = triangle();
    task.part.outline = Polygon{corners};
    task.fixture->candidates = FixtureOptions::Points{{}, {}, kRadius, 24};
    DesignRequest request;
    request.optimal = Objective::pose_error;
    request.measures.depth = request.measures.loading = request.measures.clamps = false;
    const FixtureDesigns designs = design_fixtures(ValidTask(task), request);
    REQUIRE(designs.optimal);
    const OptimalFixture& least = *designs.optimal;
    CHECK(least.complete);
    CHECK(least.bound >= .99 * least.value);
    double best = std::numeric_limits<double>::infinity();
    for (int k = 0; k < samples; ++k) {
      std::array<Eigen::Vector2d, 3> points, normals;
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t edge = random() % corners.size();
        const Eigen::Vector2d from = corners[edge], along = corners[(edge + 1) % corners.size()] - from;
        const double margin = std::max(.02, kRadius / along.norm());  // least distance from a corner, as a fraction of
                                                                      // the edge; edge_range and the pin's radius
                                                                      // require it
        points[i] = from + real(margin, 1 - margin) * along;
        normals[i] = Eigen::Vector2d(-along.y(), along.x()).normalized();
      }
      best = std::min(best, worst_motion(corners, points, normals));
    }
    CHECK(best >= least.bound * (1 - 1e-9));
    CHECK(best < 1.3 * least.value);  // the best random sample is near the optimum
  }
}

TEST_CASE("samples of three pins never beat the proved point error and the proved margin of random convex parts") {
  std::mt19937 random(41);
  const auto real = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  for (int part = 0; part < oracle::count(2); ++part) {
    CAPTURE(part);
    const int count = 3 + part % 3;
    std::vector<Eigen::Vector2d> corners;
    for (int k = 0; k < count; ++k) {
      const double angle = 2 * std::numbers::pi * (k + real(-.25, .25)) / count;
      corners.emplace_back(std::round(60 * std::cos(angle)), std::round(45 * std::sin(angle)));
    }
    constexpr double kRadius = 2, kTolerance = .05;
    Task task = triangle();
    task.part.outline = Polygon{corners};
    FixtureOptions& options = *task.fixture;
    options.candidates = FixtureOptions::Points{{}, {}, kRadius, 24};
    options.tolerance = kTolerance;
    options.points_of_interest = {{real(-30, 30), real(-20, 20)}, {real(-30, 30), real(-20, 20)}};
    const auto optimum = [&](Objective measure) {
      DesignRequest request;
      request.optimal = measure;
      request.measures.depth = request.measures.loading = request.measures.clamps = false;
      const FixtureDesigns designs = design_fixtures(ValidTask(task), request);
      REQUIRE(designs.optimal);
      CHECK(designs.optimal->measure == measure);
      for (const RankedFixture& fixture : designs.fixtures) {  // includes fixtures with pins at the candidate points
        const double value = fixture.place.score[measure];
        CHECK((measure == Objective::margin ? value <= designs.optimal->bound * (1 + 1e-9)
                                            : value >= designs.optimal->bound * (1 - 1e-9)));
      }
      return *designs.optimal;
    };
    const OptimalFixture least = optimum(Objective::point_error), widest = optimum(Objective::margin);
    if (least.complete) CHECK(least.bound >= .99 * least.value);
    CHECK(least.bound >= .95 * least.value);
    CHECK(widest.value <= widest.bound);
    CHECK(widest.complete);
    CHECK(widest.value >= .99 * widest.bound - 1e-9);
    const QuickMeasurer measurer(ValidTask(task), options);
    double best = std::numeric_limits<double>::infinity(), best_margin = 0;
    for (int k = 0; k < 4000; ++k) {
      std::array<Eigen::Vector2d, 3> points, normals;
      FixtureCandidate candidate;
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t edge = random() % corners.size();
        const Eigen::Vector2d from = corners[edge], along = corners[(edge + 1) % corners.size()] - from;
        const double margin = std::max(.02, kRadius / along.norm()), share = real(margin, 1 - margin);
        points[i] = from + share * along;
        normals[i] = Eigen::Vector2d(-along.y(), along.x()).normalized();
        candidate.locators.push_back({edge, share, points[i], normals[i]});
        candidate.fixels.push_back({points[i] - kRadius * normals[i], {}, kRadius});
      }
      best = std::min(best, kTolerance * worst_motion(options.points_of_interest, points, normals));
      if (const auto window = measurer(candidate).window) best_margin = std::max(best_margin, degrees(window->margin));
    }
    CHECK(best >= least.bound * (1 - 1e-9));
    CHECK(best < 1.6 * least.value);  // the best random sample is near the optimum
    CHECK(best_margin <= widest.bound * (1 + 1e-9));
    CHECK(best_margin > .8 * widest.value);
  }
}
