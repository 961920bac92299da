// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/planner/contact_graph.h>

#include <functional>
#include <limits>
#include <vector>

namespace pawl::internal {

/// Problem: the fewest steps from a start belief to the belief {goal}. A belief is a set of states that the part may be
/// in. A step is an outcome: what the wrenches of one kind of cell do in every state. Where it is safe from all states
/// of a belief, it leads to the union of the states in which the part may then come to rest.
///
/// Method: A* [Hart, Nilsson, Raphael 1968], by Boost.Graph, with the estimate 0 at the goal and 1 elsewhere. A belief
/// that holds another one found no later is dropped: what brings it to the goal brings the smaller one there. What is
/// left is a tree, grown as it is searched.
///
/// Cost: a belief that is expanded takes outcomes x states, and each belief found is compared with all that are kept.
/// Their number may grow exponentially with that of the states; `stop` ends the search at any time.
class BeliefSearch {
 public:
  struct Node {
    StateSet belief;
    int steps;           ///< from the start
    int rank;            ///< steps and those that are left at least
    std::size_t parent;  ///< node
  };

  /// `outcomes`: for each kind of cell the step results of all states.
  BeliefSearch(const std::vector<std::vector<StepResult>>& outcomes, const StateSet& start, int goal)
      : outcomes_(outcomes), goal_(StateSet().set(static_cast<std::size_t>(goal))), start_(start) {}

  enum class End { reached, exhausted, stopped };
  /// A goal is looked for no further than `most_steps` away. `progress`: told before each belief is expanded the number
  /// of those before, if it is there.
  End run(const StopToken& stop, const std::function<void(std::size_t explored)>& progress = {},
          int most_steps = std::numeric_limits<int>::max());

  /// The beliefs in the order they were found; after End::exhausted, with steps without end, they are the members of a
  /// certificate (InsertionPlan::certificate). The start counts as one to be left even where it is the goal: a plan has
  /// a step.
  const std::vector<Node>& nodes() const { return nodes_; }
  int steps_to_goal() const { return steps_to_goal_; }

 private:
  struct Tree;
  struct Visitor;

  bool dominated(const StateSet& belief) const;
  void expand(std::size_t node);

  StopToken stop_;
  int most_steps_ = std::numeric_limits<int>::max();
  const std::vector<std::vector<StepResult>>& outcomes_;
  StateSet goal_, start_;
  std::vector<Node> nodes_;
  int steps_to_goal_ = -1;
};

}  // namespace pawl::internal
