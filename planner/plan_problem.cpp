// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/planner/plan_problem.h>

#include <algorithm>

#include "actuator_domain.h"

namespace pawl {
namespace {

void require_fixels(const Task& task) {
  const std::size_t count = task.part.outline ? task.fixels.size() : task.contacts.size();
  if (count > 0 && count <= static_cast<std::size_t>(kMostFixels)) return;
  throw InputError(
      task.part.outline ? "/fixels" : "/contacts", "",
      fmt::format("{} given; a plan needs from 1 to {}", count == 0 ? "none" : std::to_string(count), kMostFixels));
}

}  // namespace

void require_energy_goal(const PlanProblem& problem) {
  const bool all = problem.options.goal.value_or(problem.graph.states().seated()) == problem.graph.states().seated();
  const std::string refused = all ? energy_refusal(problem.seated.contacts, problem.graph.options().numbers)
                                  : "it leaves out contacts that touch the seated part";
  if (!refused.empty()) throw InputError("/goal", "", "no plan to it can promise \"energy\": " + refused);
}

namespace {

/// A state by its fixels as the task numbers them, from 1.
int state_of(const SeatedTask& seated, const ContactStates& states, const std::vector<int>& fixels,
             const std::string& pointer) {
  const std::string text = fmt::format("[{}]", fmt::join(fixels, ","));
  FixelSet mask;
  for (const int fixel : fixels) {
    const auto place = std::lower_bound(seated.fixels.begin(), seated.fixels.end(), fixel - 1);
    if (place == seated.fixels.end() || *place != fixel - 1) {
      throw InputError(pointer, text, fmt::format("fixel {} does not touch the seated part", fixel));
    }
    mask.set(static_cast<std::size_t>(place - seated.fixels.begin()));
  }
  const std::optional<int> state = states.find(mask);
  if (!state) throw InputError(pointer, text, "is no contact state: no displacement has gap 0 at just these fixels");
  return *state;
}

ContactGraph::Options graph_options(const Task& task, const SeatedTask& seated, Guarantee least) {
  ContactGraph::Options options;
  if (least != Guarantee::at_rest) options.gains = ContactGraph::Gains::kept;
  for (const Eigen::Vector3d& d : task.start_displacements)
    options.displacements.push_back(seated.contacts.from_world(d));
  for (const int fixel : seated.fixels) options.numbers.push_back(fixel + 1);
  return options;
}

/// The states that the task starts in, with those of displacements as one; none where it does not say.
std::optional<StateSet> start_of(const Task& task, const SeatedTask& seated, const ContactGraph& graph) {
  if (!task.start && task.start_displacements.empty()) return std::nullopt;
  StateSet start;
  const auto states = task.start.value_or(std::vector<std::vector<int>>());
  for (std::size_t k = 0; k < states.size(); ++k) {
    const int state = state_of(seated, graph.states(), states[k], fmt::format("/start/states/{}", k));
    start.set(static_cast<std::size_t>(state));
  }
  if (!task.start_displacements.empty()) start.set(static_cast<std::size_t>(graph.displaced()));
  return start;
}

PlanOptions plan_options(const Task& task, const PlanProblem& problem, const PlanRequest& request) {
  PlanOptions options;
  options.domain = problem.actuator.domain;
  options.start = start_of(task, problem.seated, problem.graph);
  if (task.goal) options.goal = state_of(problem.seated, problem.graph.states(), *task.goal, "/goal");
  options.least = request.least;
  options.by_energy = request.by_energy;
  options.stop = request.stop;
  options.cells = request.cells;
  options.progress = request.progress;
  return options;
}

}  // namespace

std::vector<int> PlanProblem::fixels(int state) const {
  std::vector<int> numbers = graph.fixels(state);
  for (int& contact : numbers) contact = seated.fixels[static_cast<std::size_t>(contact)];
  return numbers;
}

PlanProblem plan_problem(const ValidTask& valid, const PlanRequest& request) {
  const Task& task = valid.task();
  require_fixels(task);
  SeatedTask seated = find_seat(valid);
  const ActuatorDomain actuator = internal::domain_of(task.actuator.value_or(FreeActuator()),
                                                      seated.pose.value_or(Eigen::Vector3d(0, 0, 0)), seated.contacts);
  ContactGraph graph(seated.contacts, graph_options(task, seated, request.least), request.stop);
  PlanProblem problem{std::move(seated), actuator, std::move(graph), {}};
  problem.options = plan_options(task, problem, request);
  if (request.least == Guarantee::energy) require_energy_goal(problem);
  return problem;
}

PlanProblem plan_problem(const Task& task, const PlanRequest& request) {
  return plan_problem(ValidTask(task), request);
}

InsertionPlan solve(const PlanProblem& problem) { return plan_insertion(problem.graph, problem.options); }

Certainty certainty_of_plan(const PlanProblem& problem, const InsertionPlan& found) {
  Certainty certainty = certainty_of_plan(problem.graph, problem.options, found);
  for (int& contact : certainty.contacts) contact = problem.seated.fixels[static_cast<std::size_t>(contact)];
  return certainty;
}

FrictionLimit friction_limit(const PlanProblem& problem, const InsertionPlan& found) {
  return friction_limit(problem.graph, problem.options, found);
}

}  // namespace pawl
