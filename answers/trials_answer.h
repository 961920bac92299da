// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/trials.h>

#include <string>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// What `pawl simulate` says of a plan on trial, in the task's units: `wrenches` are the task's, the report in SI.
Answer trials_answer(const TrialReport& report, const std::vector<Eigen::Vector3d>& wrenches,
                     const TrialOptions& options, const Units& units);

/// The same of one trial alone. `stopped`: it was ended early.
Answer replay_answer(const Trial& trial, const std::vector<Eigen::Vector3d>& wrenches, const Units& units,
                     bool stopped);

/// A line of a trial's trace.
std::string trial_trace_line(double time, const State& state, const StepReport& report, const Units& units);

}  // namespace pawl::answers
