// SPDX-License-Identifier: MIT
#include "answers/plan_answer.h"

#include <pawl/base/fault.h>
#include <pawl/planner/plan_problem.h>
#include <pawl/planner/warnings.h>

#include <cmath>
#include <sstream>

#include "answers/answer.h"

namespace pawl::answers {

/// Returns as JSON whether a step satisfies the energy conditions.
Json energy_json(const EnergyVerdict& verdict, const PlanProblem& problem);

namespace {

const char* end_name(EnergyDepth::End end) {
  switch (end) {
    case EnergyDepth::End::spills:
      return "spills";
    case EnergyDepth::End::caged:
      return "caged";
    case EnergyDepth::End::enough:
      return "enough";
    case EnergyDepth::End::stopped:
      return "stopped";
    case EnergyDepth::End::unproved:
      break;
  }
  return "unproved";
}

}  // namespace

Json box_json(const std::array<Eigen::Vector3d, 2>& extent, const ContactSet& contacts) {
  Eigen::Vector3d low = Eigen::Vector3d::Constant(INFINITY), high = -low;
  for (const int x : {0, 1}) {
    for (const int y : {0, 1}) {
      for (const int t : {0, 1}) {
        const auto at = [&](int k) { return extent[k]; };
        const Eigen::Vector3d corner = contacts.to_world({at(x).x(), at(y).y(), at(t).z()});
        low = low.cwiseMin(corner);
        high = high.cwiseMax(corner);
      }
    }
  }
  const auto range = [](double from, double to) { return Json::array({from, to}); };
  return {{"translation", Json::array({range(low.x(), high.x()), range(low.y(), high.y())})},
          {"rotation_deg", range(degrees(low.z()), degrees(high.z()))}};
}

namespace {

Json spill_json(const EnergyDepth& found, const ContactSet& contacts, const Units& units) {
  Json fixels = Json::array();
  for (const int fixel : found.spill_fixels) fixels.push_back(fixel + 1);
  Json spill = {
      {"displacement", pose_json(contacts.to_world(found.spill), units)}, {"fixels", fixels}, {"leaves", found.leaves}};
  for (const int wall : found.spill_walls) spill["walls"].push_back(wall + 1);
  return spill;
}

}  // namespace

void add_depth(const PlanDepth* depth, const ContactSet& contacts, const Units& units, Json& energy) {
  const bool found = depth != nullptr && depth->found.depth > 0;
  const bool spills = depth != nullptr && depth->found.end == EnergyDepth::End::spills;
  energy["depth"] = found ? Json(depth->found.depth) : Json(nullptr);
  energy["basin"] = found ? box_json(depth->found.extent, contacts) : Json(nullptr);
  energy["boxes"] = found ? Json(depth->found.boxes) : Json(nullptr);
  if (depth == nullptr) return;
  energy["end"] = end_name(depth->found.end);
  energy["spill"] = spills ? spill_json(depth->found, contacts, units) : Json(nullptr);
  // An upper bound is known only if the search ended at a pass.
  energy["depth_at_most"] = spills ? Json(depth->found.depth_at_most) : Json(nullptr);
  energy["depth_fraction"] = depth->fraction;
  energy["force"] = depth->force;
  energy["speed"] = depth->speed;
}

Json radius_json(const std::optional<DisplacementRadius>& radius) {
  if (!radius) return nullptr;
  return {{"displacement", radius->displacement}, {"rotation_deg", degrees(radius->rotation)}};
}

Json zone_json(const ZoneGuarantee& zone, const Part& part) {
  Json json = {{"tolerance", zone.tolerance}, {"holds", zone.holds()}, {"certificates", can_have_tolerance(part)}};
  if (!zone.holds()) {
    json["reason"] = zone.refused;
    return json;
  }
  json["margin_deg"] = degrees(zone.margin);
  json["margin_full_deg"] = degrees(zone.margin_full);
  json["displacement"] = zone.displacement;
  json["rotation_deg"] = degrees(zone.rotation);
  json["center_of_mass"] = zone.center;
  json["of_edge"] = zone.of_edge;
  return json;
}

void add_loading(const Loading& loading, const ContactSet& contacts, const Units& units, Json& results) {
  const bool leaves = loading.end == Loading::End::leaves, caged = loading.end == Loading::End::caged;
  results["loadable"] = leaves ? Json(true) : caged ? Json(false) : Json(nullptr);
  Json path = Json::array();
  for (const Eigen::Vector3d& pose : loading.path) path.push_back(pose_json(pose, units));
  results["loading"] = {{"path", leaves ? path : Json(nullptr)},
                        {"least_gap", leaves ? Json(loading.least_gap) : Json(nullptr)},
                        {"cage", caged ? box_json(loading.extent, contacts) : Json(nullptr)},
                        {"boxes", loading.boxes}};
}

namespace {

Json pair_json(const ContactPair& pair, const PlanProblem& problem) {
  Json fixels = Json::array();
  for (const int contact : pair.contacts) fixels.push_back(problem.seated.fixels[contact] + 1);
  return {{"fixels", fixels},
          {"kappa", finite_json(pair.kappa)},
          {"margin_deg", degrees(pair.margin)},
          {"slip_radius", pair.slip_radius}};
}

}  // namespace

Json energy_json(const EnergyVerdict& verdict, const PlanProblem& problem) {
  Json pairs = Json::array();
  Json wedged = Json::array();
  for (const ContactPair& pair : verdict.pairs) {
    pairs.push_back(pair_json(pair, problem));
    if (!std::isfinite(pair.kappa)) wedged.push_back(*pair_json(pair, problem).members()->front().second.entries());
  }
  return {{"holds", verdict.holds()},
          {"refused", verdict.refused.empty() ? Json(nullptr) : Json(verdict.refused)},
          {"lowest", verdict.lowest},
          {"unheld", verdict.unheld},
          {"unwedged", verdict.unwedged},
          {"wedged", wedged},
          {"kappa", verdict.pairs.empty() ? Json(nullptr) : finite_json(verdict.kappa)},
          {"pairs", pairs}};
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

namespace {

Json window_degrees(const TaskPlan::Step& step) {
  if (!step.window) return nullptr;
  return Json::array({degrees(step.window->first), degrees(step.window->second)});
}

Json step_json(const TaskPlan::Step& step, const PlanProblem& problem) {
  Json json = {{"wrench", to_json(step.wrench)},
               {"margin_deg", degrees(step.margin)},
               {"margin_full_deg", step.margin_full ? Json(degrees(*step.margin_full)) : Json(nullptr)},
               {"before", step.before},
               {"after", step.after},
               {"window_deg", window_degrees(step)},
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

/// Adds a limit of friction. A limit that is known exactly is written as a half-width, or as null if every friction is
/// safe. Otherwise "stopped" is written, with the half-width that is known to be safe.
void add_bound(Json& limits, const std::string& name, const FrictionBound& bound) {
  const bool finite = std::isfinite(bound.half_width);
  limits[name] = !bound.exact ? Json("stopped") : finite ? Json(bound.half_width) : Json(nullptr);
  if (!bound.exact) limits[name + "_at_least"] = bound.half_width < 0 ? Json(nullptr) : Json(bound.half_width);
}

/// Adds both limits of friction. Returns whether both are known.
bool add_friction_limit(Json& results, const FrictionLimit& limit) {
  add_bound(results["friction_limit"], "this_plan", limit.this_plan);
  add_bound(results["friction_limit"], "any_plan", limit.any_plan);
  return limit.this_plan.exact && limit.any_plan.exact;
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
  add_kind_of_friction(seated.contacts, results);
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

/// Adds the depth of the plan and the displacement radius of each step. If no depth was proved, sets the status:
/// kFailed if the certificate was refused or a limit ended the search, kNo otherwise.
void add_depths(const ValidTask& task, const FoundPlan& found, Answer& answer) {
  const PlanDepth* depth = found.depth ? &*found.depth : nullptr;
  for (std::size_t k = 0; k < found.radius.size(); ++k) {
    Json& step = answer.results["steps"][k];
    add_depth(depth, found.plan.problem.seated.contacts, task.task().units, step["energy"]);
    step["radius"] = radius_json(found.radius[k]);
  }
  if ((depth != nullptr && depth->found.depth > 0) || answer.status == kFailed) return;
  if (depth != nullptr && !depth->refused.empty()) {
    answer.status = kFailed;
    answer.message = "no depth is claimed, because pawl verify refuses its energy certificate: " + depth->refused;
    return;
  }
  const bool cut_short = depth != nullptr && depth->found.end == EnergyDepth::End::stopped;
  answer.status = cut_short ? kFailed : kNo;
  if (cut_short)
    answer.message = "stopped: the limit was reached before a depth was proved (raise --limit-boxes or --limit)";
}

/// Adds to the answer whether the part can leave its fixture. Sets the status kFailed if the question is undecided.
void report_loading(const ValidTask& task, const FoundPlan& found, Answer& answer) {
  add_loading(*found.loading, found.plan.problem.seated.contacts, task.task().units, answer.results);
  if (found.loading->end != Loading::End::undecided) return;
  answer.status = kFailed;
  answer.message =
      "undecided: the limit was reached before the part was found to be loadable or caged (raise --limit-boxes or "
      "--limit)";
}

void report_friction_limit(const FoundPlan& found, Answer& answer) {
  const Warnings near = warnings(found.plan.problem, *found.limit);
  answer.warnings.insert(answer.warnings.end(), near.begin(), near.end());
  if (add_friction_limit(answer.results, *found.limit)) return;
  answer.status = kFailed;
  answer.message =
      "stopped: the limit was reached before the friction limit was known (raise --limit or --limit-cells)";
}

}  // namespace

namespace {

Guarantee required_guarantee(const PlanQuestion& question) {
  if (!question.require) return Guarantee::at_rest;
  return *question.require == "energy" ? Guarantee::energy : Guarantee::keeps;
}

}  // namespace

EnergyTolerances tolerances_of(const PlanQuestion& question, const Part& part) {
  const double outline = std::max(question.tolerance_outline.value_or(0), stated_tolerances(part).outline);
  return {question.tolerance_friction.value_or(0), question.tolerance_fixels.value_or(0), outline};
}

namespace {

PlanRequest plan_request(const PlanQuestion& question) {
  PlanRequest request;
  request.least = required_guarantee(question);
  request.by_energy = !question.by_graph;
  if (question.limit_cells) request.cells = *question.limit_cells;
  request.stop = question.stop;
  request.progress = question.progress;
  return request;
}

void find_depth(const ValidTask& task, const PlanQuestion& question, FoundPlan& found) {
  const PlanProblem& problem = found.plan.problem;
  const InsertionPlan& solution = found.plan.solution;
  require_energy_goal(problem);
  EnergyFloodOptions flood;
  flood.stop = question.stop;
  flood.progress = question.box_progress;
  if (question.certify_depth) flood.enough = *question.certify_depth;
  if (question.limit_boxes) flood.boxes = *question.limit_boxes;
  if (solution.guarantee == Guarantee::energy) found.depth = plan_depth(task, problem, solution, tolerances_of(question, task.task().part), flood);
  for (std::size_t k = 0; k < solution.steps.size(); ++k)
    found.radius.push_back(displacement_radius(problem, solution, k, task.task().part));
}

}  // namespace

FoundPlan find_plan(const ValidTask& task, const PlanQuestion& question) {
  require_consistent(question, false);
  const PlanRequest request = plan_request(question);
  FoundPlan found{plan(task, request), request.least, request.by_energy, question.asks_depth(), {}, {}, {}, {}, {}};
  const InsertionPlan& solution = found.plan.solution;
  if (solution.status == InsertionPlan::Status::stopped) {
    if (question.advice) found.advice = advice_on_stop(task, question);
    return found;
  }
  if (question.asks_depth()) find_depth(task, question, found);
  const bool no_depth = found.depth && found.depth->found.end == EnergyDepth::End::stopped && !(found.depth->found.depth > 0);
  if (question.advice && no_depth) found.advice = advice_on_depth(task, question);
  if (question.loadable) {
    LoadingOptions search;
    search.stop = question.stop;
    if (question.limit_boxes) search.boxes = *question.limit_boxes;
    found.loading = find_loading(task, found.plan.problem.seated, search);
    if (question.advice && found.loading->end == Loading::End::undecided) found.advice = advice_on_loading(task, question);
  }
  if (question.friction_limit && solution.status == InsertionPlan::Status::found)
    found.limit = friction_limit(found.plan.problem, solution);
  if (question.advice && solution.status == InsertionPlan::Status::none) found.advice = advice_on_plan(task, question);
  return found;
}

Answer plan_answer(const ValidTask& task, const FoundPlan& found) {
  const InsertionPlan& solution = found.plan.solution;
  Answer answer;
  answer.warnings = warnings(found.plan.problem, solution);
  answer.results = results_json(found.plan, task.task().units);
  answer.results["actuator"] = actuator_name(task.task());
  if (found.least != Guarantee::at_rest) answer.results["require"] = std::string(name_of(found.least));
  if (!found.by_energy) answer.results["by_graph"] = true;
  answer.status = status_of(solution);
  if (answer.status == kFailed) {
    const bool limited = solution.reason.find("limit was reached") != std::string::npos;
    answer.message = "stopped: " + solution.reason + (limited ? " (raise --limit or --limit-cells)" : "");
    if (found.advice) answer.results["advice"] = advice_json(*found.advice);
    return answer;
  }
  answer.certify(found.plan.certainty);
  if (found.plan.found() && task.task().part.tolerance > 0) {
    const ZoneGuarantee zone = zone_guarantee(task, found.plan.problem, solution);
    answer.results["zone"] = zone_json(zone, task.task().part);
  }
  if (solution.status == InsertionPlan::Status::none && !found.plan.certainty.certified)
    answer.results["status"] = "undecided";
  if (found.asked_depth) add_depths(task, found, answer);
  if (found.loading) report_loading(task, found, answer);
  if (found.limit) report_friction_limit(found, answer);
  if (found.advice) answer.results["advice"] = advice_json(*found.advice);
  answer.require_finite();
  return answer;
}

std::optional<std::string> certificate_of(const FoundPlan& found) {
  if (!found.depth || found.depth->certificate.empty()) return std::nullopt;
  return found.depth->certificate;
}

std::optional<std::string> graph_of(const TaskPlan& found, bool whole) {
  const PlanProblem& problem = found.problem;
  const InsertionPlan& plan = found.solution;
  if (!problem.graph.complete()) return std::nullopt;
  std::ostringstream text;
  if (whole) {
    write_graphviz(text, problem.graph);
    return std::move(text).str();
  }
  Eigen::Vector3d wrench = Eigen::Vector3d::Zero();
  if (!plan.steps.empty()) wrench = plan.steps[0].wrench;
  if (plan.obstacle) wrench = plan.obstacle->wrench;
  const StateSet start = problem.options.start.value_or(every_contact(problem.graph.states()));
  write_graphviz(text, problem.graph, wrench, start);
  return std::move(text).str();
}

}  // namespace pawl::answers
