// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>

#include "answers/recheck/same_fields.h"

namespace pawl::answers {

/// Compares the results of an answer of `pawl plan` with those that follow from what it states (plan_again). Throws
/// InputError as plan_problem does.
SameFields recheck_plan(const ValidTask& task, const Json& results, const StopToken& stop);

}  // namespace pawl::answers
