// SPDX-License-Identifier: MIT
#include <pawl/draw/simulation_page.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/io/warnings.h>
#include <pawl/scenes/run_scene.h>

#include "answers/pictures/figures.h"
#include "answers/plan_answer.h"
#include "answers/region_answer.h"
#include "answers/simulate_answer.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/task_command.h"

namespace pawl::cli {
namespace {

/// Returns a function to be called with the number of boxes. It shows a progress bar, which appears at the first call.
std::function<void(std::size_t)> box_bar(std::size_t most) {
  return [most, bar = std::make_shared<std::unique_ptr<Progress>>()](std::size_t boxes) {
    if (!*bar) *bar = std::make_unique<Progress>("box", static_cast<long>(most));
    (*bar)->show(static_cast<long>(boxes));
  };
}

/// Returns the question with a stop token and, on a terminal, with progress reports. The token stops at the time limit
/// and at an interrupt.
PlanQuestion interactive(PlanQuestion question) {
  question.stop = interrupt_after(question.limit);
  question.more_time = interrupt_after;
  question.progress = [status = std::make_shared<StatusLine>()](const std::string& text) { status->show(text); };
  question.box_progress = box_bar(question.limit_boxes.value_or(EnergyFloodOptions().boxes));
  return question;
}

Answer answer_regions(const ValidTask& task, const PlanQuestion& question) {
  const FoundRegions found = find_regions(task, interactive(question));
  Answer answer = regions_answer(task, found);
  if (question.certificate) answer.files.push_back(certificate_of(found));
  return answer;
}

Answer answer_plan(const ValidTask& task, const PlanQuestion& question) {
  if (asks_regions(task.task(), question)) return answer_regions(task, question);
  const FoundPlan found = find_plan(task, interactive(question));
  Answer answer = plan_answer(task, found);
  if (question.graphviz) answer.files.push_back(graph_of(found.plan, question.whole_graph));
  if (question.certificate && found.plan.status != InsertionPlan::Status::stopped)
    answer.files.push_back(certificate_of(found));
  return answer;
}

int run_plan(const TaskOptions& options, const PlanQuestion& question) {
  require_consistent(question, true);  // must precede the reading of files
  require_one_task(options, "--graphviz", question.graphviz.has_value());
  require_one_task(options, "--certificate", question.certificate.has_value());
  Outputs outputs = outputs_of(options);
  if (question.plan) outputs.add_input(question.plan->name);
  if (question.graphviz) outputs.add("--graphviz", *question.graphviz);
  if (question.certificate) outputs.add("--certificate", *question.certificate);
  PlanQuestion asked = question;
  asked.advice = asked.advice || as_text(options.report);
  return run_task("plan", options, outputs, [&](const ValidTask& task) { return answer_plan(task, asked); });
}

}  // namespace

Command add_plan(Program& program) {
  return add_task_command(
      program, "plan", "Find pushes or tilts that seat a part without sensors, or prove that none exist for the model",
      run_plan);
}

namespace {

/// The result of the simulation of a scene.
struct RunScene {
  SceneResult result;
  EnergyHistory energies;
  std::optional<std::string> html;  ///< text of the player, if requested
};

/// Simulates the scene. If `write` is given, calls it with each line of the trace.
RunScene run_scene(const Scene& scene, const SceneSetup& setup, const PictureOptions& pictures, const StopToken& stop,
                   const Outputs::Part& write) {
  Progress progress("step", setup.steps());
  if (write) write(trace_head(scene, setup));
  EnergyHistory energies(scene.units, setup);
  const auto after = [&](const SceneStep& step) {
    if (write) write(trace_line(scene.units, setup, step));
    energies.add(step);
    progress.show(step.number);
  };
  if (!pictures.html) return {run(setup, stop, after), std::move(energies), {}};
  draw::PlayedScene played = draw::play_scene(scene, setup, stop, after);
  return {played.result, std::move(energies), page_text(std::move(played.page), pictures)};
}

RunScene run_traced(const Scene& scene, const SceneSetup& setup, const PictureOptions& pictures,
                    const TrialsQuestion& question) {
  const StopToken stop = interrupt_after(question.limit);
  if (!question.trace) return run_scene(scene, setup, pictures, stop, nullptr);
  Outputs outputs({});
  outputs.add("--trace", *question.trace);
  std::optional<RunScene> run;
  outputs.write_in_parts([&](const Outputs::Part& write) { run = run_scene(scene, setup, pictures, stop, write); });
  return std::move(*run);
}

Answer answer_scene(const Scene& scene, const SceneSetup& setup, const RunScene& run) {
  Answer answer = scene_answer(scene, setup, run.result, run.energies);
  if (run.html) answer.files.push_back(run.html);
  return answer;
}

/// Returns the outputs for the answer and its pictures. The trace has already been written.
Outputs answer_output(const TaskOptions& options) {
  Outputs outputs({});
  outputs.add("--out", options.report.out);
  add_outputs(options.pictures, outputs);
  return outputs;
}

/// A file that has been read without faults.
struct ReadFile {
  Question question;
  std::optional<ValidTask> task;
  std::optional<Scene> scene;
  std::optional<SceneSetup> setup;  ///< the scene, prepared for time stepping; without a value for a task
};

void require_scene_options(const TrialsQuestion& question, const TaskOptions& options) {
  if (options.task_out) throw InputError("", "--task-out", "applies to tasks; this input is a scene");
  if (options.report.task.scatter) throw InputError("", "--scatter", "applies to tasks; this input is a scene");
  if (question.plan) throw InputError("", "--plan", "applies to tasks; this input is a scene");
  if (question.replay) throw InputError("", "--replay", "applies to tasks; this input is a scene");
  if (question.both) throw InputError("", "--both", "applies to tasks; this input is a scene");
}

ReadFile read(const std::string& file, const TaskOptions& options, const TrialsQuestion& question) {
  ReadFile read{
      {"simulate", "", std::chrono::steady_clock::now(), file, Units(), options.files.size() > 1}, {}, {}, {}};
  const std::string text = read_input(file, options.report);
  if (kind_of_text(text) == TextKind::task) {
    if (question.trace && !question.replay) {
      throw InputError("", "--trace", "records one trial, so with a task it needs --replay K");
    }
    try {
      read.task = read_valid_task(text, folder_of(file));
    } catch (const InputError& error) {
      throw at_options(error, options.report.task, is_drawing_file(file));
    }
    read.question.name = read.task->task().name;
    read.question.units = read.task->task().units;
    return read;
  }
  require_scene_options(question, options);
  read.scene = read_scene(text);
  read.setup = set_up(*read.scene);
  read.question.name = read.scene->name;
  read.question.units = read.scene->units;
  return read;
}

/// Returns a progress function for one run of all starts. It is called once per run, so that each run has its own
/// progress bar.
std::function<void(std::size_t)> start_bar(std::size_t starts) {
  return [bar = std::make_shared<Progress>("start", static_cast<long>(starts))](std::size_t done) {
    bar->show(static_cast<long>(done));
  };
}

Answer answer_task(const ValidTask& task, TrialsQuestion question) {
  question.stop = interrupt_after(question.limit);
  question.progress = start_bar;
  Answer answer;
  if (question.trace) {
    Outputs trace({});
    trace.add("--trace", *question.trace);
    trace.write_in_parts([&](const Outputs::Part& write) {
      question.write_trace = write;
      answer = answer_trials(task, question);
    });
  } else {
    answer = answer_trials(task, question);
  }
  const Warnings found = warnings(task, "simulate");
  answer.warnings.insert(answer.warnings.begin(), found.begin(), found.end());
  return answer;
}

Answer answer_file(const ReadFile& file, const TaskOptions& options, const TrialsQuestion& question) {
  if (file.task) return answer_task(*file.task, question);
  return answer_scene(*file.scene, *file.setup, run_traced(*file.scene, *file.setup, options.pictures, question));
}

Outputs checked_outputs(const TaskOptions& options, const TrialsQuestion& question) {
  std::vector<std::string> inputs = options.files;
  if (question.plan) inputs.push_back(question.plan->name);
  Outputs outputs(inputs);
  outputs.add("--out", options.report.out);
  add_outputs(options.pictures, outputs);
  warn_of_names(options.pictures, options.report);
  if (question.trace) outputs.add("--trace", *question.trace);
  return outputs;
}

void add_scene_picture(const Scene& scene, const TaskOptions& options, AnsweredQuestion& answered) {
  if (!options.pictures.draws()) return;
  const Json document = for_people(document_of(answered, options.report), options.report);
  const Outputs::Texts texts = rendered(scene_picture(scene, document, options.pictures.page().x()), options.pictures);
  answered.answer.files.insert(answered.answer.files.begin(), texts.begin(), texts.end());
}

int run_simulate(const TaskOptions& options, const TrialsQuestion& question) {
  require_one_task(options, "--trace", question.trace.has_value());
  require_one_task(options, "--svg, --png, --pdf and --html", options.pictures.any());
  if (options.pictures.html && question.both) {
    throw InputError("", "--html",
                     "cannot be combined with --both: a player shows either random or adversarial choices");
  }
  Outputs outputs = checked_outputs(options, question);
  std::vector<ReadFile> files;
  bool bad = false;
  for (const std::string& file : options.files) {
    const bool sound = without_fault(file, [&] { files.push_back(read(file, options, question)); });
    bad = bad || !sound;
  }
  if (files.empty()) return kBadInput;
  for (const ReadFile& file : files) {
    if (file.task) add_named_files(*file.task, outputs);
  }
  outputs.require_places();
  for (const ReadFile& file : files) {
    if (file.task) write_asked(*file.task, options);
  }
  catch_interrupts();  // must follow the reading of files: the interrupt flag is not polled while a file is read
  TrialsQuestion asked = question;
  asked.advice = asked.advice || as_text(options.report);
  std::vector<AnsweredQuestion> answered;
  for (const ReadFile& file : files) {
    const bool sound = without_fault(file.question.file, [&] {
      Answer answer = answer_file(file, options, asked);
      answered.push_back({file.question, std::move(answer)});
      if (file.task) add_picture(*file.task, options.pictures, options.report, answered.back());
      if (file.scene) add_scene_picture(*file.scene, options, answered.back());
    });
    bad = bad || !sound;
  }
  if (answered.empty()) return kBadInput;
  const int status = print_answers(answered, options.report, answer_output(options));
  return bad ? kBadInput : status;
}

}  // namespace

Command add_simulate(Program& program) {
  return add_task_command(
      program, "simulate",
      "Run trials of a task's plan from many starts, or simulate a scene of many bodies in contact", run_simulate,
      {"FILE",
       "Task or scene (JSON; a scene has \"bodies\"); - is standard input. Several files: one line of JSON per file"});
}

}  // namespace pawl::cli
