// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>
#include <pawl/planner/design_fixtures.h>

#include <optional>

#include "answers/answer.h"
#include "answers/questions.h"

// The search of `pawl fixture`: finds fixtures for a task, with the settings of a DesignQuestion.
namespace pawl::answers {

/// Returns the task for which fixtures are searched for: the given task, with the number of fixtures that the question
/// requests.
Task task_to_design(const ValidTask& task, const DesignQuestion& question);

/// Finds the fixtures of a task that task_to_design() returned. Throws InputError in the cases of design_fixtures().
FixtureDesigns find_fixtures(const Task& task, const DesignQuestion& question);

/// Returns the answer of `pawl fixture`. If the question requests advice and no fixture was found or the search was
/// stopped, also searches for changes that help.
Answer answer_fixtures(const Task& task, const FixtureDesigns& designs, const DesignQuestion& question);

/// Returns the best fixture with pins on edges, or the best fixture with pins in holes if no fixture on edges was found.
std::optional<FixtureCandidate> best_fixture(const ValidTask& task, const FixtureDesigns& designs);

}  // namespace pawl::answers
