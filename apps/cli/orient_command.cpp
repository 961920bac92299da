// SPDX-License-Identifier: MIT
#include "answers/orient_answer.h"
#include "cli/command_line.h"
#include "cli/task_command.h"

#include <utility>

namespace pawl::cli {
namespace {

int run_orient(const TaskOptions& options, const OrientQuestion& question) {
  require_one_task(options, "--task-out", question.task_out.has_value());
  Outputs outputs = outputs_of(options);
  if (question.task_out) outputs.add("--task-out", *question.task_out);
  return run_task("orient", options, std::move(outputs),
                  [&](const ValidTask& task) { return answer_orient(task, question, interrupt_after(question.limit)); });
}

}  // namespace

Command add_orient(Program& program) {
  return add_task_command(
      program, "orient",
      "Find the shortest plan of squeezes or pushes that brings a part from any orientation to a single one",
      run_orient, Input{.task_out = false});
}

}  // namespace pawl::cli
