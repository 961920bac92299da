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

/// What is asked of a plan beyond what its task says.
struct PlanRequest {
  /// The least that the plan is to promise: no other plans are looked for.
  Guarantee least = Guarantee::at_rest;
  bool by_energy = true;                                        ///< false: the mode graph alone (PlanOptions)
  std::size_t cells = std::numeric_limits<std::size_t>::max();  ///< stops with more cells of wrenches
  StopToken stop;                                               ///< ends the making of the problem and its solution
  std::function<void(const std::string&)> progress;  ///< called about once a second when the search takes longer
};

/// A task as a planning problem: the seated part, what its actuator can do, the contact states round the seat, and the
/// start, goal and limits in their terms. Fixels are numbered from 0 (a task file counts from 1); a contact of the
/// graph is seated.fixels[contact].
struct PlanProblem {
  SeatedTask seated;
  ActuatorDomain actuator;
  ContactGraph graph;   ///< round seated.contacts; not complete where the request's stop ended its making
  PlanOptions options;  ///< start, goal, actuator.domain and the request's limits

  /// The fixels that touch in a state of the graph, by the task's numbers.
  std::vector<int> fixels(int state) const;
};

/// Finds the seat, and all that follows from it. Throws InputError
/// - for a task with faults, as validate() does (pawl/io/valid_task.h);
/// - for a task without fixels or with more than kMostFixels;
/// - where the part cannot be seated, as find_seat(task) does;
/// - at /goal for one that the energy conditions do not speak of (pawl/planner/energy.h), where they are required;
/// - at /start/states/k and /goal for fixels that do not touch the seated part, and sets of them that are no contact
///   state; at /start/displacements/k for one that does not open every gap.
/// Without a start it is every contact state; without a goal all fixels of the seat.
PlanProblem plan_problem(const ValidTask& task, const PlanRequest& request = {});
PlanProblem plan_problem(const Task& task, const PlanRequest& request = {});

/// Throws InputError at /goal where the energy conditions do not speak of it (pawl/planner/energy.h).
void require_energy_goal(const PlanProblem& problem);

/// plan_insertion of the problem's graph and options. Throws InputError as that does.
InsertionPlan solve(const PlanProblem& problem);

/// certainty_of_plan, with the contacts by the task's numbers.
Certainty certainty_of_plan(const PlanProblem& problem, const InsertionPlan& found);

/// friction_limit of the problem's graph and options.
FrictionLimit friction_limit(const PlanProblem& problem, const InsertionPlan& found);

}  // namespace pawl
