// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>

#include "answer.h"

namespace pawl::cli {

/// What a command says now of what a saved answer of it says it was asked. Throw InputError for what cannot be asked of
/// this task.
Json check_again(const ValidTask& task, const Json& results);
Json cone_again(const ValidTask& task, const Json& results);  ///< of the modes that are listed
Json forward_again(const ValidTask& task, const Json& results);

}  // namespace pawl::cli
