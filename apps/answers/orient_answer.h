// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/draw/orient_picture.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/orient.h>

#include "answers/answer.h"
#include "answers/questions.h"

namespace pawl::answers {

/// Returns the options of `pawl orient`. Throws InputError at --jaw-friction, --angle-step, --to and
/// --center-error.
OrientOptions orient_options(const OrientQuestion& question);

/// Returns the options to which a saved answer of `pawl orient` belongs. The wanted orientation is the stated final
/// orientation minus the stated deviation. Throws InputError at invalid values.
OrientOptions options_in(const Json& results, const Units& units);

/// Returns the answer of `pawl orient` for a plan.
Answer orient_answer(const ValidTask& task, const OrientOptions& options, const OrientPlan& plan);

/// Finds the plan and returns its answer. The text for --task-out is an additional output. Throws InputError at invalid
/// options, and at /part for a part that cannot be oriented.
Answer answer_orient(const ValidTask& task, const OrientQuestion& question, const StopToken& stop);

/// Converts an answer of `pawl orient` to the data for its picture and its player. Throws InputError if the task has no
/// outline.
draw::OrientFigure orient_figure(const ValidTask& task, const Json& document);

}  // namespace pawl::answers
