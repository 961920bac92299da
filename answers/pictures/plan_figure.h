// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/plan_picture.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/plan_problem.h>

#include "answers/answer.h"

namespace pawl::answers {

/// An answer of `pawl plan` as its picture shows it. Throws InputError for one that is of another task. `known`: the
/// whole problem that it answers, where it need not be made again.
draw::PlanFigure plan_figure(const ValidTask& task, const Json& document, const PlanProblem* known = nullptr);

}  // namespace pawl::answers
