// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/planner/trials.h>

#include <cmath>
#include <cstring>

#include "support/faults.h"
#include "support/point_fixel.h"

using namespace pawl;
using oracle::point_at;

namespace {

/// Returns a square of side 1 on three pins. Two pins are below it, and one is on its left. A push to the left and down
/// seats the square.
Task square_in_a_corner(double scatter = 1e-3) {
  Task task;
  task.part.outline = Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  task.friction = .2;
  task.fixels = {point_at(.2, 0), point_at(.8, 0), point_at(0, .5)};
  task.plan = std::vector<Eigen::Vector3d>{{-.5, -1, 0}};
  task.scatter = Scatter{60, 1, scatter, scatter, .05};
  return task;
}

TrialOptions coarse() {
  TrialOptions options;
  options.h = 5e-3;
  return options;
}

bool same(const TrialReport& a, const TrialReport& b) {
  if (a.starts != b.starts || a.outcomes != b.outcomes || a.redrawn != b.redrawn) return false;
  if (a.failures.size() != b.failures.size()) return false;
  for (std::size_t i = 0; i < a.failures.size(); ++i) {
    if (a.failures[i].end != b.failures[i].end || a.failures[i].steps != b.failures[i].steps) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("a square pushed into a corner of three pins seats from every start near it") {
  const ValidTask task(square_in_a_corner());
  const TrialReport report = try_plan(task, *task.task().plan, coarse());
  CHECK(report.starts == 60);
  for (const Trial& trial : report.failures) MESSAGE(trial.why, " from ", trial.start.pose.transpose());
  CHECK(report.outcomes[static_cast<std::size_t>(Outcome::seated)] == 60);
  CHECK(report.fraction == 1);
  CHECK(report.redrawn > 0);  // some starts that are drawn overlap the pins, and are therefore replaced
}

TEST_CASE("pushed away from the pins the square escapes, and pushed against friction it jams") {
  const ValidTask task(square_in_a_corner());
  const TrialReport away = try_plan(task, {{1, 1, 0}}, coarse());
  CHECK(away.outcomes[static_cast<std::size_t>(Outcome::escaped)] == 60);
  CHECK(away.fraction == 0);
  CHECK(away.interval[0] == 0);
  Task rough = square_in_a_corner();
  rough.friction = 2;
  rough.scatter->friction = 0;
  rough.scatter->translation = .01;
  const ValidTask jammed(rough);
  const TrialReport report = try_plan(jammed, {{-.05, -1, 0}}, coarse());
  CHECK(report.outcomes[static_cast<std::size_t>(Outcome::jammed)] > 0);
  CHECK(report.outcomes[static_cast<std::size_t>(Outcome::unsolved)] == 0);
}

TEST_CASE("trials do not depend on the number of threads, and a replay repeats the trial exactly") {
  Task rough = square_in_a_corner(.02);
  rough.friction = 1.5;
  const ValidTask task(rough);
  TrialOptions options = coarse();
  options.threads = 1;
  const TrialReport one = try_plan(task, {{-.2, -1, 0}}, options);
  options.threads = 8;
  const TrialReport eight = try_plan(task, {{-.2, -1, 0}}, options);
  CHECK(same(one, eight));
  REQUIRE(!one.failures.empty());
  const Trial again = run_trial(task, {{-.2, -1, 0}}, one.failures[0].index, options);
  CHECK(again.end == one.failures[0].end);
  CHECK(again.outcome == one.failures[0].outcome);
}

TEST_CASE("choices among several solutions are counted, independently of the number of threads") {
  Task rough = square_in_a_corner(.02);
  rough.friction = 1.5;
  const ValidTask task(rough);
  TrialOptions options = coarse();
  CHECK(try_plan(task, {{-.2, -1, 0}}, options).choices == 0);
  for (const Solutions solutions : {Solutions::random, Solutions::adversarial}) {
    options.step.solutions = solutions;
    options.threads = 1;
    const TrialReport one = try_plan(task, {{-.2, -1, 0}}, options);
    options.threads = 8;
    const TrialReport eight = try_plan(task, {{-.2, -1, 0}}, options);
    CHECK(same(one, eight));
    CHECK(one.choices == eight.choices);
    CHECK(one.choices > 0);
    CHECK(one.not_enumerated == 0);
    CHECK(one.outcomes[static_cast<std::size_t>(Outcome::unsolved)] == 0);
    REQUIRE(!one.failures.empty());
    const Trial& failure = one.failures.back();
    const Trial again = run_trial(task, {{-.2, -1, 0}}, failure.index, options);
    CHECK(again.end == failure.end);
    CHECK(again.choices == failure.choices);
  }
}

TEST_CASE("a tilted pose in which all fixels touch is not a seat, wherever the origin of the part's frame is") {
  for (const double off : {0., 1000.}) {
    CAPTURE(off);
    Task task = square_in_a_corner(.05);
    task.part.outline = Polygon{{{off, 0}, {off + 1, 0}, {off + 1, 1}, {off, 1}}};
    task.pose = {-off, 0, 0};
    task.scatter->rotation = .5;
    task.scatter->translation = .3;
    task.scatter->starts = 40;
    const ValidTask valid(task);
    const TrialReport report = try_plan(valid, *task.plan, coarse());
    std::size_t touching_elsewhere = 0;
    for (const Trial& trial : report.failures) touching_elsewhere += trial.touching.size() == 3;
    CHECK(report.outcomes[static_cast<std::size_t>(Outcome::seated)] > 0);
    CHECK(touching_elsewhere > 0);
  }
}

TEST_CASE("starts are drawn within the scatter by a counter-based generator") {
  const ValidTask task(square_in_a_corner(.01));
  double lowest = 1, highest = -1;
  for (std::size_t k = 0; k < 200; ++k) {
    const TrialStart start = draw_start(task, k);
    const double c = std::cos(start.pose[2]), s = std::sin(start.pose[2]);
    const double x = start.pose[0] + .5 * c - .5 * s - .5, y = start.pose[1] + .5 * s + .5 * c - .5;
    CHECK(std::fabs(x) <= .01);
    CHECK(std::fabs(y) <= .01);
    CHECK(std::fabs(start.pose[2]) <= .01);
    for (const Fixel& fixel : start.fixels) CHECK(std::fabs(fixel.friction->low - .2) <= .05);
    lowest = std::min(lowest, start.pose[2]);
    highest = std::max(highest, start.pose[2]);
    CHECK(draw_start(task, k).pose == start.pose);
  }
  CHECK(lowest < -.008);
  CHECK(highest > .008);
}

TEST_CASE("a start draws static and kinetic friction with one random number, and the kinetic one is never larger") {
  Task given = square_in_a_corner(.01);
  given.friction = Friction::of_static_and_kinetic({.4, .6}, {.1, .5});
  given.scatter->friction = 0;
  for (std::size_t k = 0; k < 100; ++k) {
    for (const Fixel& fixel : draw_start(ValidTask(given), k).fixels) {
      const double at_rest = fixel.friction->at_rest().low, sliding = fixel.friction->sliding().low;
      CHECK(fixel.friction->at_rest().high == at_rest);
      CHECK(fixel.friction->sliding().high == sliding);
      CHECK(std::fabs((at_rest - .4) / .2 - (sliding - .1) / .4) <= 1e-12);
      CHECK(at_rest >= .4);
      CHECK(at_rest <= .6);
    }
  }
  given.friction = Friction::of_static_and_kinetic(.05, .02);
  given.scatter->friction = .2;  // the scatter often makes the coefficient negative; 0 is used then
  int zeros = 0;
  for (std::size_t k = 0; k < 100; ++k) {
    for (const Fixel& fixel : draw_start(ValidTask(given), k).fixels) {
      const double at_rest = fixel.friction->at_rest().high, sliding = fixel.friction->sliding().low;
      CHECK(sliding >= 0);
      CHECK((at_rest == 0 ? sliding == 0 : sliding == 0 || std::fabs(at_rest - sliding - .03) <= 1e-12));
      zeros += sliding == 0;
    }
  }
  CHECK(zeros > 10);
}

TEST_CASE("a push between the two friction limits seats a square that moves, and leaves one at rest where it is") {
  // The square is 0.01 m away from the pin on its left, or starts 0.01 m above the pins below it. The push is 0.4 times
  // the load on these pins.
  const auto outcome = [](const Friction& friction, double push, double height) {
    Task task = square_in_a_corner();
    task.friction = friction;
    task.fixels.back().friction = 0;
    const auto trial = run_trial_from(ValidTask(task), {.01, height, 0}, {{-push, -1, 0}}, coarse());
    REQUIRE(trial);
    return trial->outcome;
  };
  const Friction both = Friction::of_static_and_kinetic(.5, .3);
  CHECK(outcome(both, .4, 0) == Outcome::jammed);
  CHECK(outcome(both, .4, .01) == Outcome::seated);
  CHECK(outcome(both, .6, 0) == Outcome::seated);
  CHECK(outcome(both, .2, 0) == Outcome::jammed);
  CHECK(outcome(.3, .4, 0) == Outcome::seated);
  CHECK(outcome(.5, .4, 0) == Outcome::jammed);
  // The coefficients are intervals. The static coefficient is large enough to hold the square.
  CHECK(outcome(Friction::of_static_and_kinetic({.2, .5}, {.1, .3}), .4, 0) == Outcome::jammed);
}

TEST_CASE("trials refuse static and kinetic friction that differ where the model does not support them") {
  Task task = square_in_a_corner();
  task.friction = Friction::of_static_and_kinetic(.5, .3);
  task.fixels[1].friction = Friction::of_static_and_kinetic(.4, .3);
  TrialOptions options = coarse();
  options.step.law = Compliant();
  const auto run = [&] { (void)try_plan(ValidTask(task), {{-.5, -1, 0}}, options); };
  CHECK(pointers_of_faults(run) == "/fixels/1/friction /friction");
  options.step = {};
  options.step.solutions = Solutions::adversarial;
  CHECK(pointers_of_faults(run) == "/fixels/1/friction /friction");
  options.step = {};
  options.step.scheme = Scheme::one_stage;
  CHECK_NOTHROW(run());
  options.step.law = NoSlip();
  for (Fixel& fixel : task.fixels) fixel.friction = .3;
  CHECK_NOTHROW(run());  // every fixel states its own friction, so that the friction of the task has no effect
}

TEST_CASE("success intervals are those of Clopper and Pearson") {
  // 1000 of 1000 trials succeed. The lower end of the 95 % interval is .025^(1/1000).
  CHECK(success_interval(1000, 1000, .95)[0] == doctest::Approx(std::pow(.025, .001)));
  CHECK(success_interval(1000, 1000, .95)[1] == 1);
  CHECK(success_interval(0, 10, .95)[1] == doctest::Approx(1 - std::pow(.025, .1)));
  // 8 of 10 trials succeed. A published table gives the interval [.4439, .9748].
  CHECK(success_interval(8, 10, .95)[0] == doctest::Approx(.4439).epsilon(1e-3));
  CHECK(success_interval(8, 10, .95)[1] == doctest::Approx(.9748).epsilon(1e-3));
  CHECK(success_interval(0, 0, .95) == std::array<double, 2>{0, 1});
  CHECK_THROWS_AS(success_interval(2, 1, .95), InputError);
}

TEST_CASE("invalid options of trials are refused") {
  const ValidTask task(square_in_a_corner());
  CHECK_THROWS_AS(try_plan(task, {}), InputError);
  CHECK_THROWS_AS(try_plan(task, {{0, 0, 0}}), InputError);
  TrialOptions options;
  options.h = 0;
  CHECK_THROWS_AS(try_plan(task, {{0, -1, 0}}, options), InputError);
  Task stated;
  stated.contacts = {Contact()};
  CHECK_THROWS_AS(try_plan(ValidTask(stated), {{0, -1, 0}}), InputError);
}
