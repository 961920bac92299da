// SPDX-License-Identifier: MIT
#include "answers/nest_answer.h"
#include "cli/command_line.h"
#include "cli/task_command.h"

#include <utility>

namespace pawl::cli {
namespace {

int run_nest(const TaskOptions& options, const NestQuestion& question) {
  require_one_task(options, "--task-out", question.task_out.has_value());
  require_one_task(options, "--plate", question.shop.plate.has_value());
  require_one_task(options, "--sheet", question.shop.sheet.has_value());
  Outputs outputs = outputs_of(options);
  if (question.task_out) outputs.add("--task-out", *question.task_out);
  add_outputs(question.shop, outputs);
  return run_task("nest", options, std::move(outputs),
                  [&](const ValidTask& task) { return answer_nest(task, question, interrupt_after(question.limit)); });
}

}  // namespace

Command add_nest(Program& program) {
  return add_task_command(program, "nest",
                          "Make the pocket in which a part lies, with proofs of its fit, play, accuracy and wrong placements",
                          run_nest, Input{.task_out = false});
}

}  // namespace pawl::cli
