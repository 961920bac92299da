// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/draw/fixture_plate.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/nest.h>

#include "answers/answer.h"
#include "answers/questions.h"

namespace pawl::answers {

/// Returns the options of `pawl nest`. An option of the question replaces the value of the task's key "nest". Throws
/// InputError at --clearance, --accuracy, --margin, --array, --pitch and --plate-size for an invalid value, and at
/// /nest/accuracy if both an accuracy and a clearance are given.
NestOptions nest_options(const Task& task, const NestQuestion& question);

/// Makes the nest, proves its properties, and returns the answer of `pawl nest`. Its additional outputs are the task,
/// the plate and the sheet, in this order, as far as they are requested. Throws the same InputErrors as nest_options()
/// and make_nest().
Answer answer_nest(const ValidTask& task, const NestQuestion& question, const StopToken& stop);

/// Returns the question that belongs to the results of a saved answer. Throws InputError at invalid values.
NestQuestion nest_question_in(const Json& results);

/// Returns the task with the plate of a saved answer as its only wall. Throws InputError if the answer has no plate.
ValidTask nested_task(const ValidTask& task, const Json& results);

}  // namespace pawl::answers
