// SPDX-License-Identifier: MIT
#include "answers/contacts_answer.h"
#include "commands.h"
#include "fixture_question.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

struct ContactsOptions {
  TaskOptions task;
  FixtureQuestionOptions fixture;
};

int run(const ContactsOptions& options) {
  return run_task("contacts", options.task, outputs_of(options.task), [&](const ValidTask& task) {
    return answer_contacts(task, question_of(options.fixture, task.task()));
  });
}

}  // namespace

Command add_contacts(Program& program) {
  const auto options = std::make_shared<ContactsOptions>();
  CommandLine line = program.add_command(
      "contacts", "What the other commands see: each fixel's contact point, normal and gap, and what they locate");
  add_task(line, options->task);
  add_fixture_question(line, options->fixture);
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
