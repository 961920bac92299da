// SPDX-License-Identifier: MIT
#include "answers/plan_answer.h"
#include "commands.h"
#include "option_values.h"
#include "progress.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

struct PlanCommandOptions {
  TaskOptions task;
  std::string require;    ///< the least kind of guarantee: "keeps", "energy"; empty: any
  bool by_graph = false;  ///< no plans by energy
  bool friction_limit = false;
  std::optional<double> seconds;
  std::optional<std::size_t> cells;
  std::optional<std::string> graphviz;  ///< file for the graph
  bool certify = false;                 ///< how deep a plan by energy is
  std::optional<double> enough;         ///< a depth, N m
  std::optional<std::size_t> boxes;
  std::optional<std::string> certificate;  ///< file for the proof
  std::optional<double> friction_off, fixels_off, outline_off;
  bool loadable = false;  ///< whether the part can leave its fixture

  bool asks_depth() const { return certify || enough || certificate; }
};

PlanRequest request_of(const PlanCommandOptions& options) {
  PlanRequest request;
  if (options.require == "keeps") request.least = Guarantee::keeps;
  if (options.require == "energy") request.least = Guarantee::energy;
  request.by_energy = !options.by_graph;
  if (options.cells) request.cells = *options.cells;
  request.stop = interrupt_after(options.seconds);
  request.progress = [status = std::make_shared<StatusLine>()](const std::string& text) { status->show(text); };
  return request;
}

/// A bar that begins with its first box.
std::function<void(std::size_t)> box_bar(std::size_t most) {
  return [most, bar = std::make_shared<std::unique_ptr<Progress>>()](std::size_t boxes) {
    if (!*bar) *bar = std::make_unique<Progress>("box", static_cast<long>(most));
    (*bar)->show(static_cast<long>(boxes));
  };
}

PlanQuestion question_of(const PlanCommandOptions& options) {
  PlanQuestion question;
  question.request = request_of(options);
  question.depth = options.asks_depth();
  question.tolerances = {options.friction_off.value_or(0), options.fixels_off.value_or(0),
                         options.outline_off.value_or(0)};
  if (options.enough) question.flood.enough = *options.enough;
  if (options.boxes) question.flood.boxes = question.loading.boxes = *options.boxes;
  question.flood.progress = box_bar(question.flood.boxes);
  question.loadable = options.loadable;
  question.friction_limit = options.friction_limit;
  return question;
}

Answer answer_plan(const ValidTask& task, const PlanCommandOptions& options) {
  const FoundPlan found = find_plan(task, question_of(options));
  Answer answer = plan_answer(task, found);
  if (options.graphviz) answer.files.push_back(graph_of(found.plan));
  if (options.certificate && found.plan.status != InsertionPlan::Status::stopped)
    answer.files.push_back(certificate_of(task, found));
  return answer;
}

/// An option that would be passed over promises what is not looked at.
void require_asked(const char* option, bool given, bool asked, const char* needs) {
  if (given && !asked) throw InputError(option, "", std::string("says nothing without ") + needs);
}

int run(const PlanCommandOptions& options) {
  const bool depth = options.asks_depth();
  constexpr const char* kDepth = "--certify, --certify-depth or --certificate";
  require_asked("--tolerance-friction", options.friction_off.has_value(), depth, kDepth);
  require_asked("--tolerance-fixels", options.fixels_off.has_value(), depth, kDepth);
  require_asked("--tolerance-outline", options.outline_off.has_value(), depth, kDepth);
  require_asked("--limit-boxes", options.boxes.has_value(), depth || options.loadable, "--certify or --loadable");
  if (options.by_graph && options.require == "energy")
    throw InputError("--by-graph", "", "must not stand beside --require energy");
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
  PlanCommandOptions& plan = *options;
  CommandLine line = program.add_command("plan", "A sensorless insertion plan, or a proof that the model has none");
  add_task(line, plan.task);
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
  line.add_option("--certificate", plan.certificate, "Write the proof to this file, for pawl verify");
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
  line.add_option("--limit", plan.seconds, "Stop after so many seconds").check(wrong_seconds, "SECONDS");
  line.add_option("--limit-cells", plan.cells, "Stop after so many cells of wrenches").check(wrong_count, "COUNT");
  line.add_option(
      "--graphviz", plan.graphviz,
      "Write the states reached under the first wrench (or the obstacle's) to this file; - is standard output");
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
