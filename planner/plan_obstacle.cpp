// SPDX-License-Identifier: MIT
#include "plan_obstacle.h"

#include <algorithm>

#include "all_moves.h"

namespace pawl::internal {
namespace {

/// Start states from which a wrench does not surely end at the goal.
std::size_t failures(const std::vector<StepResult>& outcome, const StateSet& start, const StateSet& goal) {
  std::size_t count = 0;
  for (std::size_t state = 0; state < outcome.size(); ++state) {
    count += start[state] && !(outcome[state].safe && outcome[state].rests == goal);
  }
  return count;
}

/// The states that the part may pass from the start.
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
  const auto rests = [&](int k) { return moves.rest && graph.modes(state)[static_cast<std::size_t>(k)].can_rest; };
  std::stable_partition(consistent.begin(), consistent.end(), rests);
  for (const int k : consistent) obstacle.modes.push_back(graph.modes(state)[static_cast<std::size_t>(k)].cone.mode);
  return obstacle;
}

}  // namespace

std::optional<PlanObstacle> find_obstacle(const ContactGraph& graph, const WrenchCells& cells, const StateSet& start,
                                          int goal, const StopToken& stop) {
  const StateSet only_goal = StateSet().set(static_cast<std::size_t>(goal));
  std::optional<std::size_t> best;
  std::size_t fewest = 0;
  for (std::size_t cell = 0; cell < cells.cell_count(); ++cell) {
    if (stop.stop_requested()) return std::nullopt;
    const std::vector<StepResult>& outcome = cells.outcomes()[cells.outcome_of(cell)];
    const StepResult& held = outcome[static_cast<std::size_t>(goal)];
    if (!held.safe || held.rests != only_goal) continue;
    const std::size_t failing = failures(outcome, start, only_goal);
    if (best && failing >= fewest) continue;
    best = cell;
    fewest = failing;
  }
  if (!best) return std::nullopt;

  const Eigen::Vector3d wrench = cells.wrench_in(*best);
  const std::vector<StateMoves> moves = all_moves(graph, wrench);
  const StateSet passed = reached(moves, start);
  // Rest against progress first, then rest, then escape, then what is left: a cycle.
  for (const int kind : {0, 1, 2, 3}) {
    for (int state = 0; state < graph.count(); ++state) {
      const StateMoves& here = moves[static_cast<std::size_t>(state)];
      if (!passed[static_cast<std::size_t>(state)] || state == goal) continue;
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
  std::string text = "even the wrench that fails from the fewest states fails where fixels " +
                     graph.name(obstacle->state) + " touch: the part may ";
  text += obstacle->rests ? "stay" : obstacle->escapes ? "leave for good or bounce off" : "move in circles";
  text += ", consistent with it are the modes";
  for (const Mode& mode : obstacle->modes) text += " " + mode.str();
  return text;
}

}  // namespace pawl::internal
