// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/planner/actuator.h>
#include <pawl/planner/check_task.h>
#include <pawl/planner/least_tilt.h>
#include <pawl/planner/plan_problem.h>
#include <pawl/planner/plan_task.h>
#include <pawl/planner/warnings.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <variant>

#include "base/constants.h"
#include "contact/find_contacts.h"
#include "exact/numbers.h"
#include "insertion/margins.h"
#include "io/task_form.h"

namespace pawl {
namespace {

using internal::kTurn;

class Converter {
 public:
  Converter(const Eigen::Vector3d& pose, const ContactSet& set) : set_(set), frame_(pose) {}

  ActuatorDomain operator()(const FreeActuator&) const { return {}; }

  ActuatorDomain operator()(const TrayActuator&) const {
    return {{WrenchDomain::Kind::circle, {1, 0, 0}, {0, 1, 0}, 0, kTurn}, set_.angle};
  }

  ActuatorDomain operator()(const PushActuator& push) const {
    const Eigen::Vector2d at = body_point(push.at);
    const double to = push.to < push.from ? push.to + kTurn : push.to;
    return {{WrenchDomain::Kind::circle, force_at(at, {1, 0}), force_at(at, {0, 1}), push.from - set_.angle,
             to - set_.angle},
            set_.angle};
  }

  ActuatorDomain operator()(const SpringActuator& spring) const {
    const Eigen::Vector2d line = internal::written_difference(spring.anchor, spring.at);
    const double length = line.norm();
    const double spread = std::asin(std::min(1., spring.anchor_tolerance / length));
    const Eigen::Vector2d at = body_point(spring.at);
    const Eigen::Vector2d along = frame_.direction(line);
    const Eigen::Vector2d across(-along.y(), along.x());
    return {{WrenchDomain::Kind::spread, force_at(at, along), force_at(at, across), -spread, spread},
            std::atan2(line.y(), line.x())};
  }

 private:
  /// Returns a point of the world relative to the centre of mass, in the contact set's frame.
  Eigen::Vector2d body_point(const Eigen::Vector2d& world) const {
    return internal::written_difference(frame_.point(world).at, set_.center_of_mass);
  }
  static Eigen::Vector3d force_at(const Eigen::Vector2d& at, const Eigen::Vector2d& force) {
    return {force.x(), force.y(), at.x() * force.y() - at.y() * force.x()};
  }

  const ContactSet& set_;
  internal::BodyFrame frame_;
};

}  // namespace

ActuatorDomain internal::domain_of(const Actuator& actuator, const Eigen::Vector3d& pose, const ContactSet& set) {
  return std::visit(Converter(pose, set), actuator);
}

ActuatorDomain actuator_domain(const Task& task, const ContactSet& set) {
  internal::Validator faults;
  internal::check_task_values(task, faults);
  internal::check_spring(task, faults);
  faults.finish();
  set.validate();
  return internal::domain_of(task.actuator.value_or(FreeActuator()), task.pose, set);
}

namespace {

void require_fixels(const ValidTask& valid) {
  const Task& task = valid.task();
  const std::size_t count = valid.contacts().size();
  if (count > 0 && count <= static_cast<std::size_t>(kMostFixels)) return;
  if (!task.walls.empty()) {
    throw InputError("/walls", "",
                     count == 0 ? "no wall is within \"reach\" of the part, and a plan needs 1 contact or more"
                                : fmt::format("the part has {} contacts with fixels and walls; a plan needs 1 to {}", count,
                                              kMostFixels));
  }
  const bool without_pins = count == 0 && task.part.outline;
  throw InputError(
      task.part.outline ? "/fixels" : "/contacts", "",
      fmt::format("{} given; a plan needs 1 to {}{}", count == 0 ? "none" : std::to_string(count), kMostFixels,
                  without_pins ? "; state where the pins are, or let `pawl fixture` search for them" : ""));
}

}  // namespace

bool has_seated_goal(const PlanProblem& problem) {
  return goal_states(problem.graph, problem.options)[static_cast<std::size_t>(problem.graph.states().seated())];
}

void require_energy_goal(const PlanProblem& problem) {
  const std::string refused = has_seated_goal(problem) ? energy_refusal(problem.seated.contacts, problem.graph.options().numbers)
                                                       : "it does not contain all contacts that touch the seated part";
  if (!refused.empty())
    throw InputError("/goal", "", "no plan to this goal can have the guarantee \"energy\": " + refused);
}

namespace {

/// Returns the state in which exactly the given fixels touch. `fixels` contains the task's numbers, counted from 1.
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
  if (!state) throw InputError(pointer, text, "not a contact state: no displacement has gap 0 at exactly these fixels");
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

/// Returns the states in which the task starts, or nothing if the task states no start. A single state, the displaced
/// state, represents all starts with displacements.
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

/// Returns the contact states in which the mode of a part at rest matches the pattern. This mode has the letter `n` at
/// each contact that touches, and `s` at each other contact.
StateSet states_that_match(const std::string& pattern, const PlanProblem& problem) {
  const std::vector<std::string> letters = letters_in_pattern(pattern);
  const auto permits = [&](int contact, char letter) {
    return letters.at(static_cast<std::size_t>(contact)).find(letter) != std::string::npos;
  };
  StateSet matching;
  for (int state = 0; state < problem.graph.states().count(); ++state) {
    const FixelSet& mask = problem.graph.states().mask(state);
    // False for a part that touches nothing, because it does not stay at rest under a wrench.
    bool matches = mask.any();
    for (std::size_t k = 0; k < problem.seated.fixels.size(); ++k)
      matches = matches && permits(problem.seated.fixels[k], mask[k] ? 'n' : 's');
    matching[static_cast<std::size_t>(state)] = matches;
  }
  if (matching.none())
    throw InputError("/goal/mode", pattern,
                     "matches no contact state: the contacts that it permits to touch cannot all touch while the others are "
                     "open");
  return matching;
}

PlanOptions plan_options(const Task& task, const PlanProblem& problem, const PlanRequest& request) {
  PlanOptions options{request, {}, {}, {}};
  options.domain = problem.actuator.domain;
  options.start = start_of(task, problem.seated, problem.graph);
  if (task.goal_mode) {
    options.goals = states_that_match(*task.goal_mode, problem);
  } else if (task.goal) {
    const int state = state_of(problem.seated, problem.graph.states(), *task.goal, "/goal");
    options.goals = StateSet().set(static_cast<std::size_t>(state));
  }
  return options;
}

}  // namespace

std::vector<int> PlanProblem::fixels(int state) const {
  std::vector<int> numbers = graph.fixels(state);
  for (int& contact : numbers) contact = seated.fixels[contact];
  return numbers;
}

PlanProblem plan_problem(const ValidTask& valid, const PlanRequest& request) {
  const Task& task = valid.task();
  require_fixels(valid);
  SeatedTask seated = valid.seat();
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
  for (int& contact : certainty.contacts) contact = problem.seated.fixels[contact];
  return certainty;
}

FrictionLimit friction_limit(const PlanProblem& problem, const InsertionPlan& found) {
  return friction_limit(problem.graph, problem.options, found);
}

namespace {

/// Returns the window of a step as directions in the world frame, rad. The first direction is in [-pi, pi).
std::optional<std::pair<double, double>> world_window(const PlanStep& step, double angle) {
  if (!step.window) return std::nullopt;
  const double from = step.window->first + angle;
  const double turns = kTurn * std::floor((from + kTurn / 2) / kTurn);
  return std::pair(from - turns, step.window->second + angle - turns);
}

/// Returns an object that computes the smallest tilt of the tray for each step. Returns nothing for a task without a
/// tray, or for a support without friction.
std::optional<LeastTilt> tilts_of(const ValidTask& valid) {
  const Task& task = valid.task();
  if (!task.actuator || !std::holds_alternative<TrayActuator>(*task.actuator)) return std::nullopt;
  if (task.simulate.support.law == SimulateOptions::Support::Law::none) return std::nullopt;
  return LeastTilt(valid);
}

TaskPlan::Step step_of(const std::optional<LeastTilt>& tilts, const PlanProblem& problem, const PlanStep& step) {
  return {problem.seated.contacts.to_world(step.wrench),
          step.margin,
          step.margin_full,
          world_window(step, problem.actuator.angle),
          belief_of(problem, step.before),
          belief_of(problem, step.after),
          step.keeps_contacts,
          step.energy,
          tilts ? (*tilts)(internal::hold_margin(problem.graph, step.wrench)) : std::nullopt};
}

/// Returns the certainty of a plan. If the search for the plan was stopped, returns "not certified" without further
/// checks.
Certainty certainty_unless_stopped(const PlanProblem& problem, const InsertionPlan& found) {
  if (found.status == InsertionPlan::Status::stopped) return {false, {}, "stopped: " + found.reason};
  return certainty_of_plan(problem, found);
}

}  // namespace

Belief belief_of(const PlanProblem& problem, const StateSet& states) {
  Belief belief;
  for (int state = 0; state < problem.graph.count(); ++state) {
    if (!states[state]) continue;
    std::vector<int>& fixels = belief.emplace_back(problem.fixels(state));
    for (int& fixel : fixels) ++fixel;
  }
  return belief;
}

std::optional<StateSet> states_of(const PlanProblem& problem, const Belief& belief) {
  const ContactStates& states = problem.graph.states();
  const std::vector<int>& known = problem.seated.fixels;
  StateSet set;
  for (const std::vector<int>& fixels : belief) {
    if (fixels.empty() && problem.graph.gap_order() != nullptr) {
      const auto displaced = static_cast<std::size_t>(problem.graph.displaced());
      set |= problem.options.start.value_or(every_contact(states)) & StateSet().set(0).set(displaced);
      continue;
    }
    FixelSet mask;
    for (const int fixel : fixels) {
      const auto place = std::find(known.begin(), known.end(), fixel - 1);
      if (place == known.end()) return std::nullopt;
      mask.set(static_cast<std::size_t>(place - known.begin()));
    }
    const std::optional<int> state = states.find(mask);
    if (!state) return std::nullopt;
    set.set(static_cast<std::size_t>(*state));
  }
  return set;
}

namespace {

TaskPlan task_plan(const ValidTask& task, PlanProblem problem, InsertionPlan found) {
  Certainty certainty = certainty_unless_stopped(problem, found);
  std::vector<TaskPlan::Step> steps;
  const std::optional<LeastTilt> tilts = tilts_of(task);
  for (const PlanStep& step : found.steps) steps.push_back(step_of(tilts, problem, step));
  return {found.status,         found.guarantee,    found.reason,    std::move(steps),
          std::move(certainty), std::move(problem), std::move(found)};
}

/// Converts the beliefs of a stated plan to states of a problem. Returns nothing if some belief contains a set of
/// fixels that is not a state.
std::optional<StatedPlan> stated_plan(const PlanProblem& problem, const StatedTaskPlan& stated) {
  StatedPlan plan{stated.guarantee, {}, {}};
  for (const auto& [before, after] : stated.steps) {
    const std::optional<StateSet> from = states_of(problem, before), to = states_of(problem, after);
    if (!from || !to) return std::nullopt;
    plan.steps.emplace_back(*from, *to);
  }
  for (const Belief& belief : stated.certificate) {
    const std::optional<StateSet> states = states_of(problem, belief);
    if (!states) return std::nullopt;
    plan.certificate.push_back(*states);
  }
  return plan;
}

}  // namespace

TaskPlan plan(const ValidTask& task, const PlanRequest& request) {
  PlanProblem problem = plan_problem(task, request);
  InsertionPlan found = solve(problem);
  return task_plan(task, std::move(problem), std::move(found));
}

TaskPlan plan_again(const ValidTask& task, const PlanRequest& request, const StatedTaskPlan& stated) {
  PlanProblem problem = plan_problem(task, request);
  InsertionPlan found;
  if (const std::optional<StatedPlan> plan = stated_plan(problem, stated)) {
    found = plan_again(problem.graph, problem.options, *plan);
  } else {
    found.reason = "a belief contains a contact state that does not exist";
  }
  return task_plan(task, std::move(problem), std::move(found));
}

TaskPlan plan(const Task& task, const PlanRequest& request) { return plan(ValidTask(task), request); }

std::vector<Eigen::Vector3d> wrenches_of(const TaskPlan& plan) {
  std::vector<Eigen::Vector3d> wrenches;
  for (const TaskPlan::Step& step : plan.steps) wrenches.push_back(step.wrench);
  return wrenches;
}

bool WrenchCheck::strongly_stable(const ContactSet& set) const {
  std::string rest;
  for (const Contact& contact : set.contacts) rest += contact.touching ? 'n' : 's';
  return rest.find('n') != std::string::npos && found.modes == std::vector<Mode>{Mode(rest)};
}

std::optional<ModeCheck> check(const ValidTask& task, std::string_view mode, const StopToken& stop) {
  const ContactSet& set = task.contacts();
  require_mode_fits(mode, set, "mode");
  const Ambiguity ambiguity(set, stop);
  if (!ambiguity.complete()) return std::nullopt;
  std::optional<ModeAmbiguity> found = ambiguity.of_mode(mode, stop);
  if (!found) return std::nullopt;
  ModeCheck result{std::move(*found), {}, closure(set), {}};
  for (const SafePiece& piece : result.found.safe) result.safe_wrenches.push_back(set.to_world(piece.wrench));
  result.certainty = certainty_of_mode(set, std::string(mode), result.found, result.closure);
  return result;
}

std::optional<WrenchCheck> check(const ValidTask& task, const Eigen::Vector3d& wrench, const StopToken& stop) {
  return check(task.contacts(), wrench, stop);
}

std::optional<WrenchCheck> check(const ContactSet& set, const Eigen::Vector3d& wrench, const StopToken& stop) {
  const Ambiguity ambiguity(set, stop);
  if (!ambiguity.complete()) return std::nullopt;
  const Eigen::Vector3d g = set.from_world(wrench);
  std::optional<WrenchAmbiguity> found = ambiguity.of_wrench(g, stop);
  if (!found) return std::nullopt;
  WrenchCheck result{std::move(*found), {}};
  result.certainty = certainty_of_wrench(set, g, result.found);
  return result;
}

ModeCheck check(const ValidTask& task, std::string_view mode) { return *check(task, mode, StopToken()); }
ModeCheck check(const Task& task, std::string_view mode) { return check(ValidTask(task), mode); }

WrenchCheck check(const ValidTask& task, const Eigen::Vector3d& wrench) { return *check(task, wrench, StopToken()); }
WrenchCheck check(const Task& task, const Eigen::Vector3d& wrench) { return check(ValidTask(task), wrench); }

namespace {

double degrees(double radians) { return radians * 180 / std::numbers::pi; }

bool is_small(double margin) { return margin < kSmallMargin; }

constexpr double kMoreFriction = 1.1, kLeastMore = .01;

/// Returns the contacts with friction coefficients that are larger by a tenth, but at least by .01.
ContactSet with_more_friction(const ContactSet& set) {
  ContactSet more = set;
  for (Contact& contact : more.contacts) {
    const auto more_of = [](double mu) { return std::max(mu * kMoreFriction, mu + kLeastMore); };
    contact.friction.high = more_of(contact.friction.high);
    if (contact.friction.split) contact.friction.split->kinetic_high = more_of(contact.friction.split->kinetic_high);
  }
  return more;
}

double largest_friction(const ContactSet& set) {
  double largest = 0;
  for (const Contact& contact : set.contacts) largest = std::max(largest, contact.friction.high);
  return largest;
}

void warn_of_energy(const PlanProblem& problem, const PlanStep& step, std::size_t k, Warnings& found) {
  const EnergyVerdict& verdict = step.energy;
  if (verdict.refused.empty() && verdict.lowest && verdict.unheld && !verdict.unwedged) {
    found.push_back({"wedging", "/friction",
                     fmt::format("step {}: contacts wedge at exactly this friction; with slightly more, the part may "
                                 "stick elsewhere; use less friction, or move the pins",
                                 k + 1)});
  }
  if (!verdict.holds()) return;
  const ContactSet more = with_more_friction(problem.seated.contacts);
  if (energy_verdict(more, step.wrench, problem.options.domain).holds()) return;
  found.push_back(
      {"friction-near-limit", "/friction",
       fmt::format("step {}: the conditions of its guarantee fail if friction is larger by a tenth ({:.3g} at most); "
                   "check that friction is known this well; --friction-limit computes how far it may be off",
                   k + 1, largest_friction(more))});
}

}  // namespace

Warnings warnings(const PlanProblem& problem, const InsertionPlan& plan) {
  Warnings found;
  for (const int fixel : problem.seated.left_out) {
    found.push_back(
        {"fixel-left-out", fmt::format("/fixels/{}", fixel),
         fmt::format(
             "fixel {} does not touch the seated part, so the plan ignores it; name it in \"goal\", or remove it",
             fixel + 1)});
  }
  if (problem.graph.states().count() == 1 && problem.seated.located) {
    found.push_back({"form-closure", problem.seated.pose ? "/fixels" : "/contacts",
                     "the contacts hold the part in form closure: no motion in the plane leads to the goal; remove one "
                     "contact, or insert the part from above"});
  }
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    if (is_small(plan.steps[k].margin)) {
      found.push_back({"margin-small", "/actuator",
                       fmt::format("step {} fails when its direction is off by {:.2g} degrees; look for another "
                                   "fixture, or less friction",
                                   k + 1, degrees(plan.steps[k].margin))});
    }
    warn_of_energy(problem, plan.steps[k], k, found);
  }
  return found;
}

Warnings warnings(const PlanProblem& problem, const FrictionLimit& limit) {
  const double mu = largest_friction(problem.seated.contacts);
  if (!limit.this_plan.exact || !(limit.this_plan.half_width < std::max(mu * (kMoreFriction - 1), kLeastMore)))
    return {};
  return {{"friction-near-limit", "/friction",
           fmt::format(
               "the plan fails if friction differs by {:.2g} from the task's value; check that it is known this well",
               std::max(limit.this_plan.half_width, 0.))}};
}

Warnings warnings(const ModeAmbiguity& checked) {
  if (checked.safe.empty() || !is_small(checked.safe.front().margin)) return {};
  return {{"margin-small", "",
           fmt::format("the safest wrench fails when its direction is off by {:.2g} degrees",
                       degrees(checked.safe.front().margin))}};
}

Warnings warnings(const WrenchAmbiguity& checked) {
  if (!checked.determinate() || !is_small(checked.distance)) return {};
  return {{"margin-small", "",
           fmt::format(
               "a wrench with another answer is only {:.2g} degrees away; check that the direction is known this well",
               degrees(checked.distance))}};
}

}  // namespace pawl
