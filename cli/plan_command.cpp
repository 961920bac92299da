// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/planner/actuator.h>
#include <pawl/planner/friction_limit.h>
#include <pawl/planner/insertion.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>

#include "commands.h"

namespace pawl::cli {
namespace {

/// A state by its fixels as the task numbers them, from 1.
int state_of(const SeatedTask& seated, const ContactStates& states, const std::vector<int>& fixels,
             const std::string& pointer) {
  FixelSet mask;
  std::string text = "[";
  for (const int fixel : fixels) {
    if (text.size() > 1) text += ',';
    text += std::to_string(fixel);
  }
  text += "]";
  for (const int fixel : fixels) {
    const auto place = std::lower_bound(seated.fixels.begin(), seated.fixels.end(), fixel - 1);
    if (place == seated.fixels.end() || *place != fixel - 1) {
      throw InputError(pointer, text, "fixel " + std::to_string(fixel) + " does not touch the seated part");
    }
    mask.set(static_cast<std::size_t>(place - seated.fixels.begin()));
  }
  const std::optional<int> state = states.find(mask);
  if (!state) throw InputError(pointer, text, "is no contact state: no displacement has gap 0 at just these fixels");
  return *state;
}

void require_fixels(const Task& task) {
  const std::size_t size = task.part.outline ? task.fixels.size() : task.contacts.size();
  if (size > 0 && size <= kMostFixels) return;
  const std::string count = size == 0 ? "none" : std::to_string(size);
  throw InputError(task.part.outline ? "/fixels" : "/contacts", "",
                   count + " given; a plan needs from 1 to " + std::to_string(kMostFixels));
}

ContactGraph::Options graph_options(const Task& task, const ContactSet& set, const PlanCommandOptions& asked) {
  ContactGraph::Options options;
  if (asked.require == "keeps") options.gains = ContactGraph::Gains::kept;
  for (const Eigen::Vector3d& d : task.start_displacements) options.displacements.push_back(set.from_world(d));
  return options;
}

PlanOptions plan_options(const Task& task, const SeatedTask& seated, const ContactGraph& graph,
                         const PlanCommandOptions& asked) {
  const ContactStates& states = graph.states();
  PlanOptions options;
  if (task.start) {
    options.start.emplace();
    for (std::size_t k = 0; k < task.start->size(); ++k) {
      options.start->set(
          static_cast<std::size_t>(state_of(seated, states, (*task.start)[k], "/start/states/" + std::to_string(k))));
    }
  }
  if (!task.start_displacements.empty()) options.start->set(static_cast<std::size_t>(graph.displaced()));
  if (task.goal) options.goal = state_of(seated, states, *task.goal, "/goal");
  if (asked.cells) options.cells = *asked.cells;
  options.progress = [](const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); };
  return options;
}

/// A graph whose contacts have the task's numbers.
struct Numbered {
  const ContactGraph& graph;
  const std::vector<int>& fixels;  ///< of each contact, from 0
};

/// From 1.
Json fixels_json(const Numbered& numbered, int state) {
  Json fixels = Json::array();
  for (const int contact : numbered.graph.fixels(state)) {
    fixels.push_back(numbered.fixels[static_cast<std::size_t>(contact)] + 1);
  }
  return fixels;
}

Json belief_json(const Numbered& numbered, const StateSet& belief) {
  Json list = Json::array();
  for (int state = 0; state < numbered.graph.count(); ++state) {
    if (belief[static_cast<std::size_t>(state)]) list.push_back(fixels_json(numbered, state));
  }
  return list;
}

/// In (-360, 360), the first end in [-180, 180).
Json window_json(const PlanStep& step, double angle) {
  if (!step.window) return nullptr;
  const double turn = 360;
  double from = degrees(step.window->first + angle);
  const double width = degrees(step.window->second - step.window->first);
  from -= turn * std::floor((from + turn / 2) / turn);
  return Json::array({from + 0.0, from + width + 0.0});
}

Json step_json(const PlanStep& step, const Numbered& graph, double angle) {
  return {{"wrench", to_json(graph.graph.contacts().to_world(step.wrench))},
          {"margin_deg", degrees(step.margin)},
          {"before", belief_json(graph, step.before)},
          {"after", belief_json(graph, step.after)},
          {"window_deg", window_json(step, angle)},
          {"impact", step.keeps_contacts ? "keeps" : "may bounce off"}};
}

Json obstacle_json(const PlanObstacle& obstacle, const Numbered& graph) {
  Json modes = Json::array();
  for (const Mode& mode : obstacle.modes) modes.push_back(mode.str());
  return {{"wrench", to_json(graph.graph.contacts().to_world(obstacle.wrench))},
          {"state", fixels_json(graph, obstacle.state)},
          {"modes", modes},
          {"rests", obstacle.rests},
          {"escapes", obstacle.escapes}};
}

Json certificate_json(const InsertionPlan& plan, const Numbered& graph) {
  if (plan.status != InsertionPlan::Status::none) return nullptr;
  Json beliefs = Json::array();
  for (const StateSet& belief : plan.certificate) beliefs.push_back(belief_json(graph, belief));
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

std::string graph_text(const ContactGraph& graph, const InsertionPlan& plan, const StateSet& start) {
  Eigen::Vector3d wrench = Eigen::Vector3d::Zero();
  if (!plan.steps.empty()) wrench = plan.steps[0].wrench;
  if (plan.obstacle) wrench = plan.obstacle->wrench;
  std::ostringstream text;
  write_graphviz(text, graph, wrench, start);
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

/// The task with the part seated: what an actuator's points refer to.
Task at_seat(const Task& task, const SeatedTask& seated) {
  Task result = task;
  if (seated.pose) result.pose = *seated.pose;
  return result;
}

void warn(const SeatedTask& seated, Answer& answer) {
  if (!seated.located) {
    answer.warnings.push_back("the goal does not locate the part: it can move while all its fixels touch");
  }
  for (const int fixel : seated.left_out) {
    answer.warnings.push_back("fixel " + std::to_string(fixel + 1) +
                              " does not touch the seated part and is left out of the plan");
  }
}

Certainty in_task_numbers(Certainty certainty, const SeatedTask& seated) {
  for (int& contact : certainty.contacts) contact = seated.fixels[static_cast<std::size_t>(contact)];
  return certainty;
}

}  // namespace

Answer answer_plan(const Task& task, const PlanCommandOptions& asked) {
  require_fixels(task);
  const SeatedTask seated = find_seat(task);
  const ContactSet& set = seated.contacts;
  const ActuatorDomain actuator = actuator_domain(at_seat(task, seated), set);
  const StopToken stop(asked.seconds.value_or(std::numeric_limits<double>::infinity()), asked.stop);
  const ContactGraph graph(set, graph_options(task, set, asked), stop);
  PlanOptions options = plan_options(task, seated, graph, asked);
  options.domain = actuator.domain;
  options.stop = stop;
  const InsertionPlan plan = plan_insertion(graph, options);

  const Numbered numbered{graph, seated.fixels};
  Answer answer;
  warn(seated, answer);
  Json& results = answer.results;
  results["found"] = plan.status == InsertionPlan::Status::found;
  results["status"] = name_of(plan.status);
  results["guarantee"] = plan.guarantee ? Json(std::string(name_of(*plan.guarantee))) : Json(nullptr);
  results["located"] = seated.located;
  results["seated_pose"] = seated.pose ? to_json(*seated.pose) : Json(nullptr);
  results["steps"] = Json::array();
  for (const PlanStep& step : plan.steps) results["steps"].push_back(step_json(step, numbered, actuator.angle));
  results["states"] = graph.states().count();
  results["planes"] = plan.planes;
  results["cells"] = plan.cells;
  results["explored"] = plan.explored;
  results["reason"] = plan.reason;
  results["obstacle"] = plan.obstacle ? obstacle_json(*plan.obstacle, numbered) : Json(nullptr);
  results["certificate"] = certificate_json(plan, numbered);
  if (set.has_friction_interval()) results["friction"] = "interval";
  if (asked.graphviz && graph.complete()) {
    answer.graph = graph_text(graph, plan, options.start.value_or(every_contact(graph.states())));
  }
  answer.status = plan.status == InsertionPlan::Status::found  ? kYes
                  : plan.status == InsertionPlan::Status::none ? kNo
                                                               : kFailed;
  if (answer.status == kFailed) answer.message = "stopped: " + plan.reason;
  if (answer.status != kFailed) answer.certify(in_task_numbers(certainty_of_plan(graph, options, plan), seated));
  if (asked.friction_limit && plan.status == InsertionPlan::Status::found &&
      !add_friction_limit(results, friction_limit(graph, options, plan))) {
    answer.status = kFailed;
    answer.message = "stopped: the limit was reached before the friction limit was known";
  }
  return answer;
}

}  // namespace pawl::cli
