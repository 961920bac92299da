// SPDX-License-Identifier: MIT
// The task that is written for a returned fixture must have the same part. All values that the answer states about the
// fixture are computed again from the text of that task. PAWL_TEST_COUNT sets the number of random parts.
#include <doctest/doctest.h>
#include <pawl/base/angle.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/simulate_task.h>
#include <pawl/verify/certificate.h>

#include <cmath>
#include <numbers>
#include <random>

#include "answers/fixture_answer.h"
#include "answers/plan_answer.h"
#include "answers/text/answer_text.h"
#include "support/count.h"
#include "support/drawing_texts.h"

using namespace pawl;

namespace {

class RandomPlates {
 public:
  explicit RandomPlates(unsigned seed) : random_(seed) {}

  double real(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }

  /// Returns a DXF file of a convex plate of about 100 mm without symmetry. The plate has one to three round holes.
  std::string drawing() {
    const int corners = whole(4, 6);
    std::vector<Eigen::Vector2d> vertices;
    for (int k = 0; k < corners; ++k) {
      const double angle = 2 * std::numbers::pi * (k + real(-.25, .25)) / corners;
      vertices.emplace_back(std::round(60 * std::cos(angle)) + 70, std::round(45 * std::sin(angle)) + 50);
    }
    std::string entities;
    for (int k = 0; k < corners; ++k) {
      const Eigen::Vector2d &a = at(vertices, k), &b = at(vertices, k + 1);
      entities += drawings::line(a.x(), a.y(), b.x(), b.y());
    }
    const int holes = whole(1, 3);
    for (int k = 0; k < holes; ++k) {  // each hole is in a sector of its own, so that no two holes meet
      const double angle = 2 * std::numbers::pi * (k + real(.2, .8)) / 3;
      const Eigen::Vector2d center(70 + 18 * std::cos(angle), 50 + 14 * std::sin(angle));
      entities += fmt::format("0 CIRCLE 8 A 10 {} 20 {} 40 {} ", center.x(), center.y(), real(2, 6));
    }
    return drawings::dxf(entities);
  }

  Actuator actuator() {
    switch (whole(0, 2)) {
      case 0:
        return TrayActuator();
      case 1:
        return PushActuator{{70, 50}, real(-2, -1.5), real(-1.2, -.5)};
      default:
        return FreeActuator();
    }
  }

 private:
  static const Eigen::Vector2d& at(const std::vector<Eigen::Vector2d>& all, int k) {
    return all[static_cast<std::size_t>(k) % all.size()];
  }
  std::mt19937 random_;
};

struct Asked {
  Task task;
  answers::Json document;
};

/// Returns a task whose part is a drawing, and the text of this drawing, which is in memory only.
Asked asked(RandomPlates& random, bool lattice) {
  Task task;
  task.units.length = Units::Length::mm;
  task.units.angle = Units::Angle::deg;
  task.part.density = 2.7e-5;
  const DrawnPart drawn = drawings::part_in(random.drawing());
  REQUIRE_FALSE(drawn.holes.empty());
  put_into(task.part, drawn);
  task.friction = .2;
  task.contact_tolerance = 1e-3;
  task.actuator = lattice ? Actuator(TrayActuator()) : random.actuator();
  FixtureOptions options;
  options.candidates = lattice ? decltype(options.candidates)(FixtureOptions::Lattice{25, 3})
                               : decltype(options.candidates)(FixtureOptions::Points{2, std::nullopt, 0});
  options.depth_for = 1;
  options.thresholds.guarantee = Guarantee::energy;  // excludes plans that need the graph of contact states, because
                                                     // the search for them takes long
  options.tolerance = .05;
  task.fixture = options;
  answers::Json document = {{"pawl", 1}, {"friction", .2}};
  document["units"] = {{"length", "mm"}, {"angle", "deg"}};
  document["part"] = {{"drawing", "plate.dxf"}, {"density", 2.7e-5}};
  document["fixture"] = {{"tolerance", .05}, {"depth_for", 1}};
  return {std::move(task), std::move(document)};
}

doctest::Approx near(double value) { return doctest::Approx(value).epsilon(1e-7).scale(1e-3); }

void same(const std::optional<double>& a, const std::optional<double>& b) {
  REQUIRE(a.has_value() == b.has_value());
  if (a && std::isfinite(*a)) CHECK(*a == near(*b));
}

void same_plans(const TaskPlan& a, const TaskPlan& b) {
  CHECK(a.status == b.status);
  CHECK(a.guarantee == b.guarantee);
  CHECK(a.certainty.certified == b.certainty.certified);
  REQUIRE(a.steps.size() == b.steps.size());
  for (std::size_t k = 0; k < a.steps.size(); ++k) {
    CHECK((a.steps[k].wrench - b.steps[k].wrench).norm() < 1e-7);
    CHECK(a.steps[k].margin == near(b.steps[k].margin));
    same(a.steps[k].margin_full, b.steps[k].margin_full);
    same(a.steps[k].least_tilt, b.steps[k].least_tilt);
    CHECK(a.steps[k].before == b.steps[k].before);
    CHECK(a.steps[k].after == b.steps[k].after);
    REQUIRE(a.steps[k].window.has_value() == b.steps[k].window.has_value());
    if (!a.steps[k].window) continue;
    CHECK(a.steps[k].window->first == near(b.steps[k].window->first));
    CHECK(a.steps[k].window->second == near(b.steps[k].window->second));
  }
}

void same_measures(const FixtureMeasures& a, const FixtureMeasures& b) {
  REQUIRE(a.plan.has_value());
  REQUIRE(b.plan.has_value());
  same_plans(*a.plan, *b.plan);
  REQUIRE(a.pose_error.has_value() == b.pose_error.has_value());
  if (a.pose_error) CHECK(a.pose_error->worst == near(b.pose_error->worst));
  same(a.worst_point_error, b.worst_point_error);
  same(a.margin_full, b.margin_full);
  same(a.kappa, b.kappa);
  same(a.depth, b.depth);
  REQUIRE(a.friction_limit.has_value() == b.friction_limit.has_value());
  if (a.friction_limit) {
    same(a.friction_limit->this_plan.half_width, b.friction_limit->this_plan.half_width);
    same(a.friction_limit->any_plan.half_width, b.friction_limit->any_plan.half_width);
  }
  CHECK(a.loadable == b.loadable);
  REQUIRE(a.seated_pose.has_value());
  CHECK((*a.seated_pose - *b.seated_pose).norm() < 1e-7);
  REQUIRE(a.clamps.has_value() == b.clamps.has_value());
  REQUIRE(a.clamps->edges.size() == b.clamps->edges.size());
  for (std::size_t k = 0; k < a.clamps->edges.size(); ++k)
    CHECK(a.clamps->edges[k].intervals.size() == b.clamps->edges[k].intervals.size());
}

/// Returns a number as texts and tables print it, or "-" for null.
std::string printed(const answers::Json& value) { return value.number() ? answers::rounded(*value.number()) : "-"; }

/// Checks the numbers of a fixture in an answer. The task file of the fixture is given. The plan of this task must
/// print the same numbers, and the certificate of the plan must prove them.
void same_as_printed(const answers::Json& fixture, const ValidTask& task, double accuracy) {
  using answers::at;
  answers::PlanQuestion question;
  question.friction_limit = true;
  question.require = "energy";  // the search for fixtures had the same threshold
  answers::FoundPlan found = answers::find_plan(task, question);
  REQUIRE(found.plan.found());
  REQUIRE(found.plan.steps.size() == 1);
  EnergyFloodOptions flood;
  flood.accuracy = accuracy;
  found.asked_depth = true;
  found.radius.emplace_back();  // the answer for a fixture contains no radius, so none is compared
  found.depth = plan_depth(task, found.plan.problem, found.plan.solution, {}, flood);
  const answers::Json results = answers::plan_answer(task, found).results;
  const answers::Json& step = at(at(results, "steps"), std::size_t{0});
  CHECK(at(results, "guarantee").dump() == at(fixture, "guarantee").dump());
  for (const char* key : {"margin_deg", "margin_full_deg", "least_tilt_deg"})
    CHECK(printed(at(step, key)) == printed(at(fixture, key)));
  for (const std::size_t end : {std::size_t{0}, std::size_t{1}})
    CHECK(printed(at(at(step, "window_deg"), end)) == printed(at(at(fixture, "window_deg"), end)));
  const answers::Json& wrench = at(at(at(at(fixture, "plan"), "steps"), std::size_t{0}), "wrench");
  for (std::size_t k = 0; k < 3; ++k) CHECK(printed(at(at(step, "wrench"), k)) == printed(at(wrench, k)));
  for (const char* key : {"this_plan", "any_plan"}) {
    CHECK(printed(at(at(results, "friction_limit"), key)) == printed(at(at(fixture, "friction_limit"), key)));
  }
  CHECK(printed(at(at(step, "energy"), "depth")) == printed(at(fixture, "depth")));
  CHECK(printed(at(at(step, "energy"), "kappa")) == printed(at(fixture, "kappa")));
  if (!(found.depth->found.depth > 0)) return;
  // The certificate must refer to this part, including its holes: same mass and same centre of mass.
  const CertificateCheck proof = verify_certificate(*answers::certificate_of(found));
  CHECK(proof.refused == "");
  CHECK(answers::rounded(proof.depth) == printed(at(fixture, "depth")));
  CHECK(proof.part.mass == doctest::Approx(task.mass()).epsilon(1e-15));
  CHECK(proof.part.center_of_mass == task.contacts().center_of_mass);
  CHECK(proof.part.drawing == task.task().part.drawing_digest);
}

/// Checks that a trial of the plan from the seated pose ends seated. Also checks that the part of the trial has the
/// mass, the inertia and the centre of mass of the part with its holes.
void seats_in_trial(const answers::Json& fixture, const ValidTask& task, const Task& asked) {
  std::vector<Eigen::Vector3d> wrenches;
  const answers::Json& steps = answers::at(answers::at(fixture, "plan"), "steps");
  for (std::size_t k = 0; k < answers::count_of(steps); ++k)
    wrenches.push_back(answers::vector3_in(answers::at(answers::at(steps, k), "wrench")));
  const TrialTask si = in_si(task, wrenches);
  const double metres = asked.units.metres();
  const ValidTask part(asked);
  CHECK(si.task.mass() == doctest::Approx(part.mass()));
  CHECK(si.task.contacts().radius_of_gyration() == doctest::Approx(metres * part.contacts().radius_of_gyration()));
  CHECK((si.task.contacts().center_of_mass - metres * part.contacts().center_of_mass).norm() < 1e-12);
  CHECK(run_trial(si.task, si.wrenches, 0, trial_options(task.task())).outcome == Outcome::seated);
}

}  // namespace

TEST_CASE("the task that is written for a fixture contains the part with its holes") {
  RandomPlates random(20);
  int written = 0;
  for (int n = 0; written < oracle::count(100); ++n) {
    REQUIRE(n < 10 * oracle::count(100));
    const bool lattice = n % 10 == 9;
    const Asked question = asked(random, lattice);
    DesignRequest request;
    request.measures.flood.accuracy = .3;
    request.measures.plan.least = Guarantee::energy;
    const FixtureDesigns designs = design_fixtures(ValidTask(question.task), request);
    if (designs.fixtures.empty() || !designs.fixtures[0].measures) continue;
    CAPTURE(n);
    ++written;
    const RankedFixture& best = designs.fixtures[0];
    const std::string text =
        answers::readable(answers::fixed_task_json(question.document, question.task, best.place.candidate));
    const Task task = read_task(text);
    CHECK(task.part.mass == question.task.part.mass);
    CHECK(task.part.inertia == question.task.part.inertia);
    CHECK(task.part.center_of_mass == question.task.part.center_of_mass);
    CHECK(task.part.drawing_digest == question.task.part.drawing_digest);
    const ValidTask valid(task);
    same_measures(*best.measures, measure_fixture(valid, request.measures));
    const answers::Json fixtures = answers::designs_json(designs, question.task);
    const answers::Json& fixture = answers::at(answers::at(fixtures, "fixtures"), std::size_t{0});
    same_as_printed(fixture, valid, request.measures.flood.accuracy);
    seats_in_trial(fixture, valid, question.task);
  }
}

TEST_CASE("the task that is written for a fixture among walls has the walls at the same positions as in the search") {
  RandomPlates random(21);
  for (const Task::Frame frame : {Task::Frame::world, Task::Frame::part}) {
    Asked question = asked(random, false);
    question.task.actuator = TrayActuator();
    question.task.pose = {30, -20, .5};
    question.task.frame = frame;
    const Wall wall{Polygon{{{0, 0}, {40, 0}, {40, 9}, {0, 9}}}, {}, {50, -45, .25}, std::nullopt};
    question.task.walls = {wall};
    question.document["frame"] = frame == Task::Frame::part ? "part" : "world";
    question.document["pose"] = answers::Json::array({30., -20., degrees(.5)});
    answers::Json outline = answers::Json::array();
    for (const Eigen::Vector2d& at : std::get<Polygon>(wall.outline).vertices)
      outline.push_back(answers::Json::array({at.x(), at.y()}));
    question.document["walls"] = answers::Json::array();
    question.document["walls"].push_back(
        {{"outline", {{"polygon", outline}}}, {"pose", answers::Json::array({50., -45., degrees(.25)})}});
    DesignRequest request;
    request.measures.flood.accuracy = .3;
    request.measures.plan.least = Guarantee::energy;
    const FixtureDesigns designs = design_fixtures(ValidTask(question.task), request);
    REQUIRE(!designs.fixtures.empty());
    REQUIRE(designs.fixtures[0].measures.has_value());
    const Task task = read_task(answers::readable(
        answers::fixed_task_json(question.document, question.task, designs.fixtures[0].place.candidate)));
    REQUIRE(task.walls.size() == 1);
    CHECK((wall_in_world(task, 0).pose - wall_in_world(question.task, 0).pose).norm() < 1e-12);
    same_measures(*designs.fixtures[0].measures, measure_fixture(ValidTask(task), request.measures));
  }
}
