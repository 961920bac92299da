// SPDX-License-Identifier: MIT
#include "answers/orient_answer.h"
#include "cli/command_line.h"
#include "cli/task_command.h"

namespace pawl::cli {
namespace {

int run_orient(const TaskOptions& options, const OrientQuestion& question) {
  return run_task("orient", options, outputs_of(options),
                  [&](const ValidTask& task) { return answer_orient(task, question, interrupt_after(question.limit)); });
}

}  // namespace

Command add_orient(Program& program) {
  return add_task_command(program, "orient",
                          "The shortest plan of squeezes or pushes that brings a part from any orientation to one", run_orient);
}

}  // namespace pawl::cli
