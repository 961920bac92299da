// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>
#include <pawl/planner/design_fixtures.h>
#include <pawl/planner/trials.h>

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "answers/answer.h"
#include "answers/questions.h"

namespace pawl::answers {

struct FoundRegions;

/// A change of a task that turns a "no" into a "yes". The effect was verified by computing the answer for the changed
/// task.
struct Advice {
  /// options to add to the command, such as "--friction 0.31"; an added option replaces a given option of the same name
  std::string options;
  std::string effect;  ///< result of the command with these options, such as "2 tilts seat it"
};

/// Returns changes with which a task without a plan has one: a weaker guarantee, less friction, other wrenches, another
/// position of one pin, a known start. Returns at most three changes, and an empty list if no change helps. Computes at
/// most 35 plans, each within the limits of the question.
std::vector<Advice> advice_on_plan(const ValidTask& task, const PlanQuestion& question);

/// Returns changes with which a search that was stopped finds a plan: a larger limit, less friction, other wrenches,
/// another position of one pin. Returns at most three changes. If a time limit stopped the search, advice takes at most
/// the time limit again or 2 s, whichever is longer. Every change except a larger limit is tried for at most a third of
/// the time limit.
std::vector<Advice> advice_on_stop(const ValidTask& task, const PlanQuestion& question);

/// Returns a larger limit on the number of boxes with which a depth is proved. Tries two larger limits, and returns an
/// empty list if both are too small.
std::vector<Advice> advice_on_depth(const ValidTask& task, const PlanQuestion& question);

/// Returns a larger limit on the number of boxes with which the question is decided whether the part can leave its
/// fixture. Tries two larger limits, and returns an empty list if both are too small.
std::vector<Advice> advice_on_loading(const ValidTask& task, const PlanQuestion& question);

/// Returns changes that turn the answer of a question about rest regions into "yes": a larger limit, a smaller start
/// region, a search for wrenches, a larger tolerance. Returns at most three changes.
std::vector<Advice> advice_on_regions(const ValidTask& task, const PlanQuestion& question, const FoundRegions& found);

/// Returns changes with which a search for fixtures succeeds. They apply if the search found no fixture or was stopped:
/// less strict thresholds, fewer points, a larger time limit. Returns at most three changes. `search` is called with a
/// changed task, and searches for its fixtures for at most `seconds`.
using FixtureSearch = std::function<FixtureDesigns(const Task& task, std::optional<double> seconds)>;
std::vector<Advice> advice_on_fixtures(const Task& task, const FixtureDesigns& designs, const FixtureSearch& search,
                                       std::optional<double> limit);

/// Returns the wrenches of the trials of a task: the wrenches that the task states, those of the question, or those of
/// a plan.
using WrenchesOf = std::function<std::vector<Eigen::Vector3d>(const ValidTask& task)>;

/// Returns changes with which the failed starts of `report` end seated: a steeper tilt or a larger force, less
/// friction, a smaller scatter. Returns at most three changes, and an empty list if no change helps. Each change is
/// tried from at most twenty failed starts; a smaller scatter is tried from the first hundred starts.
///
/// If the trials were stopped, the only advice is a smaller number of starts: half of those that were finished, which
/// take half of the time limit.
std::vector<Advice> advice_on_trials(const ValidTask& task, const WrenchesOf& wrenches, const TrialOptions& options,
                                     const TrialReport& report);

Json advice_json(const std::vector<Advice>& advice);

}  // namespace pawl::answers
