// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>
#include <pawl/planner/trials.h>

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "answers/answer.h"
#include "answers/questions.h"

namespace pawl::answers {

/// A change of a task that turns a "no" into a "yes". The effect was verified by computing the answer for the changed
/// task.
struct Advice {
  std::string options;  ///< options to add to the command, such as "--friction 0.31"
  std::string effect;   ///< result of the command with these options, such as "2 tilts seat it"
};

/// Returns at most three changes that give a plan to a task without one: a weaker guarantee, less friction, other
/// wrenches, another position of one pin, a known start. Searches for at most 35 plans, each within the limits of the
/// question. The list is empty if no change helps.
std::vector<Advice> advice_on_plan(const ValidTask& task, const PlanQuestion& question);

/// Returns the limit of cells with which a search that --limit-cells ended finds a plan, or nothing.
std::vector<Advice> advice_on_stop(const ValidTask& task, const PlanQuestion& question);

/// The wrenches that are tried for a task: its own, given ones, or those of a plan.
using WrenchesOf = std::function<std::vector<Eigen::Vector3d>(const ValidTask& task)>;

/// Returns at most three changes with which starts that failed are seated: a steeper tilt or a larger force, less
/// friction, a smaller scatter. Each change was tried from at most twenty starts of the report that failed; a smaller
/// scatter was tried from the first hundred starts. The list is empty if no change helps, or if stopped.
std::vector<Advice> advice_on_trials(const ValidTask& task, const WrenchesOf& wrenches, const TrialOptions& options,
                                     const TrialReport& report);

Json advice_json(const std::vector<Advice>& advice);

}  // namespace pawl::answers
