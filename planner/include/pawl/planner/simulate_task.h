// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/plan_task.h>
#include <pawl/planner/trials.h>

#include <vector>

namespace pawl {

/// Returns the trial options that the key `simulate` of a task states, in SI units. Throws InputError for options that
/// the chosen contact model does not support (require_model).
TrialOptions trial_options(const Task& task);

/// A task and wrenches in SI units, as trials need them.
struct TrialTask {
  ValidTask task;
  std::vector<Eigen::Vector3d> wrenches;  ///< wrenches (fx, fy, tau), N and N m
};
TrialTask in_si(const ValidTask& task, std::vector<Eigen::Vector3d> wrenches);

/// Returns the wrenches, in the world frame, with which `pawl simulate` runs its trials. These are the wrenches of the
/// task's own plan or, if the task states none, of a computed plan. Throws InputError at /plan if no plan exists. Also
/// throws the same InputErrors as plan(task). Returns no wrenches if `stop` ends the search for a plan.
std::vector<Eigen::Vector3d> plan_to_try(const ValidTask& task, const StopToken& stop = {});

/// The functions below run trials of a plan from the starts of the task's scatter, as `pawl simulate` does. They call
/// try_plan() with the task's own options, and throw the same InputErrors (pawl/planner/trials.h). Wrenches are (fx,
/// fy, tau), in the world frame, about the centre of mass, in the task's units. The default plan is the result of
/// plan_to_try(). The report is in metres, whatever the units of the task.
TrialReport simulate(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches);
TrialReport simulate(const ValidTask& task, const TaskPlan& plan);
TrialReport simulate(const ValidTask& task);

}  // namespace pawl
