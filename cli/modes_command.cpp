// SPDX-License-Identifier: MIT
#include "answers/modes_answer.h"
#include "commands.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

struct ModesOptions {
  TaskOptions task;
  ModeListOptions list;
};

int run(const ModesOptions& options) {
  return run_streamed_task("modes", options.task, outputs_of(options.task), [&](const ValidTask& task) {
    return answer_modes(task, options.list.count, interrupt_after(options.list.seconds));
  });
}

}  // namespace

Command add_modes(Program& program) {
  const auto options = std::make_shared<ModesOptions>();
  CommandLine line = program.add_command("modes", "Every feasible mode, each with an acceleration that shows it");
  add_task(line, options->task);
  add_list(line, options->list);
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
