// SPDX-License-Identifier: MIT
#include "answers/contacts_answer.h"
#include "commands.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

Answer answer_contacts(const ValidTask& task) { return contacts_answer(list_contacts(task), task.task().units); }

int run(const TaskOptions& options) { return run_task("contacts", options, outputs_of(options), answer_contacts); }

}  // namespace

Command add_contacts(Program& program) {
  const auto options = std::make_shared<TaskOptions>();
  CommandLine line = program.add_command(
      "contacts", "What the other commands see: each fixel's contact point, normal and gap, and what they locate");
  add_task(line, *options);
  return {line, [options] { return with_faults_printed(options->file(), [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
