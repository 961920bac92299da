// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>
#include <pawl/planner/design_fixtures.h>

#include <optional>

#include "answers/answer.h"
#include "answers/questions.h"

// The search of `pawl fixture`: finds fixtures for a task, with the settings of a DesignQuestion.
namespace pawl::answers {

/// Returns the task with which find_fixtures() must be called: the given task, with the requested number of fixtures.
Task task_to_design(const ValidTask& task, const DesignQuestion& question);

/// Finds the fixtures of a task that task_to_design() returned. Throws the same InputErrors as design_fixtures().
FixtureDesigns find_fixtures(const Task& task, const DesignQuestion& question);

/// Returns the answer of `pawl fixture`. If the search found no fixture or was stopped, and the question requests
/// advice, also searches for changes with which it succeeds.
Answer answer_fixtures(const Task& task, const FixtureDesigns& designs, const DesignQuestion& question);

/// Returns the best fixture with pins on edges. If none was found, returns the best fixture with pins in holes, if any.
std::optional<FixtureCandidate> best_fixture(const ValidTask& task, const FixtureDesigns& designs);

}  // namespace pawl::answers
