// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/draw/fixture_plate.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/nest.h>

#include "answers/answer.h"
#include "answers/questions.h"

namespace pawl::answers {

/// Returns the options of `pawl nest`: those of the task's key "nest", replaced by those of the question. Throws
/// InputError at --clearance, --margin, --array and --pitch.
NestOptions nest_options(const Task& task, const NestQuestion& question);

/// Makes the nest, proves its properties, and returns the answer of `pawl nest`. Additional outputs are, in this order
/// and if they were requested, the task, the plate and the sheet. Throws InputError in the cases of nest_options() and
/// make_nest().
Answer answer_nest(const ValidTask& task, const NestQuestion& question, const StopToken& stop);

/// Returns the question that the results of a saved answer state. Throws InputError at values that they cannot have.
NestQuestion nest_question_in(const Json& results);

/// Returns the task whose only wall is the plate of an answer. Throws InputError if the answer has no plate.
ValidTask nested_task(const ValidTask& task, const Json& results);

}  // namespace pawl::answers
