// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/planner/check_task.h>

#include "answer_again.h"
#include "answers/check_answer.h"
#include "answers/pictures/answer_notes.h"
#include "answers/text/words.h"
#include "commands.h"
#include "fixture_question.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

struct CheckOptions {
  TaskOptions task;
  std::optional<std::string> mode;
  std::optional<std::string> wrench;
  FixtureQuestionOptions fixture;
};

CheckQuestion asked(const Task& task, const CheckOptions& options, const std::optional<Eigen::Vector3d>& wrench) {
  return {options.mode, wrench, question_of(options.fixture, task, wrench)};
}

int run(const CheckOptions& options) {
  const Outputs outputs = outputs_of(options.task);
  const std::optional<Eigen::Vector3d> wrench = parse_wrench(options.wrench);
  const StopToken stop = interrupt_after();
  return run_task("check", options.task, outputs,
                  [&](const ValidTask& task) { return answer_check(task, asked(task.task(), options, wrench), stop); });
}

}  // namespace

Json check_again(const ValidTask& task, const Json& results) {
  const std::string mode = text_in(at(results, "mode"));
  if (mode.empty() && !at(results, "wrench").entries())
    throw InputError("/results", "", "has no mode and no wrench that was checked");
  if (!mode.empty()) require_mode_fits(mode, task.contacts(), "/results/mode");
  CheckQuestion question;
  if (!mode.empty()) question.mode = mode;
  if (at(results, "wrench").entries()) question.wrench = vector3_in(at(results, "wrench"));
  return answer_check(task, question, interrupt_after()).results;
}

Command add_check(Program& program) {
  const auto options = std::make_shared<CheckOptions>();
  CommandLine line = program.add_command("check", "Whether a mode, or a wrench, is ambiguous or jams");
  add_task(line, options->task);
  add_mode(line, options->mode, "Desired mode, instead of the task's only one: letters a l n r s, * for any");
  add_wrench(line, options->wrench, "Check this wrench fx,fy,tau; with --mode: whether it gives that mode alone");
  add_fixture_question(line, options->fixture);
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
