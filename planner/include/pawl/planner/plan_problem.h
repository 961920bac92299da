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
/// The start, the goal and the limits are given in terms of these states. Fixels are numbered from 0, whereas a task
/// file counts them from 1. Contact k of the graph is the fixel seated.fixels[k].
struct PlanProblem {
  SeatedTask seated;
  ActuatorDomain actuator;
  ContactGraph graph;   ///< graph of seated.contacts; not complete if the stop token of the request ended its
                        ///< construction
  PlanOptions options;  ///< start, goal, actuator.domain and the request's limits

  /// Returns the fixels that touch in a state of the graph, with the task's numbers.
  std::vector<int> fixels(int state) const;
};

/// Finds the seat and builds the problem. The default start is every contact state, the default goal all fixels of the
/// seat. Throws InputError
/// - for a task with faults, as validate() does (pawl/io/valid_task.h);
/// - for a task without fixels or with more than kMostFixels;
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
/// such a goal.
[[nodiscard]] bool has_seated_goal(const PlanProblem& problem);

/// Returns plan_insertion for the problem's graph and options. Throws InputError as plan_insertion does.
InsertionPlan solve(const PlanProblem& problem);

/// Returns the result of certainty_of_plan, in which contacts have the task's fixel numbers.
Certainty certainty_of_plan(const PlanProblem& problem, const InsertionPlan& found);

/// Returns friction_limit for the problem's graph and options.
FrictionLimit friction_limit(const PlanProblem& problem, const InsertionPlan& found);

}  // namespace pawl
