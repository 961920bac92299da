// SPDX-License-Identifier: MIT
// Commands for contacts, modes and cones: contacts, check, forward, modes, cone.
#include <pawl/base/fault.h>
#include <pawl/io/read_scene.h>
#include <pawl/modes/wrench_cone.h>
#include <pawl/planner/check_task.h>
#include <pawl/scenes/forward_scene.h>
#include <pawl/scenes/scene_setup.h>

#include <chrono>

#include "answers/mode_answers.h"
#include "answers/pictures/answer_picture.h"
#include "answers/scene_forward_answer.h"
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

/// Returns whether an input is a scene. Standard input counts as a task, because it can be read only once.
bool is_scene(const std::string& file, const ReportOptions& options) {
  if (file == "-" || is_drawing_file(file)) return false;
  try {
    return kind_of_text(read_input(file, options)) == TextKind::scene;
  } catch (const InputError&) {
    return false;  // the fault is reported later, when the file is read as a task
  }
}

int run_forward_scene(const TaskOptions& options, const ForwardQuestion& question) {
  const std::string& file = options.files[0];
  if (question.wrench)
    throw InputError("", "--wrench", "applies to tasks; this input is a scene, whose bodies state their wrenches");
  if (options.pictures.any()) throw InputError("", "--svg, --png and --pdf", "apply to tasks; this input is a scene");
  if (options.task_out) throw InputError("", "--task-out", "applies to tasks; this input is a scene");
  AnsweredQuestion answered{{"forward", "", std::chrono::steady_clock::now(), file, Units(), false}, {}};
  const Scene scene = read_scene(read_input(file, options.report));
  const SceneSetup setup = set_up(scene);
  answered.question.name = scene.name;
  answered.question.units = scene.units;
  Outputs outputs({file});
  outputs.add("--out", options.report.out);
  outputs.require_places();
  catch_interrupts();
  ForwardSceneOptions limits;
  limits.quasistatic = question.quasistatic;
  limits.first.stop = limits.all.stop = interrupt_after(question.limit);
  answered.answer = scene_forward_answer(scene, setup, forward_scene(setup, limits), question.quasistatic);
  return print_answers({answered}, options.report, outputs);
}

int run_forward(const TaskOptions& options, const ForwardQuestion& question) {
  for (const std::string& file : options.files) {
    if (!is_scene(file, options.report)) continue;
    require_one_task(options, "a scene", true);
    return run_forward_scene(options, question);
  }
  if (question.quasistatic) throw InputError("", "--quasistatic", "applies to scenes; this input is a task");
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
                          "Find every motion of a part under a wrench, or of the bodies of a scene: accelerations and forces", run_forward,
                          {"FILE",
                           "Task, drawing or scene (JSON with \"bodies\"); - is standard input, for a task. Several tasks: one "
                           "line of JSON per file"});
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
