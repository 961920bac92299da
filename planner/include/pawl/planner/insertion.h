// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/guarantee.h>
#include <pawl/planner/contact_graph.h>
#include <pawl/planner/energy.h>
#include <pawl/planner/wrench_cells.h>

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pawl {

/// A plan step: one wrench, applied until the part rests.
struct PlanStep {
  Eigen::Vector3d wrench{0, 0, 0};  ///< wrench of unit length, in the frame of the contact set
  /// Angle, rad, in the space (fx, fy, tau / rho), between the wrench and the nearest wrench of the actuator with which
  /// the step may fail.
  double margin = 0;
  std::optional<std::pair<double, double>>
      window;  ///< range of the actuator's parameter in which the step is safe, rad
  /// Beliefs before and after the step: the states in which the part may be before the step, and the states in which it
  /// may come to rest.
  StateSet before, after;
  bool keeps_contacts = false;  ///< true if no contact can bounce off at a gain under this wrench [MODEL section 6]
  /// Angle, rad, between the wrench and the nearest wrench with which the step no longer has the plan's guarantee.
  /// Wrenches that the actuator cannot apply are included. The angle measures the disturbance that the step tolerates,
  /// and is at most `margin`. The value is exact for free wrenches and for Guarantee::energy, and a lower bound in all
  /// other cases. Empty for displaced starts.
  std::optional<double> margin_full = std::nullopt;
  EnergyVerdict energy = {};  ///< verdict of the energy conditions on `wrench`
};

std::string_view name_of(Guarantee guarantee);  ///< Returns "at rest", "keeps" or "energy".
std::string promise(Guarantee guarantee);       ///< Returns the guarantee as a sentence.

/// An obstacle to a plan: a wrench that holds the part at the goal but does not bring the part there, and the reason.
struct PlanObstacle {
  Eigen::Vector3d wrench{0, 0, 0};
  int state = 0;  ///< state in which the wrench fails
  /// All modes consistent with the wrench in `state`; modes in which the part may rest come first.
  std::vector<Mode> modes;
  bool rests = false;  ///< whether the part may stay in `state`
  /// Whether the part may move away and never return. If `rests` and `escapes` are false, the part may move in a cycle,
  /// or a contact may bounce off.
  bool escapes = false;
};

struct [[nodiscard]] InsertionPlan {
  enum class Status {
    found,
    none,    ///< `certificate` proves that no plan exists; wrenches on boundaries of cells were not considered
    stopped  ///< a limit or the stop token ended the search, or all remaining cells are too thin for doubles
  };
  Status status = Status::stopped;
  /// Steps of a plan that reaches the goal; empty if no plan was found. If the search was stopped, an equally short
  /// plan with a stronger guarantee may exist.
  std::vector<PlanStep> steps;
  std::optional<Guarantee> guarantee;  ///< weakest guarantee of the steps; empty for a plan without steps
  std::size_t planes = 0, cells = 0, outcomes = 0;
  std::size_t explored = 0;  ///< number of beliefs that were explored
  /// If the status is `none`: a set of beliefs that proves that no plan exists. It contains the start belief but not
  /// the goal, and no wrench leads out of the set. More precisely, for each wrench cell and each belief of the set, the
  /// step is unsafe, or its result contains all states of some belief of the set. Empty if only plans with the
  /// guarantee `energy` were searched for, or if no contact state exists from which the part could start.
  std::vector<StateSet> certificate;
  /// A reason why no plan exists. Set if three conditions hold: the status is `none`, some wrench of the actuator holds
  /// the part at the goal, and a contact state exists from which the part could start.
  std::optional<PlanObstacle> obstacle;
  std::string reason;  ///< explanation for people: the guarantee of the plan, or why no plan exists
};

/// Requirements on a plan that the task does not state.
struct PlanRequest {
  Guarantee least = Guarantee::at_rest;  ///< weakest accepted guarantee; if it is `energy`, the graph is not searched
  /// If true, the energy conditions are tried before the search in the graph, and a one-step plan that satisfies the
  /// energy conditions is preferred to any other plan. If false, only the graph is searched.
  bool by_energy = true;
  std::size_t cells = std::numeric_limits<std::size_t>::max();  ///< largest number of wrench cells in the search
  StopToken stop;  ///< token that ends the search, or the construction of the problem, early
  std::function<void(const std::string&)>
      progress;  ///< called about once per second in longer searches
};

/// A request for a plan in a contact graph.
struct PlanOptions : PlanRequest {
  WrenchDomain domain;
  std::optional<StateSet> start;  ///< start belief; if empty, every_contact() is used
  /// Goal states: the part may come to rest in any of them, and in no other state. If empty, the goal is the state in
  /// which all fixels touch.
  std::optional<StateSet> goals;
};

/// Returns the goal states of the options, or the default goal if the options state none.
StateSet goal_states(const ContactGraph& graph, const PlanOptions& options);

/// Finds a sensorless insertion plan: a sequence of wrenches that brings the part to rest at the goal from every state
/// of the start belief, whichever consistent mode occurs and whichever gap closes first. No step allows an escape or a
/// cycle, and the last wrench holds the part at the goal [MODEL section 6].
///
/// Among the plans with the fewest steps, returns one with the strongest guarantee and, among these, one whose smallest
/// margin is largest. (The search drops a belief if it contains all states of another belief that is reached with at
/// most as many steps. Therefore it may miss a plan with a larger margin.) For a graph with Gains::kept,
/// plan_insertion() searches only for plans that keep contacts.
///
/// The model assumes that the part starts from rest after each gain of a contact. It ignores velocity that remains
/// after a gain, and solutions of the contact problem that exist only for a moving part. Guarantee describes how
/// plastic impacts are treated. The search is complete over open cells, and deterministic. If the goal is all contacts,
/// a plan with Guarantee::energy is tried first; it has one step and needs no graph. Returns `stopped` if the graph is
/// not complete, or if a stop is requested at any time. If every_contact() returns no state, no displacement opens a
/// gap and no other state leads to the goal. In this case no plan exists unless the options state a start.
///
/// Throws InputError if the start or the goal contains states that the graph does not have, if the start is empty, and
/// if the domain is not valid (see WrenchCells).
InsertionPlan plan_insertion(const ContactGraph& graph, const PlanOptions& options = {});

/// A plan's guarantee, beliefs and certificate. All other data of an answer can be recomputed from these data.
struct StatedPlan {
  std::optional<Guarantee> guarantee;                ///< guarantee of the plan; empty if no plan exists
  std::vector<std::pair<StateSet, StateSet>> steps;  ///< beliefs before and after each step
  /// Set of beliefs that proves that no plan exists (InsertionPlan::certificate).
  std::vector<StateSet> certificate;
};

/// Recomputes all data of a plan from a stated plan, without a search.
///
/// Each step is the wrench with the largest margin that leads from the stated belief before the step to the stated
/// belief after the step. A stated proof that no plan exists (a set of beliefs) is checked against every cell of
/// wrenches. The energy conditions are evaluated again, as in plan_insertion(). If the stated plan is a result of
/// plan_insertion(), returns the same result. If the stated plan is wrong, returns `stopped` with the reason. The
/// beliefs are explored again only to compute the number `explored`.
///
/// Throws the same InputErrors as plan_insertion().
InsertionPlan plan_again(const ContactGraph& graph, const PlanOptions& options, const StatedPlan& stated);

/// Returns the states from which a part may reach the goal: all states except "no contact". Returns an empty set if the
/// seated state is the only state, as in form closure. In this case no displacement opens a gap, so no other state
/// leads to the seated state.
StateSet every_contact(const ContactStates& states);

/// Returns whether these wrenches, taken as exact numbers, bring the part from every state of `start` to a goal state
/// in steps that are all safe. Throws InputError for states that the graph does not have and for wrenches that are not
/// finite.
[[nodiscard]] bool plan_succeeds(const ContactGraph& graph, const StateSet& start, const StateSet& goals,
                                 const std::vector<Eigen::Vector3d>& wrenches);
[[nodiscard]] bool plan_succeeds(const ContactGraph& graph, const StateSet& start, int goal,
                                 const std::vector<Eigen::Vector3d>& wrenches);

/// Returns whether `certificate` proves the following: no sequence of wrench cells leads from the start to a belief
/// that contains only goal states. For an empty start, returns true without a proof. Returns false if `cells` is not
/// complete, or if `stop` ends the check early. Throws InputError for states that the cells' graph does not have.
[[nodiscard]] bool proves_no_plan(const WrenchCells& cells, const StateSet& start, const StateSet& goals,
                                  const std::vector<StateSet>& certificate, const StopToken& stop = {});
[[nodiscard]] bool proves_no_plan(const WrenchCells& cells, const StateSet& start, int goal,
                                  const std::vector<StateSet>& certificate, const StopToken& stop = {});

}  // namespace pawl
