// SPDX-License-Identifier: MIT
#include <pawl/planner/least_tilt.h>
#include <pawl/planner/plan_task.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

#include "step_margin.h"

namespace pawl {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

/// A range of the actuator's parameter as directions in the world.
std::optional<std::pair<double, double>> world_window(const PlanStep& step, double angle) {
  if (!step.window) return std::nullopt;
  const double from = step.window->first + angle;
  const double turns = kTurn * std::floor((from + kTurn / 2) / kTurn);
  return std::pair(from - turns, step.window->second + angle - turns);
}

std::optional<double> least_tilt_of(const Task& task, const PlanProblem& problem, const PlanStep& step) {
  if (!task.actuator || !std::holds_alternative<TrayActuator>(*task.actuator)) return std::nullopt;
  if (task.simulate.support.law == SimulateOptions::Support::Law::none) return std::nullopt;
  return least_tilt(task, internal::hold_margin(problem.graph, step.wrench));
}

TaskPlan::Step step_of(const Task& task, const PlanProblem& problem, const PlanStep& step) {
  return {problem.seated.contacts.to_world(step.wrench),
          step.margin,
          step.margin_full,
          world_window(step, problem.actuator.angle),
          belief_of(problem, step.before),
          belief_of(problem, step.after),
          step.keeps_contacts,
          step.energy,
          least_tilt_of(task, problem, step)};
}

/// Of an answer that was cut short nothing is asked.
Certainty certainty_unless_stopped(const PlanProblem& problem, const InsertionPlan& found) {
  if (found.status == InsertionPlan::Status::stopped) return {false, {}, "stopped: " + found.reason};
  return certainty_of_plan(problem, found);
}

}  // namespace

Belief belief_of(const PlanProblem& problem, const StateSet& states) {
  Belief belief;
  for (int state = 0; state < problem.graph.count(); ++state) {
    if (!states[static_cast<std::size_t>(state)]) continue;
    std::vector<int>& fixels = belief.emplace_back(problem.fixels(state));
    for (int& fixel : fixels) ++fixel;
  }
  return belief;
}

std::optional<StateSet> states_of(const PlanProblem& problem, const Belief& belief) {
  const ContactStates& states = problem.graph.states();
  const std::vector<int>& known = problem.seated.fixels;
  StateSet set;
  for (const std::vector<int>& fixels : belief) {
    if (fixels.empty() && problem.graph.gap_order() != nullptr) {
      const auto displaced = static_cast<std::size_t>(problem.graph.displaced());
      set |= problem.options.start.value_or(every_contact(states)) & StateSet().set(0).set(displaced);
      continue;
    }
    FixelSet mask;
    for (const int fixel : fixels) {
      const auto place = std::find(known.begin(), known.end(), fixel - 1);
      if (place == known.end()) return std::nullopt;
      mask.set(static_cast<std::size_t>(place - known.begin()));
    }
    const std::optional<int> state = states.find(mask);
    if (!state) return std::nullopt;
    set.set(static_cast<std::size_t>(*state));
  }
  return set;
}

namespace {

TaskPlan task_plan(const ValidTask& task, PlanProblem problem, InsertionPlan found) {
  Certainty certainty = certainty_unless_stopped(problem, found);
  std::vector<TaskPlan::Step> steps;
  for (const PlanStep& step : found.steps) steps.push_back(step_of(task.task(), problem, step));
  return {found.status,         found.guarantee,    found.reason,    std::move(steps),
          std::move(certainty), std::move(problem), std::move(found)};
}

/// With the states of a problem; nothing where some belief has others.
std::optional<StatedPlan> stated_plan(const PlanProblem& problem, const StatedTaskPlan& stated) {
  StatedPlan plan{stated.guarantee, {}, {}};
  for (const auto& [before, after] : stated.steps) {
    const std::optional<StateSet> from = states_of(problem, before), to = states_of(problem, after);
    if (!from || !to) return std::nullopt;
    plan.steps.emplace_back(*from, *to);
  }
  for (const Belief& belief : stated.certificate) {
    const std::optional<StateSet> states = states_of(problem, belief);
    if (!states) return std::nullopt;
    plan.certificate.push_back(*states);
  }
  return plan;
}

}  // namespace

TaskPlan plan(const ValidTask& task, const PlanRequest& request) {
  PlanProblem problem = plan_problem(task, request);
  InsertionPlan found = solve(problem);
  return task_plan(task, std::move(problem), std::move(found));
}

TaskPlan plan_again(const ValidTask& task, const PlanRequest& request, const StatedTaskPlan& stated) {
  PlanProblem problem = plan_problem(task, request);
  InsertionPlan found;
  if (const std::optional<StatedPlan> plan = stated_plan(problem, stated)) {
    found = plan_again(problem.graph, problem.options, *plan);
  } else {
    found.reason = "a belief holds a contact state that there is not";
  }
  return task_plan(task, std::move(problem), std::move(found));
}

TaskPlan plan(const Task& task, const PlanRequest& request) { return plan(ValidTask(task), request); }

std::vector<Eigen::Vector3d> wrenches_of(const TaskPlan& plan) {
  std::vector<Eigen::Vector3d> wrenches;
  for (const TaskPlan::Step& step : plan.steps) wrenches.push_back(step.wrench);
  return wrenches;
}

}  // namespace pawl
