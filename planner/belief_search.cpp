// SPDX-License-Identifier: MIT
#include "belief_search.h"

#include <algorithm>

namespace pawl {

bool BeliefSearch::dominated(const StateSet& belief) const {
  return std::any_of(nodes_.begin(), nodes_.end(), [&](const Node& node) { return (node.belief & ~belief).none(); });
}

void BeliefSearch::expand(std::size_t node) {
  const StateSet belief = nodes_[node].belief;
  const int layer = nodes_[node].layer + 1;
  std::vector<StateSet> found;
  for (const std::vector<StepResult>& outcome : outcomes_) {
    const StepResult result = step(outcome, belief);
    if (!result.safe) continue;
    if (result.rests == goal_) goal_layer_ = layer;
    found.push_back(result.rests);
  }
  if (goal_layer_ == layer) return;
  // Smaller beliefs first, so that they drop the larger ones.
  std::stable_sort(found.begin(), found.end(),
                   [](const StateSet& a, const StateSet& b) { return a.count() < b.count(); });
  for (const StateSet& next : found) {
    if (!dominated(next)) nodes_.push_back({next, layer});
  }
}

/// The layer before the goal's is expanded no further than needed: all its beliefs are there already.
BeliefSearch::End BeliefSearch::run(const std::function<bool(std::size_t)>& stop) {
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    if (stop(node)) return End::stopped;
    expand(node);
    if (goal_layer_ >= 0) return End::reached;
  }
  return End::exhausted;
}

}  // namespace pawl
