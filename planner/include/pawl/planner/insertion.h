// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
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

/// One wrench, applied until the part rests.
struct PlanStep {
  Eigen::Vector3d wrench{0, 0, 0};  ///< unit length, frame of the contact set
  /// Angle to the nearest wrench of the actuator with which the step could fail, rad, in (fx, fy, tau / rho).
  double margin = 0;
  std::optional<std::pair<double, double>> window;  ///< of the actuator's parameter, rad; within it the step is safe
  StateSet before, after;                           ///< beliefs: where the part may be, and where it may come to rest
  bool keeps_contacts = false;  ///< no gain under this wrench may bounce a contact off [MODEL section 6]
  /// The same angle as `margin` in all of wrench space, whatever the actuator can give: what a disturbance may add. At
  /// most `margin`, and of the same promise as the plan's. Exact for free wrenches and for Guarantee::energy, else a
  /// lower bound; nothing from displaced starts.
  std::optional<double> margin_full = std::nullopt;
  EnergyVerdict energy = {};  ///< of this wrench by itself
};

/// What a plan promises, the less first [MODEL section 6]. Every kind ends at the goal whichever consistent mode
/// happens and whichever gap closes first.
enum class Guarantee {
  at_rest,  ///< only if the part stops at each gain: an impact there may take a contact away, and the plan fail
  keeps,    ///< no plastic impact at a gain takes a contact away; velocity left along the contacts is not looked at
  energy    ///< from any motion within some depth of energy, however contacts bounce: see pawl/planner/energy.h
};

std::string_view name_of(Guarantee guarantee);  ///< "at rest", "keeps", "energy"
std::string promise(Guarantee guarantee);       ///< the same in a sentence

/// Why a wrench that holds the goal does not bring the part there.
struct PlanObstacle {
  Eigen::Vector3d wrench{0, 0, 0};
  int state = 0;            ///< where it fails
  std::vector<Mode> modes;  ///< all modes consistent with the wrench there, those that may rest first
  bool rests = false;       ///< the part may stay
  bool escapes = false;     ///< it may leave for good; neither: it may move in circles, or bounce off
};

struct [[nodiscard]] InsertionPlan {
  enum class Status {
    found,
    none,    ///< proved, for wrenches off the cells' boundaries: see `certificate`
    stopped  ///< by a limit, or where only cells thinner than doubles can show remain
  };
  Status status = Status::stopped;
  /// Stopped: those of a plan that brings the part to its goal, but may be of a lesser kind than another as short; else
  /// none.
  std::vector<PlanStep> steps;
  std::optional<Guarantee> guarantee;  ///< of the weakest step; nothing without steps
  std::size_t planes = 0, cells = 0, outcomes = 0;
  std::size_t explored = 0;  ///< beliefs
  /// For `none`: a family of beliefs that holds the start and not the goal, such that every cell's wrench applied to a
  /// member is unsafe or leaves a superset of a member. Empty where none is needed: where only plans by energy were
  /// looked for, and where there is no contact state to start from.
  std::vector<StateSet> certificate;
  /// For `none`, unless no wrench of the actuator holds the goal or there is no contact state to start from.
  std::optional<PlanObstacle> obstacle;
  std::string reason;  ///< for people: what the plan promises, or why there is none
};

struct PlanOptions {
  WrenchDomain domain;
  std::optional<StateSet> start;  ///< default: every_contact
  std::optional<int> goal;        ///< state; default: all fixels
  /// Whether one-step plans with the energy conditions are looked for, before the graph is asked: they are preferred to
  /// any other. False: the graph alone.
  bool by_energy = true;
  Guarantee least = Guarantee::at_rest;  ///< with `energy` the graph is not asked for other plans
  StopToken stop;
  std::size_t cells = std::numeric_limits<std::size_t>::max();
  std::function<void(const std::string&)> progress;  ///< called about once a second when the search takes longer
};

/// A sensorless insertion plan: a sequence of wrenches that brings the part to rest at the goal from every state of the
/// start belief, whichever consistent mode happens and whichever gap closes first, each step free of escapes and
/// cycles; the last wrench holds the goal [MODEL section 6]. Fewest steps; among these the best kind of guarantee;
/// among these the greatest least margin that the beliefs kept in the search allow (a belief that holds another,
/// reached no later, is dropped). With a graph of Gains::kept only plans that keep contacts are looked for.
///
/// Between gains the motion is the one that starts at rest; velocity that is left at a gain and solutions that exist
/// only in motion are not looked at, the plastic impact is as Guarantee says. Complete over open cells. Deterministic.
/// A plan of Guarantee::energy has one step, needs no graph, and is found first, where the goal is all contacts.
/// A graph that is not complete, and a stop at any time, give `stopped`. Where every_contact is empty, no displacement
/// opens a gap and nothing leads to the goal: without a stated start there is no plan.
///
/// Throws InputError for a start or goal of states that the graph does not have, an empty start, and a domain that is
/// none (see WrenchCells).
InsertionPlan plan_insertion(const ContactGraph& graph, const PlanOptions& options = {});

/// What an answer states of a plan; all else of it follows.
struct StatedPlan {
  std::optional<Guarantee> guarantee;                ///< nothing: there is no plan
  std::vector<std::pair<StateSet, StateSet>> steps;  ///< the beliefs before and after each
  std::vector<StateSet> certificate;                 ///< where there is no plan: the family of beliefs
};

/// Computes a plan again from what is stated of it, without looking for one: each step is the widest wrench between the
/// beliefs that are stated before and after it, and a stated family of beliefs is checked against every cell of
/// wrenches. Energy conditions are asked again, as plan_insertion asks them. The result is what plan_insertion returned
/// if the statement is its own; `stopped`, with the reason, where what is stated does not hold. For `explored`, a count
/// of the work, the beliefs are gone through once more; nothing else depends on that.
///
/// Throws InputError as plan_insertion does.
InsertionPlan plan_again(const ContactGraph& graph, const PlanOptions& options, const StatedPlan& stated);

/// The states that a part may come to the goal from: all but "no contact". Empty where the seated state is the only
/// one, as in form closure: no displacement opens a gap, so that no other state leads there.
StateSet every_contact(const ContactStates& states);

/// Whether wrenches, taken exactly, bring every state of `start` to the goal, each step safe. Throws InputError for
/// states that the graph does not have and wrenches that are not finite.
[[nodiscard]] bool plan_succeeds(const ContactGraph& graph, const StateSet& start, int goal,
                                 const std::vector<Eigen::Vector3d>& wrenches);

/// Whether `certificate` proves that no sequence of cells leads from the start to the goal. Nothing need be proved for
/// an empty start. False when stopped. Throws InputError for states that the cells' graph does not have.
[[nodiscard]] bool proves_no_plan(const WrenchCells& cells, const StateSet& start, int goal,
                                  const std::vector<StateSet>& certificate, const StopToken& stop = {});

}  // namespace pawl
