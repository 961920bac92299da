// SPDX-License-Identifier: MIT
#include <pawl/io/in_si.h>
#include <pawl/planner/simulate_task.h>
#include <pawl/scenes/model_options.h>
#include <pawl/scenes/scene_setup.h>

namespace pawl {

TrialOptions trial_options(const Task& task) {
  const SimulateOptions given = in_si(task).simulate;
  require_model(given);
  TrialOptions options;
  options.step = step_options(given);
  options.h = given.step;
  options.max_time = given.max_time;
  options.force = given.force;
  options.tray = given.tray;
  options.support = given.support;
  options.restitution = given.restitution;
  options.rest_speed = given.rest.speed;
  options.rest_hold = given.rest.hold;
  options.escape = given.escape;
  options.confidence = given.confidence;
  return options;
}

TrialTask in_si(const ValidTask& task, std::vector<Eigen::Vector3d> wrenches) {
  const double metres = task.task().units.metres();
  if (metres == 1) return {task, std::move(wrenches)};
  for (Eigen::Vector3d& wrench : wrenches) wrench.z() *= metres;
  return {ValidTask(in_si(task.task())), std::move(wrenches)};
}

std::vector<Eigen::Vector3d> plan_to_try(const ValidTask& task, const StopToken& stop) {
  if (task.task().plan) return *task.task().plan;
  PlanRequest request;
  request.stop = stop;
  const PlanProblem problem = plan_problem(task, request);
  const InsertionPlan found = solve(problem);
  if (stop.stop_requested()) return {};
  if (found.status != InsertionPlan::Status::found || found.steps.empty()) {
    throw InputError("/plan", "",
                     "there is no plan to try: the task states none, and none was found (" + found.reason + ")");
  }
  std::vector<Eigen::Vector3d> wrenches;
  for (const PlanStep& step : found.steps) wrenches.push_back(problem.seated.contacts.to_world(step.wrench));
  return wrenches;
}

TrialReport simulate(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches) {
  const TrialTask tried = in_si(task, wrenches);
  return try_plan(tried.task, tried.wrenches, trial_options(task.task()));
}

TrialReport simulate(const ValidTask& task, const TaskPlan& plan) { return simulate(task, wrenches_of(plan)); }

TrialReport simulate(const ValidTask& task) { return simulate(task, plan_to_try(task)); }

}  // namespace pawl
