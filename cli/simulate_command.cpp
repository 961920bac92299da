// SPDX-License-Identifier: MIT
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/scenes/run_scene.h>

#include "commands.h"
#include "interrupt.h"
#include "progress.h"
#include "scene_json.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

struct SimulateCommandOptions {
  TaskOptions task;
  std::optional<std::string> trace;
};

/// Throws InputError for a task.
Scene read_scene_of(const std::string& file) {
  const std::string text = read_text_file(file);
  if (kind_of_text(text) == TextKind::task) {
    throw InputError("", "",
                     "this is a task, and trials of a task are not in this version; expected a scene, with \"bodies\"");
  }
  return read_scene(text);
}

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

int run_command(const SimulateCommandOptions& options) {
  Outputs outputs = outputs_of(options.task);
  if (options.trace) outputs.add("--trace", *options.trace);
  const auto start = std::chrono::steady_clock::now();
  const Scene scene = read_scene_of(options.task.file);
  const SceneSetup setup = set_up(scene);
  outputs.require_places();
  catch_interrupts();  // not before: while the scene is read nothing looks at the flag
  const SceneResult result = run_traced(scene, setup, options.trace);
  return print_answer({"simulate", scene.name, start, options.task.file}, answer_scene(setup, result),
                      options.task.report, answer_output(options));
}

}  // namespace

Command add_simulate(CLI::App& app) {
  const auto options = std::make_shared<SimulateCommandOptions>();
  CLI::App* line = app.add_subcommand("simulate", "A scene of many bodies in contact, stepped through its duration");
  line->add_option("SCENE", options->task.file, "Scene file (JSON, with \"bodies\"); - reads standard input")
      ->required();
  add_report(*line, options->task.report);
  line->add_option("--trace", options->trace,
                   "Write every step to this file, a line of JSON each; - is standard output");
  return {line, [options] { return with_faults_printed(options->task.file, [&] { return run_command(*options); }); }};
}

}  // namespace pawl::cli
