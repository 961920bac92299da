// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>

#include "answer.h"

namespace pawl::cli {

/// That a document is an answer of this version, of a command whose answers are drawn. Throws InputError.
void require_answer(const Json& document);

/// Holds a saved answer against its task before it is drawn. Of `check`, `cone` and `forward` the question is asked
/// again; a plan is verified, as `pawl verify` does it, and looked for again; of trials some starts are run again.
/// Throws InputError for an answer that is broken or of another task; a plan whose margins are not found
/// again gets a warning.
void check_saved(const ValidTask& task, Json& document);

}  // namespace pawl::cli
