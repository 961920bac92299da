// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>
#include <pawl/planner/trials.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// What is asked of a plan on trial beside the task.
struct TrialsQuestion {
  std::optional<std::vector<Eigen::Vector3d>> plan;  ///< wrenches, world frame; none: the task's, else one is made
  std::optional<long> replay;                        ///< one start alone
  bool both = false;                                 ///< random and adversarial choices, side by side
  StopToken stop;
  std::function<void(const std::string&)> trace;  ///< takes the lines of a replay's trace
  /// Called before all starts are tried, with their number; takes how many are done.
  std::function<std::function<void(std::size_t)>(std::size_t)> progress;
};

/// The wrenches of a text: {"steps": ...}, {"plan": {"steps": ...}} or an answer of `pawl plan`, which says its own
/// units; of the others without "pawl" they are these. Throws InputError at /plan, which quotes `file`.
std::vector<Eigen::Vector3d> plan_in(const std::string& text, const std::string& file, const Units& units);

/// How many starts a task asks for.
std::size_t starts_of(const Task& task);

/// The answer of `pawl simulate` to a task. Throws InputError for what the library refuses, and for a task whose
/// "simulate" asks for what this version cannot do.
Answer answer_trials(const ValidTask& task, const TrialsQuestion& question);

}  // namespace pawl::answers
