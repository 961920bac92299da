// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/draw/page.h>
#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>

#include "answers/answer.h"

namespace pawl::answers {

/// The picture that a command's options and `pawl draw --answer` give of an answer to a task, from its document alone;
/// the task's own where the command has none. `size`: of the page, px. Throws InputError for an answer that is of
/// another task.
draw::Picture command_picture(const ValidTask& task, const Json& document, const Eigen::Vector2d& size);

/// The same as a page: a plan and trials are played; else the task as it stands. Stopped, it is not whole, or throws
/// InputError.
draw::Page command_page(const ValidTask& task, const Json& document, bool saved = false, const StopToken& stop = {});

}  // namespace pawl::answers
