// SPDX-License-Identifier: MIT
// Tests plans whose goal is a set of modes of the part at rest, such as "kk*".
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>
#include <pawl/io/write_task.h>
#include <pawl/planner/insertion.h>
#include <pawl/planner/plan_problem.h>
#include <pawl/planner/plan_task.h>

#include <random>
#include <string>
#include <vector>

#include "support/count.h"

using namespace pawl;

namespace {

/// Returns a 2 x 1 block with two pins below it and one on its right. The only possible pushes point down, to within 3
/// degrees.
Task pressed_block() {
  return read_task(R"({"pawl": 1, "part": {"outline": {"polygon": [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]}},
    "friction": 0.2, "fixels": [{"at": [-0.5, -0.5]}, {"at": [0.5, -0.5]}, {"at": [1, -0.25]}],
    "actuator": {"push": {"at": [0, 0.5], "directions": [-1.62, -1.52]}},
    "start": {"states": [[1, 2], [1, 2, 3]]}})");
}

TaskPlan plan_to(Task task, const std::string& mode) {
  task.goal_mode = mode;
  task.goal = contacts_that_may_touch(mode);
  return plan(ValidTask(task));
}

/// Returns one entry per state of a set: the fixels that touch the part in this state.
std::vector<std::vector<int>> fixels_in(const TaskPlan& plan, const StateSet& states) {
  std::vector<std::vector<int>> found;
  for (int state = 0; state < plan.problem.graph.count(); ++state) {
    if (states[static_cast<std::size_t>(state)]) found.push_back(plan.problem.graph.fixels(state));
  }
  return found;
}

}  // namespace

// If the block is pushed down, it stays where it starts, because friction exceeds the sideways component of the push.
// It is not known whether the block touches pin 3. No plan leads to only one of the two states, but the push keeps the
// block in one of them.
TEST_CASE("a plan to a set of modes may exist even if no plan to a single mode exists") {
  const Task task = pressed_block();
  CHECK_FALSE(plan_to(task, "nnn").found());
  CHECK_FALSE(plan_to(task, "nns").found());
  for (const char* mode : {"nn*", "kk[ns]"}) {
    CAPTURE(mode);
    const TaskPlan found = plan_to(task, mode);
    REQUIRE(found.found());
    CHECK(found.steps.size() == 1);
    CHECK(fixels_in(found, found.solution.steps.back().after) == std::vector<std::vector<int>>{{0, 1}, {0, 1, 2}});
  }
}

TEST_CASE("a goal mode in which every fixel keeps contact is the goal of all fixels") {
  Task task = pressed_block();
  task.actuator = TrayActuator();
  task.start.reset();
  const TaskPlan all = plan(ValidTask(task));
  REQUIRE(all.found());
  for (const char* mode : {"nnn", "kkk", "[ln]nk"}) {
    CAPTURE(mode);
    const TaskPlan found = plan_to(task, mode);
    REQUIRE(found.found());
    CHECK(found.guarantee == all.guarantee);
    CHECK(found.steps[0].wrench == all.steps[0].wrench);
  }
}

TEST_CASE("a goal of modes is written as it was read, and must fit the goal of fixels") {
  Task task =
      read_task(R"({"pawl": 1, "contacts": [{"point": [0, 0], "normal": [0, 1]}, {"point": [1, 0], "normal": [0, 1]}],
    "goal": {"mode": "k[ns]"}})");
  CHECK(task.goal_mode == "k[ns]");
  CHECK(task.goal == std::vector{1, 2});
  CHECK(read_task(write_task(task)).goal_mode == task.goal_mode);
  task.goal = {1};
  CHECK_THROWS_AS(validate(task), InputError);
}

// A plan to one state is also a plan to every set that contains it. If a plan to some member of a set exists, a plan to
// the set must therefore also exist. Each plan is checked by plan_succeeds(), which does not search.
TEST_CASE("plans to sets of modes succeed, and a plan to a set exists if a plan to a member exists") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> place(-.9, .9);
  int of_set = 0, of_member = 0;
  const int tasks = oracle::count(60);
  for (int k = 0; k < tasks; ++k) {
    Task task = pressed_block();
    task.start.reset();
    task.actuator = TrayActuator();
    task.fixels[0].at.x() = -std::fabs(place(random));
    task.fixels[1].at.x() = std::fabs(place(random));
    task.fixels[2].at.y() = place(random) / 2;
    if (task.fixels[1].at.x() - task.fixels[0].at.x() < .05) continue;
    const bool single = plan_to(task, "nnn").found() || plan_to(task, "nns").found();
    const TaskPlan set = plan_to(task, "nn*");
    of_member += single;
    of_set += set.found();
    CHECK(set.found() >= single);
    if (!set.found()) continue;
    std::vector<Eigen::Vector3d> wrenches;
    for (const PlanStep& step : set.solution.steps) wrenches.push_back(step.wrench);
    const ContactGraph& graph = set.problem.graph;
    CHECK(plan_succeeds(graph, every_contact(graph.states()), *set.problem.options.goals, wrenches));
  }
  CHECK(of_member > 0);
  CHECK(of_set > of_member);
}
