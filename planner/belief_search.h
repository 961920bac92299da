// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/contact_graph.h>

#include <functional>
#include <vector>

namespace pawl {

/// A layer by layer search over beliefs. A belief that holds another one reached no later is dropped: what brings it to
/// the goal brings the smaller one there.
class BeliefSearch {
 public:
  struct Node {
    StateSet belief;
    int layer;
  };

  /// `outcomes`: for each kind of cell the step results of all states.
  BeliefSearch(const std::vector<std::vector<StepResult>>& outcomes, const StateSet& start, int goal)
      : outcomes_(outcomes), goal_(StateSet().set(static_cast<std::size_t>(goal))) {
    nodes_.push_back({start, 0});
  }

  enum class End { reached, exhausted, stopped };
  End run(const std::function<bool(std::size_t explored)>& stop);

  /// The beliefs in the order they were found; all are kept as members of the certificate.
  const std::vector<Node>& nodes() const { return nodes_; }
  int goal_layer() const { return goal_layer_; }

 private:
  bool dominated(const StateSet& belief) const;
  void expand(std::size_t node);

  const std::vector<std::vector<StepResult>>& outcomes_;
  StateSet goal_;
  std::vector<Node> nodes_;
  int goal_layer_ = -1;
};

}  // namespace pawl
