// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/motions_picture.h>
#include <pawl/io/valid_task.h>

#include "answers/answer.h"

namespace pawl::answers {

/// Answers of `pawl check`, `forward` and `modes` as their pictures show them. Throw InputError for one that is of
/// another task.
draw::MotionsFigure check_figure(const ValidTask& task, const Json& document);
draw::MotionsFigure forward_figure(const ValidTask& task, const Json& document);
draw::MotionsFigure modes_figure(const ValidTask& task, const Json& document);

}  // namespace pawl::answers
