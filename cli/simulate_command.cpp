// SPDX-License-Identifier: MIT
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/scenes/run_scene.h>

#include "commands.h"
#include "interrupt.h"
#include "progress.h"
#include "scene_json.h"
#include "task_command.h"
#include "trials_json.h"

namespace pawl::cli {
namespace {

struct SimulateCommandOptions {
  TaskOptions task;
  std::optional<std::string> trace;
  TrialCommandOptions trials;
};

/// Steps the scene; `write`, where given, takes the lines of the trace.
SceneResult run_scene(const Scene& scene, const SceneSetup& setup, const Outputs::Part& write) {
  Progress progress("step", setup.steps());
  if (write) write(trace_head(scene, setup));
  return run(setup, interrupt_after(), [&](const SceneStep& step) {
    if (write) write(trace_line(setup, step));
    progress.show(step.number);
  });
}

SceneResult run_traced(const Scene& scene, const SceneSetup& setup, const std::optional<std::string>& trace) {
  if (!trace) return run_scene(scene, setup, nullptr);
  Outputs outputs({});
  outputs.add("--trace", *trace);
  SceneResult result;
  outputs.write_in_parts([&](const Outputs::Part& write) { result = run_scene(scene, setup, write); });
  return result;
}

Answer answer_scene(const SceneSetup& setup, const SceneResult& result) {
  Answer answer;
  answer.results = results_json(setup, result);
  answer.notes = setup.warnings;
  if (result.end == SceneResult::End::stopped) answer.stop();
  const std::string reached = "after " + std::to_string(result.steps) + " of " + std::to_string(setup.steps()) +
                              " steps, at " + Json(result.time).dump() + " s";
  if (result.end == SceneResult::End::stopped) answer.message = "stopped: interrupted " + reached;
  if (result.end == SceneResult::End::unsolved) {
    answer.status = kFailed;
    answer.message = "unsolved: the equations of a step were not met, " + reached;
  }
  return answer;
}

/// The answer's own output: that of --trace is written by then.
Outputs answer_output(const SimulateCommandOptions& options) {
  Outputs outputs({});
  outputs.add("--out", options.task.report.out);
  return outputs;
}

struct NamedAnswer {
  std::string name;
  Answer answer;
};

NamedAnswer run_scene_file(const std::string& text, const SimulateCommandOptions& options, const Outputs& outputs) {
  if (options.trials.plan) throw InputError("", "--plan", "is for tasks; this is a scene");
  if (options.trials.replay) throw InputError("", "--replay", "is for tasks; this is a scene");
  if (options.trials.both) throw InputError("", "--both", "is for tasks; this is a scene");
  const Scene scene = read_scene(text);
  const SceneSetup setup = set_up(scene);
  outputs.require_places();
  catch_interrupts();  // not before: while the scene is read nothing looks at the flag
  return {scene.name, answer_scene(setup, run_traced(scene, setup, options.trace))};
}

NamedAnswer run_task_file(const std::string& text, const SimulateCommandOptions& options, const Outputs& outputs) {
  if (options.trace && !options.trials.replay) {
    throw InputError("", "--trace", "is of one trial; with a task it needs --replay K");
  }
  const ValidTask task(read_task(text));
  outputs.require_places();
  catch_interrupts();
  NamedAnswer result{task.task().name, {}};
  if (!options.trace) {
    result.answer = answer_trials(task, options.trials, nullptr);
    return result;
  }
  Outputs trace({});
  trace.add("--trace", *options.trace);
  trace.write_in_parts([&](const Outputs::Part& write) { result.answer = answer_trials(task, options.trials, write); });
  return result;
}

int run_command(const SimulateCommandOptions& options) {
  std::vector<std::string> inputs{options.task.file};
  if (options.trials.plan) inputs.push_back(*options.trials.plan);
  Outputs outputs(inputs);
  outputs.add("--out", options.task.report.out);
  if (options.trace) outputs.add("--trace", *options.trace);
  const auto start = std::chrono::steady_clock::now();
  const std::string text = read_text_file(options.task.file);
  const NamedAnswer found = kind_of_text(text) == TextKind::task ? run_task_file(text, options, outputs)
                                                                 : run_scene_file(text, options, outputs);
  return print_answer({"simulate", found.name, start, options.task.file}, found.answer, options.task.report,
                      answer_output(options));
}

}  // namespace

Command add_simulate(Program& program) {
  const auto options = std::make_shared<SimulateCommandOptions>();
  CommandLine line = program.add_command(
      "simulate",
      "A task's plan on trial from many starts, or a scene of many bodies in contact, stepped through its duration");
  line.add_option("FILE", options->task.file, "Task, or scene (JSON, with \"bodies\"); - reads standard input")
      .required();
  add_report(line, options->task.report);
  line.add_option("--plan", options->trials.plan,
                  "Of a task: the plan, or an answer of `pawl plan`, instead of its own");
  line.add_option("--replay", options->trials.replay, "Of a task: start K alone, counted from 0");
  line.add_flag("--both", options->trials.both,
                "Of a task: every start with random and with adversarial choices, side by side");
  line.add_option("--trace", options->trace,
                  "Write every step to this file, a line of JSON each; - is standard output");
  return {line, [options] { return with_faults_printed(options->task.file, [&] { return run_command(*options); }); }};
}

}  // namespace pawl::cli
