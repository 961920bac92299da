// SPDX-License-Identifier: MIT
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/planner/insertion.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <numbers>

#include "belief_search.h"
#include "plan_obstacle.h"

namespace pawl {
namespace {

bool subset(const StateSet& a, const StateSet& b) { return (a & ~b).none(); }

/// Says when a limit is reached, and reports about once a second.
class Clock {
 public:
  explicit Clock(const PlanOptions& options) : options_(options), start_(now()), reported_(start_) {}

  bool out_of_time() const { return seconds_since(start_) > options_.seconds; }

  void report(const std::string& text) {
    if (!options_.progress || seconds_since(reported_) < 1) return;
    reported_ = now();
    options_.progress(text);
  }

 private:
  using Time = std::chrono::steady_clock::time_point;
  static Time now() { return std::chrono::steady_clock::now(); }
  static double seconds_since(Time time) { return std::chrono::duration<double>(now() - time).count(); }

  const PlanOptions& options_;
  Time start_, reported_;
};

class Planner {
 public:
  Planner(const ContactGraph& graph, const PlanOptions& options)
      : graph_(graph),
        options_(options),
        clock_(options),
        goal_(options.goal.value_or(graph.states().seated())),
        start_(options.start.value_or(every_contact(graph.states()))) {
    if (start_.none()) throw InputError("/start/states", "[]", "must hold at least one contact state");
  }

  InsertionPlan plan() {
    const WrenchCells cells(graph_, options_.domain, [this](std::size_t count) {
      clock_.report("pawl: " + std::to_string(count) + " cells");
      return count > options_.cells || clock_.out_of_time();
    });
    result_.planes = cells.plane_count();
    result_.cells = cells.cell_count();
    result_.outcomes = cells.outcomes().size();
    if (!cells.complete()) return stopped("the limit was reached among the cells of wrenches");
    BeliefSearch search(cells.outcomes(), start_, goal_);
    const BeliefSearch::End end = search.run([this](std::size_t explored) {
      result_.explored = explored + 1;
      clock_.report("pawl: " + std::to_string(explored) + " beliefs");
      return clock_.out_of_time();
    });
    if (end == BeliefSearch::End::stopped) return stopped("the limit was reached among the beliefs");
    if (end == BeliefSearch::End::reached) return choose(cells, search);
    return none(cells, search);
  }

 private:
  InsertionPlan stopped(std::string reason) {
    result_.status = InsertionPlan::Status::stopped;
    result_.reason = std::move(reason);
    return std::move(result_);
  }

  InsertionPlan none(const WrenchCells& cells, const BeliefSearch& search) {
    for (const BeliefSearch::Node& node : search.nodes()) result_.certificate.push_back(node.belief);
    PAWL_ASSERT(proves_no_plan(cells, start_, goal_, result_.certificate));
    result_.status = InsertionPlan::Status::none;
    result_.obstacle = find_obstacle(graph_, cells, start_, goal_);
    result_.reason = explain(graph_, result_.obstacle);
    return std::move(result_);
  }

  /// Backwards through the layers: from each belief the step whose own margin and those after it are least narrow.
  InsertionPlan choose(const WrenchCells& cells, const BeliefSearch& search) {
    const int layers = search.steps_to_goal();
    std::map<std::size_t, Onward> onward;  // by node, of the layer handled last
    std::map<std::size_t, Onward> all;
    StateSet goal;
    goal.set(static_cast<std::size_t>(goal_));
    for (int layer = layers - 1; layer >= 0; --layer) {
      std::map<std::size_t, Onward> here;
      for (std::size_t node = 0; node < search.nodes().size(); ++node) {
        if (search.nodes()[node].steps != layer) continue;
        const StateSet& belief = search.nodes()[node].belief;
        std::optional<Onward> best;
        if (layer == layers - 1) {
          best = onward_to(cells, belief, goal, 0, std::numbers::pi);
        } else {
          for (const auto& [next, then] : onward) {
            if (best && then.narrowest <= best->narrowest) continue;
            std::optional<Onward> through = onward_to(cells, belief, search.nodes()[next].belief, next, then.narrowest);
            if (through && (!best || through->narrowest > best->narrowest)) best = std::move(through);
          }
        }
        if (best) here.emplace(node, std::move(*best));
      }
      all.insert(here.begin(), here.end());
      onward = std::move(here);
      if (clock_.out_of_time()) return stopped("the limit was reached while choosing wrenches");
    }
    if (onward.empty()) return stopped("the only plans go through cells of wrenches thinner than doubles can show");
    for (std::size_t node = 0; static_cast<int>(result_.steps.size()) < layers; node = all.at(node).next) {
      result_.steps.push_back(all.at(node).step);
    }
    for (PlanStep& step : result_.steps) step.keeps_contacts = keeps_contacts(graph_, step.before, step.wrench);
    result_.status = InsertionPlan::Status::found;
    return std::move(result_);
  }

  struct Onward {
    PlanStep step;
    std::size_t next;
    double narrowest;
  };

  /// A step from one belief into another, by the widest wrench that does it, if doubles can show one.
  std::optional<Onward> onward_to(const WrenchCells& cells, const StateSet& before, const StateSet& after,
                                  std::size_t next, double then) const {
    const auto wanted = [&](const std::vector<StepResult>& outcome) {
      const StepResult result = step(outcome, before);
      return result.safe && subset(result.rests, after);
    };
    const std::optional<CellCentre> centre = cells.widest(wanted);
    if (!centre || !wanted(results_at(centre->wrench))) return std::nullopt;
    return Onward{
        {centre->wrench, centre->margin, centre->window, before, after, false}, next, std::min(centre->margin, then)};
  }

  /// Of a wrench taken exactly. On a circle the doubles of a wrench may leave it: there its place in the cells counts.
  std::vector<StepResult> results_at(const Eigen::Vector3d& wrench) const {
    std::vector<StateMoves> moves;
    for (int state = 0; state < graph_.count(); ++state) moves.push_back(graph_.moves(state, wrench));
    return step_results(moves);
  }

  const ContactGraph& graph_;
  const PlanOptions& options_;
  Clock clock_;
  int goal_;
  StateSet start_;
  InsertionPlan result_;
};

}  // namespace

StateSet every_contact(const ContactStates& states) {
  StateSet set;
  for (int state = 0; state < states.count(); ++state) set[static_cast<std::size_t>(state)] = states.mask(state).any();
  return set;
}

InsertionPlan plan_insertion(const ContactGraph& graph, const PlanOptions& options) {
  return Planner(graph, options).plan();
}

bool plan_succeeds(const ContactGraph& graph, const StateSet& start, int goal,
                   const std::vector<Eigen::Vector3d>& wrenches) {
  StateSet belief = start;
  for (const Eigen::Vector3d& wrench : wrenches) {
    std::vector<StateMoves> moves;
    for (int state = 0; state < graph.count(); ++state) moves.push_back(graph.moves(state, wrench));
    const StepResult result = step(step_results(moves), belief);
    if (!result.safe) return false;
    belief = result.rests;
  }
  return belief == StateSet().set(static_cast<std::size_t>(goal));
}

bool proves_no_plan(const WrenchCells& cells, const StateSet& start, int goal,
                    const std::vector<StateSet>& certificate) {
  const StateSet only_goal = StateSet().set(static_cast<std::size_t>(goal));
  const auto member_within = [&](const StateSet& belief) {
    return std::any_of(certificate.begin(), certificate.end(),
                       [&](const StateSet& member) { return subset(member, belief); });
  };
  if (!cells.complete() || !member_within(start)) return false;
  for (const StateSet& member : certificate) {
    if (member.none()) return false;
    for (const std::vector<StepResult>& outcome : cells.outcomes()) {
      const StepResult result = step(outcome, member);
      if (result.safe && (result.rests == only_goal || !member_within(result.rests))) return false;
    }
  }
  return true;
}

}  // namespace pawl
