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

/// A change of a task that turns a "no" into a "yes". It was verified by computing the answer for the changed task.
struct Advice {
  std::string options;  ///< options to add to the command, such as "--friction 0.31"
  std::string effect;   ///< result of the command with them, such as "2 tilts seat it"
};

/// Returns changes with which a task that has no plan has one, at most three: less friction, other wrenches, a weaker
/// guarantee. Makes at most a dozen plans, each within the limits of the question. Empty if no change helps.
std::vector<Advice> advice_on_plan(const ValidTask& task, const PlanQuestion& question);

/// The wrenches that are tried for a task: its own, given ones, or those of a plan.
using WrenchesOf = std::function<std::vector<Eigen::Vector3d>(const ValidTask& task)>;

/// Returns changes with which starts that failed are seated, at most three: a steeper tilt or a larger force, less
/// friction, a smaller scatter. Each was tried from at most twenty starts of the report that failed, the smaller scatter
/// from the first hundred starts. Empty if none of these helps, and if a stop is requested.
std::vector<Advice> advice_on_trials(const ValidTask& task, const WrenchesOf& wrenches, const TrialOptions& options,
                                     const TrialReport& report);

Json advice_json(const std::vector<Advice>& advice);

}  // namespace pawl::answers
