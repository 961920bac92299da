// SPDX-License-Identifier: MIT
#include <pawl/draw/simulation_page.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/io/warnings.h>
#include <pawl/scenes/run_scene.h>

#include "answers/pictures/figures.h"
#include "answers/plan_answer.h"
#include "answers/simulate_answer.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/task_command.h"

namespace pawl::cli {
namespace {

struct PlanCommandOptions {
  TaskOptions task;
  AskedPlan plan;
  std::optional<double> seconds;
  std::optional<std::string> graphviz;     ///< file for the graph
  std::optional<std::string> certificate;  ///< file for the proof
};

/// A bar that begins with its first box.
std::function<void(std::size_t)> box_bar(std::size_t most) {
  return [most, bar = std::make_shared<std::unique_ptr<Progress>>()](std::size_t boxes) {
    if (!*bar) *bar = std::make_unique<Progress>("box", static_cast<long>(most));
    (*bar)->show(static_cast<long>(boxes));
  };
}

AskedPlan plan_options(const PlanCommandOptions& options) {
  AskedPlan plan = options.plan;
  plan.certify = plan.certify || options.certificate;
  return plan;
}

PlanQuestion plan_question(const PlanCommandOptions& options) {
  PlanQuestion question = question_of(plan_options(options));
  question.request.stop = interrupt_after(options.seconds);
  question.request.progress = [status = std::make_shared<StatusLine>()](const std::string& text) {
    status->show(text);
  };
  question.flood.progress = box_bar(question.flood.boxes);
  return question;
}

Answer answer_plan(const ValidTask& task, const PlanCommandOptions& options) {
  const FoundPlan found = find_plan(task, plan_question(options));
  Answer answer = plan_answer(task, found);
  if (options.graphviz) answer.files.push_back(graph_of(found.plan));
  if (options.certificate && found.plan.status != InsertionPlan::Status::stopped)
    answer.files.push_back(certificate_of(found));
  return answer;
}

int run_plan(const PlanCommandOptions& options) {
  question_of(plan_options(options));  // refuses options before any file is read
  require_one_task(options.task, "--graphviz", options.graphviz.has_value());
  require_one_task(options.task, "--certificate", options.certificate.has_value());
  Outputs outputs = outputs_of(options.task);
  if (options.graphviz) outputs.add("--graphviz", *options.graphviz);
  if (options.certificate) outputs.add("--certificate", *options.certificate);
  return run_task("plan", options.task, outputs, [&](const ValidTask& task) { return answer_plan(task, options); });
}

}  // namespace

Command add_plan(Program& program) {
  const auto options = std::make_shared<PlanCommandOptions>();
  AskedPlan& plan = options->plan;
  CommandLine line = program.add_command("plan", "A sensorless insertion plan, or a proof that the model has none");
  add_task(line, options->task);
  line.add_option("--require", plan.require,
                  "Only plans that promise at least this: keeps (no impact at a gain takes a contact away), or energy "
                  "(the part can come to rest at the goal only, from any motion within some depth of energy)")
      .check(wrong_guarantee, "keeps|energy");
  line.add_flag(
      "--require-impact-safe", [&plan] { plan.require = "keeps"; }, "As --require keeps");
  line.add_flag("--by-graph", plan.by_graph,
                "Ask the graph of contact states alone: from a start that is known margins may be wider than where the "
                "energy conditions hold, from all starts");
  line.add_flag("--friction-limit", plan.friction_limit,
                "Also how far friction may be from its nominal value, for this plan and for any");
  line.add_flag("--certify", plan.certify,
                "Also how deep a plan by energy is: how far from the goal, and how fast, it holds");
  line.add_option("--certify-depth", plan.enough,
                  "End at this depth, N times the task's length, for a wrench of size 1 N")
      .check(wrong_size, "DEPTH");
  line.add_option("--certificate", options->certificate, "Write the proof to this file, for pawl verify");
  line.add_option("--limit-boxes", plan.boxes, "Stop --certify or --loadable after so many boxes")
      .check(wrong_count, "COUNT");
  line.add_option("--tolerance-friction", plan.friction_off, "Certify for so much more friction")
      .check(wrong_size, "MU");
  line.add_option("--tolerance-fixels", plan.fixels_off, "Certify for fixels up to so far off, in the task's length")
      .check(wrong_size, "LENGTH");
  line.add_option("--tolerance-outline", plan.outline_off,
                  "Certify for an outline up to so far off, in the task's length")
      .check(wrong_size, "LENGTH");
  line.add_flag("--loadable", plan.loadable,
                "Also whether the part can leave its fixture in the plane: a way out, or a proof that it is caged");
  line.add_option("--limit", options->seconds, "Stop after so many seconds").check(wrong_seconds, "SECONDS");
  line.add_option("--limit-cells", plan.cells, "Stop after so many cells of wrenches").check(wrong_count, "COUNT");
  line.add_option(
      "--graphviz", options->graphviz,
      "Write the states reached under the first wrench (or the obstacle's) to this file; - is standard output");
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run_plan(*options); }); }};
}

namespace {

struct TrialCommandOptions {
  std::optional<std::string> plan;  ///< file with the plan
  std::optional<long> replay;       ///< one start alone
  bool both = false;                ///< random and adversarial choices, side by side
};

struct SimulateCommandOptions {
  TaskOptions task;
  std::optional<std::string> trace;
  TrialCommandOptions trials;
};

/// A scene that was stepped.
struct RunScene {
  SceneResult result;
  EnergyHistory energies;
  std::optional<std::string> html;  ///< where a page is asked for
};

/// Steps the scene; `write`, where given, takes the lines of the trace.
RunScene run_scene(const Scene& scene, const SceneSetup& setup, const PictureOptions& pictures,
                   const Outputs::Part& write) {
  Progress progress("step", setup.steps());
  if (write) write(trace_head(scene, setup));
  EnergyHistory energies(scene.units, setup);
  const auto after = [&](const SceneStep& step) {
    if (write) write(trace_line(scene.units, setup, step));
    energies.add(step);
    progress.show(step.number);
  };
  if (!pictures.html) return {run(setup, interrupt_after(), after), std::move(energies), {}};
  draw::PlayedScene played = draw::play_scene(scene, setup, interrupt_after(), after);
  return {played.result, std::move(energies), page_text(std::move(played.page), pictures)};
}

RunScene run_traced(const Scene& scene, const SceneSetup& setup, const SimulateCommandOptions& options) {
  const PictureOptions& pictures = options.task.pictures;
  if (!options.trace) return run_scene(scene, setup, pictures, nullptr);
  Outputs outputs({});
  outputs.add("--trace", *options.trace);
  std::optional<RunScene> run;
  outputs.write_in_parts([&](const Outputs::Part& write) { run = run_scene(scene, setup, pictures, write); });
  return std::move(*run);
}

Answer answer_scene(const Scene& scene, const SceneSetup& setup, const RunScene& run) {
  Answer answer = scene_answer(scene, setup, run.result, run.energies);
  if (run.html) answer.files.push_back(run.html);
  return answer;
}

/// The answer's own output: that of --trace is written by then.
Outputs answer_output(const SimulateCommandOptions& options) {
  Outputs outputs({});
  outputs.add("--out", options.task.report.out);
  add_outputs(options.task.pictures, outputs);
  return outputs;
}

/// A file that was read: nothing of it is wrong in itself.
struct ReadFile {
  Question question;
  std::optional<ValidTask> task;
  std::optional<Scene> scene;
  std::optional<SceneSetup> setup;  ///< of the scene
};

void require_scene_options(const TrialCommandOptions& options) {
  if (options.plan) throw InputError("", "--plan", "is for tasks; this is a scene");
  if (options.replay) throw InputError("", "--replay", "is for tasks; this is a scene");
  if (options.both) throw InputError("", "--both", "is for tasks; this is a scene");
}

ReadFile read(const std::string& file, const SimulateCommandOptions& options) {
  ReadFile read{
      {"simulate", "", std::chrono::steady_clock::now(), file, Units(), options.task.files.size() > 1}, {}, {}, {}};
  const std::string text = read_input(file, options.task.report);
  if (kind_of_text(text) == TextKind::task) {
    if (options.trace && !options.trials.replay) {
      throw InputError("", "--trace", "is of one trial; with a task it needs --replay K");
    }
    read.task = read_valid_task(text, folder_of(file));
    read.question.name = read.task->task().name;
    read.question.units = read.task->task().units;
    return read;
  }
  require_scene_options(options.trials);
  read.scene = read_scene(text);
  read.setup = set_up(*read.scene);
  read.question.name = read.scene->name;
  read.question.units = read.scene->units;
  return read;
}

/// A bar of its own for each time that all starts are tried.
std::function<void(std::size_t)> start_bar(std::size_t starts) {
  return [bar = std::make_shared<Progress>("start", static_cast<long>(starts))](std::size_t done) {
    bar->show(static_cast<long>(done));
  };
}

TrialsQuestion trials_question(const ValidTask& task, const TrialCommandOptions& options) {
  TrialsQuestion question;
  question.replay = options.replay;
  question.both = options.both;
  question.stop = interrupt_after();
  if (options.plan) question.plan = plan_in(read_text_file(*options.plan), *options.plan, task.task().units);
  question.progress = start_bar;
  return question;
}

Answer answer_task(const ValidTask& task, const SimulateCommandOptions& options) {
  TrialsQuestion question = trials_question(task, options.trials);
  Answer answer;
  if (options.trace) {
    Outputs trace({});
    trace.add("--trace", *options.trace);
    trace.write_in_parts([&](const Outputs::Part& write) {
      question.trace = write;
      answer = answer_trials(task, question);
    });
  } else {
    answer = answer_trials(task, question);
  }
  const Warnings found = warnings(task, "simulate");
  answer.warnings.insert(answer.warnings.begin(), found.begin(), found.end());
  return answer;
}

Answer answer_file(const ReadFile& file, const SimulateCommandOptions& options) {
  if (file.task) return answer_task(*file.task, options);
  return answer_scene(*file.scene, *file.setup, run_traced(*file.scene, *file.setup, options));
}

Outputs checked_outputs(const SimulateCommandOptions& options) {
  std::vector<std::string> inputs = options.task.files;
  if (options.trials.plan) inputs.push_back(*options.trials.plan);
  Outputs outputs(inputs);
  outputs.add("--out", options.task.report.out);
  add_outputs(options.task.pictures, outputs);
  if (options.trace) outputs.add("--trace", *options.trace);
  return outputs;
}

void add_scene_picture(const Scene& scene, const TaskOptions& options, AnsweredQuestion& answered) {
  if (!options.pictures.draws()) return;
  const Json document = document_of(answered, options.report);
  const Outputs::Texts texts = rendered(scene_picture(scene, document, options.pictures.page().x()), options.pictures);
  answered.answer.files.insert(answered.answer.files.begin(), texts.begin(), texts.end());
}

int run_command(const SimulateCommandOptions& options) {
  require_one_task(options.task, "--trace", options.trace.has_value());
  require_one_task(options.task, "--svg, --png, --pdf and --html", options.task.pictures.any());
  if (options.task.pictures.html && options.trials.both) {
    throw InputError("", "--html", "plays one kind of choices; --both has two");
  }
  Outputs outputs = checked_outputs(options);
  std::vector<ReadFile> files;
  bool bad = false;
  for (const std::string& file : options.task.files) {
    const bool sound = without_fault(file, [&] { files.push_back(read(file, options)); });
    bad = bad || !sound;
  }
  if (bad) return kBadInput;
  for (const ReadFile& file : files) {
    if (file.task) add_named_files(*file.task, outputs);
  }
  outputs.require_places();
  catch_interrupts();  // not before: while files are read nothing looks at the flag
  std::vector<AnsweredQuestion> answered;
  for (const ReadFile& file : files) {
    const bool sound = without_fault(file.question.file, [&] {
      Answer answer = answer_file(file, options);
      answered.push_back({file.question, std::move(answer)});
      if (file.task) add_picture(*file.task, options.task.pictures, options.task.report, answered.back());
      if (file.scene) add_scene_picture(*file.scene, options.task, answered.back());
    });
    bad = bad || !sound;
  }
  return bad ? kBadInput : print_answers(answered, options.task.report, answer_output(options));
}

}  // namespace

Command add_simulate(Program& program) {
  const auto options = std::make_shared<SimulateCommandOptions>();
  CommandLine line = program.add_command(
      "simulate",
      "A task's plan on trial from many starts, or a scene of many bodies in contact, stepped through its duration");
  line.add_option("FILE", options->task.files,
                  "Task, or scene (JSON, with \"bodies\"); - reads standard input. Several: a line of JSON each")
      .required();
  add_report(line, options->task.report);
  add_pictures(line, options->task.pictures);
  line.add_option("--plan", options->trials.plan,
                  "Of a task: the plan, or an answer of `pawl plan`, instead of its own");
  line.add_option("--replay", options->trials.replay, "Of a task: start K alone, counted from 0");
  line.add_flag("--both", options->trials.both,
                "Of a task: every start with random and with adversarial choices, side by side");
  line.add_option("--trace", options->trace,
                  "Write every step to this file, a line of JSON each; - is standard output");
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run_command(*options); }); }};
}

}  // namespace pawl::cli
