// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>
#include <pawl/planner/trials.h>

#include <optional>
#include <string>

#include "answer.h"
#include "output.h"

namespace pawl::cli {

struct TrialCommandOptions {
  std::optional<std::string> plan;  ///< file with the plan
  std::optional<long> replay;       ///< one start alone
  bool both = false;                ///< random and adversarial choices, side by side
};

/// The task's plan on trial: that of the file, else the task's, else one that is made first. `trace`, where given,
/// takes the lines of a replay's trace. Throws InputError for what the library refuses, and for a task whose "simulate"
/// asks for what this version cannot do.
Answer answer_trials(const ValidTask& task, const TrialCommandOptions& options, const Outputs::Part& trace);

}  // namespace pawl::cli
