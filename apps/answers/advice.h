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

/// Returns at most three changes, each of which makes a plan possible for a task that has none: a weaker guarantee,
/// less friction, other wrenches, another position of one pin, a known start. Computes at most 35 plans, each within
/// the limits of the question. The list is empty if no change helps.
std::vector<Advice> advice_on_plan(const ValidTask& task, const PlanQuestion& question);

/// Returns at most three changes with which a search that was stopped finds a plan: a larger limit, less friction,
/// other wrenches, another position of one pin. If a time limit stopped the search, the search for advice takes at most
/// as long again, but may always take 2 s. Every change except a larger limit was tried within a third of the time
/// limit.
std::vector<Advice> advice_on_stop(const ValidTask& task, const PlanQuestion& question);

/// Returns a larger limit of boxes with which a depth is proved. Tries at most two larger limits, and returns an empty
/// list if neither suffices.
std::vector<Advice> advice_on_depth(const ValidTask& task, const PlanQuestion& question);

/// Returns a larger limit of boxes with which it is decided whether the part can leave its fixture. Tries at most two
/// larger limits, and returns an empty list if neither suffices.
std::vector<Advice> advice_on_loading(const ValidTask& task, const PlanQuestion& question);

/// Returns at most three changes of a question about rest regions whose answer was not yes: a larger limit, a smaller
/// start region, a search for wrenches, a larger tolerance.
std::vector<Advice> advice_on_regions(const ValidTask& task, const PlanQuestion& question, const FoundRegions& found);

/// Returns at most three changes of a search for fixtures that found none or was stopped: less strict thresholds, fewer
/// points, a larger time limit. With any of these changes, the search finds a fixture or ends within its limit.
/// `search` is called with a changed task, and searches for its fixtures for at most `seconds`.
using FixtureSearch = std::function<FixtureDesigns(const Task& task, std::optional<double> seconds)>;
std::vector<Advice> advice_on_fixtures(const Task& task, const FixtureDesigns& designs, const FixtureSearch& search,
                                       std::optional<double> limit);

/// A function that returns the wrenches to try for a task: those of the task, given wrenches, or those of a plan.
using WrenchesOf = std::function<std::vector<Eigen::Vector3d>(const ValidTask& task)>;

/// Returns at most three changes with which failed starts of the report are seated: a steeper tilt or a larger force,
/// less friction, a smaller scatter. Each change was tried from at most twenty failed starts; a smaller scatter was
/// tried from the first hundred starts. If the trials were stopped, the only advice is to request half as many starts
/// as were finished, which take half of the time limit. The list is empty if no change helps.
std::vector<Advice> advice_on_trials(const ValidTask& task, const WrenchesOf& wrenches, const TrialOptions& options,
                                     const TrialReport& report);

Json advice_json(const std::vector<Advice>& advice);

}  // namespace pawl::answers
