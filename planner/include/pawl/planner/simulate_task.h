// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/plan_task.h>
#include <pawl/planner/trials.h>

#include <vector>

namespace pawl {

/// What a task's "simulate" says of trials, in SI units. Throws InputError for what its model does not have
/// (require_model).
TrialOptions trial_options(const Task& task);

/// A task and wrenches as trials take them: in metres.
struct TrialTask {
  ValidTask task;
  std::vector<Eigen::Vector3d> wrenches;  ///< N, N, N m
};
TrialTask in_si(const ValidTask& task, std::vector<Eigen::Vector3d> wrenches);

/// The wrenches that `pawl simulate` tries, world frame: the task's own plan, else one that is made. Throws InputError
/// at /plan where there is none, and as plan(task) does. None when stopped.
std::vector<Eigen::Vector3d> plan_to_try(const ValidTask& task, const StopToken& stop = {});

/// A plan on trial from the starts of the task's scatter, as `pawl simulate` does it: try_plan with the task's own
/// options (pawl/planner/trials.h), and as much InputError. Wrenches are (fx, fy, tau), world frame, about the centre
/// of mass, in the task's units; without a plan that of plan_to_try. The report is in metres, whatever the task's
/// units.
TrialReport simulate(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches);
TrialReport simulate(const ValidTask& task, const TaskPlan& plan);
TrialReport simulate(const ValidTask& task);

}  // namespace pawl
