// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/actuator.h>
#include <pawl/planner/certainty.h>
#include <pawl/planner/friction_limit.h>
#include <pawl/planner/insertion.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace pawl {

/// A task as a planning problem: the seated part, the wrenches of its actuator, and the contact states around the seat.
/// The start, the goal and the limits are given in terms of these states. Fixels are counted from 0, whereas a task
/// file counts them from 1. Contact k of the graph is the fixel seated.fixels[k].
struct PlanProblem {
  SeatedTask seated;
  ActuatorDomain actuator;
  /// Graph of seated.contacts; not complete if the request's stop token ended its construction early.
  ContactGraph graph;
  PlanOptions options;  ///< start, goal, domain of the actuator, and limits of the request

  /// Returns the numbers, counted from 0, of the task's fixels that touch in a state of the graph.
  std::vector<int> fixels(int state) const;
};

/// Finds the seat and builds the problem. The default start is every contact state, and the default goal is all fixels
/// of the seat. Throws InputError in the following cases:
/// - for a task with faults, as validate() does (pawl/io/valid_task.h);
/// - if the number of contacts of the seated part with fixels and walls is 0 or more than kMostFixels;
/// - if the part cannot be seated, as find_seat(task) does;
/// - at /goal if the energy conditions are required and do not apply to the goal (pawl/planner/energy.h);
/// - at /start/states/k and /goal for fixels that do not touch the seated part, and for sets of fixels that are not a
///   contact state;
/// - at /goal/mode for a pattern that matches no contact state;
/// - at /start/displacements/k for a displacement that does not open every gap.
PlanProblem plan_problem(const ValidTask& task, const PlanRequest& request = {});
PlanProblem plan_problem(const Task& task, const PlanRequest& request = {});

/// Throws InputError at /goal if the energy conditions do not apply to the problem's goal (pawl/planner/energy.h).
void require_energy_goal(const PlanProblem& problem);

/// Returns whether the seated state, in which all fixels touch, is a goal state. The energy conditions apply only to
/// this goal.
[[nodiscard]] bool has_seated_goal(const PlanProblem& problem);

/// Returns the result of plan_insertion() for the problem's graph and options. Throws the same InputErrors as
/// plan_insertion().
InsertionPlan solve(const PlanProblem& problem);

/// Returns the result of certainty_of_plan(), in which contacts are replaced by the numbers of the task's fixels.
Certainty certainty_of_plan(const PlanProblem& problem, const InsertionPlan& found);

/// Returns the result of friction_limit() for the problem's graph and options.
FrictionLimit friction_limit(const PlanProblem& problem, const InsertionPlan& found);

}  // namespace pawl
