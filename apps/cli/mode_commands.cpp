// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/modes/wrench_cone.h>
#include <pawl/planner/check_task.h>

#include "answers/mode_answers.h"
#include "answers/pictures/answer_picture.h"
#include "answers/text/answer_text.h"
#include "cli/command_line.h"
#include "cli/task_command.h"

namespace pawl::cli {
namespace {

struct ContactsOptions {
  TaskOptions task;
  FixtureQuestionOptions fixture;
};

int run_contacts(const ContactsOptions& options) {
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
  return {line,
          [options] { return with_faults_printed(options->task.file(), [&] { return run_contacts(*options); }); }};
}

namespace {

struct CheckOptions {
  TaskOptions task;
  std::optional<std::string> mode;
  std::optional<std::string> wrench;
  FixtureQuestionOptions fixture;
};

CheckQuestion check_question(const Task& task, const CheckOptions& options,
                             const std::optional<Eigen::Vector3d>& wrench) {
  return {options.mode, wrench, question_of(options.fixture, task, wrench)};
}

int run_check(const CheckOptions& options) {
  const Outputs outputs = outputs_of(options.task);
  const std::optional<Eigen::Vector3d> wrench = parse_wrench(options.wrench);
  const StopToken stop = interrupt_after();
  return run_task("check", options.task, outputs, [&](const ValidTask& task) {
    return answer_check(task, check_question(task.task(), options, wrench), stop);
  });
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
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run_check(*options); }); }};
}

namespace {

struct ForwardOptions {
  TaskOptions task;
  std::optional<std::string> wrench;
};

int run_forward(const ForwardOptions& options) {
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
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run_forward(*options); }); }};
}

namespace {

struct ModesOptions {
  TaskOptions task;
  ModeListOptions list;
};

int run_modes(const ModesOptions& options) {
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
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run_modes(*options); }); }};
}

namespace {

struct ConeOptions {
  TaskOptions task;
  std::optional<std::string> mode;  ///< letters and `*`, instead of the task's list
  std::optional<std::string> wrench_text;
  std::string route = "sum";
  ConeQuestion asked;
  ModeListOptions list;
};

StreamedAnswer answer(const ValidTask& task, const ConeOptions& options) {
  return answer_cones(task, {.mode = options.mode,
                             .route = options.route == "enrsv" ? Route::enrsv : Route::sum,
                             .count = options.list.count,
                             .each = options.asked,
                             .stop = interrupt_after(options.list.seconds)});
}

int run_cone(ConeOptions options) {
  const Outputs outputs = outputs_of(options.task);
  options.asked.wrench = parse_wrench(options.wrench_text);
  return run_streamed_task("cone", options.task, outputs, [&](const ValidTask& task) { return answer(task, options); });
}

}  // namespace

Json cone_again(const ValidTask& task, const Json& results) {
  Json again = Json::array();
  for (std::size_t k = 0; k < count_of(results); ++k) {
    const std::string mode = text_in(at(at(results, k), "mode"));
    require_mode_fits(mode, task.contacts(), "/results/" + std::to_string(k) + "/mode");
    Status status = kYes;
    again.push_back(cone_answer(task.contacts(), wrench_cone(task.contacts(), Mode(mode)), {}, status));
  }
  return again;
}

Command add_cone(Program& program) {
  const auto options = std::make_shared<ConeOptions>();
  CommandLine line = program.add_command("cone", "The cone of external wrenches consistent with each asked mode");
  add_task(line, options->task);
  add_mode(line, options->mode, "Mode instead of the task's list: letters a l n r s, or * for any");
  line.add_option("--route", options->route, "sum (in R^3), or enrsv (the published matrices, by exact cddlib)")
      .one_of({"sum", "enrsv"})
      .show_default();
  line.add_flag("--matrices", options->asked.matrices, "Add the matrices J A B C E N R S V K P");
  line.add_flag("--exact", options->asked.exact, "Add the unrounded integer vectors, as strings");
  add_list(line, options->list);
  add_wrench(line, options->wrench_text, "Also say whether wrench fx,fy,tau is consistent with each mode");
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run_cone(*options); }); }};
}

}  // namespace pawl::cli
