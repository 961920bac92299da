// SPDX-License-Identifier: MIT
#pragma once

#include <unordered_map>
#include <vector>

#include "graph_planes.h"

namespace pawl::internal {

/// The distinct outcomes of cells, by the signs of the planes: an outcome is the step results of all states, where the
/// part may come to rest from each. Many cells share one, and most have the key (GraphPlanes::key) of a cell seen
/// before: three tables, of keys, of moves and of results, so that states are followed only for moves that are new.
class OutcomeTable {
 public:
  OutcomeTable(const ContactGraph& graph, const StopToken& stop) : planes_(graph, stop), key_(planes_.key_size()) {}

  const GraphPlanes& planes() const { return planes_; }
  const std::vector<std::vector<StepResult>>& outcomes() const { return outcomes_; }

  /// Forgets the outcomes; those to come are by a copy of the graph.
  void retell(const ContactGraph& graph);

  /// The outcome's number.
  std::size_t number(const std::vector<signed char>& signs);
  std::size_t number(const SignBits& signs);
  std::size_t add(std::vector<StepResult> results);
  /// Results at wrenches that may lie on planes, where thin modes count; not kept.
  std::vector<StepResult> results(const std::vector<signed char>& signs);

 private:
  struct Hash {
    std::size_t operator()(const std::vector<StateMoves>& moves) const;
    std::size_t operator()(const std::vector<StepResult>& results) const;
  };

  std::size_t number_of_moves();

  GraphPlanes planes_;
  SignBits key_;                   // of the last cell
  std::vector<StateMoves> moves_;  // the last ones looked for
  std::unordered_map<SignBits, std::size_t, SignBits::Hash> keys_;
  std::unordered_map<std::vector<StateMoves>, std::size_t, Hash> known_;
  std::unordered_map<std::vector<StepResult>, std::size_t, Hash> numbers_;
  std::vector<std::vector<StepResult>> outcomes_;
};

}  // namespace pawl::internal
