// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>

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

Answer answer_forward(const ValidTask& task, const std::optional<Eigen::Vector3d>& asked, const StopToken& stop) {
  if (!asked) throw InputError("--wrench", "", "forward needs the external wrench: --wrench fx,fy,tau");
  return forward_answer(task, find_forward(task, *asked, stop));
}

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
