// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/trials_picture.h>
#include <pawl/io/valid_task.h>

#include "answers/answer.h"

namespace pawl::answers {

/// An answer of `pawl simulate` to a task as its picture shows it: its starts are drawn again, by number. Throws
/// InputError for one that is of another task.
draw::TrialsFigure trials_figure(const ValidTask& task, const Json& document);

/// The answer of --replay: the trial is run again, step by step. Throws InputError for one that ends elsewhere.
draw::TraceFigure trace_figure(const ValidTask& task, const Json& document);

}  // namespace pawl::answers
