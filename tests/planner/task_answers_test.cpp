// SPDX-License-Identifier: MIT
// The functions plan(task), check(task, mode) and simulate(task, plan) must give answers in the world's frame, with
// fixels numbered from 1.
#include <doctest/doctest.h>
#include <pawl/base/angle.h>
#include <pawl/io/part_contacts.h>
#include <pawl/planner/check_task.h>
#include <pawl/planner/simulate_task.h>

#include <cmath>
#include <numbers>

#include "support/faults.h"

using namespace pawl;

namespace {

/// Returns a block on two fixels, with a stop on its right. The whole task is rotated by a right angle: "down" is (1,
/// 0), and "right" is (0, 1).
Task turned_block() {
  Task task;
  task.part.outline = Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};
  task.pose = {0, 0, std::numbers::pi / 2};
  task.friction = .2;
  task.fixels = {{.at = {.5, -.5}}, {.at = {.5, .5}}, {.at = {.25, 1}}};
  return task;
}

}  // namespace

TEST_CASE("a plan's wrenches are in the world frame, and its beliefs list the task's fixels from 1") {
  const ValidTask task(turned_block());
  const TaskPlan found = plan(task);
  REQUIRE(found.found());
  REQUIRE(found.steps.size() == 1);
  const TaskPlan::Step& step = found.steps[0];
  CHECK(step.wrench.x() > .5);  // the wrench presses the block onto the two fixels below it
  CHECK(step.wrench.y() > .2);  // the wrench pushes the block towards the stop
  CHECK((step.wrench - found.problem.seated.contacts.to_world(found.solution.steps[0].wrench)).norm() == 0);
  CHECK(step.before == Belief{{1}, {2}, {3}, {1, 2}, {1, 3}, {2, 3}, {1, 2, 3}});
  CHECK(step.after == Belief{{1, 2, 3}});
  CHECK(step.energy.holds());
  CHECK(found.guarantee == Guarantee::energy);
  CHECK(found.certainty.certified);
}

TEST_CASE("a tray's window is a range of directions in the world whose first end is in [-pi, pi)") {
  Task task = turned_block();
  task.actuator = TrayActuator{};
  const TaskPlan found = plan(task);
  REQUIRE(found.found());
  const TaskPlan::Step& step = found.steps.back();
  REQUIRE(step.window);
  const double direction = std::atan2(step.wrench.y(), step.wrench.x());
  CHECK(step.window->first >= -std::numbers::pi);
  CHECK(step.window->first < direction);
  CHECK(direction < step.window->second);
  CHECK(step.window->second - step.window->first == doctest::Approx(2 * step.margin));
}

TEST_CASE("fixels that are left out of the seat do not shift the numbers in beliefs") {
  Task task = turned_block();
  task.fixels.insert(task.fixels.begin(), Fixel{.at = {-.6, 0}});  // adds a fixel behind the part, which does not touch
                                                                   // it
  task.goal = std::vector<int>{2, 3, 4};
  const TaskPlan found = plan(task);
  REQUIRE(found.found());
  CHECK(found.steps[0].after == Belief{{2, 3, 4}});
}

TEST_CASE("texts use the task's numbers of fixels, also if some fixels are left out of the seat") {
  Task task = turned_block();
  task.fixels.insert(task.fixels.begin(), Fixel{.at = {-.6, 0}});
  task.goal = std::vector<int>{2, 3, 4};
  task.actuator = PushActuator{{-.5, 0}, -.05, .05};  // this push presses the part onto the two lower fixels, and not
                                                      // towards the stop
  const TaskPlan none = plan(task);
  REQUIRE(none.status == InsertionPlan::Status::none);
  REQUIRE(none.solution.obstacle);
  const Belief state = belief_of(none.problem, StateSet().set(static_cast<std::size_t>(none.solution.obstacle->state)));
  std::string name;
  for (const int fixel : state[0]) name += (name.empty() ? "{" : " ") + std::to_string(fixel);
  CAPTURE(none.reason);
  CHECK(none.reason.find("touches fixels " + name + "}: it may") != std::string::npos);
  CHECK(none.problem.graph.name(none.problem.graph.states().seated()) == "{2 3 4}");
  ContactGraph::Options one;
  one.numbers = {1};
  CHECK_THROWS_AS(ContactGraph(none.problem.seated.contacts, one), InputError);
}

TEST_CASE("a stopped plan is reported as stopped and is not certified") {
  PlanRequest request;
  request.stop = StopToken(0);
  const TaskPlan found = plan(turned_block(), request);
  CHECK_FALSE(found.found());
  CHECK_FALSE(found.certainty.certified);
}

TEST_CASE("check() answers for a mode, and for a wrench in the world frame") {
  Task apart = turned_block();
  apart.fixels[2].at.y() = 1.01;
  const ValidTask task(apart);
  const ModeCheck slide = check(task, "rra");
  CHECK(slide.determinate());
  REQUIRE(slide.safe_wrenches.size() == slide.found.safe.size());
  CHECK(slide.safe_wrenches[0].y() > 0);
  CHECK(check(task, slide.safe_wrenches[0]).found.modes == std::vector<Mode>{Mode("rra")});
  CHECK(check(task, Eigen::Vector3d(1, 0, 0)).found.modes ==
        std::vector<Mode>{Mode("nns")});  // if the block is pressed down, it does not move
  CHECK_FALSE(check(task, "lrs").feasible());
  CHECK_FALSE(check(task, "rra", StopToken(0)));
  CHECK_THROWS_AS(check(task, "rr"), InputError);
}

TEST_CASE("simulate tries the task's plan, or computes one, with the task's options") {
  Task task = turned_block();
  task.scatter = Scatter{.starts = 3, .translation = .001, .rotation = .001};
  task.simulate.max_time = 3;
  const ValidTask scattered(task);
  const TrialReport made = simulate(scattered, plan(scattered));
  CHECK(made.starts == 3);
  CHECK(made.failures.empty());
  CHECK(plan_to_try(scattered) == wrenches_of(plan(scattered)));
  task.plan = std::vector<Eigen::Vector3d>{{-1, 0, 0}};  // this wrench pushes the part away from the fixels
  CHECK(simulate(ValidTask(task)).failures.size() == 3);
  task.simulate.viscosity = 1;  // a parameter of another contact law
  CHECK_THROWS_AS(simulate(ValidTask(task)), InputError);
}

TEST_CASE("simulate accepts a task in millimetres, with its wrenches, and gives the same results as in metres") {
  Task millimetres = turned_block();
  millimetres.units.length = Units::Length::mm;
  for (Eigen::Vector2d& vertex : std::get<Polygon>(*millimetres.part.outline).vertices) vertex *= 1000;
  for (Fixel& fixel : millimetres.fixels) fixel.at *= 1000;
  millimetres.part.density = 1e-6;
  millimetres.contact_tolerance = 1e-3;
  millimetres.simulate.max_time = 3;
  millimetres.simulate.rest.speed = 1e-5;
  millimetres.scatter = Scatter{.starts = 3, .translation = 1, .rotation = .001};
  const ValidTask task(millimetres);
  const TaskPlan made = plan(task);
  REQUIRE(made.found());
  const TrialReport trials = simulate(task, made);
  CHECK(trials.failures.empty());
  const TrialTask si = in_si(task, {{0, 0, 1000}});  // a torque of 1000 N mm is 1 N m
  CHECK(si.wrenches[0].z() == doctest::Approx(1));
  CHECK(si.task.contacts().contacts[0].point.y() == doctest::Approx(-.5));
}

TEST_CASE("find_contacts gives the same contacts for a part as for its task") {
  const Task task = turned_block();
  const ContactSet alone = find_contacts(task.part, task.pose, task.fixels, task.friction);
  const ContactSet of_task = find_contacts(task);
  REQUIRE(alone.size() == 3);
  CHECK(alone.angle == task.pose.z());
  CHECK(alone.mass == of_task.mass);
  for (std::size_t i = 0; i < 3; ++i) CHECK(alone.contacts[i].point == of_task.contacts[i].point);
}

TEST_CASE("a WrenchDomain of the kind `circle` contains wrenches even if nothing else is set") {
  WrenchDomain tray;
  tray.kind = WrenchDomain::Kind::circle;
  const ContactGraph graph(find_contacts(turned_block()));
  CHECK(WrenchCells(graph, tray).cell_count() > 1);
}

TEST_CASE("degrees() and radians() are inverse to each other") {
  CHECK(degrees(std::numbers::pi) == 180);
  CHECK(radians(degrees(.3)) == doctest::Approx(.3));
}
