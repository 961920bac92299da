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

/// A change of a task or of a command's options that improves the answer: a "no" becomes a "yes", or an incomplete
/// answer becomes complete. The effect was verified by computing the changed answer, except for a smaller number of
/// starts (advice_on_trials()).
struct Advice {
  /// options to add to the command, such as "--friction 0.31", where an added option replaces a given option of the
  /// same name; or "without --require"
  std::string options;
  std::string effect;  ///< result of the command with these options, such as "2 tilts seat it"
};

/// Returns changes with which a task without a plan has one: a weaker guarantee, less friction, other wrenches, another
/// position of one pin, a known start. Returns at most three changes, and an empty list if no change helps. Computes at
/// most 35 plans, each within the limits of the question.
std::vector<Advice> advice_on_plan(const ValidTask& task, const PlanQuestion& question);

/// Returns changes with which a search that was stopped finds a plan: a larger limit, less friction, other wrenches,
/// another position of one pin. Returns at most three changes. If a time limit stopped the search, every change except
/// a larger limit is tried for at most a third of the time limit, and no such attempt begins after the time limit has
/// passed again. If the time limit is below 2 s, the attempt with a longer time limit takes up to 2 s in addition.
std::vector<Advice> advice_on_stop(const ValidTask& task, const PlanQuestion& question);

/// Returns a larger limit with which a depth is proved. If the time limit ended the search, tries a longer time limit;
/// otherwise tries two larger limits on the number of boxes. Returns an empty list if no tried limit suffices.
std::vector<Advice> advice_on_depth(const ValidTask& task, const PlanQuestion& question);

/// Returns a larger limit with which the question is decided whether the part can leave its fixture. If the time limit
/// ended the search, tries a longer time limit; otherwise tries two larger limits on the number of boxes. Returns an
/// empty list if no tried limit suffices.
std::vector<Advice> advice_on_loading(const ValidTask& task, const PlanQuestion& question);

/// Returns changes that turn the answer of a question about rest regions into "yes": a larger limit, a smaller start
/// region, a search for wrenches, a larger bound --within on the displacement at rest. Returns at most three changes.
std::vector<Advice> advice_on_regions(const ValidTask& task, const PlanQuestion& question, const FoundRegions& found);

/// Returns changes with which a search for fixtures succeeds. If the search found no fixture, they are less strict
/// thresholds; if the search was stopped, they are fewer points and a larger time limit. Returns at most three changes.
/// `search` is called with a changed task, and searches for its fixtures for at most `seconds` or, without a value,
/// within the limits of the question.
using FixtureSearch = std::function<FixtureDesigns(const Task& task, std::optional<double> seconds)>;
std::vector<Advice> advice_on_fixtures(const Task& task, const FixtureDesigns& designs, const FixtureSearch& search,
                                       std::optional<double> limit);

/// Returns the wrenches of the trials of a task: the wrenches that the task states, those of the question, or those of
/// a plan.
using WrenchesOf = std::function<std::vector<Eigen::Vector3d>(const ValidTask& task)>;

/// Returns changes with which the failed starts of `report` end seated or rolling: a steeper tilt or a larger force,
/// less friction, a smaller scatter. Returns at most three changes, and an empty list if no change helps. Each change
/// is tried from at most twenty failed starts; a smaller scatter is tried from the first hundred starts.
///
/// If the trials were stopped, the only advice is a smaller number of starts: half of the number that was finished.
/// Such a number is expected to take half of the time limit.
std::vector<Advice> advice_on_trials(const ValidTask& task, const WrenchesOf& wrenches, const TrialOptions& options,
                                     const TrialReport& report);

Json advice_json(const std::vector<Advice>& advice);

}  // namespace pawl::answers
