// SPDX-License-Identifier: MIT
#include "answer_again.h"
#include "answers/forward_answer.h"
#include "answers/pictures/answer_notes.h"
#include "answers/text/words.h"
#include "commands.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

struct ForwardOptions {
  TaskOptions task;
  std::optional<std::string> wrench;
};

int run(const ForwardOptions& options) {
  const Outputs outputs = outputs_of(options.task);
  const std::optional<Eigen::Vector3d> wrench = parse_wrench(options.wrench);
  return run_task("forward", options.task, outputs,
                  [&](const ValidTask& task) { return answer_forward(task, wrench, interrupt_after()); });
}

}  // namespace

Json forward_again(const ValidTask& task, const Json& results) {
  return answer_forward(task, vector3_in(at(results, "wrench")), interrupt_after()).results;
}

Command add_forward(Program& program) {
  const auto options = std::make_shared<ForwardOptions>();
  CommandLine line =
      program.add_command("forward", "Every solution of the forward problem: accelerations, contact forces, modes");
  add_task(line, options->task);
  add_wrench(line, options->wrench, "The external wrench fx,fy,tau");
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
