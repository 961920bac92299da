// SPDX-License-Identifier: MIT
// Trials on a tray, with friction between the part and its support.
#include <doctest/doctest.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/simulate_task.h>
#include <pawl/planner/trials.h>

#include <cmath>

#include "support/faults.h"
#include "support/point_fixel.h"

using namespace pawl;
using oracle::point_at;

namespace {

/// Returns a square of 0.1 m and 0.5 kg on three pins. Two pins are below it, and one is on its left.
Task square_in_a_corner() {
  Task task;
  task.part.outline = Polygon{{{0, 0}, {.1, 0}, {.1, .1}, {0, .1}}};
  task.part.mass = .5;
  task.friction = .2;
  task.fixels = {point_at(.02, 0), point_at(.08, 0), point_at(0, .05)};
  task.plan = std::vector<Eigen::Vector3d>{{-.5, -1, 0}};
  task.scatter = Scatter{30, 1, 2e-3, 1e-2, 0};
  return task;
}

TrialOptions on_tray(double tilt, double friction) {
  TrialOptions options;
  options.h = 2e-3;
  options.tray = SimulateOptions::Tray{tilt, 9.81};
  options.support.law = SimulateOptions::Support::Law::ellipsoid;
  options.support.friction = friction;
  return options;
}

std::string faults_of(const Task& task, const TrialOptions& options, const Eigen::Vector3d& wrench = {-.5, -1, 0}) {
  return pointers_of_faults([&] { try_plan(ValidTask(task), {wrench}, options); });
}

std::size_t seated(const TrialReport& report) { return report.outcomes[static_cast<std::size_t>(Outcome::seated)]; }

}  // namespace

TEST_CASE("a tray pushes with the component of the part's weight along the tray") {
  const ValidTask task(square_in_a_corner());
  TrialOptions tray = on_tray(.3, 0), force = tray;
  force.tray.reset();
  force.force = .5 * 9.81 * std::sin(.3);
  const Trial a = run_trial(task, *task.task().plan, 3, tray), b = run_trial(task, *task.task().plan, 3, force);
  CHECK(a.outcome == Outcome::seated);
  CHECK(a.steps == b.steps);
  CHECK((a.end - b.end).norm() < 1e-12);
}

TEST_CASE(
    "parts seat on a tray that is steep enough for its friction; on a flatter tray they may stop before the seat") {
  const ValidTask task(square_in_a_corner());
  const TrialReport steep = try_plan(task, *task.task().plan, on_tray(.5, .1));
  for (const Trial& trial : steep.failures) MESSAGE(trial.why);
  CHECK(seated(steep) == 30);
  // One pin bears most of the force, so that the friction of the support can hold the part.
  const TrialReport flat = try_plan(task, *task.task().plan, on_tray(.5, .98 * std::tan(.5)));
  CHECK(seated(flat) < 30);
  CHECK(seated(flat) + flat.outcomes[static_cast<std::size_t>(Outcome::jammed)] == 30);
}

TEST_CASE("with support friction, a part that creeps against pins comes to rest, and every trial is solved") {
  Task bracket = read_task_file(PAWL_SOURCE_DIR "/data/tasks/bracket.json");
  bracket.scatter = Scatter{200, 1, 2, 3 * std::acos(-1.) / 180, 0};
  TrialOptions tray = on_tray(20 * std::acos(-1.) / 180, .2);
  tray.h = 1e-3;
  struct Start {
    int seed;
    std::size_t k;
  };
  for (const Start& start : {Start{1, 50}, Start{1, 168}, Start{2, 136}, Start{3, 94}, Start{3, 133}}) {
    CAPTURE(start.seed);
    CAPTURE(start.k);
    bracket.scatter->seed = start.seed;
    const ValidTask task(bracket);
    const TrialTask trial = in_si(task, plan_to_try(task));
    CHECK(run_trial(trial.task, trial.wrenches, start.k, tray).outcome == Outcome::jammed);
  }
}

TEST_CASE("trials that a tray cannot perform are refused") {
  const Task task = square_in_a_corner();
  CHECK(faults_of(task, on_tray(.3, .1)) == "no fault");
  CHECK(faults_of(task, on_tray(0, .1)) == "/simulate/tray/tilt");
  CHECK(faults_of(task, on_tray(2, .1)) == "/simulate/tray/tilt");
  CHECK(faults_of(task, on_tray(NAN, -1)) == "/simulate/tray/tilt /simulate/support/friction");
  CHECK(faults_of(task, on_tray(.3, std::tan(.3) * 1.001)) == "/plan/steps/0/wrench");
  CHECK(faults_of(task, on_tray(.3, std::tan(.3) * .999)) == "no fault");
  CHECK(faults_of(task, on_tray(.3, .1), {-.5, -1, .01}) == "/plan/steps/0/wrench/2");
  TrialOptions both = on_tray(.3, .1);
  both.force = 1;
  CHECK(faults_of(task, both) == "/simulate/force");
  Task pushed = task;
  pushed.actuator = PushActuator{};
  CHECK(faults_of(pushed, on_tray(.3, .1)).find("/actuator") != std::string::npos);
  // On a level table, a force moves the part only if it exceeds the weight times the friction coefficient.
  TrialOptions table = on_tray(.3, 1.1);
  table.tray.reset();
  CHECK(faults_of(task, table) == "/plan/steps/0/wrench");
}
