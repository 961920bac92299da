// SPDX-License-Identifier: MIT
// Tests all measures of one fixture, and the reports about invalid fixtures. The measures of these parts have values
// that other tests prove.
#include <doctest/doctest.h>
#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/planner/check_task.h>
#include <pawl/planner/fixture_measures.h>
#include <pawl/planner/plan_depth.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>

using namespace pawl;

namespace {

Fixel at(double x, double y) {
  Fixel fixel;
  fixel.at = {x, y};
  return fixel;
}

/// Returns the 2 x 1 block on its tray. Two pins are below it, and one is on its right.
Task block() {
  Task task;
  task.part.outline = Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};
  task.friction = .2;
  task.actuator = TrayActuator();
  task.fixels = {at(-.5, -.5), at(.5, -.5), at(1, -.25)};
  return task;
}

FixtureMeasureOptions cheap() {
  FixtureMeasureOptions options;
  options.depth = options.loading = options.friction_limit = false;
  return options;
}

FixtureMeasures measured(const Task& task, const FixtureMeasureOptions& options = cheap()) {
  return measure_fixture(ValidTask(task), options);
}

}  // namespace

TEST_CASE("the block's measures are those of its plan, its Jacobian, its depth and its way out") {
  FixtureMeasureOptions options;
  options.flood.boxes = options.loading_boxes = 20000;
  const ValidTask task(block());
  const FixtureMeasures found = measure_fixture(task, options);
  CHECK(found.unseated.empty());
  CHECK(found.located);
  REQUIRE(found.pose_error);
  CHECK(found.pose_error->worst == doctest::Approx(std::sqrt(10.25)));
  REQUIRE(found.found());
  CHECK(found.steps == 1);
  CHECK(found.plan->guarantee == Guarantee::energy);
  CHECK(degrees(*found.margin) == doctest::Approx(20.817).epsilon(1e-4));
  CHECK(degrees(*found.margin_full) == doctest::Approx(13.878).epsilon(1e-4));
  CHECK(*found.kappa == doctest::Approx(1.749).epsilon(1e-3));
  REQUIRE(found.friction_limit);
  CHECK(found.friction_limit->this_plan.exact);
  CHECK_FALSE(found.least_tilt);
  REQUIRE(found.depth);
  const PlanDepth depth = plan_depth(task, found.plan->problem, found.plan->solution, {}, options.flood);
  CHECK(*found.depth == depth.found.depth);
  CHECK(found.depth_end == depth.found.end);
  REQUIRE(found.loadable);
  CHECK(*found.loadable == Loading::End::leaves);
  REQUIRE(found.clamps);
  CHECK_FALSE(found.best_clamp);
  CHECK(found.point_errors.empty());
  CHECK_FALSE(found.stopped);
  CHECK(found.certified);
  CHECK(found.why.find("no edge takes a single clamp") != std::string::npos);
}

TEST_CASE("a tolerance gives the errors of the points of interest, or of the worst boundary point if none are given") {
  Task task = block();
  task.fixture.emplace();
  task.fixture->tolerance = .01;
  const FixtureMeasures worst = measured(task);
  REQUIRE(worst.worst_point_error);
  CHECK(*worst.worst_point_error == doctest::Approx(.01 * std::sqrt(10.25)));
  task.fixture->points_of_interest = {{0, 0}, {-1, .5}};
  const FixtureMeasures named = measured(task);
  REQUIRE(named.point_errors.size() == 2);
  CHECK(named.point_errors[0].worst == doctest::Approx(.015));
  CHECK(*named.worst_point_error == named.point_errors[1].worst);
}

TEST_CASE("a clamp in the middle of the longest interval holds the process wrenches") {
  Task task;
  task.part.outline = Polygon{{{0, 0}, {3, 0}, {0, 2}}};
  task.friction = .2;
  task.fixels = {at(.5, 0), at(2, 0), at(0, 1)};
  task.fixture.emplace();
  task.fixture->wrenches = {{.1, 0, 0}, {0, .1, 0}};
  const FixtureMeasures found = measured(task);
  REQUIRE(found.best_clamp);
  CHECK(found.best_clamp->place.edge == 1);
  CHECK(found.best_clamp->place.along == doctest::Approx((5. / 13 + 9.5 / 13) / 2));
  REQUIRE(found.best_clamp->forces.of_wrench.size() == 2);
  const ClampWindow& all = found.best_clamp->forces.all;
  REQUIRE(all.balanced);
  REQUIRE_FALSE(all.holds.empty());
  CHECK(all.holds.back().least >= all.balanced->least);
  CHECK(std::isinf(all.holds.back().most));
}

TEST_CASE("for a given clamp the forces are computed at its point") {
  Task task;
  task.part.outline = Polygon{{{0, 0}, {3, 0}, {0, 2}}};
  task.friction = .2;
  task.fixels = {at(.5, 0), at(2, 0), at(0, 1)};
  task.fixture.emplace().wrenches = {{5, 0, 0}, {0, .1, 2}};
  const ValidTask valid(task);
  FixtureMeasureOptions options = cheap();
  options.clamp_at = ClampPlace{1, .41};
  const FixtureMeasures found = measure_fixture(valid, options), middle = measured(task);
  REQUIRE(found.best_clamp);
  CHECK(found.best_clamp->place.edge == 1);
  CHECK(found.best_clamp->place.along == .41);
  FixtureQuestion question;
  question.places = {*options.clamp_at};
  const FixtureCheck check = check_fixture(valid, question);
  REQUIRE(found.best_clamp->forces.all.balanced);
  CHECK(found.best_clamp->forces.all.balanced->least == check.placed.front().forces.all.balanced->least);
  REQUIRE(middle.best_clamp);
  CHECK(middle.best_clamp->place.along != .41);
}

TEST_CASE("unusable fixtures give a result that states what is missing") {
  Task task = block();
  task.fixels[2] = at(0, -.5);
  const FixtureMeasures feet = measured(task);
  CHECK(feet.rank == 2);
  CHECK_FALSE(feet.located);
  CHECK_FALSE(feet.certified);
  CHECK_FALSE(feet.plan);
  CHECK_FALSE(feet.pose_error);
  CHECK(feet.why.find("2 of 3 motions") != std::string::npos);

  task.fixels[2] = at(5, 0);
  const FixtureMeasures away = measured(task);
  CHECK_FALSE(away.unseated.empty());
  CHECK(away.why == away.unseated);
  CHECK_FALSE(away.certified);

  Task disc = block();
  disc.part.outline = Disc{{0, 0}, 1};
  disc.fixels = {at(-1, 0), at(0, -1), at(1, 0)};
  CHECK(measured(disc).rank == 2);
  CHECK_FALSE(measured(disc).located);

  task.fixels.clear();
  CHECK_THROWS_AS(measured(task), InputError);
}

TEST_CASE(
    "measures that are not defined for four pins or for contacts without an outline are absent, and the others are "
    "computed") {
  Task task = block();
  task.fixels.push_back(at(-1, -.25));
  const FixtureMeasures four = measured(task);
  CHECK(four.located);
  CHECK_FALSE(four.pose_error);
  CHECK(four.plan);
  CHECK(four.clamps);

  Task stated;
  for (const auto& [point, normal] :
       {std::pair<Eigen::Vector2d, Eigen::Vector2d>({-.5, -.5}, {0, 1}), {{.5, -.5}, {0, 1}}, {{1, -.25}, {-1, 0}}}) {
    Contact contact;
    contact.point = point;
    contact.normal = normal;
    contact.friction = .2;
    stated.contacts.push_back(contact);
  }
  stated.part.inertia = 5. / 12;
  stated.actuator = TrayActuator();
  const FixtureMeasures found = measured(stated, {});
  REQUIRE(found.found());
  CHECK(degrees(*found.margin) == doctest::Approx(20.817).epsilon(1e-4));
  CHECK_FALSE(found.clamps);
  CHECK_FALSE(found.loadable);
  CHECK_FALSE(found.depth);
  CHECK(found.certified);
}

TEST_CASE("a task whose start does not match the fixture has no plan, and the reason is given") {
  Task task = block();
  task.start = {{{1, 3}, {2, 3}}};
  CHECK(measured(task).found());
  task.fixels.push_back(at(-3, 3));
  task.goal = {{1, 2, 3}};
  task.start = {{{1, 4}}};
  const FixtureMeasures found = measured(task);
  CHECK_FALSE(found.plan);
  CHECK(found.why.find("fixel 4") != std::string::npos);
  CHECK_FALSE(found.certified);
}

TEST_CASE("wherever the call is stopped, it returns only proved results") {
  const Task task = block();
  FixtureMeasureOptions options;
  options.flood.boxes = options.loading_boxes = 2000;
  const FixtureMeasures whole = measured(task, options);
  for (const long look : {1, 2, 3, 5, 10, 30, 100, 300}) {
    options.stop = StopToken::at_poll(look);
    const FixtureMeasures found = measured(task, options);
    if (found.depth) CHECK(*found.depth <= *whole.depth);
    if (found.margin) CHECK(*found.margin == *whole.margin);
    if (found.friction_limit && found.friction_limit->this_plan.exact)
      CHECK(found.friction_limit->this_plan.half_width == whole.friction_limit->this_plan.half_width);
    if (!found.stopped && found.loadable) CHECK(found.loadable == whole.loadable);
    if (found.stopped) CHECK_FALSE(found.certified);
  }
}

TEST_CASE("measures stay the same if the part is turned by quarters, mirrored or scaled, or if fixels are reordered") {
  const FixtureMeasures first = measured(block());
  const auto check_same = [&](const Task& task) {
    const FixtureMeasures found = measured(task);
    REQUIRE(found.found());
    CHECK(*found.margin == doctest::Approx(*first.margin).epsilon(1e-9));
    CHECK(*found.margin_full == doctest::Approx(*first.margin_full).epsilon(1e-9));
    CHECK(*found.kappa == doctest::Approx(*first.kappa).epsilon(1e-9));
    CHECK(found.pose_error->worst == doctest::Approx(first.pose_error->worst).epsilon(1e-9));
  };
  Task task = block();
  task.pose.z() = std::numbers::pi / 2;
  for (Fixel& fixel : task.fixels) fixel.at = Eigen::Vector2d(-fixel.at.y(), fixel.at.x());
  check_same(task);
  task = block();
  std::swap(task.fixels[0], task.fixels[2]);
  check_same(task);
  task = block();
  for (Fixel& fixel : task.fixels) fixel.at.x() *= -1;
  check_same(task);
  task = block();
  for (Fixel& fixel : task.fixels) fixel.at *= 10;
  for (Eigen::Vector2d& vertex : std::get<Polygon>(*task.part.outline).vertices) vertex *= 10;
  check_same(task);
}

TEST_CASE("another wrench within the margin of the plan seats the part too") {
  const FixtureMeasures found = measured(block());
  const ContactSet& seated = found.plan->problem.seated.contacts;
  const double rho = seated.radius_of_gyration();
  const Eigen::Vector3d w = found.plan->solution.steps[0].wrench;
  const Eigen::Vector3d u = Eigen::Vector3d(w.x(), w.y(), w.z() / rho).normalized();
  for (const Eigen::Vector3d& across : {Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0, 1, 0), Eigen::Vector3d(0, 0, 1)}) {
    for (const double sign : {1., -1.}) {
      const Eigen::Vector3d side = sign * (across - across.dot(u) * u).normalized();
      const Eigen::Vector3d v = std::cos(.99 * *found.margin_full) * u + std::sin(.99 * *found.margin_full) * side;
      CHECK(energy_verdict(seated, {v.x(), v.y(), v.z() * rho}).holds());
    }
  }
}

// The columns of J_n are the wrenches of unit normal forces at the three contacts. Without friction, nnn is the only
// consistent mode if the wrench is -J_n lambda with lambda > 0: the wrench then does negative work in every motion that
// the contacts permit. These wrenches form a cone with three faces, each of which is spanned by two columns. The angle
// of strong stability is the least angle to these faces.
TEST_CASE("without friction, the angle of strong stability ends at the planes spanned by the contact wrenches") {
  Task task = block();
  task.friction = 0;
  const ValidTask valid(task);
  const FixtureMeasures found = measure_fixture(valid, cheap());
  REQUIRE(found.found());
  REQUIRE(found.strongly_stable);
  const double rho = valid.contacts().radius_of_gyration();
  const auto column = [&](double x, double y, double nx, double ny) {
    return Eigen::Vector3d(-nx, -ny, -(x * ny - y * nx) / rho);
  };
  const Eigen::Vector3d a = column(-.5, -.5, 0, 1), b = column(.5, -.5, 0, 1), c = column(1, -.25, -1, 0);
  Eigen::Vector3d wrench = found.plan->steps.back().wrench;
  wrench.z() /= rho;
  wrench.normalize();
  double least = std::numbers::pi;
  for (const Eigen::Vector3d& normal : {a.cross(b), b.cross(c), c.cross(a)})
    least = std::min(least, std::asin(std::fabs(normal.normalized().dot(wrench))));
  CHECK(*found.strongly_stable == doctest::Approx(least).epsilon(1e-9));
}

// Compares the angle with checks of single wrenches. Every wrench within the angle must surely hold the part. Slightly
// beyond the angle, some wrench must not.
TEST_CASE("the angle of strong stability agrees with checks of single wrenches") {
  const ValidTask valid(block());
  const FixtureMeasures found = measure_fixture(valid, cheap());
  REQUIRE(found.strongly_stable);
  const double rho = valid.contacts().radius_of_gyration(), angle = *found.strongly_stable;
  Eigen::Vector3d wrench = found.plan->steps.back().wrench;
  wrench.z() /= rho;
  wrench.normalize();
  const Eigen::Vector3d across = wrench.unitOrthogonal(), third = wrench.cross(across);
  const auto holds = [&](double off, double turn) {
    Eigen::Vector3d other = std::cos(off) * wrench +
                            std::sin(off) * (std::cos(turn) * across + std::sin(turn) * third);
    other.z() *= rho;
    return check(valid, other).strongly_stable(valid.contacts());
  };
  std::mt19937 random(4);
  std::uniform_real_distribution<double> share(0, 1);
  for (int k = 0; k < 300; ++k) CHECK(holds(.999 * angle * std::sqrt(share(random)), 2 * std::numbers::pi * share(random)));
  int lost = 0;
  for (int k = 0; k < 720; ++k) lost += !holds(1.01 * angle, std::numbers::pi * k / 360);
  CHECK(lost > 0);
}
