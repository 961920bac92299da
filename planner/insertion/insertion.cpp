// SPDX-License-Identifier: MIT
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/contact/seated_pose.h>
#include <pawl/planner/insertion.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numbers>

#include "insertion/belief_search.h"
#include "insertion/contact_graph.h"
#include "insertion/margins.h"

namespace pawl::internal::inline planner {

/// Explains why no plan exists. Considers only the wrenches of those cells that hold the part in a goal state. Among
/// these, chooses a wrench with which the step fails from the fewest start states. The obstacle is a state outside the
/// goal that the part may pass through under this wrench; a state in which the part may either rest or move is
/// preferred. Returns nothing if no wrench holds the part in a goal state, or if `stop` ends the search.
std::optional<PlanObstacle> find_obstacle(const ContactGraph& graph, const WrenchCells& cells, const StateSet& start,
                                          const StateSet& goals, const StopToken& stop);

/// Returns a description of an obstacle in words, with the graph's fixel numbers.
std::string explain(const ContactGraph& graph, const std::optional<PlanObstacle>& obstacle);

}  // namespace pawl::internal::inline planner

namespace pawl {

using internal::BeliefSearch;

namespace {

/// Reports progress about once per second.
class Progress {
 public:
  explicit Progress(const std::function<void(const std::string&)>& report) : report_(report), reported_(Clock::now()) {}

  void operator()(std::size_t count, const char* what) {
    if (!report_ || Clock::now() - reported_ < std::chrono::seconds(1)) return;
    reported_ = Clock::now();
    report_("pawl: " + std::to_string(count) + what);
  }

 private:
  using Clock = std::chrono::steady_clock;
  const std::function<void(const std::string&)>& report_;
  Clock::time_point reported_;
};

/// Returns the step results of a wrench whose doubles are taken as exact numbers.
std::vector<StepResult> results_at(const ContactGraph& graph, const Eigen::Vector3d& wrench) {
  return step_results(internal::all_moves(graph, wrench));
}

/// Returns the step with the largest margin that leads from the belief `before` to `after` or to a subset of `after`.
/// Returns nothing if no wrench does, if doubles cannot represent such a wrench, or if `stop` ends the search.
std::optional<PlanStep> widest_step(const ContactGraph& graph, const WrenchCells& cells, const StateSet& before,
                                    const StateSet& after, const StopToken& stop) {
  const auto wanted = [&](const std::vector<StepResult>& outcome) {
    const StepResult result = step(outcome, before);
    return result.safe && (result.rests & ~after).none();
  };
  const std::optional<CellCentre> centre = cells.widest(wanted, stop);
  if (!centre || !wanted(results_at(graph, centre->wrench))) return std::nullopt;
  return PlanStep{centre->wrench, centre->margin, centre->window, before, after, false};
}

/// Chooses the wrenches of a plan after a search that has reached the goal.
class StepChooser {
 public:
  StepChooser(const ContactGraph& graph, const WrenchCells& cells, const BeliefSearch& search, const StateSet& goals,
              const StopToken& stop)
      : graph_(graph),
        cells_(cells),
        nodes_(search.nodes()),
        steps_(search.steps_to_goal()),
        goals_(goals),
        stop_(stop) {}

  /// Goes backwards through the layers of beliefs. A layer contains the beliefs that are reached in the same number of
  /// steps. For each belief, chooses the step for which the smallest margin over this step and all later steps is
  /// largest. Returns an empty list if `stop` ends the search, or if every plan needs a cell that is so thin that
  /// doubles cannot represent a wrench in it.
  std::vector<PlanStep> choose() const {
    // The best continuation of each node, with one map per layer.
    std::vector<std::map<std::size_t, Onward>> layers(static_cast<std::size_t>(steps_) + 1);
    layers.back().emplace(0, Onward{{}, 0, std::numbers::pi, 0});  // the last layer contains only the goal
    for (int layer = steps_ - 1; layer >= 0; --layer) {
      const auto k = static_cast<std::size_t>(layer);
      for (std::size_t node = 0; node < nodes_.size(); ++node) {
        if (nodes_[node].steps != layer || exceeds_another(node)) continue;
        if (std::optional<Onward> best = best_from(node, layers[k + 1])) layers[k].emplace(node, std::move(*best));
        if (stop_.stop_requested()) return {};
      }
    }
    std::vector<PlanStep> steps;
    if (layers[0].empty()) return steps;
    std::size_t node = 0;
    for (int layer = 0; layer < steps_; ++layer) {
      const Onward& onward = layers[layer].at(node);
      steps.push_back(onward.step);
      node = onward.next;
    }
    for (PlanStep& step : steps) step.keeps_contacts = keeps_contacts(graph_, step.before, step.wrench, stop_);
    return steps;
  }

 private:
  struct Onward {
    PlanStep step;
    std::size_t next;
    double narrowest;  ///< smallest margin over this step and all later steps, rad
    double total;      ///< sum of the margins of this step and all later steps, rad
  };

  /// Compares the smallest margins. If they are equal, compares the sums of all margins, so that the choice does not
  /// depend on the order in which beliefs are examined.
  static bool is_wider(const Onward& a, const Onward& b) {
    if (std::fabs(a.narrowest - b.narrowest) > kSame) return a.narrowest > b.narrowest;
    return a.total > b.total + kSame;
  }

  /// Returns whether the search has reached a proper subset of the node's belief in at most as many steps. In this case
  /// the node is not needed. (The search itself drops a belief only if it found a subset of the belief earlier.)
  bool exceeds_another(std::size_t node) const {
    const BeliefSearch::Node& larger = nodes_[node];
    return std::any_of(nodes_.begin(), nodes_.end(), [&](const BeliefSearch::Node& other) {
      return other.steps <= larger.steps && other.belief != larger.belief && (other.belief & ~larger.belief).none();
    });
  }

  /// Returns the best continuation of a node. `then` contains the nodes of the next layer. For the last layer, it
  /// contains the goal.
  std::optional<Onward> best_from(std::size_t node, const std::map<std::size_t, Onward>& then) const {
    const bool last = nodes_[node].steps == steps_ - 1;
    std::optional<Onward> best;
    for (const auto& [next, onward] : then) {
      if (stop_.stop_requested()) break;
      if (best && onward.narrowest < best->narrowest - kSame) continue;
      const StateSet& after = last ? goals_ : nodes_[next].belief;
      std::optional<PlanStep> through = widest_step(graph_, cells_, nodes_[node].belief, after, stop_);
      if (!through) continue;
      const double margin = through->margin;
      const Onward found{std::move(*through), next, std::min(margin, onward.narrowest), margin + onward.total};
      if (!best || is_wider(found, *best)) best = found;
    }
    return best;
  }

  static constexpr double kSame = 1e-9;  ///< margins count as equal if they differ by at most this angle, rad

  const ContactGraph& graph_;
  const WrenchCells& cells_;
  const std::vector<BeliefSearch::Node>& nodes_;
  int steps_;
  StateSet goals_;
  const StopToken& stop_;
};

/// Returns a text about the pairs of contacts that wedge, or "" if no pair wedges. A plan that relies on such contacts
/// may jam if friction is slightly larger.
std::string wedging_pairs(const EnergyVerdict& verdict, const std::vector<int>& numbers) {
  const auto number = [&](int contact) { return std::to_string(numbers.empty() ? contact + 1 : numbers[contact]); };
  std::string text;
  for (const ContactPair& pair : verdict.pairs) {
    if (std::isfinite(pair.kappa)) continue;
    text += text.empty() ? "; contacts that wedge, with friction as given: " : ", ";
    text += number(pair.contacts[0]) + " and " + number(pair.contacts[1]);
  }
  return text;
}

class Planner {
 public:
  Planner(const ContactGraph& graph, const PlanOptions& options)
      : graph_(graph),
        options_(options),
        progress_(options.progress),
        goals_(goal_states(graph, options)),
        start_(options.start.value_or(every_contact(graph.states()))) {
    if (options.start && start_.none())
      throw InputError("/start/states", "[]", "must contain at least one contact state");
  }

  /// `stated` is the plan or proof that is recomputed. If it is null, a plan is searched for.
  InsertionPlan plan(const StatedPlan* stated = nullptr) {
    if (!graph_.complete()) return stopped("the limit was reached while the contact graph was made");
    if (start_.none()) return none_from_nowhere();
    if (const std::optional<CellCentre> centre = energy_centre()) return found_by_energy(*centre);
    if (options_.least == Guarantee::energy) return none_by_energy();
    WrenchCells cells(graph_, options_.domain,
                      {options_.cells, options_.stop, [this](std::size_t count) { progress_(count, " cells"); }});
    result_.planes = cells.plane_count();
    result_.cells = cells.cell_count();
    result_.outcomes = cells.outcomes().size();
    if (!cells.complete()) return stopped("the limit was reached among the cells of wrenches");
    BeliefSearch search(cells.outcomes(), start_, goals_);
    const BeliefSearch::End end = search.run(options_.stop, [this](std::size_t explored) {
      result_.explored = explored + 1;
      progress_(explored, " beliefs");
    });
    if (end == BeliefSearch::End::stopped) return stopped("the limit was reached during the search among the beliefs");
    if (stated != nullptr) return stated->guarantee ? found(cells, *stated) : none(cells, *stated);
    if (end == BeliefSearch::End::exhausted) return none(cells, search);
    return found(cells, search);
  }

 private:
  bool all_contacts_are_goal() const { return goals_[static_cast<std::size_t>(graph_.states().seated())]; }

  std::optional<CellCentre> energy_centre() const {
    if (!options_.by_energy || !all_contacts_are_goal()) return std::nullopt;
    return energy_window(graph_.contacts(), options_.domain);
  }

  InsertionPlan found_by_energy(const CellCentre& centre) {
    const StateSet seated = StateSet().set(static_cast<std::size_t>(graph_.states().seated()));
    result_.steps = {{centre.wrench, centre.margin, centre.window, start_, seated, false}};
    result_.steps[0].keeps_contacts = keeps_contacts(graph_, start_, centre.wrench, options_.stop);
    return with_guarantee(Guarantee::energy);
  }

  InsertionPlan none_by_energy() {
    result_.status = InsertionPlan::Status::none;
    const std::string refused = all_contacts_are_goal() ? energy_refusal(graph_.contacts(), numbers())
                                                        : "the goal does not contain all contacts that touch there";
    result_.reason = refused.empty() ? "no wrench of the actuator satisfies the energy conditions" : refused;
    result_.reason += wedging_pairs(energy_verdict(graph_.contacts(), Eigen::Vector3d(1, 0, 0)), numbers());
    return std::move(result_);
  }

  /// Returns the answer for a task in which the goal is the only contact state.
  InsertionPlan none_from_nowhere() {
    result_.status = InsertionPlan::Status::none;
    result_.reason = std::string(locates(graph_.contacts(), graph_.fixels(graph_.states().seated()))
                                     ? "the goal's contacts hold the part in form closure"
                                     : "the goal's contacts oppose each other") +
                     ": no displacement opens a gap, so that no other contact state leads to the goal";
    return std::move(result_);
  }

  /// Completes the answer of a plan whose steps are known. Adds the guarantee, the properties of each step, and the
  /// reason.
  InsertionPlan with_guarantee(Guarantee guarantee) {
    result_.guarantee = guarantee;
    for (PlanStep& step : result_.steps) judge(step);
    if (options_.stop.stop_requested())
      return stopped("the limit was reached while the margins of the steps were computed");
    result_.status = InsertionPlan::Status::found;
    result_.reason = promise(guarantee);
    if ((start_ & ~goals_).none())
      result_.reason = "the part starts at the goal, and the wrench holds it there";
    if (guarantee != Guarantee::energy && !result_.steps.empty())
      result_.reason += wedging_pairs(result_.steps.back().energy, numbers());
    return std::move(result_);
  }

  const std::vector<int>& numbers() const { return graph_.options().numbers; }

  void judge(PlanStep& step) const {
    if (all_contacts_are_goal()) {
      step.energy = energy_verdict(graph_.contacts(), step.wrench, options_.domain);
      if (!step.energy.refused.empty()) step.energy.refused = energy_refusal(graph_.contacts(), numbers());
    } else {
      step.energy.refused = "the goal does not contain all contacts that touch there";
    }
    step.margin_full = result_.guarantee == Guarantee::energy
                           ? std::optional(step.energy.margin)
                           : internal::step_margin(graph_, step.before, step.wrench, options_.stop);
    if (!step.margin_full) return;
    // The actuator's wrenches are a subset of all wrenches, so the margin among all wrenches is at most the margin
    // among the actuator's wrenches. Both are equal if the actuator can apply all wrenches.
    const bool everywhere = options_.domain.kind == WrenchDomain::Kind::free;
    step.margin_full = everywhere ? step.margin : std::min(*step.margin_full, step.margin);
  }

  InsertionPlan stopped(std::string reason) {
    result_.status = InsertionPlan::Status::stopped;
    result_.reason = std::move(reason);
    return std::move(result_);
  }

  InsertionPlan none(const WrenchCells& cells, const BeliefSearch& search) {
    for (const BeliefSearch::Node& node : search.nodes()) result_.certificate.push_back(node.belief);
    const bool proved = proves_no_plan(cells, start_, goals_, result_.certificate, options_.stop);
    if (!proved && options_.stop.stop_requested()) {
      result_.certificate.clear();
      return stopped("the limit was reached while the proof that no plan exists was checked");
    }
    PAWL_ASSERT(proved);
    return proved_none(cells);
  }

  InsertionPlan none(const WrenchCells& cells, const StatedPlan& stated) {
    if (!proves_no_plan(cells, start_, goals_, stated.certificate, options_.stop))
      return stopped("some wrench leads from a stated belief to a belief that the proof does not cover");
    result_.certificate = stated.certificate;
    return proved_none(cells);
  }

  InsertionPlan proved_none(const WrenchCells& cells) {
    result_.status = InsertionPlan::Status::none;
    result_.obstacle = internal::find_obstacle(graph_, cells, start_, goals_, options_.stop);
    result_.reason = !result_.obstacle && options_.stop.stop_requested()
                         ? "the limit was reached while the reason why no plan exists was searched"
                         : internal::explain(graph_, result_.obstacle);
    return std::move(result_);
  }

  InsertionPlan found(WrenchCells& cells, const BeliefSearch& search) {
    result_.steps = StepChooser(graph_, cells, search, goals_, options_.stop).choose();
    if (result_.steps.empty()) {
      return stopped(options_.stop.stop_requested() ? "the limit was reached while choosing wrenches"
                                                    : "every plan needs a cell of wrenches that is too thin for doubles");
    }
    const bool keeps = graph_.options().gains != ContactGraph::Gains::any || prefer_kept_gains(cells);
    result_.guarantee = keeps ? Guarantee::keeps : Guarantee::at_rest;
    if (options_.stop.stop_requested())
      return stopped("the limit was reached before plans with a stronger guarantee were excluded");
    return with_guarantee(*result_.guarantee);
  }

  /// Recomputes the steps of a plan from the stated beliefs. If the plan has the guarantee `keeps`, no impact may make
  /// the part lose a contact.
  InsertionPlan found(WrenchCells& cells, const StatedPlan& stated) {
    std::optional<ContactGraph> kept;
    if (*stated.guarantee == Guarantee::keeps && graph_.options().gains != ContactGraph::Gains::kept) {
      kept.emplace(graph_.keeping_gains(options_.stop));
      cells.update_outcomes(*kept, options_.stop);
    }
    const ContactGraph& graph = kept ? *kept : graph_;
    StateSet belief = start_;
    bool keeps = true;
    for (const auto& [before, after] : stated.steps) {
      if (before != belief) return stopped("a step does not begin at the belief at which the step before it ends");
      std::optional<PlanStep> step = widest_step(graph, cells, before, after, options_.stop);
      if (!step) return stopped("no wrench leads from the belief before a step to the belief after it");
      step->keeps_contacts = keeps_contacts(graph, before, step->wrench, options_.stop);
      keeps = keeps && step->keeps_contacts;
      belief = after;
      result_.steps.push_back(std::move(*step));
    }
    if ((belief & ~goals_).any())
      return stopped("the last step does not end at the goal");
    return with_guarantee(keeps ? Guarantee::keeps : Guarantee::at_rest);
  }

  /// If a plan with at most the same number of steps exists in which no contact bounces off, replaces the steps by
  /// those of this plan, and returns true. The margin of a new step is the angle to the nearest wrench under which a
  /// contact may bounce off or the step may fail.
  bool prefer_kept_gains(WrenchCells& cells) {
    const ContactGraph kept = graph_.keeping_gains(options_.stop);
    if (!kept.complete()) return false;
    cells.update_outcomes(kept, options_.stop);
    if (!cells.complete()) return false;
    BeliefSearch search(cells.outcomes(), start_, goals_);
    const auto progress = [this](std::size_t explored) { progress_(explored, " beliefs that keep contacts"); };
    const int most = static_cast<int>(result_.steps.size());
    if (search.run(options_.stop, progress, most) != BeliefSearch::End::reached) return false;
    std::vector<PlanStep> steps = StepChooser(kept, cells, search, goals_, options_.stop).choose();
    if (steps.empty()) return false;
    result_.steps = std::move(steps);
    return true;
  }

  const ContactGraph& graph_;
  const PlanOptions& options_;
  Progress progress_;
  StateSet goals_;
  StateSet start_;
  InsertionPlan result_;
};

}  // namespace

std::string_view name_of(Guarantee guarantee) {
  switch (guarantee) {
    case Guarantee::at_rest:
      return "at rest";
    case Guarantee::keeps:
      return "keeps";
    case Guarantee::energy:
      return "energy";
  }
  return "";
}

std::string promise(Guarantee guarantee) {
  switch (guarantee) {
    case Guarantee::at_rest:
      return "the part reaches the goal whichever mode happens and whichever gap closes first, if it stops at each "
             "contact gain; an impact there may make it lose a contact again";
    case Guarantee::keeps:
      return "the part reaches the goal whichever mode happens and whichever gap closes first, and no plastic impact "
             "at a contact gain makes it lose a contact; velocity that is left along the contacts is not considered";
    case Guarantee::energy:
      return "the part can come to rest only at the goal, from every motion whose energy stays below some depth, "
             "however often and in whatever order contacts close, slide and bounce";
  }
  return "";
}

InsertionPlan plan_insertion(const ContactGraph& graph, const PlanOptions& options) {
  internal::require_options(graph, options);
  return Planner(graph, options).plan();
}

InsertionPlan plan_again(const ContactGraph& graph, const PlanOptions& options, const StatedPlan& stated) {
  internal::require_options(graph, options);
  return Planner(graph, options).plan(&stated);
}

// The functions below check plans and proofs without a search.

namespace {

StateSet only(int state, int count) {
  if (state < 0 || state >= count) internal::refuse_state(state, count);
  return StateSet().set(static_cast<std::size_t>(state));
}

}  // namespace

StateSet every_contact(const ContactStates& states) {
  StateSet set;
  if (states.count() == 1) return set;
  for (int state = 0; state < states.count(); ++state) set[state] = states.mask(state).any();
  return set;
}

StateSet goal_states(const ContactGraph& graph, const PlanOptions& options) {
  return options.goals.value_or(StateSet().set(static_cast<std::size_t>(graph.states().seated())));
}

bool plan_succeeds(const ContactGraph& graph, const StateSet& start, int goal,
                   const std::vector<Eigen::Vector3d>& wrenches) {
  return plan_succeeds(graph, start, only(goal, graph.count()), wrenches);
}

bool plan_succeeds(const ContactGraph& graph, const StateSet& start, const StateSet& goals,
                   const std::vector<Eigen::Vector3d>& wrenches) {
  internal::require_states("start", start, graph.count());
  internal::require_states("goals", goals, graph.count());
  StateSet belief = start;
  for (const Eigen::Vector3d& wrench : wrenches) {
    const StepResult result = step(step_results(internal::all_moves(graph, wrench)), belief);
    if (!result.safe) return false;
    belief = result.rests;
  }
  return (belief & ~goals).none();
}

bool proves_no_plan(const WrenchCells& cells, const StateSet& start, int goal, const std::vector<StateSet>& certificate,
                    const StopToken& stop) {
  return proves_no_plan(cells, start, only(goal, cells.state_count()), certificate, stop);
}

bool proves_no_plan(const WrenchCells& cells, const StateSet& start, const StateSet& goals,
                    const std::vector<StateSet>& certificate, const StopToken& stop) {
  if (!cells.complete()) return false;
  internal::require_states("start", start, cells.state_count());
  internal::require_states("goals", goals, cells.state_count());
  if (start.none()) return true;
  const auto member_within = [&](const StateSet& belief) {
    return std::any_of(certificate.begin(), certificate.end(),
                       [&](const StateSet& member) { return (member & ~belief).none(); });
  };
  if (!member_within(start)) return false;
  for (const StateSet& member : certificate) {
    if (member.none()) return false;
    for (const std::vector<StepResult>& outcome : cells.outcomes()) {
      if (stop.stop_requested()) return false;
      const StepResult result = step(outcome, member);
      if (result.safe && ((result.rests & ~goals).none() || !member_within(result.rests))) return false;
    }
  }
  return true;
}

}  // namespace pawl

namespace pawl::internal::inline planner {
namespace {

/// Returns whether a wrench certainly brings the part from a state to rest in a goal state. `result` is the step result
/// of this state.
bool succeeds(const StepResult& result, const StateSet& goals) { return result.safe && (result.rests & ~goals).none(); }

/// Returns the number of start states from which a wrench may not end at the goal. `outcome` contains the step results
/// of the wrench.
std::size_t failures(const std::vector<StepResult>& outcome, const StateSet& start, const StateSet& goals) {
  std::size_t count = 0;
  for (std::size_t state = 0; state < outcome.size(); ++state) {
    count += start[state] && !succeeds(outcome[state], goals);
  }
  return count;
}

/// Returns the states that the part may pass through from the start, including the start.
StateSet reached(const std::vector<StateMoves>& moves, const StateSet& start) {
  StateSet all = start;
  for (std::size_t round = 0; round < moves.size(); ++round) {
    for (std::size_t state = 0; state < moves.size(); ++state) {
      if (all[state]) all |= moves[state].successors;
    }
  }
  return all;
}

PlanObstacle obstacle_at(const ContactGraph& graph, const Eigen::Vector3d& wrench, int state, const StateMoves& moves) {
  PlanObstacle obstacle{wrench, state, {}, moves.rest, moves.escape};
  std::vector<int> consistent = graph.consistent(state, wrench);
  const auto rests = [&](int k) { return moves.rest && graph.modes(state)[k].can_rest; };
  std::stable_partition(consistent.begin(), consistent.end(), rests);
  for (const int k : consistent) obstacle.modes.push_back(graph.modes(state)[k].cone.mode);
  return obstacle;
}

}  // namespace

std::optional<PlanObstacle> find_obstacle(const ContactGraph& graph, const WrenchCells& cells, const StateSet& start,
                                          const StateSet& goals, const StopToken& stop) {
  std::optional<std::size_t> best;
  std::size_t fewest = 0;
  for (std::size_t cell = 0; cell < cells.cell_count(); ++cell) {
    if (stop.stop_requested()) return std::nullopt;
    const std::vector<StepResult>& outcome = cells.outcomes()[cells.outcome_of(cell)];
    bool holds = false;
    for (std::size_t state = 0; state < outcome.size() && !holds; ++state)
      holds = goals[state] && succeeds(outcome[state], goals);
    if (!holds) continue;
    const std::size_t failing = failures(outcome, start, goals);
    if (best && failing >= fewest) continue;
    best = cell;
    fewest = failing;
  }
  if (!best) return std::nullopt;

  const Eigen::Vector3d wrench = cells.wrench_in(*best);
  const std::vector<StateMoves> moves = all_moves(graph, wrench);
  const StateSet passed = reached(moves, start);
  // The kinds of failure are examined in this order: states in which the part may rest or move, states in which it
  // rests, escapes, and cycles.
  for (const int kind : {0, 1, 2, 3}) {
    for (int state = 0; state < graph.count(); ++state) {
      const StateMoves& here = moves[state];
      if (!passed[state] || goals[static_cast<std::size_t>(state)]) continue;
      const bool matches = kind == 0   ? here.rest && here.successors.any()
                           : kind == 1 ? here.rest
                           : kind == 2 ? here.escape
                                       : here.successors.any();
      if (matches) return obstacle_at(graph, wrench, state, here);
    }
  }
  return std::nullopt;
}

std::string explain(const ContactGraph& graph, const std::optional<PlanObstacle>& obstacle) {
  if (!obstacle) return "no wrench of the actuator holds the part at the goal";
  std::string text =
      "every wrench that holds the goal can fail; the one that fails from the fewest states fails when the part "
      "touches fixels " +
      graph.name(obstacle->state) + ": it may ";
  text += obstacle->rests ? "stay" : obstacle->escapes ? "leave for good or bounce off" : "move in a cycle of states";
  text += "; the consistent modes are";
  for (const Mode& mode : obstacle->modes) text += " " + mode.str();
  return text;
}

}  // namespace pawl::internal::inline planner
