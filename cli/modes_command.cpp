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

StreamedAnswer answer_modes(const ValidTask& task, const ModeListOptions& options) {
  const ContactSet& set = task.contacts();
  const StopToken stop = interrupt_after(options.seconds);
  return {[&set, units = task.task().units, &options, stop](JsonStream& json) -> StreamedAnswer::End {
    return options.count ? write_mode_count(set, stop, json) : write_modes(set, units, stop, json);
  }};
}

int run(const ModesOptions& options) {
  return run_streamed_task("modes", options.task, outputs_of(options.task),
                           [&](const ValidTask& task) { return answer_modes(task, options.list); });
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
