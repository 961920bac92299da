// SPDX-License-Identifier: MIT
#include <pawl/certify/certificate_file.h>
#include <pawl/certify/loading.h>
#include <pawl/certify/plan_depth.h>
#include <pawl/planner/displacement_radius.h>
#include <pawl/planner/plan_task.h>
#include <pawl/planner/warnings.h>

#include <cmath>
#include <cstdio>
#include <sstream>

#include "certify_json.h"
#include "commands.h"
#include "energy_json.h"
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

Json window_json(const TaskPlan::Step& step) {
  if (!step.window) return nullptr;
  return Json::array({degrees(step.window->first), degrees(step.window->second)});
}

Json step_json(const TaskPlan::Step& step, const PlanProblem& problem) {
  Json json = {{"wrench", to_json(step.wrench)},
               {"margin_deg", degrees(step.margin)},
               {"margin_full_deg", step.margin_full ? Json(degrees(*step.margin_full)) : Json(nullptr)},
               {"before", step.before},
               {"after", step.after},
               {"window_deg", window_json(step)},
               {"impact", step.keeps_contacts ? "keeps" : "may bounce off"},
               {"energy", energy_json(step.energy, problem)}};
  if (step.least_tilt) json["least_tilt_deg"] = degrees(*step.least_tilt);
  return json;
}

Json obstacle_json(const PlanObstacle& obstacle, const PlanProblem& problem) {
  Json modes = Json::array();
  for (const Mode& mode : obstacle.modes) modes.push_back(mode.str());
  return {{"wrench", to_json(problem.seated.contacts.to_world(obstacle.wrench))},
          {"state", belief_of(problem, StateSet().set(static_cast<std::size_t>(obstacle.state)))[0]},
          {"modes", modes},
          {"rests", obstacle.rests},
          {"escapes", obstacle.escapes}};
}

Json certificate_json(const InsertionPlan& plan, const PlanProblem& problem) {
  if (plan.certificate.empty()) return nullptr;
  Json beliefs = Json::array();
  for (const StateSet& belief : plan.certificate) beliefs.push_back(belief_of(problem, belief));
  return {{"beliefs", beliefs}, {"outcomes", plan.outcomes}};
}

/// A limit that is known: its half-width, null for none. One that is not: "stopped", and the half-width known to be
/// safe.
void add_bound(Json& limits, const std::string& name, const FrictionBound& bound) {
  const bool finite = std::isfinite(bound.half_width);
  limits[name] = !bound.exact ? Json("stopped") : finite ? Json(bound.half_width) : Json(nullptr);
  if (!bound.exact) limits[name + "_at_least"] = bound.half_width < 0 ? Json(nullptr) : Json(bound.half_width);
}

/// Adds the limits; whether both are known.
bool add_friction_limit(Json& results, const FrictionLimit& limit) {
  add_bound(results["friction_limit"], "this_plan", limit.this_plan);
  add_bound(results["friction_limit"], "any_plan", limit.any_plan);
  return limit.this_plan.exact && limit.any_plan.exact;
}

std::string graph_text(const PlanProblem& problem, const InsertionPlan& plan) {
  Eigen::Vector3d wrench = Eigen::Vector3d::Zero();
  if (!plan.steps.empty()) wrench = plan.steps[0].wrench;
  if (plan.obstacle) wrench = plan.obstacle->wrench;
  std::ostringstream text;
  const StateSet start = problem.options.start.value_or(every_contact(problem.graph.states()));
  write_graphviz(text, problem.graph, wrench, start);
  return std::move(text).str();
}

const char* name_of(InsertionPlan::Status status) {
  switch (status) {
    case InsertionPlan::Status::found:
      return "found";
    case InsertionPlan::Status::none:
      return "none";
    case InsertionPlan::Status::stopped:
      return "stopped";
  }
  return "";
}

const char* actuator_name(const Task& task) {
  static constexpr const char* kNames[] = {"free", "tray", "push", "spring"};
  return kNames[task.actuator ? task.actuator->index() : 0];
}

Json results_json(const TaskPlan& found, const Units& units) {
  const PlanProblem& problem = found.problem;
  const InsertionPlan& plan = found.solution;
  const SeatedTask& seated = problem.seated;
  Json results;
  results["found"] = found.found();
  results["status"] = name_of(plan.status);
  results["guarantee"] = plan.guarantee ? Json(std::string(name_of(*plan.guarantee))) : Json(nullptr);
  results["located"] = seated.located;
  results["seated_pose"] = seated.pose ? pose_json(*seated.pose, units) : Json(nullptr);
  results["steps"] = Json::array();
  for (const TaskPlan::Step& step : found.steps) results["steps"].push_back(step_json(step, problem));
  results["states"] = problem.graph.states().count();
  results["planes"] = plan.planes;
  results["cells"] = plan.cells;
  results["explored"] = plan.explored;
  results["reason"] = plan.reason;
  results["obstacle"] = plan.obstacle ? obstacle_json(*plan.obstacle, problem) : Json(nullptr);
  results["certificate"] = certificate_json(plan, problem);
  if (seated.contacts.has_friction_interval()) results["friction"] = "interval";
  return results;
}

Status status_of(const InsertionPlan& plan) {
  switch (plan.status) {
    case InsertionPlan::Status::found:
      return kYes;
    case InsertionPlan::Status::none:
      return kNo;
    case InsertionPlan::Status::stopped:
      break;
  }
  return kFailed;
}

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

/// Adds how deep the plan is, and how far displaced its steps hold from rest; no depth is an answer "no".
void certify_depth(const ValidTask& task, const PlanProblem& problem, const InsertionPlan& plan,
                   const PlanCommandOptions& options, Answer& answer) {
  require_energy_goal(problem);
  std::optional<PlanDepth> depth;
  if (plan.guarantee == Guarantee::energy) {
    EnergyFloodOptions flood;
    if (options.enough) flood.enough = *options.enough;
    if (options.boxes) flood.boxes = *options.boxes;
    flood.stop = problem.options.stop;
    Progress progress("box", static_cast<long>(flood.boxes));
    flood.progress = [&progress](std::size_t boxes) { progress.show(static_cast<long>(boxes)); };
    depth = plan_depth(
        task, problem, plan,
        {options.friction_off.value_or(0), options.fixels_off.value_or(0), options.outline_off.value_or(0)}, flood);
  }
  const bool found = depth && depth->found.depth > 0;
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    Json& step = answer.results["steps"][k];
    add_depth(depth ? &*depth : nullptr, problem.seated.contacts, task.task().units, step["energy"]);
    step["radius"] = radius_json(displacement_radius(problem, plan, k, task.task().part.outline));
  }
  if (options.certificate) {
    answer.files.push_back(
        found ? std::optional(certificate_text(task.task().name, depth->problem, depth->found.certificate))
              : std::nullopt);
  }
  if (found || answer.status == kFailed) return;
  const bool cut_short = depth && depth->found.end == EnergyDepth::End::stopped;
  answer.status = cut_short ? kFailed : kNo;
  if (cut_short) answer.message = "stopped: the limit was reached before a depth was proved";
}

/// Adds whether the part can leave its fixture; both are answers.
void tell_loading(const ValidTask& task, const PlanProblem& problem, const PlanCommandOptions& options,
                  Answer& answer) {
  LoadingOptions search;
  if (options.boxes) search.boxes = *options.boxes;
  search.stop = problem.options.stop;
  const Loading loading = find_loading(task, problem.seated, search);
  add_loading(loading, problem.seated.contacts, task.task().units, answer.results);
  if (loading.end != Loading::End::undecided) return;
  answer.status = kFailed;
  answer.message = "undecided: the limit was reached before a way out was found, or that there is none";
}

Answer answer_plan(const ValidTask& task, const PlanCommandOptions& options) {
  const TaskPlan found = plan(task, request_of(options));
  const PlanProblem& problem = found.problem;
  const InsertionPlan& plan = found.solution;
  Answer answer;
  answer.warnings = warnings(problem, plan);
  answer.results = results_json(found, task.task().units);
  answer.results["actuator"] = actuator_name(task.task());
  if (options.graphviz)
    answer.files.push_back(problem.graph.complete() ? std::optional(graph_text(problem, plan)) : std::nullopt);
  answer.status = status_of(plan);
  if (answer.status == kFailed) {
    answer.message = "stopped: " + plan.reason;
    return answer;
  }
  answer.certify(found.certainty);
  if (options.asks_depth()) certify_depth(task, problem, plan, options, answer);
  if (options.loadable) tell_loading(task, problem, options, answer);
  if (options.friction_limit && plan.status == InsertionPlan::Status::found) {
    const FrictionLimit limit = friction_limit(problem, plan);
    const Warnings near = warnings(problem, limit);
    answer.warnings.insert(answer.warnings.end(), near.begin(), near.end());
    if (!add_friction_limit(answer.results, limit)) {
      answer.status = kFailed;
      answer.message = "stopped: the limit was reached before the friction limit was known";
    }
  }
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
