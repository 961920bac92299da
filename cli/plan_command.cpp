// SPDX-License-Identifier: MIT
#include "answers/plan_options.h"
#include "commands.h"
#include "option_values.h"
#include "progress.h"
#include "task_command.h"

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

PlanQuestion asked(const PlanCommandOptions& options) {
  PlanQuestion question = question_of(plan_options(options));
  question.request.stop = interrupt_after(options.seconds);
  question.request.progress = [status = std::make_shared<StatusLine>()](const std::string& text) {
    status->show(text);
  };
  question.flood.progress = box_bar(question.flood.boxes);
  return question;
}

Answer answer_plan(const ValidTask& task, const PlanCommandOptions& options) {
  const FoundPlan found = find_plan(task, asked(options));
  Answer answer = plan_answer(task, found);
  if (options.graphviz) answer.files.push_back(graph_of(found.plan));
  if (options.certificate && found.plan.status != InsertionPlan::Status::stopped)
    answer.files.push_back(certificate_of(found));
  return answer;
}

int run(const PlanCommandOptions& options) {
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
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
