// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/contact_graph.h>

#include <vector>

namespace pawl::internal {

/// What a wrench, taken exactly, does in each state of a graph.
inline std::vector<StateMoves> all_moves(const ContactGraph& graph, const Eigen::Vector3d& wrench) {
  std::vector<StateMoves> moves;
  for (int state = 0; state < graph.count(); ++state) moves.push_back(graph.moves(state, wrench));
  return moves;
}

}  // namespace pawl::internal
