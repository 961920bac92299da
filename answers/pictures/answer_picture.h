// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>

#include <optional>

#include "answers/answer.h"

namespace pawl::answers {

/// The picture of an answer, from its task and its document alone: the same for an answer just found and a saved one.
/// Nothing for a command that has no picture of its own. `width`: of the page, px; its height is what it takes. Throws
/// InputError for an answer that is of another task.
std::optional<draw::Picture> answer_picture(const ValidTask& task, const Json& document, double width);

/// What an answer says of its task beside the answer: cheap to compare, and wrong for nearly all others. Throws
/// InputError.
void require_same_task(const ValidTask& task, const Json& document);

}  // namespace pawl::answers
