// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>

#include <string>
#include <vector>

#include "options.h"
#include "reply.h"

namespace pawl::web {

/// A command that answers about a task. Throws InputError, for options at --name.
struct TaskCommand {
  const char* name;
  Reply (*reply)(const ValidTask& task, Options& options);
};
const std::vector<TaskCommand>& task_commands();

}  // namespace pawl::web
