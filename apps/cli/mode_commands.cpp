// SPDX-License-Identifier: MIT
// Commands for contacts, modes and cones: contacts, check, forward, modes, cone.
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

int run_contacts(const TaskOptions& options, const FixtureChecks& checks) {
  return run_task("contacts", options, outputs_of(options),
                  [&](const ValidTask& task) { return answer_contacts(task, checks, interrupt_after(std::nullopt)); });
}

int run_check(const TaskOptions& options, const CheckQuestion& question) {
  return run_task("check", options, outputs_of(options),
                  [&](const ValidTask& task) { return answer_check(task, question, interrupt_after(question.limit)); });
}

int run_forward(const TaskOptions& options, const ForwardQuestion& question) {
  return run_task("forward", options, outputs_of(options), [&](const ValidTask& task) {
    return answer_forward(task, question.wrench, interrupt_after(question.limit));
  });
}

int run_modes(const TaskOptions& options, const ConesQuestion& question) {
  return run_streamed_task("modes", options, outputs_of(options), [&](const ValidTask& task) {
    return answer_modes(task, question.count, interrupt_after(question.limit));
  });
}

int run_cone(const TaskOptions& options, const ConesQuestion& question) {
  return run_streamed_task("cone", options, outputs_of(options), [&](const ValidTask& task) {
    ConesQuestion asked = question;
    asked.stop = interrupt_after(question.limit);
    return answer_cones(task, asked);
  });
}

}  // namespace

Command add_contacts(Program& program) {
  return add_task_command(program, "contacts",
                          "List each fixel's contact point, normal and gap, and whether the fixels locate the part",
                          run_contacts, {}, contacts_parameters);
}

Command add_check(Program& program) {
  return add_task_command(program, "check", "Check whether a mode or a wrench is ambiguous or can jam", run_check);
}

Command add_forward(Program& program) {
  return add_task_command(program, "forward",
                          "Find every motion under a wrench: accelerations, contact forces and modes", run_forward);
}

Command add_modes(Program& program) {
  return add_task_command(program, "modes", "List every feasible mode, each with an example acceleration", run_modes,
                          {}, modes_parameters);
}

Command add_cone(Program& program) {
  return add_task_command(program, "cone",
                          "Compute the wrench cone of each mode: the external wrenches consistent with it", run_cone);
}

Json check_again(const ValidTask& task, const Json& results) {
  const std::string mode = text_in(at(results, "mode"));
  if (mode.empty() && !at(results, "wrench").entries())
    throw InputError("/results", "",
                     "has neither a mode nor a wrench; expected an answer of pawl check to one of them");
  if (!mode.empty()) require_mode_fits(mode, task.contacts(), "/results/mode");
  CheckQuestion question;
  if (!mode.empty()) question.mode = mode;
  if (at(results, "wrench").entries()) question.wrench = vector3_in(at(results, "wrench"));
  return answer_check(task, question, interrupt_after()).results;
}

Json forward_again(const ValidTask& task, const Json& results) {
  return answer_forward(task, vector3_in(at(results, "wrench")), interrupt_after()).results;
}

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

}  // namespace pawl::cli
