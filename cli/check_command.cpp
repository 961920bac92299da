// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/planner/check_task.h>

#include "answer_again.h"
#include "answers/check_answer.h"
#include "answers/pictures/answer_notes.h"
#include "answers/text/words.h"
#include "commands.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

struct CheckOptions {
  TaskOptions task;
  std::optional<std::string> mode;
  std::optional<std::string> wrench;
};

/// The mode asked for: --mode, or the only one of the task.
std::string asked_mode(const Task& task, const ContactSet& set, const std::optional<std::string>& asked) {
  if (!asked && set.size() == 0) {
    throw InputError(task.part.outline ? "/fixels" : "/contacts", "",
                     "none given, so there is no mode to check; --wrench is answered for a free part");
  }
  if (!asked && task.modes.size() != 1) {
    throw InputError("--mode", "",
                     "check needs one desired mode (or --wrench); the task lists " + std::to_string(task.modes.size()));
  }
  const std::string& mode = asked ? *asked : task.modes[0];
  require_mode_fits(mode, set, asked ? "--mode" : "/modes/0");
  return mode;
}

Answer answer_mode(const ValidTask& task, const std::string& mode, const StopToken& stop) {
  return check_answer(task, mode, check(task, mode, stop));
}

Answer answer_wrench(const ValidTask& task, const Eigen::Vector3d& wrench, const std::optional<std::string>& mode,
                     const StopToken& stop) {
  if (mode) require_mode_fits(*mode, task.contacts(), "--mode");
  return check_answer(task, wrench, mode, check(task, wrench, stop));
}

int run(const CheckOptions& options) {
  const Outputs outputs = outputs_of(options.task);
  const std::optional<Eigen::Vector3d> wrench = parse_wrench(options.wrench);
  const StopToken stop = interrupt_after();
  return run_task("check", options.task, outputs, [&](const ValidTask& task) {
    return wrench ? answer_wrench(task, *wrench, options.mode, stop)
                  : answer_mode(task, asked_mode(task.task(), task.contacts(), options.mode), stop);
  });
}

}  // namespace

Json check_again(const ValidTask& task, const Json& results) {
  const std::string mode = text_in(at(results, "mode"));
  if (mode.empty() && !at(results, "wrench").entries())
    throw InputError("/results", "", "has no mode and no wrench that was checked");
  if (!mode.empty()) require_mode_fits(mode, task.contacts(), "/results/mode");
  if (!at(results, "wrench").entries()) return answer_mode(task, mode, interrupt_after()).results;
  return answer_wrench(task, vector3_in(at(results, "wrench")), mode.empty() ? std::nullopt : std::optional(mode),
                       interrupt_after())
      .results;
}

Command add_check(Program& program) {
  const auto options = std::make_shared<CheckOptions>();
  CommandLine line = program.add_command("check", "Whether a mode, or a wrench, is ambiguous or jams");
  add_task(line, options->task);
  add_mode(line, options->mode, "Desired mode, instead of the task's only one: letters a l n r s, * for any");
  add_wrench(line, options->wrench, "Check this wrench fx,fy,tau; with --mode: whether it gives that mode alone");
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
