// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/trials.h>

#include <vector>

namespace pawl::internal {

/// What all trials of one task share: its seat, its inertia, and the numbers of its goal.
struct TrialProblem {
  const Task& task;
  const ContactSet& contacts;     ///< of the task: mass, inertia, centre of mass in the body frame
  Eigen::Vector3d seat{0, 0, 0};  ///< seated pose of the body frame
  std::vector<int> goal;          ///< fixels, from 0
  double diameter = 0;            ///< of the outline, m
};

/// Throws InputError for a task that trials cannot be made of (see draw_start).
TrialProblem trial_problem(const ValidTask& task);

/// draw_start without its checks.
TrialStart draw_start(const TrialProblem& problem, std::size_t k);

/// The start as a system of one body, whose frame sits at the centre of mass as drawn, among fixels of the ground:
/// shape 0 is the part, shape 1 + i fixel i.
struct TrialSystem {
  System system;
  State state;
};
TrialSystem system_of(const TrialProblem& problem, const TrialStart& start, double restitution);

/// run_trial without its checks.
Trial run_trial(const TrialProblem& problem, const std::vector<Eigen::Vector3d>& wrenches, std::size_t k,
                const TrialOptions& options, const std::function<void(double, const State&, const StepReport&)>& seen);

}  // namespace pawl::internal
