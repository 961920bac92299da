// SPDX-License-Identifier: MIT
// Compares the fixtures that a search finds for a part with measures of each candidate alone.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/planner/design_fixtures.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace pawl;
using Status = FixtureDesigns::Status;
using End = DesignedCandidate::End;
using Objective = FixtureObjective;

namespace {

/// Returns the L-shaped part of the energy tests on a tray.
Task ell(double pitch = .5) {
  Task task;
  task.part.outline = Polygon{{{-1.25, -.75}, {1.75, -.75}, {1.75, .25}, {-.25, .25}, {-.25, 1.25}, {-1.25, 1.25}}};
  task.friction = {.1, .25};
  task.actuator = TrayActuator();
  FixtureOptions& options = task.fixture.emplace();
  FixtureOptions::Points points;
  points.pitch = pitch;
  options.candidates = points;
  return task;
}

FixtureDesigns designs_of(const Task& task, DesignRequest request = {}) {
  return design_fixtures(ValidTask(task), request);
}

std::vector<DesignedCandidate> all_of(const Task& task, FixtureDesigns* designs = nullptr) {
  std::vector<DesignedCandidate> all;
  DesignRequest request;
  request.each = [&](const DesignedCandidate& candidate) { all.push_back(candidate); };
  FixtureDesigns found = designs_of(task, request);
  if (designs != nullptr) *designs = std::move(found);
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.score.candidate < b.score.candidate; });
  return all;
}

bool is_number(double value) { return !std::isnan(value); }

std::string fault_of(const Task& task) {
  try {
    designs_of(task);
  } catch (const InputError& error) {
    return error.faults().front().pointer;
  }
  return "none";
}

}  // namespace

TEST_CASE(
    "for the L-part, the numbers of triples that locate it and that have a plan are as expected, and so is the Pareto "
    "front of precision and margin") {
  Task task = ell();
  task.fixture->depth_for = 0;
  task.fixture->objectives = {Objective::pose_error, Objective::margin};
  task.fixture->top = 1000;
  FixtureDesigns designs;
  const std::vector<DesignedCandidate> all = all_of(task, &designs);
  CHECK(designs.candidates == 1140);
  CHECK(designs.located == 768);
  CHECK(designs.planned == 389);
  CHECK(designs.no_plan == 768 - 389);
  REQUIRE(all.size() == 1140);
  const auto steps = [&](double count) {
    return std::count_if(all.begin(), all.end(), [&](const auto& one) { return one.score[Objective::steps] == count; });
  };
  CHECK(steps(1) == 299);
  CHECK(steps(2) == 90);
  for (std::size_t k = 0; k < all.size(); ++k) CHECK(all[k].score.candidate == k + 1);

  // The designs are a Pareto set: they range from the one with the largest margin to the one with the smallest error.
  REQUIRE(designs.status == Status::found);
  REQUIRE(designs.fixtures.size() == designs.kept);
  std::map<double, double> front;  // for each fixture: its error as key, its margin as value
  for (const RankedFixture& fixture : designs.fixtures) {
    front[fixture.place.score[Objective::pose_error]] = fixture.place.score[Objective::margin];
  }
  CHECK(front.begin()->first == doctest::Approx(2.33).epsilon(.002));
  CHECK(front.begin()->second == doctest::Approx(24.8).epsilon(.002));
  CHECK(front.rbegin()->first == doctest::Approx(std::sqrt(160)).epsilon(1e-9));
  CHECK(front.rbegin()->second == doctest::Approx(59.9).epsilon(.002));
  for (const DesignedCandidate& one : all) {
    if (!is_number(one.score[Objective::margin])) continue;
    const auto at_least_as_precise = front.upper_bound(one.score[Objective::pose_error]);
    REQUIRE(at_least_as_precise != front.begin());
    CHECK(std::prev(at_least_as_precise)->second >= one.score[Objective::margin]);
  }
}

TEST_CASE("the measures that are returned equal those of the fixture alone, and no fixture dominates another") {
  Task task = ell(1);
  task.fixture->depth_for = 3;
  task.fixture->tolerance = .01;
  task.fixture->points_of_interest = {{1, 0}, {-1, 1}};
  const FixtureDesigns designs = designs_of(task);
  REQUIRE(designs.status == Status::found);
  CHECK(designs.measured == 3);
  CHECK(designs.fixtures.size() == designs.kept);
  for (const RankedFixture& fixture : designs.fixtures) {
    CHECK(fixture.place.end == End::kept);
    REQUIRE(fixture.measures.has_value());
    const FixtureMeasures alone = measure_fixture(ValidTask(with_fixture(task, fixture.place.candidate)));
    REQUIRE(alone.found());
    CHECK(alone.margin == fixture.measures->margin);
    CHECK(alone.depth == fixture.measures->depth);
    CHECK(alone.pose_error->worst == fixture.place.score[Objective::pose_error]);
    CHECK(alone.worst_point_error == fixture.place.score[Objective::point_error]);
    for (const RankedFixture& other : designs.fixtures) {
      bool as_good = true, better = false;
      for (const Objective objective : task.fixture->objectives) {
        const double sign = objective == Objective::pose_error || objective == Objective::steps ? 1 : -1;
        const double a = sign * other.place.score[objective], b = sign * fixture.place.score[objective];
        as_good = as_good && a <= b;
        better = better || a < b;
      }
      CHECK_FALSE((as_good && better));
    }
  }
}

TEST_CASE("every candidate has exactly one outcome, and the reported counts agree with these outcomes") {
  Task task = ell(.7);
  task.fixture->depth_for = 3;
  task.fixture->thresholds.margin_deg = 20;
  FixtureDesigns designs;
  const std::vector<DesignedCandidate> all = all_of(task, &designs);
  std::map<End, std::size_t> ends;
  for (const DesignedCandidate& candidate : all) ++ends[candidate.end];
  CHECK(all.size() == designs.candidates);
  CHECK(ends[End::not_located] == designs.candidates - designs.located);
  CHECK(ends[End::no_plan] == designs.no_plan);
  CHECK(ends[End::missed] == designs.missed[0]);
  CHECK(ends[End::not_measured] == designs.not_measured);
  CHECK(ends[End::kept] == designs.kept);
  std::size_t dominated = 0;
  for (const std::size_t count : designs.dominated) dominated += count;
  CHECK(ends[End::dominated] == dominated);
  for (const DesignedCandidate& candidate : all) {
    if (candidate.end == End::missed) CHECK(candidate.score[Objective::margin] < 20);
    if (candidate.end != End::dominated) continue;
    REQUIRE(candidate.loses.has_value());
    const DesignedCandidate& winner = all[*candidate.loses - 1];
    CHECK((winner.end == End::kept || winner.end == End::not_measured || winner.measured));
  }
}

TEST_CASE(
    "if fixtures have their pins at the same points of the part, only one of them is ranked, wherever the part lies on "
    "the lattice") {
  Task task = ell();
  for (Eigen::Vector2d& vertex : std::get<Polygon>(*task.part.outline).vertices) vertex *= 1.6;
  task.friction = .2;
  task.fixture->candidates = FixtureOptions::Lattice{1, .25};
  task.fixture->thresholds.guarantee = Guarantee::energy;
  task.fixture->depth_for = 0;
  FixtureDesigns designs;
  const std::vector<DesignedCandidate> all = all_of(task, &designs);
  CHECK(designs.candidates == 766);
  CHECK(designs.planned == 404);
  CHECK(designs.touching_twice == 14);
  CHECK(designs.repeated > 0);
  CHECK(designs.met + designs.repeated + designs.missed[0] == designs.planned);
  const auto alike = [](const DesignedCandidate& a, const DesignedCandidate& b) {
    const auto &one = a.candidate.locators, &other = b.candidate.locators;
    return std::all_of(one.begin(), one.end(), [&](const Locator& pin) {
      return std::any_of(other.begin(), other.end(),
                         [&](const Locator& as) { return (pin.point - as.point).norm() < 1e-7; });
    });
  };
  std::size_t repeated = 0;
  for (auto one = all.begin(); one != all.end(); ++one) {
    const bool ranked = one->end == End::kept || one->end == End::dominated || one->end == End::not_measured;
    if (!ranked && one->end != End::repeated) continue;
    const bool before = std::any_of(all.begin(), one, [&](const DesignedCandidate& other) {
      return other.end != End::not_planned && alike(*one, other) && alike(other, *one);
    });
    CAPTURE(one->score.candidate);
    CHECK(before == (one->end == End::repeated));
    repeated += before ? 1 : 0;
  }
  CHECK(repeated == designs.repeated);
}

TEST_CASE("one thread and many threads find the same fixtures") {
  Task task = ell();
  task.fixture->depth_for = 2;
  const auto told = [&](int threads) {
    std::string text;
    DesignRequest request;
    request.threads = threads;
    request.plans = 100;
    request.refine = 2;
    request.each = [&](const DesignedCandidate& one) {
      text += std::to_string(one.score.candidate) + " " + std::string(name_of(one.end));
      for (const double value : one.score.values) text += " " + std::to_string(value);
      text += one.why + "\n";
    };
    const FixtureDesigns designs = designs_of(task, request);
    for (const RankedFixture& fixture : designs.fixtures) text += std::to_string(fixture.place.score.candidate) + " ";
    return text + designs.reason;
  };
  const std::string one = told(1);
  CHECK(one == told(8));
  CHECK(one.size() > 10000);
}

TEST_CASE("a stopped search keeps the fixtures found so far, wherever it is stopped") {
  Task task = ell(1);
  task.fixture->depth_for = 2;
  task.fixture->objectives = {Objective::pose_error, Objective::margin, Objective::depth};
  std::set<Status> seen;
  for (const long look : {1L, 3L, 10L, 40L, 200L, 1000L, 5000L}) {
    CAPTURE(look);
    DesignRequest request;
    request.threads = 1;
    request.stop = StopToken::at_poll(look);
    std::size_t told = 0;
    request.each = [&](const DesignedCandidate&) { ++told; };
    const FixtureDesigns designs = designs_of(task, request);
    seen.insert(designs.status);
    CHECK(told == designs.candidates);
    CHECK((designs.status == Status::stopped || designs.status == Status::found));
    for (const RankedFixture& fixture : designs.fixtures) {
      if (!fixture.measures) continue;
      CHECK_FALSE(fixture.measures->stopped);
    }
    if (designs.status == Status::stopped) CHECK(designs.reason.find("stopped after") == 0);
  }
  CHECK(seen.count(Status::stopped) == 1);
}

TEST_CASE("if no fixture meets the thresholds, the nearest fixture and a sufficient change are reported") {
  Task task = ell(1);
  task.fixture->depth_for = 0;
  task.fixture->objectives = {Objective::pose_error, Objective::margin};
  const FixtureDesigns free = designs_of(task);
  double precise = 1e9, sure = 0;
  for (const RankedFixture& fixture : free.fixtures)
    precise = std::min(precise, fixture.place.score[Objective::pose_error]);
  task.fixture->thresholds.margin_deg = 75;
  const FixtureDesigns none = designs_of(task);
  CHECK(none.status == Status::none);
  CHECK(none.fixtures.empty());
  REQUIRE(none.nearest.has_value());
  REQUIRE(none.only_missed.size() == 1);
  CHECK(none.only_missed[0].best == none.nearest->score[Objective::margin]);
  CHECK(none.only_missed[0].alone == free.planned);
  CHECK(free.planned > 30);
  CHECK(none.reason.find("margin_deg alone excludes " + std::to_string(free.planned) + " candidates") !=
        std::string::npos);
  sure = none.only_missed[0].best;
  CHECK(sure < 75);
  // The search proposes a bound that some fixture satisfies. With a slightly stricter bound, no fixture must be left.
  task.fixture->thresholds.margin_deg = sure;
  CHECK(designs_of(task).status == Status::found);
  task.fixture->thresholds.margin_deg = std::nextafter(sure, 180);
  CHECK(designs_of(task).status == Status::none);
  // No fixture satisfies both thresholds.
  task.fixture->thresholds.margin_deg = sure;
  task.fixture->thresholds.pose_error = precise;
  const FixtureDesigns both = designs_of(task);
  CHECK(both.status == Status::none);
  CHECK(both.only_missed.size() == 2);
}

TEST_CASE("the search has the status `none` only if all candidates that might qualify were examined") {
  Task task = ell(1);
  task.fixture->depth_for = 1;
  task.fixture->thresholds.depth = 1e6;
  FixtureDesigns designs = designs_of(task);
  CHECK(designs.status == Status::undecided);
  CHECK(designs.reason.find("1 were measured in full") != std::string::npos);

  task.fixture->depth_for = 0;
  CHECK(designs_of(task).status == Status::undecided);

  task = ell(1);
  task.fixture->depth_for = 0;
  task.fixture->objectives = {Objective::pose_error};
  task.fixture->thresholds.margin_deg = 75;
  DesignRequest request;
  request.plans = 10;
  designs = designs_of(task, request);
  CHECK(designs.status == Status::undecided);
  const std::size_t tried = designs.planned + designs.no_plan + designs.not_planned;
  CHECK(tried == designs.located);
  CHECK(designs.not_planned > 0);

  // If the guarantee `energy` is required, the search need not look for other plans.
  task.fixture->thresholds.guarantee = Guarantee::energy;
  const FixtureDesigns by_energy = designs_of(task, request);
  CHECK(by_energy.status == Status::none);
  CHECK(by_energy.planned > 0);
  CHECK(by_energy.not_planned == designs.not_planned + 10);
}

TEST_CASE("refined fixtures are at least as precise as their originals, and no pose error is below the proved bound") {
  Task task = ell(1);
  task.fixture->depth_for = 4;
  task.fixture->objectives = {Objective::pose_error, Objective::margin};
  task.fixture->thresholds.guarantee = Guarantee::energy;
  DesignRequest request;
  request.refine = 2;
  std::map<std::size_t, DesignedCandidate> all;
  request.each = [&](const DesignedCandidate& one) { all[one.score.candidate] = one; };
  const FixtureDesigns designs = designs_of(task, request);
  CHECK(designs.status == Status::found);
  CHECK(designs.candidates == 120);
  CHECK(designs.refined > 0);
  CHECK(all.size() == designs.candidates + designs.refined);
  for (std::size_t k = 1; k <= designs.refined; ++k) {
    const DesignedCandidate& one = all.at(designs.candidates + k);
    REQUIRE(one.refined.has_value());
    const DesignedCandidate& from = all.at(one.refined->from);
    CHECK(one.score[Objective::pose_error] <= from.score[Objective::pose_error]);
    CHECK(one.score[Objective::pose_error] >= one.refined->bound);
    CHECK(one.refined->complete);
    for (std::size_t i = 0; i < 3; ++i) CHECK(one.candidate.locators[i].edge == from.candidate.locators[i].edge);
  }
}

TEST_CASE("a disc with two round holes gets pins in these holes, unless thresholds ask for measures of pins on edges") {
  Task task = ell();
  task.part.outline = Disc{{0, 0}, 1};
  task.part.holes = {Disc{{-.5, 0}, .1}, Disc{{.5, 0}, .1}};
  task.fixture.reset();
  const FixtureDesigns designs = designs_of(task);
  CHECK(designs.status == Status::found);
  CHECK(designs.located == 0);
  CHECK(designs.fixtures.empty());
  REQUIRE(designs.comparison.has_value());
  REQUIRE(designs.comparison->fixtures.size() == 2);
  CHECK(designs.comparison->fixtures[0].in_holes->holes.size() == 2);
  CHECK(designs.reason.find("pins on the edge of a disc cannot locate it") != std::string::npos);
  SUBCASE("one hole") {
    task.part.holes.pop_back();
    CHECK(designs_of(task).status == Status::none);
  }
  SUBCASE("a wish that applies only to pins on edges") {
    FixtureOptions& options = task.fixture.emplace();
    SUBCASE("a threshold on the margin") { options.thresholds.margin_deg = .1; }
    SUBCASE("no pins in holes required") { options.thresholds.pins_in_holes = 0; }
    SUBCASE("a clamp") { options.clamp = true; }
    SUBCASE("four pins") { options.pins = 4; }
    SUBCASE("a pin on an edge") { options.required_edges = {1}; }
    SUBCASE("a lattice") { options.candidates = FixtureOptions::Lattice{.pitch = .5, .pin_radius = .05}; }
    SUBCASE("a pin radius") { std::get<FixtureOptions::Points>(options.candidates).pin_radius = .05; }
    const FixtureDesigns asked = designs_of(task);
    CHECK(asked.status == Status::none);
    CHECK(asked.reason.find("require them with the threshold pins_in_holes 2") != std::string::npos);
  }
}

TEST_CASE("if no fixture exists, the reason states whether candidates, located parts, clamps or plans are missing") {
  Task task = ell();
  SUBCASE("all edges are forbidden") {
    task.fixture->forbidden_edges = {1, 2, 3, 4, 5, 6};
    const FixtureDesigns designs = designs_of(task);
    CHECK(designs.status == Status::none);
    CHECK(designs.candidates == 0);
    CHECK(designs.reason.find("the options allow no candidates") == 0);
  }
  SUBCASE("points on a disc do not locate it") {
    task.part.outline = Disc{{0, 0}, 1};
    FixtureOptions::Points points;
    points.per_edge = 12;
    task.fixture->candidates = points;
    const FixtureDesigns designs = designs_of(task);
    CHECK(designs.status == Status::none);
    CHECK(designs.candidates == 220);
    CHECK(designs.located == 0);
    CHECK(designs.reason.find("none locates the part") != std::string::npos);
  }
  SUBCASE("pins and clamp may be on two edges only, where all of them push the part up and to the left") {
    task.part.outline = Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
    task.fixture->forbidden_edges = {3, 4};
    FixtureOptions::Points points;
    points.per_edge = 2;
    task.fixture->candidates = points;
    task.fixture->clamp = true;
    const FixtureDesigns designs = designs_of(task);
    CHECK(designs.status == Status::none);
    CHECK(designs.located > 0);
    CHECK(designs.clamped == 0);
    CHECK(designs.reason.find("can a single clamp without friction press on an edge") != std::string::npos);
  }
  SUBCASE("friction is so high that the part may rest anywhere") {
    task.friction = 5;
    task.fixture->forbidden_edges = {3, 4};
    const FixtureDesigns designs = designs_of(task);
    CHECK(designs.status == Status::none);
    CHECK(designs.planned == 0);
    CHECK(designs.reason.find("none has a plan") != std::string::npos);
  }
  SUBCASE("no outline") {
    Task bare;
    CHECK(fault_of(bare) == "/part/outline");
  }
}
