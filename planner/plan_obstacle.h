// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/insertion.h>

namespace pawl::internal {

/// What blocks the most promising wrenches: of the cells that hold the goal one that fails from the fewest start
/// states, and a state in which it fails by itself, a rest beside a move preferred. Nothing when stopped.
std::optional<PlanObstacle> find_obstacle(const ContactGraph& graph, const WrenchCells& cells, const StateSet& start,
                                          int goal, const StopToken& stop);

/// In words, fixels as the graph numbers them.
std::string explain(const ContactGraph& graph, const std::optional<PlanObstacle>& obstacle);

}  // namespace pawl::internal
